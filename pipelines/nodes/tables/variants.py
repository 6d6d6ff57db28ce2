"""Variants: whether a thing is dearer at one time, or for some, than it is otherwise.

"Is parking cheaper at night" is not answered by what it costs at night: the rows that are called
alike but for one word stand beside it, or the few other columns, the dearer or cheaper first.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import (
    Aggregate,
    AggregateKind,
    Computed,
    Number,
    parse_number,
)
from pipelines.nodes.tables.amounts.computed import computed_columns
from pipelines.nodes.tables.amounts.measures import units_of
from pipelines.nodes.tables.answered import Line, TableAnswer, lines_of
from pipelines.nodes.tables.asked import SURE_COLUMN, Asked
from pipelines.nodes.tables.asking import asked_aggregates, asked_condition, asks_whether
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import holds_amounts
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.words.evidence import HELD, INFLECTED
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import CHANGE, OF_TWO, WHICH, concepts_of, fold_in_place
from pipelines.nodes.text.words import content_words

_MOST = 4  # rows that are called alike
_SURE = 0.85
_TWO = 2
_KINDS: tuple[AggregateKind, ...] = ("smallest", "largest")
_MONEY = frozenset({"price", "paid"})


def of_variants(asked: Asked) -> TableAnswer | None:
    """Answer whether a thing costs more, or less, in one of its variants than in the others."""
    aggregate = _comparing(asked)
    if aggregate is None:
        return None
    silent = asked.silent(aggregate)
    rows = silent.rows(of_a_kind=True)
    columns = [at for at, about in enumerate(silent.reading.measures) if "price" in about]
    columns = [at for at in columns if holds_amounts(silent.reading, at)]
    if answer := _of_named(silent, rows, aggregate):
        return answer
    if _TWO <= len(columns) <= _MOST:
        return _of_columns(silent, rows, columns, aggregate)
    return _of_rows(silent, rows, columns, aggregate) if len(columns) == 1 else None


def _comparing(asked: Asked) -> Aggregate | None:
    """Return which is asked for, the dearer or the cheaper, of what is not named in full."""
    folded = fold_in_place(asked.question)
    joints, asks = OF_TWO["or"].find(folded), _asks_by_how_much(folded)
    said = [(kind, spans) for kind in _KINDS if (spans := OF_TWO[kind].find(folded))]
    more = OF_TWO["more"].find(folded)
    if more and not said and any(concepts_of(w.folded) & _MONEY for w in asked.reading.words):
        said = [("largest", more)]
    is_open = bool(joints or asks) or asks_whether(asked.question) or _ends_open(asked)
    others = [one for one in asked_aggregates(asked.question) if one.kind != "count"]
    is_else = bool(asked_condition(asked.question) or others or (WHICH.find(folded) and not joints))
    if len(said) != 1 or not is_open or is_else:
        return None
    ((kind, spans),) = said
    priced = (OF_TWO["price"], OF_TWO["more"])
    if not all(any(w.holds(folded[s.start : s.end]) for w in priced) for s in spans):
        return None
    return Aggregate(kind, (*spans, *joints, *asks))


def _asks_by_how_much(folded: str) -> tuple[Span, ...]:
    return (*CHANGE["asks"].find(folded), *OF_TWO["more"].find(folded))


def _ends_open(asked: Asked) -> bool:
    """Say whether a question is when it is so, or has nothing but its mark to tell that it asks."""
    kinds = asked_kinds(asked.question)
    return "time" in kinds or (not kinds and asked.question.rstrip().endswith("?"))


def _of_columns(
    asked: Asked, rows: Sequence[RowMatch], columns: Sequence[int], aggregate: Aggregate
) -> TableAnswer | None:
    """Compare two columns or a few, of which one is named: "dearer at the weekend"."""
    reading = asked.reading
    held = [at for at in columns if reading.headers[:, at].max(initial=0.0) >= INFLECTED]
    columns = held if len(held) >= _TWO else columns  # "dearer for cats than for dogs"
    is_all = not rows and len(reading.table.rows) <= _MOST
    keys = frozenset({0})
    every = [RowMatch(at, keys, frozenset(), 1.0) for at in range(len(reading.table.rows))]
    wanted = every if is_all else list(rows)
    matches = [ColumnMatch(at, frozenset(), SURE_COLUMN) for at in columns]
    units = {units_of(reading.table, at) for at in columns}
    if not held or not 0 < len(wanted) <= _MOST or asked.unmatched(rows, matches) or len(units) > 1:
        return None
    lines = list[Line]()
    for row in wanted:
        ordered = _in_order(lines_of(reading, [row], columns), aggregate)
        if len(ordered) != len(columns):
            return None
        lines += ordered
    first = held[0] if len(held) == 1 else columns[0]
    name = reading.table.columns[first]
    own = [line for line in lines if line.cell and line.cell.name == name]
    return _told(asked, lines, own, aggregate)


def _of_named(asked: Asked, rows: Sequence[RowMatch], aggregate: Aggregate) -> TableAnswer | None:
    """Compare two rows, each of which is named by a word of its own: "by how much, A than B"."""
    reading = asked.reading
    own = [match.words.difference(*(o.words for o in rows if o is not match)) for match in rows]
    if len(rows) != _TWO or not all(own) or not _asks_by_how_much(fold_in_place(asked.question)):
        return None
    keys = frozenset(key for match in rows for key in match.keys)
    columns = computed_columns(reading, asked.question, aggregate, asked.amounts(keys), keys)
    wanted = [ColumnMatch(at, frozenset(), SURE_COLUMN) for at in columns[:1]]
    if not wanted or asked.unmatched(rows, wanted):
        return None
    lines = _in_order(lines_of(reading, rows, columns[:1]), aggregate)
    return _told(asked, lines, lines[:1], aggregate) if len(lines) == _TWO else None


def _of_rows(
    asked: Asked, rows: Sequence[RowMatch], columns: Sequence[int], aggregate: Aggregate
) -> TableAnswer | None:
    """Compare the rows that are called alike but for one word, of which one is named."""
    named = {match.index: _called(asked, match.index) for match in rows}
    beside = _beside(asked, named) if len(named) == 1 else {}
    alike = [*named.values(), *beside.values()]
    are_alike = all(_differ_in_one(one, o) for i, one in enumerate(alike) for o in alike[:i])
    if not _TWO <= len(alike) <= _MOST or not are_alike:
        return None
    if len(named) == 1 and not _names_variant(asked, next(iter(named)), beside):
        return None
    matches = [ColumnMatch(at, frozenset(), SURE_COLUMN) for at in columns]
    if asked.unmatched(rows, matches):
        return None
    keys = frozenset({0})
    every = [RowMatch(at, keys, frozenset(), 1.0) for at in sorted({*named, *beside})]
    lines = _in_order(lines_of(asked.reading, every, columns), aggregate)
    if len(lines) != len(alike):
        return None
    table = asked.reading.table
    own = [line for line in lines if any(line.row is table.rows[at] for at in named)]
    return _told(asked, lines, own[:1], aggregate)


def _beside(asked: Asked, named: Mapping[int, frozenset[str]]) -> dict[int, frozenset[str]]:
    """Return what the rows are called that are called alike, but for one word."""
    called = {at: _called(asked, at) for at in range(len(asked.reading.table.rows))}
    (own,) = named.values()
    return {
        at: name for at, name in called.items() if at not in named and _differ_in_one(name, own)
    }


def _called(asked: Asked, at: int) -> frozenset[str]:
    row = asked.reading.table.rows[at]
    return frozenset(fold_in_place(row.cells[0].value).replace(",", " ").split())


def _differ_in_one(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether two rows are called alike, but for one word that tells something in each."""
    apart = [content_words(" ".join(left)) or left for left in (one - other, other - one)]
    return bool(one & other) and all(len(words) == 1 for words in apart)


