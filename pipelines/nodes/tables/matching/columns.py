"""Columns: what part each has in its table.

One names the rows, one may only number them, others hold amounts; what cannot answer is left out
before the question's words choose.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from pipelines.nodes.tables.amounts.arithmetic import parse_number
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch, asked_columns, is_of_kind
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import WEAK
from pipelines.nodes.text.calendar import dates_in, year_days

_SOME, _SEVERAL = 0.75, 3  # of the rows have a remark, and words that one has
MOSTLY = 0.7  # of the rows have a value of their own in a column that may name them


def holds_numbers(reading: Reading, column: int) -> bool:
    """Say whether most values of a column are numbers."""
    return reading.kinds[column] == "number"


def holds_amounts(reading: Reading, column: int) -> bool:
    """Say whether a column holds amounts: not numbers that only name the rows in order."""
    is_name = numbers_rows(reading, column) or is_register_number(reading, column)
    return holds_numbers(reading, column) and not is_name


def numbers_rows(reading: Reading, column: int) -> bool:
    """Say whether a column is the first, and counts on from row to row: 1, 2, 3; years."""
    if column != _first_column(reading) or not holds_numbers(reading, column):
        return False
    cells = reading.table.cells(reading.table.columns[column])
    values = [number.value for _, cell in cells if (number := parse_number(cell.value))]
    return len(values) > 1 and all(after - one == 1 for one, after in pairwise(values))


def is_register_number(reading: Reading, column: int) -> bool:
    """Say whether a column is the first, and each row has a greater whole number: plot 8, 12, 14.

    It is the number of a thing, not how much of it there is.
    """
    if column != _first_column(reading) or not holds_numbers(reading, column):
        return False
    numbers = [parse_number(c.value) for _, c in reading.table.cells(reading.table.columns[column])]
    values = [number.value for number in numbers if number and not number.unit]
    is_whole = len(values) == len(reading.table.rows) > 1 and all(v == int(v) for v in values)
    rises = all(one < after for one, after in pairwise(values))
    return is_whole and rises and not reading.measures[column]


def naming_column(reading: Reading) -> int:
    """Return the column whose values name the rows: the first of words, distinct in each.

    Beside codes, which nobody calls a thing by, one of words that are mostly distinct will do.
    """
    texts = [index for index, kind in enumerate(reading.kinds) if kind in ("text", "person")]
    shares = {index: distinct_share(reading, index) for index in texts}
    distinct = [index for index in texts if shares[index] == 1.0]
    mostly = [index for index in texts if shares[index] >= MOSTLY]
    first = _first_column(reading)
    if not distinct and reading.kinds and reading.kinds[first] in ("code", "number"):
        distinct = mostly
    return distinct[0] if distinct else first


def is_remark(reading: Reading, column: int) -> bool:
    """Say whether a column has something to say of some rows, in several words: "needs the cot"."""
    if reading.kinds[column] != "text":
        return False
    cells = reading.table.cells(reading.table.columns[column])
    longest = reading.lengths[:, column].max(initial=0)
    is_of_some = len(cells) <= _SOME * len(reading.table.rows) and longest >= _SEVERAL
    return is_of_some and column != naming_column(reading)


def _first_column(reading: Reading) -> int:
    """Return which column comes first: the names of groups, which stand before it, are none."""
    return int(reading.table.grouped)


def distinct_share(reading: Reading, column: int) -> float:
    """Return the share of the rows that a column has a value of their own for."""
    values = {cell.value for _, cell in reading.table.cells(reading.table.columns[column])}
    return len(values) / len(reading.table.rows)


def names_of_rows(reading: Reading) -> tuple[tuple[int, ...], ...]:
    """Return, for each row, the columns that name it: two where others are called alike.

    Where rows are called by dates, what is then names them as well.
    """
    first = naming_column(reading)
    if beside := _beside_dates(reading, first):
        return ((first, *beside),) * len(reading.table.rows)
    called: dict[str, list[int]] = defaultdict(list)
    for index in range(len(reading.table.rows)):
        called[_value(reading, index, first)].append(index)
    names = {
        index: (first, *_telling_apart(reading, index, alike, first))
        for alike in called.values()
        for index in alike
    }
    return tuple(names[index] for index in sorted(names))


def _beside_dates(reading: Reading, first: int) -> tuple[int, ...]:
    """Return the first column of words that mostly tells the rows of a column of dates apart."""
    values = [_value(reading, index, first) for index in range(len(reading.table.rows))]
    if not values or not all(dates_in(value) or year_days(value) for value in values):
        return ()
    others = (
        at
        for at, kind in enumerate(reading.kinds)
        if at != first and kind in ("text", "person") and distinct_share(reading, at) >= MOSTLY
    )
    return tuple(others)[:1]


def _telling_apart(
    reading: Reading, index: int, alike: Sequence[int], first: int
) -> tuple[int, ...]:
    """Return the first other column of words whose value is a row's own among those alike."""
    others = [other for other in alike if other != index]
    for column, kind in enumerate(reading.kinds if others else ()):
        value = _value(reading, index, column)
        is_name = value and column != first and kind in ("text", "person")
        if is_name and all(_value(reading, other, column) != value for other in others):
            return (column,)
    return ()


def tells_rows_apart(reading: Reading, index: int, columns: Iterable[int]) -> bool:
    """Say whether no other row has the same values in some columns."""
    rows = set(range(len(reading.table.rows))) - {index}
    for column in columns:
        rows &= _called_alike(reading, index, column)
    return not rows


def _called_alike(reading: Reading, index: int, column: int) -> frozenset[int]:
    """Return the other rows that have the same value in a column."""
    value = _value(reading, index, column)
    rows = range(len(reading.table.rows))
    return frozenset(i for i in rows if i != index and _value(reading, i, column) == value)


def _value(reading: Reading, index: int, column: int) -> str:
    cell = reading.table.rows[index].cell(reading.table.columns[column])
    return cell.value if cell else ""


def asked_amounts(reading: Reading, question: str, keys: frozenset[int]) -> tuple[ColumnMatch, ...]:
    """Return what is asked for, of the columns that hold amounts and are no `keys`."""
    columns = range(len(reading.table.columns))
    others = frozenset(index for index in columns if not holds_amounts(reading, index))
    return asked_columns(reading, question, keys | others)


def asked_texts(reading: Reading, question: str) -> tuple[ColumnMatch, ...]:
    """Return what is asked for, of the columns that hold no amounts."""
    columns = range(len(reading.table.columns))
    numbers = frozenset(index for index in columns if holds_amounts(reading, index))
    return asked_columns(reading, question, numbers)


def names_another(reading: Reading, column: int) -> bool:
    """Say whether a word of the question names another column rather than this one."""
    others = np.delete(reading.headers, column, axis=1).max(axis=1, initial=0.0)
    return bool((others > np.maximum(reading.headers[:, column], WEAK)).any())


def tells_places(reading: Reading, naming: int) -> bool:
    """Say whether a column tells where the rows are that another one names."""
    columns = range(len(reading.table.columns))
    return any(is_of_kind(reading, at, frozenset({"place"})) for at in columns if at != naming)
