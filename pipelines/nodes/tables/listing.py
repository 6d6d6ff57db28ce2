"""Listing: many rows or values of a table: all, those of a kind, those that have something."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np

from pipelines.nodes.tables.aggregates.counting import counts_list
from pipelines.nodes.tables.amounts.arithmetic import Computed
from pipelines.nodes.tables.answered import (
    Line,
    TableAnswer,
    filled_lines,
    lines_of,
    named_lines,
)
from pipelines.nodes.tables.asked import COVERED, MOST_COLUMNS, SURE_COLUMN, Asked
from pipelines.nodes.tables.asking import asks_price
from pipelines.nodes.tables.filters.empty import asks_for_rows, denials, filled_rows
from pipelines.nodes.tables.filters.values import (
    MOST_OF_VALUE,
    day_of_presence,
    rows_present,
    rows_without,
)
from pipelines.nodes.tables.matching.absent.missing import column_of_dates
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch, asked_columns
from pipelines.nodes.tables.matching.columns import (
    MOSTLY,
    asked_texts,
    distinct_share,
    holds_numbers,
    names_another,
    names_of_rows,
    naming_column,
    numbers_rows,
)
from pipelines.nodes.tables.matching.match import RowMatch, named_rows, unmatched_words
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD, RELATED
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    AND,
    ANYBODY,
    AWAY,
    EVERY,
    OF_TWO,
    WHICH,
    fold_in_place,
)

_PRESENT, _LISTED, _FILTERED, _OF_GROUP, _OF_EVERY = 0.8, 0.65, 0.62, 0.8, 0.85
_LEAST_FILLED, _FILLED = 0.6, 0.25  # of who has something: at least, and what words add
_MOST_VERBS = 1  # that nothing stands for: "who came in March"; "how many people" has one more
_DOERS = re.compile(r"(?:ник|щик|тель)\w{0,3}$|[eo]rs?$|dores$")  # должников, debtors
_FEWEST = 2  # rows that make a list


def every(asked: Asked, rows: Sequence[RowMatch]) -> TableAnswer | None:
    """A column of all rows: "in every city"."""
    table, key = asked.reading.table, naming_column(asked.reading)
    counted = {at for at in range(len(table.columns)) if numbers_rows(asked.reading, at)}
    columns = asked_columns(asked.reading, asked.question, frozenset({key, *counted}))
    unmatched = unmatched_words(asked.reading, (), columns)
    if rows or not columns or columns[0].strength < SURE_COLUMN or unmatched:
        return None
    if len(columns) == 1 and _is_all_of(asked, columns[0]):
        return replace(_distinct(asked, columns[0].index), confidence=_OF_EVERY)
    names = names_of_rows(asked.reading)
    all_rows = [
        RowMatch(index, frozenset(names[index]), frozenset(), 1.0)
        for index in range(len(table.rows))
        if index not in asked.reading.totals
    ]
    lines = lines_of(asked.reading, all_rows, [column.index for column in columns[:MOST_COLUMNS]])
    return TableAnswer(lines, None, None, _OF_EVERY, is_list=True)


def of_a_kind(asked: Asked) -> TableAnswer | None:
    """What all rows are called that a word names, where no column of them is asked for."""
    matches, naming = named_rows(asked.reading, of_a_kind=True), naming_column(asked.reading)
    folded = fold_in_place(asked.question)
    are_apart = matches and not frozenset.intersection(*(match.words for match in matches))
    if are_apart and not (AND.find(folded) or OF_TWO["or"].find(folded) or "," in folded):
        return None  # the hall by one word, insurance by another: none is a kind of what is asked
    if not matches and asked.reading.table.only_group and counts_list(asked, ()):
        matches = _every_row(asked.reading, naming)
    columns = asked_columns(asked.reading, asked.question, frozenset())
    covered = asked.covered(asked.unmatched(matches, columns))
    by_name = any(naming in match.keys for match in matches)
    asks_when = any(word.unit for word in asked.reading.words)  # "which days" asks for no rows
    if len(matches) < (_FEWEST if by_name or asks_when else 1) or covered < COVERED:
        return None
    if names_another(asked.reading, naming):
        return None
    name = asked.reading.table.columns[naming]
    rows = (asked.reading.table.rows[match.index] for match in matches)
    lines = tuple(Line(name, cell.value, row, cell) for row in rows if (cell := row.cell(name)))
    return TableAnswer(lines, None, None, _LISTED, is_list=True) if lines else None


def _every_row(reading: Reading, naming: int) -> tuple[RowMatch, ...]:
    rows = (at for at in range(len(reading.table.rows)) if at not in reading.totals)
    return tuple(RowMatch(at, frozenset({naming}), frozenset(), 1.0) for at in rows)


def listed(asked: Asked, columns: Sequence[ColumnMatch]) -> TableAnswer | None:
    """The values of a column: "which suppliers are there?"."""
    folded = fold_in_place(asked.question)
    if not (WHICH.find(folded) or EVERY.find(folded)):
        return None
    columns = [c for c in columns if not holds_numbers(asked.reading, c.index)]
    columns = columns or asked_texts(asked.reading, asked.question)
    if len(columns) != 1:
        return None
    column = columns[0]
    unmatched = unmatched_words(asked.reading, (), columns)
    names = asked.reading.kinds[column.index] in ("text", "person", "code")
    if unmatched or column.strength < RELATED or not names:
        return None
    return _distinct(asked, column.index)


def _distinct(asked: Asked, column: int) -> TableAnswer:
    """Each value of a column once."""
    name = asked.reading.table.columns[column]
    lines: dict[str, Line] = {}
    for index, row in enumerate(asked.reading.table.rows):
        cell = row.cell(name)
        is_said = cell is not None and any(map(str.isalnum, cell.value))
        if cell and is_said and index not in asked.reading.totals:
            lines.setdefault(cell.value, Line(name, cell.value, row, cell))
    return TableAnswer(tuple(lines.values()), None, None, _LISTED, is_list=True)


def _is_all_of(asked: Asked, column: ColumnMatch) -> bool:
    """Say whether all is asked that a column names, which rows have in common: suppliers.

    "Of every product" asks for the supplier of each. What stands left of what rows are called, as
    lecturers do before rooms, is not said of that.
    """
    is_name = asked.reading.kinds[column.index] in ("text", "person", "code")
    others = (
        index
        for index, word in enumerate(asked.reading.words)
        if not (word.asks or word.unit) and index not in column.words
    )
    is_alone = all(asked.reading.headers[index].max(initial=0.0) < HELD for index in others)
    is_shared = distinct_share(asked.reading, column.index) < MOSTLY
    is_before = column.index < naming_column(asked.reading)
    return is_name and is_alone and (is_shared or is_before)


def present(asked: Asked) -> TableAnswer | None:
    """Who is there on a day of a timetable, or is not: "who works on Saturdays?", "who's off?"."""
    folded = fold_in_place(asked.question)
    away = (*AWAY.find(folded), *denials(asked.question))
    asked = asked.without([*away, *ANYBODY.find(folded)])
    columns = asked_columns(asked.reading, asked.question, frozenset())
    day = day_of_presence(asked.reading, asked.question, columns)
    if day is None or asked.unmatched((), [day]):
        return None
    chosen = rows_present(asked.reading, day.index, is_away=bool(away))
    lines = named_lines(asked.reading, *chosen)
    counts = any(one.kind == "count" for one in asked.aggregates)
    rows, name = tuple(line.row for line in lines), chosen[0]
    count = Computed("count", name, Decimal(len(rows)), "", rows, rows, ()) if counts else None
    return TableAnswer(lines, None, count, _PRESENT, is_list=not counts) if rows else None


def filled(asked: Asked) -> TableAnswer | None:
    """Who has something in a column, or has not: "who has not paid for March?"; or how many."""
    denied = denials(asked.question)
    aggregates = asked.aggregates
    counts = [one for one in aggregates if one.kind == "count"]
    is_computed = len(counts) < len(aggregates) and not denied  # "who owes most" is one of them
    if is_computed or not (asks_for_rows(asked.question) or counts) or asks_price(asked.question):
        return None
    asked = asked.without(denied)
    named = asked.rows_at_any_time()
    found = filled_rows(asked.reading, asked.question, asked.columns(named))
    naming = naming_column(asked.reading)
    if found is None or any(naming in match.keys for match in named):
        return None
    is_told = found.says_whether or (found.is_of_few and _counts_people(asked, found.column))
    if not (asks_for_rows(asked.question) or denied or is_told):
        return None
    people = ANYBODY.find(fold_in_place(asked.question)) if counts else ()
    unmatched = asked.without(people).unmatched(named, [found.column])
    if len(unmatched) > _MOST_VERBS + bool(counts) or any(
        asked.reading.words[at].name for at in unmatched
    ):
        return None
    others = [match for match in named if not match.words <= found.column.words]
    among = {match.index for match in others} or set(found.rows)
    chosen = [at for at in found.rows if at in among]
    lines = filled_lines(asked.reading, found.column.index, chosen)
    if not lines:
        return None
    confidence = _LEAST_FILLED + _FILLED * asked.stood_for(unmatched)
    rows = tuple(line.row for line in lines)
    name = asked.reading.table.columns[found.column.index]
    count = Computed("count", name, Decimal(len(rows)), "", rows, rows, ()) if counts else None
    return TableAnswer(lines, None, count, confidence, asked.texts(unmatched), is_list=not counts)


def _counts_people(asked: Asked, column: ColumnMatch) -> bool:
    """Say whether people are counted who have something: debtors; "how much do they owe" is not."""
    words = [asked.reading.words[at].folded for at in column.words]
    return bool(ANYBODY.find(fold_in_place(asked.question))) or any(map(_DOERS.search, words))


def when_it_is(asked: Asked) -> TableAnswer | None:
    """On which dates a row has somebody or something: "when does Tom lock up?" of a rota."""
    reading, dates = asked.reading, column_of_dates(asked.reading)
    if dates is None or not asked_kinds(asked.question) & {"time"}:
        return None
    for column in asked_columns(reading, asked.question, frozenset()):
        is_name = column.index == int(reading.table.grouped)  # a row is called so, and found by it
        if column.index == dates or is_name or column.strength < SURE_COLUMN or not column.words:
            continue
        rows = [
            RowMatch(index, frozenset({dates}), _words_of(reading, index, column.index), 1.0)
            for index in range(len(reading.table.rows))
            if reading.covers[index, column.index] > MOST_OF_VALUE and index not in reading.totals
        ]
        if rows and not asked.unmatched(rows, [column]):
            lines = lines_of(reading, rows, [column.index])
            return TableAnswer(lines, None, None, _OF_GROUP, is_list=True)
    return None


def _words_of(reading: Reading, row: int, column: int) -> frozenset[int]:
    """Return the words of the question that a cell stands for."""
    return frozenset(np.flatnonzero(reading.values[:, row, column] >= HELD).tolist())


def without_any(asked: Asked, columns: Sequence[ColumnMatch]) -> TableAnswer | None:
    """Rows that a question asks for without something: "which need no deposit?"."""
    return filtered(asked, rows_without(asked.reading, asked.question, columns), columns)


def filtered(
    asked: Asked, found: tuple[tuple[RowMatch, ...], int] | None, columns: Sequence[ColumnMatch]
) -> TableAnswer | None:
    """Rows that have a value, or none: "which are automatic?", "which need no deposit?"."""
    if found is None or asked.unmatched(found[0], columns):
        return None
    names = names_of_rows(asked.reading)
    rows = [replace(match, keys=frozenset(names[match.index])) for match in found[0]]
    is_group = asked.reading.table.grouped and found[1] == 0
    lines = lines_of(asked.reading, rows, [] if is_group else [found[1]])
    confidence = _OF_GROUP if is_group else _FILTERED
    return TableAnswer(lines, None, None, confidence, is_list=True) if lines else None
