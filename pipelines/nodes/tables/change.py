"""Change: what a row is in the columns of several years: the newest, and by how much it changed."""

import re
from collections.abc import Sequence

from pipelines.nodes.questions.relative import with_dates
from pipelines.nodes.tables.amounts.arithmetic import Computed, parse_number
from pipelines.nodes.tables.amounts.measures import units_of
from pipelines.nodes.tables.answered import TableAnswer, lines_of
from pipelines.nodes.tables.asked import SURE_COLUMN, Asked
from pipelines.nodes.tables.matching.columns import holds_amounts
from pipelines.nodes.tables.matching.match import ColumnMatch
from pipelines.nodes.tables.words.lexicon import CHANGE, NOW, fold_in_place

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_TWO = 2  # columns that are compared
_CONFIDENCE = 0.85


def changed(asked: Asked) -> TableAnswer | None:
    """By how much something went up: "by how much did the rent rise" over "2024" and "2025".

    None unless one row is named, and two columns of amounts of the same unit: those of the years
    that are named, or the only ones. What is less than it was has changed by less than nothing.
    """
    folded = fold_in_place(asked.question)
    asks, verbs = CHANGE["asks"].find(folded), CHANGE["verbs"].find(folded)
    if not asks or not verbs or asks[0].start > verbs[0].start:
        return None
    silent = asked.without([*asks, *verbs])
    rows, columns = silent.rows(), _columns(silent, folded)
    if len(rows) != 1 or len(columns) != _TWO:
        return None
    matches = [ColumnMatch(column, frozenset(), SURE_COLUMN) for column in columns]
    lines = lines_of(silent.reading, rows, columns)
    cells = [line.cell.value for line in lines if line.cell]  # without what a price is for
    numbers = [number for cell in cells if (number := parse_number(cell))]
    if silent.unmatched(rows, matches) or len(numbers) != _TWO:
        return None
    before, after = numbers
    row = silent.reading.table.rows[rows[0].index]
    name = lines[0].label.removesuffix(f", {silent.reading.table.columns[columns[0]]}")
    value = after.value - before.value
    computed = Computed("difference", name, value, after.unit, (row,), (row,), ())
    return TableAnswer(lines, None, computed, _CONFIDENCE)


def of_newest_year(asked: Asked, columns: Sequence[ColumnMatch]) -> list[ColumnMatch]:
    """Put the newest year first of columns that differ in nothing else, if the question names none.

    What is yet to come stands last; who asks what it is now hears of no other year. "Last year"
    names one: that is first, and where there is none, no year is before another.
    """
    names = [asked.reading.table.columns[one.index] for one in columns]
    years = [found[0] for name in names if len(found := _YEAR.findall(name)) == 1]
    are_one = len({_YEAR.sub("", name) for name in names}) == 1 < len(set(years)) == len(columns)
    if not are_one or _YEAR.search(asked.question):
        return list(columns)
    if asked.today and (said := _YEAR.findall(with_dates(asked.question, asked.today))):
        then = sorted(zip(years, columns, strict=True), key=lambda one: one[0] not in said)
        return [column for _, column in then]
    now = asked.today.year if asked.today else max(map(int, years))
    newest = sorted(
        zip(map(int, years), columns, strict=True), key=lambda one: (one[0] > now, -one[0])
    )
    is_now = NOW.find(fold_in_place(asked.question)) and newest[0][0] <= now
    return [column for _, column in newest[:1] if is_now] or [column for _, column in newest]


def _columns(asked: Asked, folded: str) -> list[int]:
    """Return the columns of amounts that a year names each, the earlier first, if two are meant."""
    table = asked.reading.table
    years = {
        at: found[0]
        for at, name in enumerate(table.columns)
        if len(found := _YEAR.findall(name)) == 1 and holds_amounts(asked.reading, at)
    }
    said = set(_YEAR.findall(folded))
    meant = [at for at in years if years[at] in said] if len(said) == _TWO else list(years)
    units = {units_of(table, at) for at in meant}
    is_one_measure = len(units) == 1 and len({years[at] for at in meant}) == len(meant)
    return (
        sorted(meant, key=years.__getitem__) if is_one_measure and said <= {*years.values()} else []
    )
