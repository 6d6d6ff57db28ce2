"""Bands: which of several prices is for so many: "lunch for 40", of "10–24 guests" and "25–59".

A price per head is multiplied where the whole is asked for; for how many there is no band, none of
the prices is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Computed, Condition, parse_number
from pipelines.nodes.tables.answered import Line, TableAnswer, lines_of
from pipelines.nodes.tables.asked import MISSED, Asked
from pipelines.nodes.tables.asking import asked_aggregates, asked_conditions, asks_price
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.matching.columns import holds_amounts
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.words.evidence import RELATED, term_strength
from pipelines.nodes.tables.words.lexicon import BANDS, PARTY_WORDS, UNIT_NAMES, fold_in_place

_BETWEEN = re.compile(r"(?<![\d.,:])(\d+)\s*[-–—]\s*(\d+)(?![\d:.])\s*([^\W\d_]*)")
_FROM = re.compile(
    r"(?<![\d.,:])(?:(?:from|от|ab|desde)\s+(\d+)|(\d+)\s*\+)(?![\d:.])\s*([^\W\d_]*)"
)
_SAID = re.compile(r"(?<![\w.,:/№#£$€-])(\d{1,5})(?![\w.,:/%£$€+-])(?:\s+([^\W\d_]+))?")
_TIMES = ("minute", "hour", "day", "week", "month", "year")
_FEWEST = 2  # columns
_MOST = 100_000
_SURE = 0.9


@dataclass(frozen=True, slots=True)
class _Band:
    """How many a price is for, the first and the last, of what: guests, pieces."""

    first: int
    last: int
    of: str


def of_band(asked: Asked) -> TableAnswer | None:
    """Return the price of one row for so many, or what it comes to; None where no bands are."""
    bands = _bands(asked)
    said = [one for one in _SAID.finditer(fold_in_place(asked.question)) if _may_be_of(one, bands)]
    if len(bands) < _FEWEST or len(said) != 1 or asked_conditions(asked.question):
        return None
    count, spans = int(said[0][1]), [Span(*said[0].span())]
    spans += [Span(*one.span()) for one in _words(asked)]
    alone = asked.without(spans)
    rows = alone.rows()
    if len(rows) != 1 or alone.unmatched(rows, alone.columns(rows)):
        return None
    fitting = [at for at, band in bands.items() if band.first <= count <= band.last]
    if not fitting:
        names = tuple(asked.reading.table.columns[at] for at in bands)
        return TableAnswer((), Missing(said[0][0].strip(), "", names), None, MISSED)
    of_count = Condition("between", Decimal(count), Span(*said[0].span()), "", Decimal(count))
    return _priced(asked, rows[0], fitting[0], of_count)


def _bands(asked: Asked) -> Mapping[int, _Band]:
    """Return the columns of prices that are called by bands that do not overlap, of one thing."""
    names = enumerate(asked.reading.table.columns)
    found = {
        at: band
        for at, name in names
        if holds_amounts(asked.reading, at) and (band := _band(fold_in_place(name)))
    }
    ordered = sorted(found.values(), key=lambda band: band.first)
    are_apart = all(one.last < after.first for one, after in pairwise(ordered))
    return found if are_apart and len({band.of for band in ordered}) == 1 else {}


def _band(name: str) -> _Band | None:
    between, beyond = _BETWEEN.findall(name), _FROM.findall(name)
    if len(between) + len(beyond) != 1:
        return None
    first, last, of = (
        (int(between[0][0]), int(between[0][1]), between[0][2])
        if between
        else (int(beyond[0][0] or beyond[0][1]), _MOST, beyond[0][2])
    )
    is_time = any(UNIT_NAMES[unit].holds(of) for unit in _TIMES)
    return None if is_time or first > last else _Band(first, last, of)


def _may_be_of(said: "re.Match[str]", bands: Mapping[int, _Band]) -> bool:
    """Say whether a number may be how many: of guests, and of no hours."""
    of = next((band.of for band in bands.values()), "")
    behind = said[2] or ""
    is_of_people = BANDS["people"].holds(behind) and (not of or BANDS["people"].holds(of))
    is_bare = not behind or not any(words.holds(behind) for words in UNIT_NAMES.values())
    return is_of_people or is_bare or term_strength(behind, of) >= RELATED


def _words(asked: Asked) -> list["re.Match[str]"]:
    """Return the words that are only of those who come, and of what is paid."""
    words = re.finditer(r"[^\W\d_]+", fold_in_place(asked.question))
    return [one for one in words if PARTY_WORDS.holds(one[0]) or BANDS["people"].holds(one[0])]


def _priced(asked: Asked, row: RowMatch, column: int, of_count: Condition) -> TableAnswer | None:
    reading, count = asked.reading, of_count.bound
    lines = lines_of(reading, [row], [column])
    number = parse_number(lines[0].value) if lines else None
    if number is None:
        return TableAnswer(lines, None, None, _SURE, condition=of_count) if lines else None
    told = fold_in_place("\n".join((reading.table.surroundings, reading.table.columns[column])))
    sums = [one for one in asked_aggregates(asked.question) if one.kind == "sum"]
    if not (sums or asks_price(asked.question)) or not BANDS["per_head"].find(told):
        return TableAnswer(lines, None, None, _SURE, condition=of_count)
    own, total = lines[0], count * number.value
    rows = (own.row,)
    name = own.label.removesuffix(f", {reading.table.columns[column]}")
    shown = Line(f"{count} × {name}", own.value, own.row, own.cell)
    computed = Computed(
        "party", f"{count} × {own.label}", total, number.unit, rows, rows, (), of_count
    )
    return TableAnswer((shown,), None, computed, _SURE)
