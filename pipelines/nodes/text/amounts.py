"""Amounts in a text, however they are said: 90 minutes and an hour and a half, 16:00 and four in
the afternoon, «первого июля» and 1 July, fifth and 5th, a quarter and 25 %.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from pipelines.models.documents import Span
from pipelines.nodes.text.calendar import days_named, month_number
from pipelines.nodes.text.numbers import Number, numbers_in, ordinal_of, written_ordinal
from pipelines.nodes.word_tables import read_table

_CLOCK = re.compile(r"(\d{1,2}):(\d\d)")
_DECIMAL = re.compile(r"\d+(?:\.\d+)?")
_CYRILLIC, _LATIN = re.compile("[а-яё]", re.IGNORECASE), re.compile("[a-z]", re.IGNORECASE)
_SIGNS = "£$€₽"
_HOUR, _NOON, _DAY = 60, 12, 24  # minutes, hours, hours
_ORDINAL = re.compile(r"(?<!\w)(?:\d{1,3}(?:st|nd|rd|th|-[а-яё]{1,3})|[^\W\d_]+)(?!\w)")
_LONGEST_BEFORE = 64  # characters before a number in which words about it may stand
_LONGEST_KNOWN = 2000  # characters of a text whose amounts are remembered


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount, and where it stands.

    kind: what is measured: "time", "mass", "clock", "date", "ordinal", …
    values: all that it may be, in the smallest unit of its kind: "four o'clock" is one of two.
    said: how it is written: its number and unit, which may be inflected.
    """

    kind: str
    values: frozenset[Fraction]
    said: tuple[object, ...]
    span: Span


def as_written(text: str, sources: Sequence[str]) -> str:
    """Write the amounts of a text as the sources do that have the same in another form.

    "It takes an hour and a half" is "It takes 90 minutes" where a source has these. What stands
    in a source as it is, in the other alphabet, or not at all, stays.
    """
    if not (amounts := amounts_in(text)):
        return text
    foreign = _LATIN if _CYRILLIC.search(text) else _CYRILLIC
    there = [(one, source) for source in sources for one in amounts_in(source)]
    written = text
    for amount in reversed(amounts):
        alike = [
            (one, source)
            for one, source in there
            if one.kind == amount.kind and one.values & amount.values
        ]
        if any(one.said == amount.said for one, _ in alike):
            continue
        forms = (source[one.span.start : one.span.end].rstrip(" .,") for one, source in alike)
        form = next((one for one in forms if not foreign.search(one)), None)
        if form is not None:
            written = f"{written[: amount.span.start]}{form}{written[amount.span.end :]}"
    return written


def amounts_in(text: str) -> tuple[Amount, ...]:
    """Return the amounts of a text in their order; none is within another one."""
    return _known(text) if len(text) <= _LONGEST_KNOWN else _amounts_in(text)


def _amounts_in(text: str) -> tuple[Amount, ...]:
    lowered = text.lower()
    if len(lowered) != len(text):
        return ()
    numbers = numbers_in(text)
    found = [
        *_dates(text, lowered),
        *_times(lowered, numbers),
        *_joined(sorted(_measures(lowered, numbers), key=lambda one: one.span.start), lowered),
        *_parts(lowered),
        *_ordinals(lowered),
    ]
    kept: list[Amount] = []
    for amount in found:  # what comes first knows more
        if not any(_overlap(amount.span, other.span) for other in kept):
            kept.append(amount)
    return tuple(sorted(kept, key=lambda one: one.span.start))


# A source's are asked for with every sentence that is held against it.
_known = lru_cache(maxsize=512)(_amounts_in)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _measures(text: str, numbers: Sequence[Number]) -> Iterator[Amount]:
    """Yield numbers with their units."""
    said = [(value, span, False) for value, span in _said_numbers(text)]
    for value, span, is_numeral in (*((v, s, True) for v, s in _plain(text, numbers)), *said):
        behind = _pattern("and_a_half").match(text, span.end)
        end = behind.end() if behind else span.end
        value += Fraction(1, 2) if behind else 0
        if (unit := _unit_at(text, Span(span.start, end))) is None:
            continue
        kind, times, whole = unit
        is_plain = is_numeral and not behind and " " not in text[span.end : whole.end].strip()
        if not behind and (late := _pattern("and_a_half").match(text, whole.end)):
            value, whole, is_plain = value + Fraction(1, 2), Span(whole.start, late.end()), False
        yield Amount(kind, frozenset({value * times}), (is_plain, value, times), whole)
    for match in _bare_half().finditer(text):  # «час с половиной»
        if (unit := _unit_at(text, Span(match.start(), match.start()))) is not None:
            kind, times, _ = unit
            value = Fraction(3, 2)
            yield Amount(
                kind, frozenset({value * times}), (False, value, times), Span(*match.span())
            )


