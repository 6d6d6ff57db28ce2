"""Relative: "last year" and "tomorrow" as the year or the day they are on the day one asks."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, partial
from typing import Any

from babel.dates import format_date

from pipelines.models.documents import Span
from pipelines.nodes.text.calendar import days_in, days_named, holidays_in
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_UNSPACED = "zh"
_SHORT_YEAR = re.compile(
    r"(?P<before>\bв )(?P<year>\d\d)(?:-?(?:м|ом)\b(?: году?\b| г\.)?| году\b)"
    r"|(?P<before_it>\b(?:in|since|of) )['’](?P<year_it>\d\d)\b",
    re.IGNORECASE,
)
_CENTURY = 100


def with_dates(question: str, today: date) -> str:
    """Write the year or the month that a question names by the day one asks on: "in 2025"."""
    for unit, lists in _patterns().items():
        for back, pattern in lists:
            question = pattern.sub(partial(_written, unit, back, today), question)
    return question


def with_whole_years(question: str, today: date) -> str:
    """Write years of two digits with four: «в 51м» is «в 1951 году», "in '98" is "in 1998".

    None of them is after the next.
    """

    def whole(match: re.Match[str]) -> str:
        before = match["before"] or match["before_it"]
        year, this = int(match["year"] or match["year_it"]), today.year % _CENTURY
        century = today.year // _CENTURY - (year > this + 1)
        told = f"{before}{century * _CENTURY + year}"
        return f"{told} году" if _CYRILLIC.search(match[0]) else told

    return _SHORT_YEAR.sub(whole, question)


def years_named(question: str, today: date) -> tuple[tuple[int, Span], ...]:
    """Return the years that a question names by the day one asks on, and where: "last year"."""
    found = [
        (today.year - back, Span(*match.span("said")))
        for back, pattern in _patterns()["years"]
        for match in pattern.finditer(question)
    ]
    return tuple(
        (year, span)
        for year, span in found
        if not any(o.start <= span.start < span.end <= o.end for _, o in found if o != span)
    )


def with_day(question: str, today: date) -> tuple[str, date] | None:
    """Write the date of the day that a question names: "tomorrow" is "on Saturday 28 November".

    So is a day with a name, the next one of it: "Boxing Day" is "on Saturday 26 December".

    Returns:
        The question so, and that day; None where it names none so, or several.
    """
    if days_in(question):
        return None
    found = [
        (days, Span(*match.span()), today - timedelta(days=back), bool(match["owns"]))
        for days in _days()
        for match, back in days.found(question)
    ] or [
        (days, span, _next(today, *named), False)
        for days in _days()
        for named, span in holidays_in(question, days.language)
    ]
    if len(found) != 1:
        return None
    days, span, day, owns = found[0]
    before, behind = question[: span.start].rstrip(), question[span.end :]
    last = _LAST_WORD.search(before)
    lead = fold(last[0]) if last else ""
    written = days.written(day, days.row["alone"] if owns else lead)
    if days.language == _UNSPACED:
        return f"{before}{written}{behind}", day
    return f"{before} {written}{behind}".strip(), day


def _next(today: date, month: int, number: int) -> date:
    day = date(today.year, month, number)
    return day if day >= today else date(today.year + 1, month, number)


def names_near_day(text: str) -> bool:
    """Say whether a text names a day by the one on which it is written: "tomorrow"."""
    return any(days.found(text) for days in _days())


def names_day(text: str, day: date) -> bool:
    """Say whether a text names a day, with its year or without any."""
    said = (day.month, day.day)
    return any(
        (month, on) == said and year in (None, day.year)
        for (year, month, on), _ in days_named(text)
    )


@dataclass(frozen=True, slots=True)
class _Days:
    """The words of one language for days near the one on which is asked."""

    language: str
    row: Mapping[str, Any]
    words: Mapping[str, int]
    pattern: re.Pattern[str]

    def found(self, question: str) -> list[tuple[re.Match[str], int]]:
        """Return where such words stand, and how many days back each of them is."""
        matches = self.pattern.finditer(question)
        return [
            (match, self.words[" ".join(fold(match["said"]).split())])
            for match in matches
            if not self._means_else(question[: match.start()])
        ]

    def written(self, day: date, lead: str) -> str:
        """Write a date as it stands behind a word: «до субботы 28 ноября», "on Friday 27 …"."""
        form = self.row
        for other in self.row.values():
            if isinstance(other, dict) and lead in other["leads"]:
                form = other
        named = format_date(day, self.row["format"], self.language)
        if "weekdays" in form:
            named = f"{form['weekdays'][day.weekday()]} {named}"
        alone = self.row["alone"]
        if not alone or lead == alone or lead in form["leads"]:
            return named
        return f"{'во' if named.startswith('вт') else alone} {named}"

    def _means_else(self, before: str) -> bool:
        last = _LAST_WORD.search(before.rstrip())
        return last is not None and fold(last[0]) in self.row["not_behind"]


def _written(unit: str, back: int, today: date, match: re.Match[str]) -> str:
    """Put a year in the place of words: "last year's prices" are "2025 prices"."""
    led, said = match["led"] or "", match["said"]
    is_russian = _CYRILLIC.search(said) is not None
    if unit == "months":
        named = format_date(_month_back(today, back), "LLLL y", "ru" if is_russian else "en")
    else:
        named = str(today.year - back)
    if is_russian:
        return f"{led}{named}" if unit == "months" else f"{led}{named} {said.split()[-1]}"
    return f"{led}{named}" if match["owns"] else f"{led or 'in '}{named}"


def _month_back(today: date, back: int) -> date:
    months = today.year * 12 + today.month - 1 - back
    return date(months // 12, months % 12 + 1, 1)


@cache
def _table() -> dict[str, Any]:
    return read_table(__package__, "relative.toml")


@cache
def _patterns() -> dict[str, list[tuple[int, re.Pattern[str]]]]:
    return {
        unit: [(int(back), _pattern(said)) for back, said in _table()[unit].items()]
        for unit in ("years", "months")
    }


@cache
def _days() -> tuple[_Days, ...]:
    return tuple(
        _Days(language, row, words, _day_pattern(words, language))
        for language, row in _table()["days"].items()
        for words in [_backs(row)]
    )


def _backs(row: Mapping[str, Any]) -> dict[str, int]:
    """Return how many days back each of a language's words is."""
    numbered = {key: said for key, said in row.items() if key.lstrip("-").isdecimal()}
    return {fold(one): int(back) for back, said in numbered.items() for one in said}


def _day_pattern(words: Mapping[str, int], language: str) -> re.Pattern[str]:
    said = _any_of([*words])
    if language == _UNSPACED:
        return re.compile(f"(?P<said>{said})(?P<owns>)")
    return re.compile(rf"(?<![\w-])(?P<said>{said})(?![\w-])(?P<owns>['’]s)?", re.IGNORECASE)


def _pattern(said: Sequence[str]) -> re.Pattern[str]:
    """Find the words, the preposition before them, and what makes them an owner behind."""
    led = r"(?P<led>(?<!\w)(?:in|for|of|from|since|during|until|by|im|в|за|на|с|до|en|de)\s+)?"
    return re.compile(
        rf"{led}(?<!\w)(?<!the )(?P<said>{_any_of(said)})(?!\w)(?P<owns>['’]s)?", re.IGNORECASE
    )


def _any_of(said: Sequence[str]) -> str:
    """Return an expression for any of some phrases, the longest first."""
    return "|".join(
        re.escape(fold(one)).replace(r"\ ", r"\s+").replace("е", "[её]")
        for one in sorted(said, key=len, reverse=True)
    )
