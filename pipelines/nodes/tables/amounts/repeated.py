"""Repeated: what several of what a price is per come to: "three nights", at a price per night.

The list has to say so itself, in a column of units or in the name of the price.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed, parse_number
from pipelines.nodes.tables.amounts.measures import is_one_unit, is_unit_column, units_of
from pipelines.nodes.tables.answered import Line, TableAnswer, lines_of
from pipelines.nodes.tables.asked import COVERED, Asked
from pipelines.nodes.tables.asking import asked_conditions, asks_price, asks_whether
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import holds_amounts
from pipelines.nodes.tables.rows import Table, TableRow
from pipelines.nodes.tables.words.evidence import CONCEPT, RELATED, term_strength, terms_of
from pipelines.nodes.tables.words.lexicon import (
    COLLECTIVES,
    HALF_YEARS,
    NIGHTS,
    PERIODS,
    fold_in_place,
)
from pipelines.nodes.text.numbers import numbers_in

_LEAST, _SURE = 0.6, 0.3  # of confidence: at least, and what words add
_MOST = 366  # of one unit
_HALF_YEAR = 6  # months


@dataclass(frozen=True, slots=True)
class _Several:
    """How many of which unit a question names; spans: of both words."""

    count: int
    unit: str
    spans: tuple[Span, Span]


def of_several(asked: Asked) -> TableAnswer | None:
    """Multiply the price of one row by how many of its unit are asked for; None of one of them.

    Every other word has to stand for something; another number, for the name of the row.
    """
    is_of_price = asks_price(asked.question) or not asks_whether(asked.question)
    if not is_of_price or asked_conditions(asked.question):
        return None
    said = [*_said(asked), *_half_years(asked)]
    return _multiplied(asked.without(said[0].spans), said[0]) if len(said) == 1 else None


def _said(asked: Asked) -> Iterator[_Several]:
    """Yield each number of a question with the unit right behind it, of those of the table."""
    words, units = asked.reading.words, _units(asked.reading.table)
    for word, behind in pairwise(words):
        count = _number(word.folded)
        is_beside = not asked.question[word.span.end : behind.span.start].strip()
        is_unit = 1 < count <= _MOST and any(_are_one(behind.folded, unit) for unit in units)
        if is_beside and is_unit:
            yield _Several(count, behind.folded, (word.span, behind.span))


def _half_years(asked: Asked) -> Iterator[_Several]:
    """Yield half a year, as so many months, where no price is told by the year."""
    units = _units(asked.reading.table)
    month = next((unit for unit in units if PERIODS["month"].holds(unit)), None)
    for span in HALF_YEARS.find(fold_in_place(asked.question)):
        if month is not None and not any(PERIODS["year"].holds(unit) for unit in units):
            yield _Several(_HALF_YEAR, month, (span, span))


def _units(table: Table) -> frozenset[str]:
    """Return what the prices of a table are per: terms of its units, and units in names."""
    columns = range(len(table.columns))
    cells = [
        c.value for name in table.columns if is_unit_column(name) for _, c in table.cells(name)
    ]
    per = frozenset().union(*(units_of(table, column).per for column in columns))
    return per | {term for value in set(cells) for term in terms_of(value)}


def _number(word: str) -> int:
    if word.isdecimal():
        return int(word)
    found = numbers_in(word) if word.isalpha() else ()
    values = [int(value) for one in found for value in one.values if value.isdecimal()]
    return COLLECTIVES.get(word) or (values[0] if len(values) == 1 else 0)


def _multiplied(asked: Asked, several: _Several) -> TableAnswer | None:
    rows, reading = asked.rows(), asked.reading
    columns = [one for one in asked.columns(rows) if "price" in _measures(asked, one)]
    columns = columns or _priced_per(asked, several.unit)
    unmatched = asked.unmatched(rows, columns)
    if len(rows) != 1 or len(columns) != 1 or asked.covered(unmatched) < COVERED:
        return None
    lines = lines_of(reading, rows, [columns[0].index])
    is_other = any(reading.words[at].has_digits for at in unmatched)
    if is_other or not lines or not _is_per(asked, lines[0].row, columns[0], several.unit):
        return None
    answer = _times(lines[0], several.count)
    confidence = _LEAST + _SURE * asked.stood_for(unmatched)
    return answer and replace(answer, confidence=confidence, unmatched=asked.texts(unmatched))


def _priced_per(asked: Asked, unit: str) -> list[ColumnMatch]:
    """Return the columns of prices that are called to be per a unit."""
    return [
        ColumnMatch(at, frozenset(), CONCEPT)
        for at, about in enumerate(asked.reading.measures)
        if "price" in about
        and any(is_one_unit(unit, other) for other in units_of(asked.reading.table, at).per)
    ]


def _measures(asked: Asked, column: ColumnMatch) -> frozenset[str]:
    """Return what a column of amounts holds; a bare one beside a column of units holds prices."""
    if not holds_amounts(asked.reading, column.index):
        return frozenset()
    is_of_units = any(map(is_unit_column, asked.reading.table.columns))
    return asked.reading.measures[column.index] or frozenset({"price"} if is_of_units else ())


def _times(line: Line, count: int) -> TableAnswer | None:
    number = parse_number(line.cell.value) if line.cell else None
    if line.cell is None or number is None:
        return None
    rows = (line.row,)
    called = f"{count} × {line.label}"
    total = Computed("party", called, count * number.value, number.unit, rows, rows, ())
    name = line.label.removesuffix(f", {line.cell.name}")
    cell = Line(f"{count} × {name}", line.cell.value, line.row, line.cell)
    return TableAnswer((cell,), None, total, _LEAST)


def _is_per(asked: Asked, row: TableRow, column: ColumnMatch, unit: str) -> bool:
    """Say whether the price of a row is per a unit, by its column of units or the price's name."""
    table = asked.reading.table
    if any(is_one_unit(unit, other) for other in units_of(table, column.index).per):
        return True
    cells = [row.cell(name) for name in table.columns if is_unit_column(name)]
    terms = [term for cell in cells if cell for term in terms_of(cell.value)]
    return any(_are_one(unit, term) for term in terms)


def _are_one(unit: str, term: str) -> bool:
    are_nights = NIGHTS.holds(unit) and NIGHTS.holds(term)
    return are_nights or term_strength(unit, term) >= RELATED or is_one_unit(unit, term)
