"""Fares: by which row of a price list each of a family pays: by the age, else as an adult or child.

The ages that rows tell come first. Where only one row is for adults it is also for whoever is older
than all children that the list knows. Of those whom no row is for nothing is added up.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed, parse_number
from pipelines.nodes.tables.answered import TableAnswer, lines_of
from pipelines.nodes.tables.asked import MISSED, Asked
from pipelines.nodes.tables.asking import asks_whether
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.parties.family import Kind, Member, family_of
from pipelines.nodes.tables.parties.party import (
    Some,
    added_up,
    asks_for_price,
    of_party,
    paid_column,
    price_columns,
)
from pipelines.nodes.tables.words.ages import Ages, ages_of, is_for
from pipelines.nodes.tables.words.evidence import HELD
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import PARTY_WORDS, WHAT, concepts_of, fold_in_place
from pipelines.nodes.text.words import content_words

_GROWN = 18  # years
_SURELY_CHILD = range(3, 13)  # years, for which a row for children, without ages, is
_SURE = 0.9
_OF_PRICE = frozenset({"price", "paid"})
_KINDS: tuple[Kind, Kind] = ("adult", "child")
_TOGETHER = re.compile(r"(?<![\d.,])(\d{1,2})\s?\+\s?(\d{1,2})(?![\d.,])")
_AGE = "age"  # the concept


def of_company(asked: Asked) -> TableAnswer | None:
    """Add up what those pay who come: a family, or so many of several rows.

    Of a family that is told by its ages, or with whoever asks, no part is added up alone.
    """
    family = family_of(asked.question)
    is_alone = len(family) == 1 and family[0].count == 1 and family[0].age is None
    is_told = any(one.age is not None or one.is_own for one in family) and not is_alone
    is_several = sum(one.count for one in family) > len(family)
    answer = _of_family(asked, family) if is_told or is_several else None
    return answer or (None if is_told else of_party(asked))


def _of_family(asked: Asked, family: Sequence[Member]) -> TableAnswer | None:
    is_open = not asked_kinds(asked.question) and not WHAT.find(fold_in_place(asked.question))
    is_asked = asks_for_price(asked) or is_open  # "2 adults, 1 child"; "what is there for a child"
    columns = price_columns(asked) if is_asked and not asks_whether(asked.question) else []
    rows = _candidates(asked, family) if columns else {}
    each = [_row_of(one, rows) for one in family]
    if not rows or None in each:
        return _nobody(asked, family, rows) if rows else None
    some = _some(asked, family, [at for at in each if at is not None], rows)
    column = paid_column(asked, some, columns)
    if column is None:
        return None
    if len(some) == 1 and some[0].count == 1:
        lines = lines_of(asked.reading, [some[0].row], [column])
        return TableAnswer(lines, None, None, _SURE)
    answer = added_up(asked, some, column)
    return answer and (_at_once(asked, answer, some, rows, column) or answer)


def _at_once(
    asked: Asked, answer: TableAnswer, some: Sequence[Some], rows: dict[int, str], column: int
) -> TableAnswer | None:
    """Return the row that is for just so many together, "Family (2+2)", where it costs less.

    What each pays stands behind it.
    """
    own = {one.row.index for one in some}
    children = set(_of_children(rows, {at: a for at, name in rows.items() if (a := ages_of(name))}))
    young = sum(one.count for one in some if one.row.index in children)
    party = (sum(one.count for one in some) - young, young)
    fitting = [at for at, name in rows.items() if at not in own and _are_for(name) == party]
    if len(fitting) != 1 or answer.aggregate is None:
        return None
    match = RowMatch(fitting[0], frozenset({int(asked.reading.table.grouped)}), frozenset(), 1.0)
    lines = lines_of(asked.reading, [match], [column])
    price = parse_number(lines[0].value) if lines else None
    if price is None or price.value >= answer.aggregate.value:
        return None
    used = (lines[0].row, *answer.aggregate.rows)
    told = Computed("party", lines[0].label, price.value, price.unit, used, used[:1], ())
    return replace(answer, aggregate=told)


def _are_for(name: str) -> tuple[int, int] | None:
    """Return how many adults and children a row is called to be for: "2+2", "2 adults, 1 child"."""
    if match := _TOGETHER.search(name):
        return int(match[1]), int(match[2])
    members = family_of(name)
    by_kind = {kind: [one.count for one in members if one.kind == kind] for kind in _KINDS}
    return (sum(by_kind["adult"]), sum(by_kind["child"])) if all(by_kind.values()) else None


def _candidates(asked: Asked, family: Sequence[Member]) -> dict[int, str]:
    """Return what the rows are called that may be for one of a family, by what else is said."""
    reading, first = asked.reading, int(asked.reading.table.grouped)
    name = reading.table.columns[first]
    ages = [at for at, column in enumerate(reading.table.columns) if _is_of_age(column)]
    called = dict[int, str]()
    for at, row in enumerate(reading.table.rows):
        cells = [row.cell(name), *(row.cell(reading.table.columns[one]) for one in ages)]
        if at not in reading.totals:
            called[at] = " ".join(cell.value for cell in cells if cell)
    for at in _things(asked, family):
        held = reading.values[at].max(axis=1, initial=0.0) >= HELD
        if held.any():
            called = {row: value for row, value in called.items() if held[row]}
    return called


def _is_of_age(column: str) -> bool:
    return any(_AGE in concepts_of(word) for word in column.lower().split())


def _things(asked: Asked, family: Sequence[Member]) -> list[int]:
    """Return the words that are of nobody who comes: what is paid for."""
    spans = [span for one in family for span in one.spans]
    return [
        at
        for at, word in enumerate(asked.reading.words)
        if not (word.asks or word.unit or PARTY_WORDS.holds(word.folded))
        and not concepts_of(word.folded) & _OF_PRICE
        and not _is_in(word.span, spans)
    ]


def _is_in(span: Span, spans: Iterable[Span]) -> bool:
    return any(one.start < span.end and span.start < one.end for one in spans)


def _row_of(member: Member, rows: dict[int, str]) -> int | None:
    """Return the one row that somebody pays by; None where there is none, or more."""
    told = {at: ages for at, name in rows.items() if (ages := ages_of(name))}
    if member.age is not None:
        held = [at for at, ages in told.items() if ages.holds(member.age)]
        if held:
            return held[0] if len(held) == 1 else _only(held, rows, _kind(member))
        if any(ages.touches(member.age) for ages in told.values()):
            return None
    kind = _kind(member)
    if kind is None:
        kind = "adult" if _is_above(member.age, rows, told) else None
    if kind is None:
        return None
    fitting = [at for at, name in rows.items() if is_for(name, kind)]
    if kind == "adult" and not fitting:
        fitting = _plain(rows, told)
    if member.age is not None:
        fitting = [at for at in fitting if at not in told]
    elif kind == "child":  # of which age, of several that a list knows
        fitting = _of_children(rows, told)
    return fitting[0] if len(fitting) == 1 else None


def _kind(member: Member) -> str | None:
    """Return what somebody pays as; None of whom a list may take for either."""
    if member.age is None:
        return member.kind
    if member.age >= _GROWN:
        return "adult"
    return "child" if member.age in _SURELY_CHILD else None


def _only(held: Sequence[int], rows: dict[int, str], kind: str | None) -> int | None:
    """Return the one of several rows for an age that is for adults, or for children."""
    fitting = [at for at in held if kind and is_for(rows[at], kind)]
    return fitting[0] if len(fitting) == 1 else None


def _is_above(age: int | None, rows: dict[int, str], told: dict[int, Ages]) -> bool:
    """Say whether somebody is older than all for whom a list tells that they are children."""
    children = _of_children(rows, told)
    is_known = bool(children) and all(at in told for at in children)
    return age is not None and is_known and all(told[at].last < age for at in children)


def _plain(rows: dict[int, str], told: dict[int, Ages]) -> list[int]:
    """Return the rows that have another one like them for children, and are the adults' then."""
    children = [content_words(rows[at]) for at in _of_children(rows, told)]
    return [
        at
        for at, name in rows.items()
        if at not in told
        and not is_for(name, "child")
        and any(content_words(name) < words for words in children)
    ]


