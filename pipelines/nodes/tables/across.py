"""Across: what the cells of one row come to, over its months or years, or which of two is less."""

from dataclasses import replace
from decimal import Decimal

from pipelines.nodes.tables.amounts.arithmetic import Aggregate, compute, parse_number
from pipelines.nodes.tables.amounts.measures import units_of
from pipelines.nodes.tables.answered import Line, TableAnswer, lines_of
from pipelines.nodes.tables.asked import COVERED, Asked
from pipelines.nodes.tables.asking import asked_aggregates, asked_of_two
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.calendar.day_columns import is_of_day
from pipelines.nodes.tables.matching.columns import holds_amounts
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD, RELATED
from pipelines.nodes.tables.words.kinds import is_year
from pipelines.nodes.tables.words.lexicon import KINDS, OF_TWO, SPENT, fold_in_place
from pipelines.nodes.text.calendar import months_in

_FEWEST = 2  # columns
_MOST_ROWS = 4  # in which two columns are compared
_LEAST, _SURE = 0.5, 0.35  # of confidence: at least, and what words add


def across(asked: Asked) -> TableAnswer | None:
    """What one row comes to in all months or years of a table: "spend on fish over the months".

    None where one of them is named, or nothing says that they are to be taken together.
    """
    aggregate = _asked(asked.question)
    if aggregate is None:
        return None
    asked = asked.silent(aggregate)
    rows, reading = asked.rows(of_a_kind=True), asked.reading
    columns = _periods(reading)
    if len(rows) != 1 or len(columns) < _FEWEST or reading.headers[:, columns].max() >= HELD:
        return None
    covered = asked.covered(asked.unmatched(rows, ()))
    if covered < COVERED:
        return None
    row = reading.table.rows[rows[0].index]
    cells = [(row, row.cell(reading.table.columns[column])) for column in columns]
    lines = lines_of(reading, rows, columns)
    name = lines[0].label.rsplit(", ", 1)[0] if lines else ""
    computed = compute(aggregate, name, cells)
    if computed is None:
        return None
    if aggregate.kind in ("smallest", "largest"):
        lines = tuple(
            line
            for line in lines
            if (number := parse_number(line.value)) and number.value == computed.value
        )
    confidence = _LEAST + _SURE * asked.stood_for(asked.unmatched(rows, ()))
    return TableAnswer(lines, None, replace(computed, is_across=True), confidence)


def of_two_columns(asked: Asked) -> TableAnswer | None:
    """The cells of two columns that are named, the cheaper or larger first: "a cat or a rabbit".

    None unless rows are named, a few of which have a number in both.
    """
    aggregate = asked_of_two(asked.question)
    if aggregate is None or asked.aggregates:
        return None
    asked = asked.silent(aggregate)
    rows, reading = asked.rows(of_a_kind=True), asked.reading
    columns = _either(asked)
    pairs = [lines_of(reading, [row], columns) for row in rows]
    pairs = [pair for pair in pairs if len(pair) == len(columns) and all(map(_number, pair))]
    unmatched = asked.unmatched(rows, [ColumnMatch(at, frozenset(), 1.0) for at in columns])
    if not 0 < len(pairs) <= _MOST_ROWS or asked.covered(unmatched) < COVERED:
        return None
    is_more = aggregate.kind == "largest"
    lines = [line for pair in pairs for line in sorted(pair, key=_number, reverse=is_more)]
    confidence = _LEAST + _SURE * asked.stood_for(unmatched)
    return TableAnswer(tuple(lines), None, None, confidence, asked.texts(unmatched))


def _either(asked: Asked) -> list[int]:
    """Return the columns of amounts that are called by a word on either side of an "or"."""
    reading = asked.reading
    joints = OF_TWO["or"].find(fold_in_place(asked.question))
    words = [at for at, word in enumerate(reading.words) if not word.asks]
    by = {
        column: frozenset(at for at in words if reading.headers[at, column] >= RELATED)
        for column in range(len(reading.table.columns))
        if holds_amounts(reading, column)
    }
    told = {  # of two that a word of both names, another word tells which is meant
        column: own
        for column, own in by.items()
        if own and not any(own < others for others in by.values())
    }
    shared = frozenset.intersection(*told.values()) if len(told) > 1 else frozenset()
    said = {
        column: [reading.words[at].span.start for at in own - shared]
        for column, own in told.items()
    }
    sides = {
        any(start < joint.start for start in starts) for starts in said.values() for joint in joints
    }
    units = {units_of(reading.table, at) for at in said}
    return list(said) if len(said) >= _FEWEST and len(sides) > 1 and len(units) == 1 else []


def _number(line: Line) -> Decimal:
    number = parse_number(line.value)
    return number.value if number else Decimal(0)


def _asked(question: str) -> Aggregate | None:
    """Return what is asked of the cells together; what was spent is asked for as their sum."""
    found = [one for one in asked_aggregates(question) if one.kind != "count"]
    if found:
        return None if found[0].condition else found[0]
    folded = fold_in_place(question)
    return Aggregate("sum", ()) if KINDS["number"].find(folded) and SPENT.find(folded) else None


def _periods(reading: Reading) -> list[int]:
    """Return the columns of amounts that are called by months, years or days."""
    names = enumerate(reading.table.columns)
    dated = [at for at, name in names if months_in(name) or is_year(name) or is_of_day(name)]
    return [at for at in dated if holds_amounts(reading, at)]
