"""Stops: which run of a line is asked for, and when it is at a stop.

Nobody calls a run by its number: it is the first bus from the market, the last one, the next after
seven, the 8:15. Which of two such tables is meant, that of weekdays or of weekends, their headings
tell.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.arithmetic import Condition
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.asked import MISSED, Asked
from pipelines.nodes.tables.asking import asks_whether
from pipelines.nodes.tables.matching.absent.missing import Missing
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.timetables.calls import DAWN, Calls, calls_of, minutes_of
from pipelines.nodes.tables.words.evidence import HELD, Word
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import (
    AIMS,
    DAY_PARTS,
    KINDS,
    NEAREST,
    OFTEN,
    ORDER,
    SIDES,
    VEHICLES,
    WEEK_PARTS,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.text.calendar import day_or_month, months_named
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.dictionary import is_where
from pipelines.nodes.text.numbers import Number, numbers_in, ordinal_of, written_ordinal

_SURE = 0.85
_END, _FEW = 0.7, 2  # of the last of more than two stops, which another table may tell of
_NEAR = 12  # characters behind "before", in which an hour stands
_NOON, _DAY = 12, 24 * 60
_CLOCK = re.compile(r"(?<![\w:.])\d{1,2}[:.]\d\d(?:\s?[ap]\.?m\.?)?(?![\w:])")
_WEEKEND = frozenset({"saturday", "sunday"})
_LAST = -1


@dataclass(frozen=True, slots=True)
class _Run:
    """Which run is asked for: by its place, 1 and up or the last, of those after an hour.

    at: minutes; by which it is called, and no place is: "the 8:15".
    hour: where an hour is said.
    """

    place: int
    after: int | None  # minutes; None for all of the day
    words: frozenset[str]  # that say so
    at: int | None = None
    hour: Span | None = None


def of_stops(asked: Asked) -> TableAnswer | None:
    """Answer when the first, the last or the next run of a line is at a stop, or the 8:15."""
    run = _run_of(asked)
    calls = calls_of(asked.reading) if run is not None else None
    if run is None or calls is None or _asks_otherwise(asked):
        return None
    named, others = _stops_named(asked, calls, run)
    if others or _is_of_other_days(asked, asked.reading.table.rows[0].heading or ""):
        return None
    condition = (
        Condition("at_least", Decimal(run.at or run.after or 0), run.hour, "") if run.hour else None
    )
    if run.at is not None:
        answer = _of_hour(asked, calls, run.at, named)
        return answer and replace(answer, condition=condition)
    stops = _ways(asked, calls, named)
    if stops is None:
        return None
    chosen = _chosen(asked, calls, stops[0], run)
    if chosen is None:
        return _missing(asked, run) if run.after is None else None
    lines = tuple(_lines(calls, chosen, stops))
    is_end = len(calls.stops) > _FEW and stops == [len(calls.stops) - 1]
    sure = _END if is_end else _SURE
    return TableAnswer(lines, None, None, sure, condition=condition) if lines else None


def _ways(asked: Asked, calls: Calls, named: Sequence[int]) -> list[int] | None:
    """Return the stops to tell of, the one that a run is chosen by first; None: nothing goes so.

    Who wants to go to a stop is told when it leaves, too.
    """
    aims = [at for at in named if _is_led(asked, calls, at)]
    if aims == [0]:
        return None
    if len(aims) == 1 and len(named) > 1:
        others = [at for at in named if at not in aims]
        return [*others, *aims] if max(others) < aims[0] else None
    return [0, *named] if aims else list(named) or [0]


def _is_led(asked: Asked, calls: Calls, stop: int) -> bool:
    """Say whether a word that leads to a stop stands before its name."""
    words = asked.reading.words
    for at in range(1, len(words)):
        before, word = words[at - 1].folded, words[at].folded
        if AIMS.holds(before) and calls.strengths[at, stop] >= HELD:
            is_at = is_where(before, word)  # «на вокзале»
            if not is_at or is_where(before, word, goes=True):
                return True
    return False


def _lines(calls: Calls, run: int, stops: Sequence[int], *, told: bool = False) -> Iterator[Line]:
    """Yield when a run is at stops; told: also where it does not stop."""
    for stop in stops:
        call = calls.runs[run][stop]
        which = (call.row.heading or "").split(BETWEEN)[-1]  # "Weekdays"
        label = ", ".join(filter(None, (which, calls.names[run], calls.stops[stop])))
        if call.cell and call.minutes is not None:
            yield Line(label, call.cell.value, call.row, call.cell)
        elif told:
            yield Line(label, "", call.row, None, calls.stops[stop])


def _of_hour(asked: Asked, calls: Calls, at: int, named: Sequence[int]) -> TableAnswer | None:
    """Answer when the run that is called by an hour is at stops: "when is the 8:15 at the market".

    It is the hour at which it leaves, or is at a stop that is named beside those asked for.
    """
    half = at + 60 * _NOON if at < 60 * _NOON else at
    for hour in dict.fromkeys((at, half)):
        by_stop = {
            stop: [run for run, one in enumerate(calls.runs) if one[stop].minutes == hour]
            for stop in range(len(calls.stops))
        }
        stops = [stop for stop, runs in by_stop.items() if runs]
        stops = [0] if 0 in stops else [stop for stop in stops if stop in named] or stops
        if len(stops) != 1 or len(by_stop[stops[0]]) != 1 or asks_whether(asked.question):
            continue
        wanted = [stop for stop in named if stop > stops[0]]
        behind = set(named) - {stops[0]} == set(wanted)
        lines = _lines(calls, by_stop[stops[0]][0], wanted, told=True)
        if wanted and behind:
            return TableAnswer(tuple(lines), None, None, _SURE)
    return None


def _asks_otherwise(asked: Asked) -> bool:
    """Say whether a person, a price, a number, a date, or what is before an hour is asked for."""
    question = fold_in_place(asked.question)
    is_before = any(
        numbers_in(question[span.end : span.end + _NEAR])
        for side in ("before", "until")
        for span in SIDES[side].find(question)
    )
    is_of_price = any("price" in concepts_of(word.folded) for word in asked.reading.words)
    kinds = asked_kinds(asked.question) & {"person", "number"}
    is_of_date = bool(months_named(asked.question))
    return is_before or is_of_price or bool(kinds) or is_of_date or bool(OFTEN.find(question))


def _run_of(asked: Asked) -> _Run | None:
    words = asked.reading.words
    after, hour, span = _hour_after(asked)
    if NEAREST["last"].find(fold_in_place(asked.question)):
        return _Run(_LAST, after, hour | _said(words, NEAREST["last"].holds), hour=span)
    for word in words:
        if place := ordinal_of(word.folded) or written_ordinal(word.folded):
            return _Run(place, after, hour | {word.folded}, hour=span)
    if after is not None:
        return _Run(1, after, hour, hour=span)
    clocks = list(_CLOCK.finditer(fold_in_place(asked.question)))
    at = minutes_of(clocks[0][0]) if len(clocks) == 1 else None
    if at is None:
        return None
    within = [w.folded for w in words if clocks[0].start() <= w.span.start < clocks[0].end()]
    return _Run(1, None, frozenset(within), at, Span(*clocks[0].span()))


def _hour_after(asked: Asked) -> tuple[int | None, frozenset[str], Span | None]:
    """Return the time of day, in minutes, after which a run is asked for, its words and place."""
    question, words = fold_in_place(asked.question), asked.reading.words
    behind = min((span.end for span in SIDES["after"].find(question)), default=len(question))
    hour = next((one for one in numbers_in(question) if one.span.start >= behind), None)
    for name, clock in (("midnight", "0:00"), ("noon", "12:00")):
        said = next((one for one in ORDER[name].find(question) if one.start >= behind), None)
        if said is not None and hour is None:
            hour = Number(frozenset({clock}), said)
    is_late = bool(DAY_PARTS["evening"].find(question) or DAY_PARTS["afternoon"].find(question))
    minutes = _minutes_of(hour, is_late=is_late) if hour else None
    if hour is None or minutes is None:
        return None, frozenset(), None
    in_it = frozenset(w.folded for w in words if hour.span.start <= w.span.start < hour.span.end)
    said_so = _said(words, lambda word: SIDES["after"].holds(word) or NEAREST["next"].holds(word))
    return minutes, in_it | said_so, hour.span


def _said(words: Sequence[Word], tells: Callable[[str], bool]) -> frozenset[str]:
    return frozenset(word.folded for word in words if tells(word.folded))


def _stops_named(asked: Asked, calls: Calls, run: _Run) -> tuple[list[int], list[str]]:
    """Return the stops that are named, and the words that stand for nothing certain."""
    reading, others, meant = asked.reading, list[str](), list[tuple[str, set[int]]]()
    when = KINDS["time"].find(fold_in_place(asked.question))
    for at, word in enumerate(reading.words):
        if any(span.start <= word.span.start < span.end for span in when):
            continue
        best = float(calls.strengths[at].max(initial=0.0))
        if best >= HELD and word.folded not in run.words:
            by = enumerate(calls.strengths[at].tolist())
            meant.append((word.folded, {stop for stop, one in by if one == best}))
        elif not (word.asks or word.unit or word.folded in run.words or _goes(reading, at)):
            others.append(word.folded)
    named = [min(stops) for _, stops in meant if len(stops) == 1]
    others += [word for word, stops in meant if len(stops) > 1 and stops.isdisjoint(named)]
    return list(dict.fromkeys(named)), others


def _goes(reading: Reading, at: int) -> bool:
    """Say whether a word is of what goes, of when it does, or of what the table is called."""
    folded = reading.words[at].folded
    parts = (*WEEK_PARTS.values(), *DAY_PARTS.values())
    is_of_days = day_or_month(folded) or any(part.holds(folded) for part in parts)
    return bool(VEHICLES.holds(folded) or is_of_days or reading.around[at] >= HELD)


def _is_of_other_days(asked: Asked, name: str) -> bool:
    """Say whether runs are of weekdays, by what they stand under, and weekends are asked about."""
    question, name = fold_in_place(asked.question), fold_in_place(name)
    told = {part for part, words in WEEK_PARTS.items() if words.find(name)}
    meant = {part for part, words in WEEK_PARTS.items() if words.find(question)}
    days = {day for word in asked.reading.words if (day := day_or_month(word.folded))}
    meant |= {"weekends" if day in _WEEKEND else "weekdays" for day in days}
    return len(told) == len(meant) == 1 and told != meant


def _chosen(asked: Asked, calls: Calls, stop: int, run: _Run) -> int | None:
    """Return the run that is meant of those that call at a stop, in the order of the table."""
    least = -1 if run.after is None else run.after
    at_stop = [
        (at, one[stop])
        for at, one in enumerate(calls.runs)
        if not _is_of_other_days(asked, calls.names[at])
    ]
    if 0 <= least < DAWN and any((one.minutes or 0) >= _DAY for _, one in at_stop):
        least += _DAY  # after one in the night
    calling = [at for at, one in at_stop if one.minutes is not None and one.minutes > least]
    place = run.place if run.place == _LAST else run.place - 1
    return calling[place] if calling and place < len(calling) else None


def _missing(asked: Asked, run: _Run) -> TableAnswer:
    words = [word for word in asked.reading.words if word.folded in run.words]
    first = asked.reading.table.columns[0]
    runs = tuple(cell.value for _, cell in asked.reading.table.cells(first))
    return TableAnswer((), Missing(words[0].text, first, runs), None, MISSED)


def _minutes_of(number: Number, *, is_late: bool) -> int | None:
    """Return the time of day, in minutes, that a number is: of 7 and of 7:30, in the evening."""
    clocks = [at for value in number.values if (at := minutes_of(value)) is not None]
    hours = [60 * int(value) for value in number.values if value.isdecimal() and int(value) < 24]
    at = next(iter((*clocks, *hours)), None)
    return at + 60 * _NOON if at is not None and is_late and at < 60 * _NOON else at
