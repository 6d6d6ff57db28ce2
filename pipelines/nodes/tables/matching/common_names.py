"""Common names: what all rows are, "boats" over a column "Boat", names none of them.

It may stand in the value of another column, "Safety boat"; by itself it means that row no more than
any other.
"""

from collections.abc import Sequence

import numpy as np

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.matching.particles import first_of_names
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import HELD, INFLECTED, Word, terms_of


def drop_common_names(
    words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> None:
    """Let a word that the column of names is called by name no row where it stands beside others.

    Where another word of the question stands in that value, "the safety boat", it is meant.

    Args:
        headers: float32 [words, C].
        values: float32 [words, R, C], changed in place.
    """
    column = first_of_names(table)
    if not table.columns or len(terms_of(table.columns[column])) != 1:
        return
    held = values >= HELD
    several = held.sum(axis=0) > 1  # words of the question, in each value
    for at, word in enumerate(words):
        if word.asks or headers[at, column] < INFLECTED:
            continue
        if _is_a_value(held[at], table):
            continue
        kept = np.where(several, values[at], 0.0)
        kept[:, column] = values[at][:, column]
        values[at] = kept


def _is_a_value(held: FloatArray, table: Table) -> bool:
    """Say whether a word is all of some value."""
    cells = (
        table.rows[row].cell(table.columns[column])
        for row, column in zip(*held.nonzero(), strict=True)
    )
    return any(cell is not None and len(terms_of(cell.value)) == 1 for cell in cells)