def _plain(text: str, numbers: Sequence[Number]) -> Iterator[tuple[Fraction, Span]]:
    """Yield what is a number and nothing else: no time of the day, no date."""
    for number in numbers:
        span = number.span
        decimals = [one for one in number.values if _DECIMAL.fullmatch(one)]
        if len(decimals) == 1 and ":" not in text[span.start : span.end]:
            yield Fraction(decimals[0]), span


def _said_numbers(text: str) -> Iterator[tuple[Fraction, Span]]:
    for name, value in (
        ("one_and_a_half", Fraction(3, 2)),
        ("half_of", Fraction(1, 2)),
        ("quarter_of", Fraction(1, 4)),
        ("one", Fraction(1)),
    ):
        for match in _pattern(name).finditer(text):
            start = match.end() - len(match[0].lstrip())
            if name != "one" or not start or _just_before("before_one", text, start):
                yield value, Span(start, match.end())


def _unit_at(text: str, span: Span) -> tuple[str, Fraction, Span] | None:
    """Return what the unit behind a number measures, how much it is, and where both stand."""
    sign = text[span.start - 1 : span.start]
    if sign and sign in _SIGNS:
        kind, times = next((kind, times) for kind, times, unit in _units() if unit.fullmatch(sign))
        return kind, times, Span(span.start - 1, span.end)
    for kind, times, unit in _units():
        if match := unit.match(text, span.end):
            return kind, times, Span(span.start, match.end())
    return None


def _joined(measures: Sequence[Amount], text: str) -> list[Amount]:
    """Join what is said in two units: "2 hours and 15 minutes"."""
    joined: list[Amount] = []
    for amount in measures:
        before = joined[-1] if joined else None
        if before is not None and amount.span.start < before.span.end:
            continue
        if before is not None and before.kind == amount.kind:
            between = text[before.span.end : amount.span.start]
            (larger,), (smaller,) = before.values, amount.values
            if _pattern("joins").fullmatch(between) and before.said[-1] > amount.said[-1]:  # type: ignore[operator]
                whole = Span(before.span.start, amount.span.end)
                said = (*before.said, *amount.said)
                joined[-1] = Amount(amount.kind, frozenset({larger + smaller}), said, whole)
                continue
        joined.append(amount)
    return joined


def _parts(text: str) -> Iterator[Amount]:
    """Yield parts of a whole, as shares of a hundred."""
    for value, part in _read("parts"):
        for match in part.finditer(text):
            if _just_before("no_part", text, match.start()) is None:
                yield Amount("share", frozenset({value}), (value, "part"), Span(*match.span()))


def _times(text: str, numbers: Sequence[Number]) -> Iterator[Amount]:
    """Yield times of the day, in minutes."""
    for number in numbers:
        is_price = text[number.span.start - 1 : number.span.start] in tuple(_SIGNS)
        clocks = [_CLOCK.fullmatch(value) for value in number.values if not is_price]
        for clock in filter(None, clocks):
            minutes = int(clock[1]) * _HOUR + int(clock[2])
            yield _time({minutes}, f"{minutes}", number.span)
    for name, hour in (("noon", _NOON), ("midnight", _DAY), ("midnight", 0)):
        for match in _pattern(name).finditer(text):
            start = match.end() - len(match[0].lstrip())
            yield _time({hour * _HOUR}, name, Span(start, match.end()))
    for value, span in _plain(text, numbers):
        if (
            value.denominator == 1
            and 0 < value <= _DAY
            and (found := _hour(text, int(value), span))
        ):
            yield found
    for match in _half_hours().finditer(text):
        if counted := _ordinal(match["hour"]):
            minutes = (counted - 1) * _HOUR + _HOUR // 2
            said = {minutes, minutes + _NOON * _HOUR}
            yield _time(said, match[0], Span(*match.span()))


def _hour(text: str, hour: int, span: Span) -> Amount | None:
    """Return the time of the day that an hour is said as, None where it is none."""
    minutes, start = 0, span.start
    for name, more in (("half_past", 30), ("quarter_past", 15), ("quarter_to", -15)):
        if match := _just_before(name, text, span.start):
            start, minutes = match.start(), more
    behind = _pattern("clock").match(text, span.end)
    end = behind.end() if behind else span.end
    halves = [
        (half, match)
        for half, name in enumerate(("before_noon", "after_noon"))
        if (match := _pattern(name).match(text, end))
    ]
    is_said = bool(minutes or halves or (behind and _just_before("at", text, span.start)))
    if not is_said:
        return None
    end = max((match.end() for _, match in halves), default=end)
    sides = [half for half, _ in halves] or [0, 1]
    hours = {hour} if hour > _NOON else {hour % _NOON + _NOON * side for side in sides}
    whole = Span(start, end)
    return _time({one * _HOUR + minutes for one in hours}, text[start:end], whole)


