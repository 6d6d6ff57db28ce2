"""Columns: what part each has in its table, and which one an aggregate is computed from.

One names the rows, one may only number them, others hold amounts; what cannot answer is left out
before the question's words choose.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from pipelines.nodes.tables.arithmetic import Aggregate, AggregateKind, parse_number
from pipelines.nodes.tables.evidence import WEAK, has_currency, terms_of
from pipelines.nodes.tables.lexicon import SUPERLATIVES, concepts_of, fold_in_place
from pipelines.nodes.tables.match import ColumnMatch, asked_columns
from pipelines.nodes.tables.reading import Reading

_OPPOSITE: Mapping[AggregateKind, AggregateKind] = {"smallest": "largest", "largest": "smallest"}
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
MOSTLY = 0.7  # of the rows have a value of their own in a column that may name them


def holds_numbers(reading: Reading, column: int) -> bool:
    """Say whether most values of a column are numbers."""
    return reading.kinds[column] == "number"


def holds_amounts(reading: Reading, column: int) -> bool:
    """Say whether a column holds amounts: not numbers that only name the rows in order."""
    return holds_numbers(reading, column) and not numbers_rows(reading, column)


def numbers_rows(reading: Reading, column: int) -> bool:
    """Say whether a column is the first, and counts on from row to row: 1, 2, 3; years."""
    if column or not holds_numbers(reading, column):
        return False
    cells = reading.table.cells(reading.table.columns[column])
    values = [number.value for _, cell in cells if (number := parse_number(cell.value))]
    return len(values) > 1 and all(after - one == 1 for one, after in pairwise(values))


def naming_column(reading: Reading) -> int:
    """Return the column whose values name the rows: the first of words, distinct in each.

    Beside codes, which nobody calls a thing by, one of words that are mostly distinct will do.
    """
    texts = [index for index, kind in enumerate(reading.kinds) if kind in ("text", "person")]
    shares = {index: distinct_share(reading, index) for index in texts}
    distinct = [index for index in texts if shares[index] == 1.0]
    mostly = [index for index in texts if shares[index] >= MOSTLY]
    if not distinct and reading.kinds and reading.kinds[0] in ("code", "number"):
        distinct = mostly
    return distinct[0] if distinct else 0


def distinct_share(reading: Reading, column: int) -> float:
    """Return the share of the rows that a column has a value of their own for."""
    values = {cell.value for _, cell in reading.table.cells(reading.table.columns[column])}
    return len(values) / len(reading.table.rows)


def names_of_rows(reading: Reading) -> tuple[tuple[int, ...], ...]:
    """Return, for each row, the columns that name it: two where others are called alike."""
    first = naming_column(reading)
    called: dict[str, list[int]] = defaultdict(list)
    for index in range(len(reading.table.rows)):
        called[_value(reading, index, first)].append(index)
    names = {
        index: (first, *_telling_apart(reading, index, alike, first))
        for alike in called.values()
        for index in alike
    }
    return tuple(names[index] for index in sorted(names))


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
    """Return what is asked for, of the columns that hold no numbers."""
    columns = range(len(reading.table.columns))
    numbers = frozenset(index for index in columns if holds_numbers(reading, index))
    return asked_columns(reading, question, numbers)


def computed_column(
    reading: Reading,
    question: str,
    aggregate: Aggregate,
    columns: Sequence[ColumnMatch],
    keys: frozenset[int],
) -> int | None:
    """Return the column that is computed: as named, by its superlative, or the only one.

    Of several that are named, or that a superlative fits, such as a price for cars and one for
    vans, the first or that of the latest year, if the same row is the dearest by all of them.

    Args:
        columns: those that the question names.
        keys: those by whose values it names rows.
    """
    named = [column.index for column in columns if holds_amounts(reading, column.index)]
    if named:
        return _latest(reading, named) if _are_one(reading, named, aggregate) else None
    free = [
        index
        for index in range(len(reading.table.columns))
        if holds_amounts(reading, index) and index not in keys
    ]
    about = superlatives_of(question, aggregate)
    names = reading.table.columns
    fitting = [index for index in free if about & _concepts(names[index])]
    if not fitting and "price" in about:
        fitting = [index for index in free if has_currency(names[index])]
    if _are_one(reading, fitting, aggregate):
        return _latest(reading, fitting)
    return free[0] if len(free) == 1 and about <= {"size"} else None


def _latest(reading: Reading, columns: Sequence[int]) -> int:
    """Return the column of the latest year, if they are named by years; else the first."""
    names = reading.table.columns
    return max(columns, key=lambda index: max(_YEAR.findall(names[index]), default=""))


def _are_one(reading: Reading, columns: Sequence[int], aggregate: Aggregate) -> bool:
    """Say whether there is one column, or the same rows are extreme by each of several."""
    rows = {_extreme_rows(reading, index, aggregate) for index in columns}
    return len(columns) == 1 or (len(rows) == 1 and None not in rows)


def _extreme_rows(reading: Reading, column: int, aggregate: Aggregate) -> tuple[int, ...] | None:
    """Return which rows hold the largest or smallest number of a column; None for a sum."""
    if aggregate.kind not in _OPPOSITE:
        return None
    name = reading.table.columns[column]
    numbers = {
        index: number.value
        for index, row in enumerate(reading.table.rows)
        if index not in reading.totals
        and (cell := row.cell(name))
        and (number := parse_number(cell.value))
    }
    wanted = (max if aggregate.kind == "largest" else min)(numbers.values(), default=None)
    return tuple(index for index, value in numbers.items() if value == wanted)


def turned(question: str, aggregate: Aggregate, header: str) -> Aggregate:
    """Return what is asked of a column: the fastest takes the least time, and has most speed."""
    opposite = _OPPOSITE.get(aggregate.kind)
    is_of_speed = "speed" in superlatives_of(question, aggregate) & _concepts(header)
    return replace(aggregate, kind=opposite) if is_of_speed and opposite else aggregate


def superlatives_of(question: str, aggregate: Aggregate) -> frozenset[str]:
    """Return what the words of an aggregate are about: concepts, such as a price."""
    folded = fold_in_place(question)
    words = " ".join(folded[span.start : span.end] for span in aggregate.spans)
    return frozenset(name for name, forms in SUPERLATIVES.items() if forms.find(words))


def _concepts(header: str) -> frozenset[str]:
    return frozenset().union(*(concepts_of(term) for term in terms_of(header)))


def names_another(reading: Reading, column: int) -> bool:
    """Say whether a word of the question names another column rather than this one."""
    others = np.delete(reading.headers, column, axis=1).max(axis=1, initial=0.0)
    return bool((others > np.maximum(reading.headers[:, column], WEAK)).any())
