"""The stretch of time that words name: "last week", "с понедельника", "in March"."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import chain
from typing import Any, Literal

from pipelines.nodes.questions.intents.phrases import (
    Lexicon,
    Phrase,
    fold,
    matches,
    no_slots,
    read_phrase,
)
from pipelines.nodes.word_tables import read_table

PeriodName = Literal[
    "days", "yesterday", "week", "this_month", "year", "weekday", "since_weekday", "month",
    "since_month",
]  # fmt: skip
_TABLES = read_table(__package__, "periods.toml")
_EXACT = 99  # letters: no word of time is guessed from a misspelt one


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time as it was named, which begins and ends by the day one asks on.

    number: of "days", how many back, 0 today alone; of "week", "this_month" and "year", 0 this one
        and 1 the last; of weekdays 0 to 6 from Monday on, of months 1 to 12.
    year: of a month, where it was named, else 0.
    """

    name: PeriodName
    number: int = 0
    year: int = 0

    def bounds(self, today: date) -> tuple[date, date]:
        """Return its first and its last day, both of them in it; none is after today."""
        first, last = self._bounds(today)
        return min(first, today), min(last, today)

    def _bounds(self, today: date) -> tuple[date, date]:
        day = timedelta(days=1)
        match self.name:
            case "days":
                return today - self.number * day, today
            case "yesterday":
                return today - day, today - day
            case "week":
                monday = today - (today.weekday() + 7 * self.number) * day
                return monday, monday + 6 * day
            case "this_month":
                return _month(today.year, today.month - self.number)
            case "year":
                year = today.year - self.number
                return date(year, 1, 1), date(year, 12, 31)
            case "weekday" | "since_weekday":
                back = (today.weekday() - self.number) % 7 or 7
                first = today - back * day
                return first, first if self.name == "weekday" else today
        first, last = _month(self.year or today.year - (self.number > today.month), self.number)
        return first, last if self.name == "month" else today


def _month(year: int, month: int) -> tuple[date, date]:
    year, month = (year, month) if month > 0 else (year - 1, month + 12)
    following = date(year + month // 12, month % 12 + 1, 1)
    return date(year, month, 1), following - timedelta(days=1)


class Calendar:
    """The words of time of one language."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._named = [
            (row, read_phrase(text, {})) for row in _TABLES["periods"] for text in row[language]
        ]
        self._weekdays = [read_phrase(text, {}) for text in _TABLES["weekdays"][language]]
        self._months = [read_phrase(text, {}) for text in _TABLES["months"][language]]
        self._numbers = {fold(word): n for word, n in _TABLES["numbers"][language].items()}

    @cached_property
    def _lexicon(self) -> Lexicon:
        phrases = chain((phrase for _, phrase in self._named), self._weekdays, self._months)
        return Lexicon((word for phrase in phrases for word in phrase.words()), _EXACT)

    def read(self, words: Sequence[str]) -> Period | None:
        """Return the stretch of time that folded words name, all of them together."""
        return next(self._readings(words), None)

    def number(self, word: str) -> int | None:
        """Return a number of up to four digits, or up to ten as a word."""
        if word.isdecimal() and len(word) <= 4:
            return int(word)
        return self._numbers.get(word)

    def _readings(self, words: Sequence[str]) -> Iterator[Period]:
        readings = [self._lexicon.readings(word) for word in words]
        if not all(map(self._is_known, words, readings)):
            return

        def allows(slot: str, start: int, end: int) -> bool:
            return self._value(slot, words[start:end], readings[start:end]) is not None

        for row, phrase in self._named:
            for match in matches(phrase, readings, 0, allows):
                if match.end == len(words):
                    values = {
                        slot: self._value(slot, words[start:end], readings[start:end])
                        for slot, (start, end) in match.slots.items()
                    }
                    yield _period(row, values)

    def _is_known(self, word: str, readings: frozenset[str]) -> bool:
        return bool(readings) or self.number(word) is not None

    def _value(
        self, slot: str, words: Sequence[str], readings: Sequence[frozenset[str]]
    ) -> int | None:
        match slot:
            case "weekday":
                return _place(self._weekdays, readings)
            case "month":
                place = _place(self._months, readings)
                return None if place is None else place + 1
        number = self.number(words[0]) if len(words) == 1 else None
        if number is None or (slot == "year") != (1900 <= number <= 2199):
            return None
        return number


def _place(phrases: Sequence[Phrase], readings: Sequence[frozenset[str]]) -> int | None:
    for place, phrase in enumerate(phrases):
        for match in matches(phrase, readings, 0, no_slots):
            if match.end == len(readings):
                return place
    return None


def _period(row: Mapping[str, Any], values: Mapping[str, int | None]) -> Period:
    number = values.get("number")
    if number is not None:
        return Period(row["name"], number * row.get("unit", 1))
    named = values.get("weekday", values.get("month"))
    number = row.get("number", 0) if named is None else named
    return Period(row["name"], number or 0, values.get("year") or 0)
