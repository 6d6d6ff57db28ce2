"""Computed: which column a superlative, a sum or an average is of."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipelines.nodes.tables.amounts.arithmetic import Aggregate, AggregateKind, parse_number
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch, asked_columns
from pipelines.nodes.tables.matching.columns import holds_amounts
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import terms_of
from pipelines.nodes.tables.words.lexicon import SUPERLATIVES, TOTALS, concepts_of, fold_in_place
from pipelines.nodes.tables.words.spelling import respelled

_OPPOSITE: Mapping[AggregateKind, AggregateKind] = {"smallest": "largest", "largest": "smallest"}
_OF_ANYTHING = frozenset({"size", "age"})  # what "largest" and "newest" are about
_SIZES = frozenset({"area", "capacity", "height"})  # what the largest of rooms has most of
_MOST_DISAGREEING = 3  # columns
_IN_YEARS = re.compile(r"возраст|\bage|alter|edad")  # how old, not since when
_SINCE = re.compile(
    r"(?:^|\s)(?:с|со|since|from|seit|desde)$|с какого|принят|начал|joined|hired|started"
)
_PAIR = 2  # columns
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def computed_columns(
    reading: Reading,
    question: str,
    aggregate: Aggregate,
    columns: Sequence[ColumnMatch],
    keys: frozenset[int],
) -> tuple[int, ...]:
    """Return the column that is computed: as named, by its superlative, or the only one.

    Of several that are named, or that a superlative fits, such as a price for cars and one for
    vans, it is the first or that of the latest year, if the same row is the dearest by all of
    them. If not, the dearest by each of them answers, of a few; there is no sum of several.

    Args:
        columns: those that the question names.
        keys: those by whose values it names rows.
    """
    columns = [one for one in columns if holds_amounts(reading, one.index)]
    named = [column.index for column in _narrowed(reading, columns)]
    free = [
        index
        for index in range(len(reading.table.columns))
        if holds_amounts(reading, index) and index not in keys
    ]
    about = superlatives_of(question, aggregate)
    if "price" in about:  # "the most expensive" is nobody's pay
        named = [index for index in named if "salary" not in reading.measures[index]]
    fitting = _fitting(reading, free, about)
    if named and fitting and not about <= _OF_ANYTHING:
        others = frozenset(range(len(reading.table.columns))) - set(fitting)
        named = [i for i in named if about & reading.measures[i]]  # "longest" is of no room number
        named = named or [match.index for match in asked_columns(reading, question, others | keys)]
    chosen = named or _usual(reading, fitting)
    if _are_one(reading, chosen, aggregate):
        return _by_year(reading, chosen)[:1]
    if chosen:
        is_of_each = aggregate.kind in _OPPOSITE and len(chosen) <= _MOST_DISAGREEING
        return _by_year(reading, chosen) if is_of_each else ()
    return tuple(free) if len(free) == 1 and about <= {"size"} else ()


def _narrowed(reading: Reading, columns: Sequence[ColumnMatch]) -> Sequence[ColumnMatch]:
    """Leave of two columns the one whose word says of which of the other's: "booked places".

    Each is called by one word, and that one stands right before the other's.
    """
    words = [reading.words[min(one.words)].span for one in columns if len(one.words) == 1]
    if len(columns) != len(words) or len(words) != _PAIR:
        return columns
    return [
        one
        for one, own, other in zip(columns, words, reversed(words), strict=True)
        if other.start - own.end == 1
    ] or columns


def _fitting(reading: Reading, columns: Sequence[int], about: frozenset[str]) -> list[int]:
    """Return the columns that a superlative is about: by their names, else by what they measure."""
    wanted = about | _SIZES if "size" in about else about
    names = reading.table.columns
    fitting = [i for i in columns if wanted & _concepts(names[i]) & reading.measures[i]]
    return fitting or [index for index in columns if wanted & reading.measures[index]]


def _usual(reading: Reading, columns: Sequence[int]) -> list[int]:
    """Return of columns, none of which is named, those that are of the whole: totals, years.

    Beside what is paid in each year, "of that for the road" is a part.
    """
    names = reading.table.columns
    totals = [at for at in columns if TOTALS.find(fold_in_place(names[at]))]
    years = [at for at in columns if _YEAR.search(names[at])]
    return totals[:1] if len(totals) == 1 else years if len(years) > 1 else list(columns)


def _by_year(reading: Reading, columns: Sequence[int]) -> tuple[int, ...]:
    """Return columns, those of the latest year first, if they are named by years."""
    names = reading.table.columns

    def year(index: int) -> str:
        return max(_YEAR.findall(names[index]), default="")

    return tuple(sorted(columns, key=year, reverse=True))


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
    """Return what is asked of a column: the fastest takes the least time, and has most speed.

    The oldest was built in the earliest year, and has the greatest age; who has been here longest
    came in the earliest, too.
    """
    opposite = _OPPOSITE.get(aggregate.kind)
    both = superlatives_of(question, aggregate) & _concepts(header)
    is_turned = "speed" in both or ("age" in both and _IN_YEARS.search(fold_in_place(header)))
    is_long = "duration" in superlatives_of(question, aggregate)
    is_turned = is_turned or (is_long and _SINCE.search(fold_in_place(header)))
    return replace(aggregate, kind=opposite) if is_turned and opposite else aggregate


def is_of_one_thing(question: str, aggregate: Aggregate) -> bool:
    """Say whether a superlative tells by itself what it is of: "cheapest", but not "largest"."""
    return bool(superlatives_of(question, aggregate) - _OF_ANYTHING)


def superlatives_of(question: str, aggregate: Aggregate) -> frozenset[str]:
    """Return what the words of an aggregate are about: concepts, such as a price."""
    folded = respelled(fold_in_place(question))
    words = " ".join(folded[span.start : span.end] for span in aggregate.spans)
    return frozenset(name for name, forms in SUPERLATIVES.items() if forms.find(words))


def _concepts(header: str) -> frozenset[str]:
    return frozenset().union(*(concepts_of(term) for term in terms_of(header)))