def _time(minutes: set[int], said: str, span: Span) -> Amount:
    return Amount("clock", frozenset(map(Fraction, minutes)), (said,), span)


def _dates(text: str, lowered: str) -> Iterator[Amount]:
    """Yield the days of a month, of whatever year, as the number of the month and of the day."""
    for (_, month, day), span in days_named(text):
        yield _date(month, day, "digits", span)
    for match in _days_in_words().finditer(lowered):
        named = month_number(match["month"] or match["earlier"])
        counted = _ordinal(match["day"] or match["later"])
        if named and counted:
            yield _date(named, counted, "words", Span(*match.span()))


def _date(month: int, day: int, said: str, span: Span) -> Amount:
    return Amount("date", frozenset({Fraction(100 * month + day)}), (said,), span)


def _ordinals(text: str) -> Iterator[Amount]:
    for match in _ORDINAL.finditer(text):
        if number := written_ordinal(match[0]):
            said = "digits"
        elif number := ordinal_of(match[0]):
            said = "words"
        else:
            continue
        yield Amount("ordinal", frozenset({Fraction(number)}), (said,), Span(*match.span()))


def _ordinal(words: str) -> int:
    """Return which number the words for a day of a month count to; 0: none."""
    *before, last = re.split(r"[\s-]+", words)
    count = next((value for value, pattern in _read("ordinals") if pattern.fullmatch(last)), 0)
    tens = [value for word in before for value, ten in _read("tens") if ten.fullmatch(word)]
    return int(sum(tens) + count) if count else 0


@cache
def _bare_half() -> re.Pattern[str]:
    units = "|".join(word for _, _, words in _unit_words() for word in words)
    return re.compile(rf"(?<!\w)(?:{units})\s+(?:{_alternatives('and_a_half')})(?!\w)")


@cache
def _half_hours() -> re.Pattern[str]:
    hours = "|".join(word for words in _table()["ordinals"].values() for word in words)
    halves = _alternatives("half_of_hour")
    return re.compile(rf"(?<!\w)(?:{halves})\s*(?P<hour>{hours})(?!\w)")


@cache
def _days_in_words() -> re.Pattern[str]:
    ordinals = "|".join(word for words in _table()["ordinals"].values() for word in words)
    tens = "|".join(word for words in _table()["tens"].values() for word in words)
    day = rf"(?:(?:{tens})[\s-]+)?(?:{ordinals})"
    of = _alternatives("of")
    return re.compile(
        rf"(?<!\w)(?:(?P<day>{day})\s+(?:(?:{of})\s+)?(?P<month>[^\W\d_]{{3,}})"
        rf"|(?P<earlier>[^\W\d_]{{3,}})\s+(?:{of})\s+(?P<later>{day}))(?!\w)"
    )


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """Find words where they stand beside a number."""
    said = _alternatives(name)
    if name == "joins":
        return re.compile(rf"\s*,?\s*(?:(?:{said})\s+)?")
    return re.compile(rf"(?:(?<!\w)|\s+)(?:{said})(?:(?!\w)|(?<=пол))")


def _just_before(name: str, text: str, end: int) -> re.Match[str] | None:
    """Find words that stand right before a place."""
    return _ending(name).search(text, max(0, end - _LONGEST_BEFORE), end)


@cache
def _ending(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_alternatives(name)})\s+$")


def _alternatives(name: str) -> str:
    return "|".join(_table()["words"][name])


@cache
def _units() -> tuple[tuple[str, Fraction, re.Pattern[str]], ...]:
    return tuple(
        (kind, times, re.compile(rf"(?:\s?|[-–](?=\w{{3}}))(?:{'|'.join(words)})(?!\w)"))
        for kind, times, words in _unit_words()
    )


def _unit_words() -> Iterator[tuple[str, Fraction, Sequence[str]]]:
    for kind, units in _table()["units"].items():
        for times, words in units.items():
            yield kind, Fraction(times), words


@cache
def _read(group: str) -> tuple[tuple[Fraction, re.Pattern[str]], ...]:
    return tuple(
        (Fraction(value), re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)"))
        for value, words in _table()[group].items()
    )


@cache
def _table() -> dict[str, Any]:
    return read_table(__package__, "amounts.toml")
