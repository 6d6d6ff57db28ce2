"""Exclusions: what a question leaves out is not what it asks for: "without the ride".

Nor, with the ride, what the ride alone costs, where a column holds it together with more.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.amounts.arithmetic import parse_number
from pipelines.nodes.tables.asking import asked_aggregates
from pipelines.nodes.tables.matching.particles import first_of_names
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import HELD, Word
from pipelines.nodes.tables.words.kinds import kind_of_column
from pipelines.nodes.tables.words.lexicon import (
    AND,
    DENYING_NAMES,
    LEFT_OUT,
    TAKEN_IN,
    WITHOUT,
    PhraseList,
    concepts_of,
    fold_in_place,
)

_OF_PRICE = frozenset({"price", "paid"})
_MOST = 3  # words that are left out with one "without"
_JOINED = re.compile(rf"(?:{AND.pattern.pattern}|{TAKEN_IN.pattern.pattern}|[+&])")
_ENDS = frozenset(",;:.?!()")


def drop_excluded(
    question: str,
    words: Sequence[Word],
    headers: FloatArray,
    values: FloatArray,
    table: Table,
) -> tuple[tuple[Word, ...], frozenset[int]]:
    """Take no column of numbers, and no row, for what is asked that is called by what is left out.

    Only where others are left: numbers beside those, or rows that hold other words as well and not
    that. Then the words that were left out ask, and name nothing. Where columns or rows are called
    "without" it, those are meant.

    Args:
        headers: float32 [words, C].
        values: float32 [words, R, C], changed in place.
    Returns:
        The words, and the columns that are not asked for.
    """
    silent, excluded = set[int](), frozenset[int]()
    for group in _behind(LEFT_OUT, question, words):
        named = [at for at in group if headers[at].max(initial=0.0) >= HELD]
        if columns := _called(named, headers, table):
            meant = {at for at in columns if _says_without(table.columns[at])}
            excluded |= columns - meant
            silent |= frozenset() if meant else {*named}
        elif not asked_aggregates(question) and _drop_rows(group[0], words, values, table):
            silent.add(group[0])
    for group in _behind(TAKEN_IN, question, words):
        columns = _called(group, headers, table)
        joined = {at for at in columns if is_joined(table.columns[at])}
        excluded |= columns - joined if joined else frozenset()
    values[sorted(silent)] = 0.0
    kept = (replace(w, asks=True) if at in silent else w for at, w in enumerate(words))
    return tuple(kept), excluded


def is_joined(name: str) -> bool:
    """Say whether a column is of a thing together with another: "Ride with lunch"."""
    return _JOINED.search(fold_in_place(name)) is not None


def _says_without(name: str) -> bool:
    folded = fold_in_place(name)
    return bool(WITHOUT.find(folded) or LEFT_OUT.find(folded))


def _behind(led: PhraseList, question: str, words: Sequence[Word]) -> list[list[int]]:
    """Return the words behind each "without", or "with", up to one that asks or a comma."""
    groups = []
    for span in led.find(fold_in_place(question)):
        if led is TAKEN_IN and DENYING_NAMES.holds(_word_at(words, span.end)):
            continue  # "with no ride"
        group, end = list[int](), span.end
        for at, word in enumerate(words):
            if word.span.start < span.end:
                continue
            is_over = not _ENDS.isdisjoint(question[end : word.span.start])
            is_joined = AND.holds(word.folded)
            is_over = is_over or bool(concepts_of(word.folded) & _OF_PRICE)
            if is_over or len(group) == _MOST or (group and word.asks and not is_joined):
                break
            if not word.asks and not is_joined:
                group.append(at)
            end = word.span.end
        groups.append(group)
    return [group for group in groups if group]


def _word_at(words: Sequence[Word], start: int) -> str:
    """Return the folded word that comes next, from a place of the question on; "" for none."""
    return next((word.folded for word in words if word.span.start >= start), "")


def _called(words: Sequence[int], headers: FloatArray, table: Table) -> frozenset[int]:
    """Return the columns with numbers that words call, if others are left that hold these."""
    numbers = frozenset(at for at, name in enumerate(table.columns) if _holds_numbers(table, name))
    mixed = frozenset(at for at, name in enumerate(table.columns) if _has_numbers(table, name))
    called = frozenset(at for at in mixed if headers[list(words), at].max(initial=0.0) >= HELD)
    return called if numbers - called else frozenset()


def _holds_numbers(table: Table, name: str) -> bool:
    values = (cell.value for _, cell in table.cells(name))
    return kind_of_column(values, priced=True) == "number"


def _has_numbers(table: Table, name: str) -> bool:
    return any(parse_number(cell.value) for _, cell in table.cells(name))


def _drop_rows(left_out: int, words: Sequence[Word], values: FloatArray, table: Table) -> bool:
    """Leave the rows that a word calls out of what is named, if others are called like them."""
    column = first_of_names(table)
    held = values[:, :, column] >= HELD
    with_it = held[left_out]
    cells = [row.cell(table.columns[column]) for row in table.rows]
    without = np.array([bool(c and _says_without(c.value)) for c in cells])
    others = np.array([not word.asks and at != left_out for at, word in enumerate(words)])
    is_called = held[others].any(axis=0)
    if (with_it & without).any():
        values[:, with_it & ~without, column] = 0.0
        return False
    if not (with_it & is_called).any() or not (~with_it & is_called).any():
        return False
    values[:, with_it, column] = 0.0
    return True
