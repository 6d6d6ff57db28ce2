"""Counting: whether rows are counted, and which: all, those of a group, of a kind, of a value."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from pipelines.nodes.tables.amounts.arithmetic import Aggregate
from pipelines.nodes.tables.amounts.measures import (
    asked_unit,
    counts_things,
    is_priced_thing,
    measured,
)
from pipelines.nodes.tables.asked import Asked
from pipelines.nodes.tables.asking import asked_aggregates, asks_price
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.matching.asked_columns import (
    ColumnMatch,
    asked_columns,
    counts_by_words,
)
from pipelines.nodes.tables.matching.columns import (
    MOSTLY,
    distinct_share,
    holds_amounts,
    holds_numbers,
    is_register_number,
    naming_column,
)
from pipelines.nodes.tables.matching.implied_columns import are_counts
from pipelines.nodes.tables.matching.letters import strengths_in
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.words.evidence import HELD, RELATED
from pipelines.nodes.tables.words.lexicon import (
    OF_LIST,
    OUTCOMES,
    THINGS,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.text.dictionary import is_plural, part_of_speech

_PAID = "paid"  # the concept
_MONEY = {"paid", "price"}
_SEVERAL = 2  # rows
_COUNTED = frozenset({"stock", "amount", "child", "adult", "egg"})  # which a number may be of


def counts_list(asked: Asked, rows: Sequence[RowMatch]) -> bool:
    """Say whether what the table is called is counted: all rows, or those of a shared value."""
    if rows:
        is_of_one = _are_dated(asked, rows) or _are_of_one_name(asked, rows)
        return is_of_one and _is_list_of(asked, frozenset[int]().union(*(r.words for r in rows)))
    called = strengths_in(asked.reading.words, asked.reading.table.name)
    return bool(called.max(initial=0.0) >= RELATED)


def counts_rows(asked: Asked) -> bool:
    """Say whether what is counted first is what rows are called: "how many rooms in all"."""
    first = _first_telling(asked)
    counts = any(one.kind == "count" for one in asked_aggregates(asked.question))
    columns = asked_columns(asked.reading, asked.question, frozenset())
    in_stock = any("stock" in asked.reading.measures[column.index] for column in columns)
    # "metres of cloth", "plants left", "spent" are amounts
    if asked_unit(asked.question) or in_stock or asks_for_money(asked):
        return False
    if not counts or first is None:
        return False
    amounts = [column.index for column in asked.amounts(frozenset())]
    others = np.delete(asked.reading.headers[:, amounts], first, axis=0)
    if others.max(initial=0.0) >= RELATED:
        return False  # "how much cost in January in all": an amount is named as well
    every = range(len(asked.reading.table.columns))
    numbering = [at for at in every if is_register_number(asked.reading, at)]
    named = max(
        asked.reading.headers[first, at] for at in (naming_column(asked.reading), *numbering)
    )
    is_amount = asked.reading.headers[first, amounts].max(initial=0.0) >= RELATED
    is_of_rows = bool(named >= RELATED) or (_is_list_of(asked) and not is_amount)
    return is_of_rows or THINGS.holds(asked.reading.words[first].folded)


def counts_priced(asked: Asked, aggregate: Aggregate, columns: Sequence[int]) -> bool:
    """Say whether things are to be counted of which the columns tell but what they cost."""
    is_count = any(one.kind == "count" for one in asked_aggregates(asked.question))
    if aggregate.kind != "sum" or not is_count or asked_unit(asked.question):
        return False
    if any(concepts_of(word.folded) & _MONEY for word in asked.reading.words):
        return False
    if counts_by_words(asked.question):  # "how many courses in all" adds up no prices
        return any("price" in asked.reading.measures[column] for column in columns)
    return any(is_priced_thing(asked.reading.table, column) for column in columns)


def asks_for_money(asked: Asked) -> bool:
    """Say whether "how much" is of what was paid, and a column tells: "spent" counts no rows."""
    words = (word for word in asked.reading.words if not (word.asks or word.unit))
    if not any(_PAID in concepts_of(word.folded) for word in words):
        return False
    table = asked.reading.table
    return any(
        holds_numbers(asked.reading, at) and _PAID in measured(table, at)
        for at in range(len(table.columns))
    )


def are_of_group(asked: Asked, rows: Sequence[RowMatch]) -> bool:
    """Say whether rows are named by nothing but the group that they stand in."""
    return asked.reading.table.grouped and bool(rows) and all(row.keys == {0} for row in rows)


def are_of_a_kind(asked: Asked, rows: Sequence[RowMatch]) -> bool:
    """Say whether rows of this list are counted, by a value that several share: "Kind: garage".

    How many there are outside of it no list tells.
    """
    keys = frozenset(key for row in rows for key in row.keys)
    is_shared = all(map(partial(_is_shared, asked), rows))
    return len(keys) == 1 and is_shared and bool(OF_LIST.find(fold_in_place(asked.question)))


def are_of_value(asked: Asked, rows: Sequence[RowMatch]) -> bool:
    """Say whether rows are counted by the one value that names them: "how many altos are there".

    Not where a column may hold how many there are of each.
    """
    reading, first = asked.reading, _first_telling(asked)
    keys = frozenset(key for row in rows for key in row.keys)
    if len(rows) < _SEVERAL or len(keys) != 1 or first is None:
        return False
    (key,) = keys
    is_whole = all(reading.covers[row.index, key] > MOSTLY for row in rows)
    is_counted = all(first in row.words for row in rows) or reading.headers[first, key] >= RELATED
    held = (at for at in range(len(reading.table.columns)) if holds_amounts(reading, at))
    is_amount = any(not reading.measures[at] or "stock" in reading.measures[at] for at in held)
    return is_whole and is_counted and not is_amount and _are_of_one_name(asked, rows)


def added_column(
    asked: Asked, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
) -> int | None:
    """Return the one column that says of each row how many: «сколько неявок» adds these up.

    Of all rows, or of those of one value that several share, «в группе А»; nothing else is named.
    """
    named = [one for one in columns if one.words and one.strength >= RELATED]
    if len(named) != 1 or not counts_things(asked.question) or asked.unmatched(rows, columns):
        return None
    column, reading = named[0].index, asked.reading
    keys = frozenset(key for row in rows for key in row.keys)
    is_counted = are_counts(reading.table, reading.table.columns[column])
    are_several = any(is_plural(reading.words[at].folded) for at in named[0].words)
    is_of_things = counts_by_words(asked.question) or (
        are_several and not asks_price(asked.question)
    )
    is_of_things = is_of_things and reading.measures[column] <= _COUNTED
    if not (is_counted and holds_amounts(reading, column) and is_of_things):
        return None
    others = {at for at, word in enumerate(reading.words) if not (word.asks or word.unit)}
    others -= named[0].words.union(*(row.words for row in rows))
    beside = [at for at in range(len(reading.table.columns)) if at != column and at not in keys]
    if reading.headers[np.ix_(sorted(others), beside)].max(initial=0.0) >= HELD:
        return None  # another column is named, whatever of it
    is_of_value = len(rows) >= _SEVERAL and len(keys) == 1 and _are_of_one_name(asked, rows)
    return column if is_of_value or not rows else None


def is_what_somebody_does(asked: Asked, rows: Sequence[RowMatch], unmatched: Sequence[int]) -> bool:
    """Say whether all that stands for nothing is what somebody does by whom rows are found.

    "Run" of "how many races does Tom run": it stands right beside the name.
    """
    reading, keys = asked.reading, {key for match in rows for key in match.keys}
    if len(unmatched) != 1 or len(keys) != 1 or reading.kinds[min(keys)] != "person":
        return False
    (at,), named = unmatched, frozenset[int]().union(*(match.words for match in rows))
    word = reading.words[at]
    is_verb = not word.name and part_of_speech(word.folded) in ("VERB", "")
    is_verb = is_verb and not OUTCOMES.holds(word.folded)
    return is_verb and bool({at - 1, at + 1} & named)


def lacked_outcome(
    asked: Asked, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
) -> Missing | None:
    """Return what is to be counted of somebody's rows, and no column tells: which races one won."""
    if not any(one.kind == "count" for one in asked.aggregates) or not rows:
        return None
    reading, naming = asked.reading, naming_column(asked.reading)
    said = [at for at in asked.unmatched(rows, columns) if OUTCOMES.holds(reading.words[at].folded)]
    if not said or any(naming in row.keys for row in rows):
        return None
    cells = (reading.table.rows[row.index].cell(reading.table.columns[naming]) for row in rows)
    present = tuple(dict.fromkeys(cell.value for cell in cells if cell))
    return Missing(reading.words[said[0]].text, "", present)


