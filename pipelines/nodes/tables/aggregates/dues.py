"""Dues: who owes, what has been paid and what is still owed, where a column says who has paid."""

import re
from collections.abc import Sequence

from pipelines.models.documents import Span
from pipelines.nodes.tables.aggregates.computing import computed
from pipelines.nodes.tables.amounts.arithmetic import Aggregate
from pipelines.nodes.tables.amounts.measures import MONEY, measured
from pipelines.nodes.tables.answered import TableAnswer, filled_lines, lines_of
from pipelines.nodes.tables.asked import SURE_COLUMN, Asked
from pipelines.nodes.tables.filters.empty import asks_for_rows, denials
from pipelines.nodes.tables.matching.columns import holds_numbers, naming_column
from pipelines.nodes.tables.matching.flag_columns import flag_columns, said_of_rows
from pipelines.nodes.tables.matching.match import RowMatch, unmatched_words
from pipelines.nodes.tables.words.evidence import INFLECTED
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import DUES, THINGS, fold_in_place
from pipelines.nodes.text.dictionary import is_infinitive

_DONE = re.compile(r"(?<!\w)(?:did|ha(?:s|ve)(?! to)|paid|[а-яё]+(?:л|ла|ло|ли)(?:с[ья])?)(?!\w)")
_MOST_VERBS = 1  # that nothing stands for


def dues(asked: Asked) -> TableAnswer | None:
    """Say who owes, or what those have to pay together who have paid, or have not.

    Whether all have paid is told by those who have not.
    """
    flag = _paid_column(asked)
    if flag is None:
        return None
    folded = fold_in_place(asked.question)
    owed, collected = DUES["owed"].find(folded), DUES["collected"].find(folded)
    called = [word.span for at, word in enumerate(asked.reading.words) if _names(asked, at, flag)]
    denied, everybody = denials(asked.question), DUES["everybody"].find(folded)
    is_done = bool(denied or _DONE.search(folded))  # what all pay in all is no matter of who has
    if not (owed or collected or (called and is_done)):
        return None
    silent = asked.without_aggregates().without([*owed, *collected, *called, *denied, *everybody])
    said, named = said_of_rows(asked.reading, flag), silent.rows(of_a_kind=True)
    words = [silent.reading.words[at].folded for at in _unmatched(silent, named, called)]
    if len(words) > _MOST_VERBS or any(map(is_infinitive, words)):  # who *must come* owes nothing
        return None
    is_owed = bool(owed or denied)
    if named:
        return _of_one(silent, flag, named, said, is_owed=is_owed)
    kinds = {one.kind for one in asked.aggregates}
    asks_rows, is_sum = asks_for_rows(folded), DUES["sums"].find(folded) or "sum" in kinds
    asks_of_all = bool(everybody) and not (asks_rows or kinds or is_sum)
    wanted = "no" if is_owed or asks_of_all else "yes"
    rows = [at for at, one in enumerate(said) if one == wanted and at not in asked.reading.totals]
    extreme = next((one for one in asked.aggregates if one.kind in ("smallest", "largest")), None)
    if rows and (extreme or is_sum):
        return _computed(silent, extreme or Aggregate("sum", ()), flag, rows)
    if rows and (asks_rows or asks_of_all) and not kinds:
        lines = filled_lines(asked.reading, flag, rows)
        return TableAnswer(lines, None, None, SURE_COLUMN, is_list=True)
    return None


def _paid_column(asked: Asked) -> int | None:
    """Return the one column that says of everybody whether they have paid."""
    names = asked.reading.table.columns
    paid = [at for at in flag_columns(asked.reading) if DUES["paid"].find(fold_in_place(names[at]))]
    return paid[0] if len(paid) == 1 else None


def _names(asked: Asked, word: int, column: int) -> bool:
    """Say whether a word is a form of what a column is called: what was spent may be unpaid."""
    said = asked.reading.words[word]
    is_called = bool(asked.reading.headers[word, column] >= INFLECTED)
    return (is_called or DUES["paid"].holds(said.folded)) and not said.asks


def _unmatched(asked: Asked, rows: Sequence[RowMatch], called: Sequence[Span]) -> list[int]:
    """Return the words that neither a row nor a column nor what is asked for stands for."""
    words = asked.reading.words
    return [
        at
        for at in unmatched_words(asked.reading, rows, ())
        if words[at].span not in called
        and not THINGS.holds(words[at].folded)
        and not DUES["beside"].holds(words[at].folded)
    ]


def _of_one(
    asked: Asked, flag: int, rows: Sequence[RowMatch], said: Sequence[str], *, is_owed: bool
) -> TableAnswer | None:
    """Say what one owes or has paid; or that nothing is owed, or paid."""
    is_paid, asks_how_much = said[rows[0].index] == "yes", "number" in asked_kinds(asked.question)
    if len(rows) > 1 or not asks_how_much:
        return None
    column = flag if is_paid == is_owed else _money_column(asked, flag)
    lines = lines_of(asked.reading, rows, [column]) if column is not None else ()
    return TableAnswer(lines, None, None, SURE_COLUMN) if lines else None


def _computed(
    asked: Asked, aggregate: Aggregate, flag: int, rows: Sequence[int]
) -> TableAnswer | None:
    """Compute what some rows have to pay."""
    column, keys = _money_column(asked, flag), frozenset({naming_column(asked.reading)})
    named = [RowMatch(at, keys, frozenset(), 1.0) for at in rows]
    if column is None:
        return None
    return computed(asked, aggregate, column, named, SURE_COLUMN)


def _money_column(asked: Asked, flag: int) -> int | None:
    """Return the one column of what each has to pay."""
    table = asked.reading.table
    columns = [
        at
        for at in range(len(table.columns))
        if at != flag and holds_numbers(asked.reading, at) and MONEY & measured(table, at)
    ]
    return columns[0] if len(columns) == 1 else None
