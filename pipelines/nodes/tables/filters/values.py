"""Filters: the rows that have some value beside their name, or none, or are there on a day."""

from collections.abc import Iterable

import numpy as np

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import parse_number
from pipelines.nodes.tables.asking import asks_whether
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.calendar.day_columns import is_of_day
from pipelines.nodes.tables.matching.columns import holds_numbers, naming_column
from pipelines.nodes.tables.matching.match import RowMatch, named_rows
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    ABSENT,
    ANYBODY,
    KINDS,
    THERE,
    WITHOUT,
    fold_in_place,
)
from pipelines.nodes.text.calendar import day_or_month

MOST_OF_VALUE = 0.6  # of a value's words, that a question has to name
_FEWEST_DAYS = 3  # columns of days, that make a table one of who is there when
_FEWEST_ROWS = 3  # of a table, from which on some of them are a choice


def rows_of_value(reading: Reading, question: str) -> tuple[tuple[RowMatch, ...], int] | None:
    """Return the rows that a value is said of, and its column: "which are automatic?".

    None where a number or a time is asked for, or whether something is so, or another column by its
    name; and unless rows are found by most of a value in one column that does not name them.
    """
    if asks_whether(question) or asked_kinds(question) & {"number", "time"}:
        return None
    rows = named_rows(reading, of_a_kind=True)
    keys = {key for match in rows for key in match.keys}
    if not rows or len(keys) != 1 or len(rows) == len(reading.table.rows):
        return None
    (key,) = keys
    naming = naming_column(reading)
    if key == naming or _are_numbers(reading, rows, key) or _asks_of_other(reading, {key, naming}):
        return None
    whole = tuple(match for match in rows if reading.covers[match.index, key] > MOST_OF_VALUE)
    return (whole, key) if whole else None


def _are_numbers(reading: Reading, rows: Iterable[RowMatch], column: int) -> bool:
    """Say whether rows are named by numbers: "free", among prices, is none."""
    name = reading.table.columns[column]
    cells = [reading.table.rows[match.index].cell(name) for match in rows]
    is_said = any(cell and parse_number(cell.value) is None for cell in cells)
    return holds_numbers(reading, column) and not is_said


def _asks_of_other(reading: Reading, known: set[int]) -> bool:
    """Say whether a column is named besides those that are known, or a unit."""
    if any(word.unit for word in reading.words):  # "which days" asks for no rows
        return True
    strongest = reading.headers.max(axis=0, initial=0.0)
    return any(strength >= HELD for at, strength in enumerate(strongest) if at not in known)


def rows_without(
    reading: Reading, question: str, columns: Iterable[ColumnMatch]
) -> tuple[tuple[RowMatch, ...], int] | None:
    """Return the rows whose cell says that there is nothing, and the column: "no deposit".

    None where the question denies none of the columns that it names, or every row has something.
    """
    for column in columns:
        if len(reading.table.rows) < _FEWEST_ROWS or not _is_denied(reading, question, column):
            continue
        name = reading.table.columns[column.index]
        rows = [
            RowMatch(index, frozenset({naming_column(reading)}), frozenset(), 1.0)
            for index, row in enumerate(reading.table.rows)
            if (cell := row.cell(name)) and is_nothing(cell.value) and index not in reading.totals
        ]
        if rows:
            return tuple(rows), column.index
    return None


def day_of_presence(
    reading: Reading, question: str, columns: Iterable[ColumnMatch]
) -> ColumnMatch | None:
    """Return the column of the one day of which it is asked who is there, or is not."""
    names = reading.table.columns
    days = [c for c in columns if day_or_month(names[c.index]) or is_of_day(names[c.index])]
    folded = fold_in_place(question)
    asks_who = bool(KINDS["person"].find(folded) or ANYBODY.find(folded))
    is_of_names = _is_of_people(reading)
    return days[0] if len(days) == 1 and is_of_names and asks_who else None


def _is_of_people(reading: Reading) -> bool:
    """Say whether rows may be people's: no lessons, which begin with their number or hour."""
    naming = naming_column(reading)
    cells = reading.table.cells(reading.table.columns[naming])
    is_text = reading.kinds[naming] in ("text", "person")
    return is_text and not any(c.isdigit() for _, cell in cells for c in cell.value)


def presences(reading: Reading, question: str) -> tuple[Span, ...]:
    """Return where a question says that somebody is there, of a table of who is when."""
    folded, days = fold_in_place(question), sum(map(is_of_day, reading.table.columns))
    if days < _FEWEST_DAYS:
        return ()
    people = ANYBODY.find(folded) if _is_of_people(reading) else ()
    return (*THERE.find(folded), *people)


def rows_present(reading: Reading, day: int, *, is_away: bool) -> tuple[str, frozenset[int]]:
    """Return a day's column by name, and the `id` of the rows in which somebody is there.

    Args:
        is_away: in which nobody is.
    """
    name = reading.table.columns[day]
    totals = {id(reading.table.rows[at]) for at in reading.totals}
    rows = (
        id(row)
        for row, cell in reading.table.cells(name)
        if bool(ABSENT.holds(fold_in_place(cell.value).strip(" ."))) is is_away
        and id(row) not in totals
    )
    return name, frozenset(rows)


def _is_denied(reading: Reading, question: str, column: ColumnMatch) -> bool:
    """Say whether the word that names a column stands right behind one that denies it."""
    folded = fold_in_place(question)
    ends = {span.end for span in WITHOUT.find(folded)}
    named = np.flatnonzero(reading.headers[:, column.index] >= HELD).tolist()
    return any(
        end <= reading.words[index].span.start
        and not folded[end : reading.words[index].span.start].strip()
        for index in named
        for end in ends
    )


def is_nothing(value: str) -> bool:
    """Say whether a value says that there is nothing: "none", "-", 0."""
    number = parse_number(value)
    return ABSENT.holds(fold_in_place(value).strip(" .")) or (
        number is not None and not number.value
    )