def _are_dated(asked: Asked, rows: Sequence[RowMatch]) -> bool:
    """Say whether rows are those of a month or a year, and nothing else names them."""
    return asked.dated is not None and all(row.keys <= {asked.dated.column} for row in rows)


def _are_of_one_name(asked: Asked, rows: Sequence[RowMatch]) -> bool:
    """Say whether rows are named by what others have as well, or all by the same: three of yoga."""
    table = asked.reading.table
    names = {
        cell.value
        for row in rows
        for key in row.keys
        if (cell := table.rows[row.index].cell(table.columns[key]))
    }
    is_same = len(rows) > 1 and len(names) == 1
    return is_same or all(map(partial(_is_shared, asked), rows))


def _is_list_of(asked: Asked, named: frozenset[int] = frozenset()) -> bool:
    """Say whether the table is called by what is counted: orders, of the "Book of orders"."""
    called = strengths_in(asked.reading.words, asked.reading.table.name)
    first = _first_telling(asked, named)
    return first is not None and bool(called[first] >= RELATED)


def _first_telling(asked: Asked, named: frozenset[int] = frozenset()) -> int | None:
    """Return the first word that tells something; of those left that do not name the rows."""
    words = enumerate(asked.reading.words)
    return next((i for i, w in words if not (w.asks or w.unit or i in named)), None)


def _is_shared(asked: Asked, row: RowMatch) -> bool:
    """Say whether a row is named by values that others have as well: who works on an order."""
    return all(distinct_share(asked.reading, key) < MOSTLY for key in row.keys)
