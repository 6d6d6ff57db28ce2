"""Comparing: the rows whose number is as one wants it, and what they come to together.

"Which plots are under 100 m²", "how many are", "what do they pay in total".
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pipelines.nodes.tables.aggregates.computing import amounts_of, computed, of_each
from pipelines.nodes.tables.amounts.arithmetic import Aggregate, Condition
from pipelines.nodes.tables.amounts.comparison import compared_column, names_rows
from pipelines.nodes.tables.amounts.computed import computed_columns
from pipelines.nodes.tables.amounts.measures import in_other_units
from pipelines.nodes.tables.answered import TableAnswer, lines_of
from pipelines.nodes.tables.asked import COVERED, MISSED, SURE_COLUMN, Asked
from pipelines.nodes.tables.asking import asked_conditions, asks_whether
from pipelines.nodes.tables.matching.absent.missing import find_missing
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import naming_column
from pipelines.nodes.tables.matching.match import RowMatch

_LEAST, _BY_WORDS = 0.6, 0.2  # of confidence: at least, and what words add


def compared(asked: Asked) -> TableAnswer | None:
    """Rows whose number is as a question wants it: listed, or counted; or the one named."""
    conditions, aggregates = _conditions(asked), asked.aggregates
    is_other = any(aggregate.kind != "count" for aggregate in aggregates)
    if not conditions or is_other:
        return None
    without = asked.without_aggregates().without([one.span for one in conditions])
    rows = without.rows(of_a_kind=True)
    keys = frozenset(key for match in rows for key in match.keys)
    wanted = _compared_columns(without, conditions, keys)
    if not wanted:
        return None
    unmatched = without.unmatched(rows, without.columns(rows))
    columns = [ColumnMatch(column, frozenset(), 0.9) for column in wanted]
    is_named = any(asked.reading.words[index].name for index in unmatched)
    if is_named and (missing := find_missing(without.reading, rows, columns)):
        return TableAnswer((), missing, None, MISSED)
    verbs = sum(bool(one.unit) for one in conditions)  # "take", «привезут»
    is_verb = 0 < len(unmatched) <= verbs
    if without.covered(unmatched) < COVERED and not is_verb:
        return None
    answer = _fulfilling(without, wanted, rows, is_count=bool(aggregates))
    return answer and replace(
        answer,
        confidence=_LEAST + _BY_WORDS * without.stood_for(unmatched),
        unmatched=without.texts(unmatched),
        condition=conditions[0],
    )


def _compared_columns(
    asked: Asked, conditions: Sequence[Condition], keys: frozenset[int]
) -> dict[int, Condition]:
    """Return the column of each condition; none where one of them is of no certain column.

    What is certain first leaves fewer for the others: after pounds "under 50" are minutes.
    """
    columns: dict[int, Condition] = {}
    left = list(conditions)
    while left:
        used = keys | columns.keys()
        found = (
            (column, each, one)
            for one in left
            for each in _in_units(one)
            if (column := compared_column(asked.reading, asked.question, each, used)) is not None
        )
        if (first := next(found, None)) is None:
            return {}
        column, condition, meant = first
        columns[column] = condition
        left.remove(meant)
    return columns


def _in_units(condition: Condition) -> Iterator[Condition]:
    """Yield a condition as it is put, and in the units of a column: 2 hours, 120 minutes."""
    yield condition
    if condition.bound:
        for bound, unit in in_other_units(condition.bound, condition.unit):
            upper = condition.upper and condition.upper * bound / condition.bound
            yield replace(condition, bound=bound, unit=unit, upper=upper)


def _fulfilling(
    asked: Asked, wanted: Mapping[int, Condition], rows: Sequence[RowMatch], *, is_count: bool
) -> TableAnswer | None:
    """Show the rows that fulfil conditions; those asked about by name, whether or not."""
    (column, condition), *more = wanted.items()
    count = Aggregate("count", (), condition)
    counted = computed(asked, count, column, rows, SURE_COLUMN, more)
    if counted is None or is_count:
        return counted
    is_of_named = bool(rows) and (asks_whether(asked.question) or not counted.lines)
    lines = lines_of(asked.reading, rows, [*wanted]) if is_of_named else counted.lines
    if not lines:
        return counted
    return TableAnswer(lines, None, None, SURE_COLUMN, is_list=not is_of_named)


def aggregated_where(asked: Asked) -> TableAnswer | None:
    """What a column comes to over the rows whose number is as one wants it in another one."""
    conditions = _conditions(asked)
    kinds = [one for one in asked.aggregates if one.kind != "count"]
    if not conditions or len(kinds) != 1:
        return None
    aggregate = replace(kinds[0], condition=None)  # which is of another column
    where = asked.without([*aggregate.spans, *(one.span for one in conditions)])
    rows = where.rows(of_a_kind=True)
    named = frozenset(key for match in rows for key in match.keys)
    amounts = amounts_of(_nameless(where, conditions), named)
    columns = computed_columns(where.reading, asked.question, aggregate, amounts, named)
    if len(columns) != 1 or not amounts:
        return None
    wanted = _compared_columns(where, conditions, named.union(columns))
    answers = wanted and _fulfilling(where, wanted, rows, is_count=True)
    if not answers or not answers.aggregate:
        return None
    unmatched = where.unmatched(rows, [*amounts, *(_sure(column) for column in wanted)])
    if where.covered(unmatched) < COVERED:
        return None
    fulfilling = {id(row) for row in answers.aggregate.rows}
    keys = frozenset({naming_column(asked.reading)})
    matches = [
        RowMatch(at, keys, frozenset(), 1.0)
        for at, row in enumerate(asked.reading.table.rows)
        if id(row) in fulfilling
    ]
    confidence = _LEAST + _BY_WORDS * where.stood_for(unmatched)
    answer = matches and of_each(where, aggregate, columns, matches, confidence)
    return replace(answer, condition=conditions[0]) if answer else None


def _nameless(asked: Asked, conditions: Sequence[Condition]) -> Asked:
    """Leave what is compared out of what names columns: "m²" is of no other one."""
    spans = [one.span for one in conditions]
    headers = asked.reading.headers.copy()
    for at, word in enumerate(asked.reading.words):
        if any(span.start <= word.span.start and word.span.end <= span.end for span in spans):
            headers[at] = 0.0
    return replace(asked, reading=replace(asked.reading, headers=headers))


def _conditions(asked: Asked) -> tuple[Condition, ...]:
    """Return the comparisons of a question, but for those whose number tells rows apart."""
    found = asked_conditions(asked.question)
    return tuple(one for one in found if not names_rows(asked.reading, one))


def _sure(column: int) -> ColumnMatch:
    return ColumnMatch(column, frozenset(), SURE_COLUMN)