def _names_variant(asked: Asked, at: int, beside: Mapping[int, frozenset[str]]) -> bool:
    """Say whether a word of the question is of a row, and of none that is called alike."""
    reading = asked.reading
    held = reading.values[:, at].max(axis=1, initial=0.0) >= HELD
    others = reading.values[:, list(beside)].max(axis=(1, 2), initial=0.0) >= HELD
    return bool((held & ~others).any())


def _in_order(lines: Sequence[Line], aggregate: Aggregate) -> list[Line]:
    """Put the dearer first, or the cheaper; nothing if one of them is no number."""
    if any(_number(line) is None for line in lines):
        return []
    is_more = aggregate.kind == "largest"
    return sorted(lines, key=lambda line: _value(line), reverse=is_more)


def _number(line: Line) -> Number | None:
    return parse_number(line.cell.value) if line.cell else None


def _value(line: Line) -> Decimal:
    number = _number(line)
    return number.value if number else Decimal(0)


def _told(
    asked: Asked, lines: Sequence[Line], named: Sequence[Line], aggregate: Aggregate
) -> TableAnswer:
    """Return what is compared; by how much it is more, or less, where that is asked for."""
    is_of_two = len(lines) == _TWO and len(named) == 1
    if not (is_of_two and _asks_by_how_much(fold_in_place(asked.question))):
        return TableAnswer(tuple(lines), None, None, _SURE)
    own, (other,) = named[0], (line for line in lines if line is not named[0])
    first, second = (own, other) if aggregate.kind == "largest" else (other, own)
    value = _value(first) - _value(second)
    if not value:
        return TableAnswer(tuple(lines), None, None, _SURE)
    rows, number = tuple({id(one.row): one.row for one in (own, other)}.values()), _number(own)
    unit = number.unit if number else ""
    name = second.cell.name if second.cell and own.row is other.row else second.label
    label = f"{first.label} − {name}"  # which is no price of either
    computed = Computed("difference", label, value, unit, rows, rows, ())
    return TableAnswer(tuple(lines), None, computed, _SURE)
