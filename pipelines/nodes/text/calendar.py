"""Calendar: dates, days of the week and months, however written: Fri, Fridays, «по пятницам»."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from pipelines.models.documents import Span
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CACHED = 20_000  # words
_REMEMBERED = 8192  # texts
_SHORT = 200  # characters of a text that is asked for again and again: a question, a cell
_SHORTEST_DAY = 6  # letters, of a Latin word in a sentence
_BRACKETED = re.compile(r"\(([^()]*)\)")
_WORD = re.compile(r"[^\W\d_]+|[–—-]")
_UNTIL = frozenset({"to", "till", "until", "through", "–", "—", "-", "по", "до", "bis", "a"})
_DASHES = frozenset("–—-")
_AND = frozenset({"and", "и", "und", "y"})
# No months but behind one of the next, and written small no names of months either.
AMBIGUOUS_MONTHS = frozenset({"may", "march", "mar", "ago", "set"})
_BEFORE_MONTHS = frozenset(
    {"in", "for", "of", "from", "last", "this", "since", "during", "after", "before", "until", "en"}
)
_LETTERS = re.compile(r"[^\W_]+")
_NOT_LONG = 92  # days
_MONTHS, _LONGEST_MONTH = 12, 31
_DAYS = range(1, _LONGEST_MONTH + 1)
YearDay = tuple[int, int]  # month and day, of whatever year
_FIRST_OF_SEASON = {"winter": 12, "spring": 3, "summer": 6, "autumn": 9}
_TH = "(?:st|nd|rd|th|-?го|-?е|\\.|º)?"
_OF_YEAR = r"(?:,?\s+(?:de\s+)?((?:19|20)\d\d)(?!\d)|(?![\w-]))"
_DAY_MONTH = rf"(?<![\d.])(\d{{1,2}}){_TH}\s+(?:of\s+|de\s+)?([^\W\d_]{{3,}})\.?{_OF_YEAR}"
_MONTH_DAY = rf"(?<!\w)([^\W\d_]{{3,}})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?{_OF_YEAR}(?!\s*[:.]\d)"
_DAYS_NAMED = (  # and in which groups of each the year, the month and the day stand
    (re.compile(_DAY_MONTH), (3, 2, 1)),
    (re.compile(_MONTH_DAY), (3, 1, 2)),
    (re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)(?!\d)"), (3, 2, 1)),
    (re.compile(r"(?<!\d)((?:19|20)\d\d)-(\d{2})-(\d{2})(?!\d)"), (1, 2, 3)),
    (re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})/((?:19|20)\d\d)(?![\d/])"), (3, 2, 1)),
    (re.compile(r"(?<![\d/])(\d{1,2})/(0[1-9]|1[0-2])()(?![\d/])"), (3, 2, 1)),
)


@lru_cache(maxsize=8192)
def day_or_month(word: str) -> str | None:
    """Return which day of the week or month a word is, by its English name; None: neither."""
    return _named(fold(word).strip("."))


def same_date(one: str, other: str) -> bool:
    """Say whether two words are one day of the week, or one month."""
    return (named := day_or_month(one)) is not None and named == day_or_month(other)


def is_month(word: str) -> bool:
    """Say whether a word is the name of a month."""
    return month_number(word) is not None


def month_number(word: str) -> int | None:
    """Return which month a word names, 1 to 12; None: none."""
    months = list(_lists()["months"])
    return months.index(name) + 1 if (name := day_or_month(word)) in months else None


def days_in(text: str, *, is_label: bool = False) -> frozenset[str]:
    """Return the days of the week that a text names, those within "Monday to Friday" as well.

    Args:
        is_label: it is no sentence, but the name of a column or what stands in a cell: where all
            short words may be days, they are: "Mon-Fri, £".
    """
    find = _known_days_in if len(text) <= _SHORT else _days_in
    return find(text, is_label)


def _days_in(text: str, is_label: bool) -> frozenset[str]:
    written = _WORD.findall(text)
    words = [word.lower() for word in written]
    is_short = is_label and _are_days(words)
    names = list(_lists()["days"])
    days = [
        day_or_month(word)
        if is_short or not _is_doubtful(word) or _is_of_range(written, at)
        else None
        for at, word in enumerate(words)
    ]
    found = {day for day in days if day and day in names}
    for at, (first, last) in enumerate(zip(days, days[2:], strict=False), 1):
        if first in names and last in names and words[at] in _UNTIL:
            start, end = names.index(first), names.index(last)
            found.update(names[i % 7] for i in range(start, end + 1 + 7 * (end < start)))
    for stem, stretch in _lists()["stretches"].items():
        if any(word.startswith(stem) for word in words):
            found.update(stretch)
    return frozenset(found)


_known_days_in = lru_cache(maxsize=_REMEMBERED)(_days_in)


def lists_days(label: str) -> bool:
    """Say whether a label names days of the week, and nothing else: "Mon, Wed, Fri"."""
    words = [word.lower() for word in _WORD.findall(label)]
    others = (word for word in words if word not in _UNTIL | _AND)
    is_digitless = not any(map(str.isdigit, label))
    return is_digitless and bool(words) and all(day_or_month(w) in WEEKDAYS for w in others)


def months_in(label: str) -> frozenset[int]:
    """Return the months, 1 to 12, that the name of a column or a cell is of: "June – August".

    All of it has to be of months, or what stands in brackets: "Price (Apr–Oct)".
    """
    found: set[int] = set()
    for part in (label, *_BRACKETED.findall(label)):
        words = [word.lower() for word in _WORD.findall(part)]
        if _are_days(words):
            found.update(filter(None, map(month_number, words)), months_between(part))
    return frozenset(found)


def months_between(text: str) -> frozenset[int]:
    """Return the months, 1 to 12, of the stretches that a text names, "November to March"."""
    words = [word.lower() for word in _WORD.findall(text)]
    months = [month_number(word) for word in words]
    found: set[int] = set()
    for at, (first, last) in enumerate(zip(months, months[2:], strict=False), 1):
        if first and last and words[at] in _UNTIL:
            length = (last - first) % _MONTHS + 1
            found.update((first - 1 + i) % _MONTHS + 1 for i in range(length))
    return frozenset(found)


def season_of(label: str, *, beside: int = 1) -> str | None:
    """Return the season that a label is of, in English: "Summer price".

    Args:
        beside: how many words may stand beside it; by itself "spring onions" is of none.
    """
    found = seasons_in(label)
    is_label = len(found) == 1 and len(_WORD.findall(label)) <= 1 + beside
    return next(iter(found)) if is_label else None


def seasons_in(text: str) -> frozenset[str]:
    """Return the seasons that a text names, in English."""
    return frozenset(filter(None, (_season(fold(word)) for word in _WORD.findall(text))))


def months_of_season(season: str, beside: Collection[str]) -> frozenset[int]:
    """Return the months, 1 to 12, of a season where those beside it are told, itself among them.

    Where only winter and summer are, each is half a year, and April and October are of both.
    """
    before, length = (2, 7) if set(beside) == {"winter", "summer"} else (0, 3)
    first = _FIRST_OF_SEASON[season] - before
    return frozenset((first - 1 + month) % _MONTHS + 1 for month in range(length))


def year_days(text: str) -> frozenset[YearDay]:
    """Return the days of whatever year, as month and day, on which a question asks how it is.

    Those of the days, the months and the seasons that it names, and all within "from … to …".
    """
    found = {*within_stretches(text), *(day for day, _ in holidays_in(text))}
    for (_, month, day), _ in days_named(text):
        found.add((month, day))
    months = {month for month, _ in months_named(text)}
    for season in seasons_in(text):
        months |= months_of_season(season, ())
    return frozenset(found | {(month, day) for month in months for day in _DAYS})


def holidays_in(text: str, language: str | None = None) -> list[tuple[YearDay, Span]]:
    """Return the days that a text calls by a name: "are you open on Christmas Day".

    Args:
        language: of whose names; None, of whichever.
    """
    return list(_called("holidays", text, language))


def feasts_in(text: str) -> list[tuple[YearDay, Span]]:
    """Return the days that a text may call by a name, short ones among them: "at Christmas"."""
    found = [*_called("holidays", text, None), *_called("feasts", text, None)]
    return [
        (day, span)
        for day, span in found
        if not any(o.start <= span.start and span.end <= o.end and o != span for _, o in found)
    ]


def special_days_in(text: str) -> list[tuple[str, Span]]:
    """Return the days of the week that a text makes days of their own, with both words' place.

    "Good Friday" is one Friday of the year: the name of the day, and where it stands.
    """
    special, words = _lists()["special"], list(_LETTERS.finditer(fold(text)))
    found = []
    for at, match in enumerate(words):
        name = day_or_month(match[0])
        if name not in WEEKDAYS:
            continue
        for side, first, last in (
            ("before", at - 2, at - 1),
            ("before", at - 1, at - 1),
            ("behind", at + 1, at + 1),
            ("behind", at + 1, at + 2),
        ):
            said = " ".join(one[0] for one in words[max(first, 0) : last + 1])
            is_whole = first >= 0 and last < len(words)
            if is_whole and any(_is_form(said, form) for form in special[side]):
                whole = words[min(first, at)].start(), words[max(last, at)].end()
                found.append((name, Span(*whole)))
    return found


@lru_cache(maxsize=_REMEMBERED)
def _called(group: str, text: str, language: str | None) -> tuple[tuple[YearDay, Span], ...]:
    said = fold(text).replace("’", "'")
    return tuple(
        (day, Span(*match.span()))
        for each, day, name in _names(group)
        if language in (None, each)
        for match in name.finditer(said)
    )


@cache
def _names(group: str) -> tuple[tuple[str, YearDay, re.Pattern[str]], ...]:
    """Return the languages, days and patterns of the names of days, of holidays or of feasts."""
    return tuple(
        (language, (month, day), re.compile(rf"(?<!\w){re.escape(fold(name))}(?!\w)"))
        for language, days in _file()[group].items()
        for written, names in days.items()
        for month, day in [map(int, written.split("-"))]
        for name in names
    )


def is_of_year(word: str) -> bool:
    """Say whether a word is the name of a month or a season."""
    return is_month(word) or _season(fold(word)) is not None


def within_stretches(text: str) -> frozenset[YearDay]:
    """Return the days of whatever year that are within what a text names: "1 May to 15 June"."""
    points = [(span, (month, day), (month, day)) for (_, month, day), span in days_named(text)]
    days = [span for span, _, _ in points]
    for month, span in _months_as_ends(text):
        if not any(day.start <= span.start < day.end for day in days):  # "July 1st"
            points.append((span, (month, 1), (month, _LONGEST_MONTH)))
    points.sort(key=lambda one: one[0].start)
    found: set[YearDay] = set()
    for span, (month, day), _ in points:
        if number := _stretch("day until").search(fold(text[: span.start])):  # "1–15 July"
            found |= _days_from((month, int(number[1])), (month, day))
    for (one, first, _), (other, _, last) in pairwise(points):
        between = fold(text[one.end : other.start])
        begins = _stretch("between").search(fold(text[: one.start]))
        is_between = begins and _stretch("and").fullmatch(between)
        if is_between or _stretch("until").fullmatch(between):
            found |= _days_from(first, last)
    return frozenset(found)


def follow_in_time(one: str, other: str) -> bool:
    """Say whether one of two texts tells how it is from a day on, and the other how until then."""
    opens, closes = ([bool(_led(text, by)) for text in (one, other)] for by in ("from", "before"))
    closes = [is_led or _ends_then(text) for is_led, text in zip(closes, (one, other), strict=True)]
    return (opens, closes) in (([True, False], [False, True]), ([False, True], [True, False]))


def are_near_end(asked: frozenset[YearDay], text: str) -> bool:
    """Say whether days are not long before or behind the one until, or from, which a text tells how
    it is: "closed until 24 April" tells of the 20th, and of the 26th.
    """
    if not asked or within_stretches(text):
        return False
    ends = (*_led(text, "before"), *_led(text, "from"))
    return any(all(_days_between(one, end) <= _NOT_LONG for one in asked) for end in ends)


def _days_between(one: YearDay, other: YearDay) -> int:
    """Return how many days, about, lie between two of whatever years."""
    behind = (one[0] - other[0]) * _LONGEST_MONTH + one[1] - other[1]
    year = _MONTHS * _LONGEST_MONTH
    return min(behind % year, -behind % year)


def _ends_then(text: str) -> bool:
    return any(
        re.search(rf"(?<!\w){re.escape(then)}(?!\w)", fold(text))
        for then in _lists()["ends"]["then"]
    )


def _led(text: str, by: str) -> list[YearDay]:
    """Return the days of a text, and the first ones of months, that stand behind such a word."""
    words = "|".join(map(re.escape, _lists()["ends"][by]))
    led = re.compile(rf"(?<!\w)(?:{words})(?:\sthe)?\s*\Z")
    named = [((month, day), span) for (_, month, day), span in days_named(text)]
    named += [((month, 1), span) for month, span in months_named(text)]
    return [day for day, span in named if led.search(fold(text[: span.start]))]


@cache
def _stretch(part: str) -> re.Pattern[str]:
    """Find what stands before, between and behind the ends of a stretch of days."""
    words = {name: "|".join(map(re.escape, found)) for name, found in _lists()["ends"].items()}
    until = rf"(?:[–—-]|(?:{words['until']})(?!\w))\s*"
    written = {
        "day until": rf"(?<![\d.,:])(\d{{1,2}})\s*{until}$",
        "until": rf"\s*(?:г\.?|года)?,?\s*{until}(?:(?:{words['edge']})[\s-]*)*",
        "between": rf"(?<!\w)(?:{words['between']})\s+(?:the\s+)?$",
        "and": rf"\s*(?:{'|'.join(_AND)})\s*(?:the\s+)?",
    }
    return re.compile(written[part])


def share_within(asked: frozenset[YearDay], text: str) -> float:
    """Return which share, 0..1, of days that are asked about is within a stretch of a text.

    All that no stretch of it holds are of "the rest of the year".
    """
    told = within_stretches(text) if asked else frozenset()
    if not told:
        return 0.0
    held = len(asked & told)
    if says_rest(text):
        return max(held, len(asked) - held) / len(asked)
    return held / len(asked)


def says_rest(text: str) -> bool:
    """Say whether a text tells of the rest of the year, behind what it tells of a stretch of it."""
    said = any(phrase in fold(text) for phrase in _lists()["rest"]["phrases"])
    return said and bool(within_stretches(text))


def _months_as_ends(text: str) -> list[tuple[int, Span]]:
    """Return the months that no day is of; where two are joined, "May" is none but a month."""
    found = months_named(text)
    words = list(_LETTERS.finditer(text))
    for at, match in enumerate(words):
        joined = (words[n] for n in (at - 2, at + 2) if 0 <= n < len(words))
        named = any(month_number(other[0]) for other in joined)
        span = Span(*match.span())
        if named and match[0].lower() in AMBIGUOUS_MONTHS and match[0][0].isupper():
            beside = [w[0] for w in (*words[max(at - 1, 0) : at], *words[at + 1 : at + 2])]
            month = month_number(match[0])
            if month and not any(map(str.isdecimal, beside)) and (month, span) not in found:
                found.append((month, span))
    return found


def _days_from(first: YearDay, last: YearDay) -> set[YearDay]:
    """Return the days from one to another, past the end of the year where that is before it."""
    every = [(month, day) for month in range(1, _MONTHS + 1) for day in _DAYS]
    if first <= last:
        return {day for day in every if first <= day <= last}
    return {day for day in every if day >= first or day <= last}


def _are_days(words: Sequence[str]) -> bool:
    """Say whether no words but one are other than days or months, or what joins them."""
    others = [w for w in words if not (day_or_month(w) or w in _UNTIL or w in _AND)]
    return len(others) <= 1 and len(others) < len(words)


def _is_of_range(words: Sequence[str], at: int) -> bool:
    """Say whether a short word is one of two days with a dash between: "Mon-Fri"."""
    days = _lists()["days"]
    ranges = (words[first : first + 3] for first in (at, at - 2) if first >= 0)
    return any(
        len(one) > 2
        and one[1] in _DASHES
        and all(word[0].isupper() and day_or_month(word) in days for word in one[::2])
        for one in ranges
    )


def _is_doubtful(word: str) -> bool:
    """Say whether a short word is likelier another than a day: "so", "do", "sat"."""
    return word.isascii() and len(word) < _SHORTEST_DAY


def dates_in(text: str) -> list[date]:
    """Return the dates of a text that are written with day, month and year."""
    dates = []
    for (year, month, day), _ in days_named(text):
        try:
            dates.append(date(year or 0, month, day))
        except ValueError:  # no year, or no such day
            continue
    return dates


def months_named(text: str) -> list[tuple[int, Span]]:
    """Return the months that a text names, 1 to 12, but for those that a day is of.

    "May I" asks for leave.
    """
    found, words = [], list(_LETTERS.finditer(text))
    days = [span for _, span in days_named(text)] if any(map(str.isdigit, text)) else []
    for at, match in enumerate(words):
        month = month_number(match[0])
        beside = (*words[max(at - 1, 0) : at], *words[at + 1 : at + 2])
        is_day = any(other[0].isdecimal() and len(other[0]) < 3 for other in beside)
        is_day = is_day or any(span.start <= match.start() < span.end for span in days)
        is_led = at > 0 and words[at - 1][0].lower() in _BEFORE_MONTHS
        if month and not is_day and (is_led or match[0].lower() not in AMBIGUOUS_MONTHS):
            found.append((month, Span(*match.span())))
    return found


def days_named(text: str) -> list[tuple[tuple[int | None, int, int], Span]]:
    """Return the days that a text names, as year, month and day; the year may be left out."""
    found = []
    for pattern, (year, month, day) in _DAYS_NAMED:
        for match in pattern.finditer(text):
            said = match[month]
            number = int(said) if said.isdecimal() else month_number(said)
            on = int(match[day])
            if number and number > _MONTHS >= on and "/" in match[0]:  # Americans: 02/14/2026
                number, on = on, number
            if number and 1 <= number <= _MONTHS and 1 <= on <= _LONGEST_MONTH:
                in_year = int(match[year]) if match[year] else None
                found.append(((in_year, number, on), Span(*match.span())))
    return found


@lru_cache(maxsize=_CACHED)
def _named(word: str) -> str | None:
    whole, beginnings = _forms()
    if word not in whole and not word.startswith(beginnings):
        return None
    for group in ("days", "months"):
        for name, forms in _lists()[group].items():
            if any(_is_form(word, form) for form in forms):
                return name
    return None


@lru_cache(maxsize=_CACHED)
def _season(word: str) -> str | None:
    for name, forms in _lists()["seasons"].items():
        if any(_is_form(word, form) for form in forms):
            return name
    return None


def _is_form(word: str, form: str) -> bool:
    return word.startswith(form[:-1]) if form.endswith("*") else word == form


@cache
def _forms() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the words for days and months, and the beginnings of such words."""
    forms = [f for group in ("days", "months") for name in _lists()[group].values() for f in name]
    beginnings = tuple(form[:-1] for form in forms if form.endswith("*"))
    return frozenset(form for form in forms if not form.endswith("*")), beginnings


@cache
def _lists() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return the forms of calendar.toml, folded, by the name of a day or a month."""
    return {
        group: {name: tuple(map(fold, forms)) for name, forms in names.items()}
        for group, names in _file().items()
        if group not in ("holidays", "feasts")
    }


@cache
def _file() -> dict[str, Any]:
    return read_table(__package__, "calendar.toml")
