"""Ages: of which years somebody is whom columns or rows are for: "6-9" over prices, "14–17 лет".

An age that is said, "a 7 year old", «ребёнка 15 лет», names the column that holds it, or all rows
that do, however their ages overlap; no number of another thing is taken for an age.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from pipelines.models.documents import FloatArray, Span
from pipelines.nodes.tables.amounts.measures import is_one_unit
from pipelines.nodes.tables.asking import asked_conditions
from pipelines.nodes.tables.matching.ranges.bands import numbers_said
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.ages import OLDEST, Ages, ages_of
from pipelines.nodes.tables.words.evidence import SYNONYM, Word, terms_of
from pipelines.nodes.tables.words.lexicon import EVERY, FAMILY, MEASURES, concepts_of, fold_in_place

_FEWEST = 2  # columns, or rows
_AGE = "age"  # the concept, and the measure
_YEARS = "лет"
_EVERYBODY = Ages(0, OLDEST)


def take_ages(
    question: str, words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> tuple[tuple[Word, ...], tuple[Span, ...]]:
    """Take the age of a question for the column or the rows that are for it, and for nothing else.

    Args:
        headers: float32 [words, C]; values: float32 [words, R, C], changed in place.
    Returns:
        the words, and where the age stands.
    """
    said = said_age(question, words)
    if said is None or not table.rows:
        return tuple(words), ()
    own, beside, age = said
    if columns := _columns(table):
        fitting = [at for at, ages in columns.items() if ages.holds(age)]
        if not fitting:
            return tuple(words), ()
        headers[[*own, *beside]] = 0.0
        values[[*own, *beside]] = 0.0
        headers[np.ix_(own, fitting)] = 1.0
        return _told(words, own, beside, headers, values)
    found = _rows(table)
    fits = [(row, column) for column, rows in found for row, one in rows.items() if one.holds(age)]
    if not fits:
        return tuple(words), ()
    values[own] = 0.0
    for row, column in fits:
        values[own, row, column] = 1.0
    return _told(words, own, (), headers, values)


def _told(
    words: Sequence[Word],
    own: Sequence[int],
    beside: Sequence[int],
    headers: FloatArray,
    values: FloatArray,
) -> tuple[tuple[Word, ...], tuple[Span, ...]]:
    """Return the words; who is of that age, and its unit, name nothing besides."""
    best = np.maximum(headers.max(axis=1, initial=0.0), values.max(axis=(1, 2), initial=0.0))
    silent = {
        at
        for at, word in enumerate(words)
        if at in beside or (FAMILY["children"].holds(word.folded) and best[at] <= SYNONYM)
    }
    values[sorted(silent)] = 0.0
    taken = [
        replace(word, asks=False, unit=False)
        if at in own
        else replace(word, asks=word.asks or at in silent)
        for at, word in enumerate(words)
    ]
    return tuple(taken), tuple(words[at].span for at in own)


def said_age(question: str, words: Sequence[Word]) -> tuple[list[int], list[int], int] | None:
    """Return the words of the one age that is said, those of its unit, and how many years it is."""
    if asked_conditions(question):
        return None
    found = []
    for own, number, unit in numbers_said(question, words):
        behind = own[-1] + 1
        beside: list[int] = []
        while behind < len(words) and _is_of_age(words[behind].folded) and len(beside) < _FEWEST:
            beside.append(behind)
            behind += 1
        before = [at for at in (own[0] - 1, own[0] - 2) if at >= 0]
        is_behind = not unit and any(
            _AGE in concepts_of(words[at].folded) or FAMILY["children"].holds(words[at].folded)
            for at in before
        )
        is_alone = is_behind and (behind == len(words) or words[behind].asks)
        if number == int(number) and (is_one_unit(unit, _YEARS) or beside or is_alone):
            found.append((own, beside, int(number)))
    return found[0] if len(found) == 1 and found[0][2] <= OLDEST else None


def _is_of_age(word: str) -> bool:
    return MEASURES[_AGE].holds(word) or word in ("old", "olds")


def _columns(table: Table) -> Mapping[int, Ages]:
    """Return the columns that are called by ages; none where but one is."""
    called = {at: ages for at, name in enumerate(table.columns) if (ages := ages_of(name))}
    return called if len(called) >= _FEWEST else {}


def _rows(table: Table) -> list[tuple[int, Mapping[int, Ages]]]:
    """Return the first column whose values tell ages, with these by rows."""
    for column, name in enumerate(table.columns):
        is_called = any(_AGE in concepts_of(term) for term in terms_of(name))
        cells = {at: cell for at, row in enumerate(table.rows) if (cell := row.cell(name))}
        told = {at: one for at, cell in cells.items() if (one := _ages(cell.value, is_called))}
        if len(told) >= _FEWEST and 2 * len(told) > len(cells):
            return [(column, told)]
    return []


def _ages(value: str, is_called: bool) -> Ages | None:
    """Return the ages that a value tells: of a column called so, or by its unit."""
    folded = fold_in_place(value)
    if is_called and EVERY.find(folded):
        return _EVERYBODY
    is_told = is_called or any(map(_is_of_age, terms_of(value)))
    return ages_of(value) if is_told else None