def _of_children(rows: dict[int, str], told: dict[int, Ages]) -> list[int]:
    young = {at for at, ages in told.items() if ages.last < _GROWN}
    return [at for at, name in rows.items() if at in young or is_for(name, "child")]


def _some(
    asked: Asked, family: Sequence[Member], each: Sequence[int], rows: dict[int, str]
) -> list[Some]:
    """Return how many of each row come, with the words that say so and what is paid for."""
    reading = asked.reading
    spans = [span for one in family for span in one.spans]
    said = {at for at, word in enumerate(reading.words) if _is_in(word.span, spans)}
    said |= {
        at
        for at in _things(asked, family)
        if reading.values[at][list(rows)].max(initial=0.0) >= HELD
    }
    counts = dict[int, int]()
    for member, row in zip(family, each, strict=True):
        counts[row] = counts.get(row, 0) + member.count
    first = frozenset({int(reading.table.grouped)})
    return [
        Some(count, RowMatch(row, first, frozenset(said), 1.0), frozenset(said))
        for row, count in counts.items()
    ]


def _nobody(asked: Asked, family: Sequence[Member], rows: dict[int, str]) -> TableAnswer | None:
    """Say which ages there are, where a list tells them all, and nobody's is among them."""
    told = {at: ages for at, name in rows.items() if (ages := ages_of(name))}
    lacking = [
        one
        for one in family
        if one.age is not None and not any(ages.touches(one.age) for ages in told.values())
    ]
    if not told or not lacking or _row_of(lacking[0], rows) is not None:
        return None
    said = " ".join(asked.question[one.start : one.end] for one in lacking[0].spans)
    name = asked.reading.table.columns[int(asked.reading.table.grouped)]
    return TableAnswer((), Missing(said.strip(" ,"), name, tuple(rows.values())), None, MISSED)
