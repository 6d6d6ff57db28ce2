"""Listed: what all rows of a table are, which names none of them: races, of a list of races."""

from collections.abc import Sequence

import numpy as np

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.matching.letters import strengths_in
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import HELD, SYNONYM, Word, terms_of
from pipelines.nodes.tables.words.kinds import is_year
from pipelines.nodes.tables.words.lexicon import AGGREGATES, AND, WHICH, fold_in_place
from pipelines.nodes.text.calendar import dates_in, day_or_month, year_days
from pipelines.nodes.text.dictionary import is_plural

_EXTREME = ("smallest", "largest")


def take_listed(
    question: str,
    words: Sequence[Word],
    headers: FloatArray,
    values: FloatArray,
    table: Table,
    *,
    least: float,
) -> None:
    """Take what is counted or asked which of, and the table is called by, for all of its rows.

    "Which races" of a list of races names none of them by its name, nor the "Race officer"; nor do
    several that are said first, "races in June". The cheapest race is of all of them where these
    are dated. What is but one of the things that it is called by, "Sandwiches and drinks", is of
    some of the rows.

    Args:
        headers: float32 [words, C]; values: float32 [words, R, C]; both are changed in place.
        least: how surely a word has to stand in what the table is called.
    """
    if AND.find(fold_in_place(table.name)):
        return
    called = strengths_in(words, table.name)
    kinds = ("count", *(_EXTREME if _are_dated(table) else ()))
    asking = (WHICH, *(AGGREGATES[kind] for kind in kinds))
    ends = {one.end + 1 for said in asking for one in said.find(fold_in_place(question))}
    sizes = np.array([len(terms_of(name)) for name in table.columns])
    for at, word in enumerate(words):
        is_listed = word.span.start in ends or _is_first_of_several(words, at, values)
        if is_listed and not word.asks and called[at] >= least:
            values[at] = 0.0
            headers[at, (sizes > 1) | (headers[at] <= SYNONYM)] = 0.0


def _is_first_of_several(words: Sequence[Word], at: int, values: FloatArray) -> bool:
    """Say whether a word calls several things, before others that tell which: "races in June"."""
    first = next((one for one, word in enumerate(words) if not (word.asks or word.unit)), None)
    if at != first or not is_plural(words[at].folded):
        return False
    others = [other for other in range(len(words)) if other != at]
    is_of_time = any(is_year(words[o].folded) or day_or_month(words[o].folded) for o in others)
    return is_of_time or bool(values[others].max(initial=0.0) >= HELD)


def _are_dated(table: Table) -> bool:
    cells = [cell.value for _, cell in table.cells(table.columns[0])] if table.columns else []
    return bool(cells) and all(dates_in(value) or year_days(value) for value in cells)
