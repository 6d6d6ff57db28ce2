"""Read what is asked of the calendar: "what's on in December", «какие концерты на той неделе»."""

import re
from calendar import monthrange
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.gather import asks_for_several
from pipelines.nodes.answering.meetings.minutes import asked_of_minutes
from pipelines.nodes.questions.asking import PREPOSITIONS
from pipelines.nodes.questions.relative import with_dates, with_day
from pipelines.nodes.tables.filters.periods import Period, asked_period, nearest_period
from pipelines.nodes.text.calendar import WEEKDAYS, days_in
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_HAN = re.compile(r"[\u3400-\u9fff]")
_DAYS_OF_WEEK = 7
_OPENING = re.compile(
    r"^(?:(?:and|so|or|и|а|ну|und|y|那)\s+)?(?:(?:what|how) about|(?:что )?насч[её]т)?\s*",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]{5,}")
_SATURDAY = 5
_OF_DAYS = frozenset({"when", "any", "named"})
_ANY_DAY = date(2000, 1, 1)
_AHEAD = timedelta(days=366)
_WEEKS, _WEEKENDS, _COMING = "weeks", "weekends", "coming"
_PAST = re.compile(r"(?<!\w)(?:was|were|did|happened|был[оиа]?|случилось|прош[её]л\w*)(?!\w)")


@dataclass(frozen=True, slots=True)
class Agenda:
    """What is asked of the calendar.

    stretches: of days, the first and the last, in the order in which they are looked at: a month
        without a year is the one that comes, or the one that was.
    topic: stems of what is to be on; none: whatever is.
    is_nearest: of all that is to come the first alone is meant.
    is_open: nothing but "soon" says how far on.
    """

    stretches: tuple[tuple[date, date], ...]
    topic: frozenset[str] = frozenset()
    is_nearest: bool = False
    is_open: bool = False


def asked_of_agenda(question: str, today: date) -> Agenda | None:
    """Return what a question asks of the calendar; None where it asks for no stretch of time.

    One that names something besides has to ask for all of it, or for the next.
    """
    if asked_of_minutes(question) is not None:
        return None
    folded = fold(question)
    for unit, ahead, span in _stretches(folded):
        topic = _topic(folded, [span])
        if topic is not None:
            stretch = _stretch(unit, ahead, today)
            return Agenda((stretch,), topic, is_open=unit == _COMING)
    dated = with_day(question, today)
    written = dated[0] if dated else with_dates(question, today)
    period = asked_period(written)
    if period is not None:
        topic = _topic(fold(written), period.spans)
        is_sided = period.side not in ("", "since")
        if topic is None or is_sided or period.month is None:
            return None
        if topic and period.day is not None:  # of what was on that day it asks for something
            return None
        if dated:
            return Agenda(((dated[1], dated[1]),), topic)
        is_past = _PAST.search(folded) is not None
        stretches = tuple(_years_of(period, today, is_past=is_past))
        return Agenda(stretches, topic) if stretches else None
    if (day := _next_weekday(folded, today)) is not None:
        topic = _topic(folded, ())
        return None if topic is None else Agenda(((day, day),), topic)
    return _nearest(question, today)


def is_of_all_that_is_on(question: str) -> bool:
    """Say whether a question asks for whatever is on in a stretch of time, on any day asked."""
    agenda = asked_of_agenda(question, _ANY_DAY)
    return agenda is not None and not agenda.topic


def of_other_days(before: str, message: str, today: date) -> tuple[str, str] | None:
    """Return an earlier question of the calendar put of other days: "and next week?", else None.

    Returns:
        The question, and the days as the message names them.
    """
    said = _OPENING.sub("", message).strip(" ?!.…")
    if asked_of_agenda(before, today) is None or not _is_of_days_alone(said, today):
        return None
    spans = _days_named(before, today)
    left = before
    for span in sorted(spans, key=lambda one: one.start, reverse=True):
        words = left[: span.start].split()
        if words and fold(words[-1]) in PREPOSITIONS - {"on"}:  # "what is on"
            words.pop()
        left = f"{' '.join(words)} {left[span.end :].lstrip()}"
    return f"{left.strip(' ?!.…')} {said}?", said


def _is_of_days_alone(said: str, today: date) -> bool:
    spans = _days_named(said, today)
    rest = said
    for span in sorted(spans, key=lambda one: one.start, reverse=True):
        rest = f"{rest[: span.start]} {rest[span.end :]}"
    return bool(spans) and not (content_words(rest) or _words("asking").search(fold(rest)))


def _days_named(text: str, today: date) -> list[Span]:
    """Return where a text names days: a week, a month, "tomorrow", a day of the week."""
    if stretches := [span for _, _, span in _stretches(fold(text))]:
        return stretches[:1]
    if with_day(text, today):
        return [Span(m.start(), m.end()) for m in _WORDS.finditer(text) if _is_of_day(m[0], today)]
    if period := asked_period(with_dates(text, today)):
        is_written = with_dates(text, today) == text
        return list(period.spans) if is_written else []
    return [Span(*m.span()) for m in _WORD.finditer(text) if days_in(m[0])]


def _is_of_day(word: str, today: date) -> bool:
    return with_day(word, today) is not None


def _next_weekday(folded: str, today: date) -> date | None:
    """Return the next day of the week that is named alone, today if it is that; else None."""
    named = {day for word in _WORD.findall(folded) for day in days_in(word)}
    if len(named) != 1:
        return None
    ahead = (WEEKDAYS.index(named.pop()) - today.weekday()) % _DAYS_OF_WEEK
    return today + timedelta(days=ahead)


def _nearest(question: str, today: date) -> Agenda | None:
    period, folded = nearest_period(question, today), fold(question)
    if period is None or period.side != "since" or not folded[period.spans[0].end :].strip(" ?!."):
        return None
    left = _without(folded, period.spans)
    topic = content_words(_words("anything").sub(" ", _words("asking").sub(" ", left)))
    if asked_kind(question).name not in _OF_DAYS or not (topic or content_words(left)):
        return None
    return Agenda(((today, today + _AHEAD),), topic, is_nearest=bool(topic), is_open=not topic)


def _topic(folded: str, spans: Sequence[Span]) -> frozenset[str] | None:
    """Return what is to be on in a period; None where a question does not ask for all of it."""
    left = _without(folded, spans)
    asks = _words("asking").search(left) is not None
    rest = content_words(_words("anything").sub(" ", _words("asking").sub(" ", left)))
    if not rest:
        return rest if asks else None
    return rest if asks_for_several(left) else None


def _without(folded: str, spans: Iterable[Span]) -> str:
    for span in sorted(spans, key=lambda one: one.start, reverse=True):
        folded = f"{folded[: span.start]} {folded[span.end :]}"
    return _WORD.sub(lambda word: "" if days_in(word[0]) else word[0], folded)


def _years_of(period: Period, today: date, *, is_past: bool) -> Iterable[tuple[date, date]]:
    """Yield the days of a period, in its year; else in the year to come, and in the last one."""
    month = period.month or today.month
    years = [period.year] if period.year else [today.year, today.year + 1, today.year - 1]
    stretches = []
    for year in years:
        last = monthrange(year, month)[1]
        if period.day is not None and period.day > last:
            continue
        first = period.day or 1
        stretches.append((date(year, month, first), date(year, month, period.day or last)))
    if period.year:
        return stretches
    return sorted(stretches, key=lambda one: (one[1] < today) != is_past)


def _stretch(unit: str, ahead: int, today: date) -> tuple[date, date]:
    if unit == _COMING:
        return today, today + _AHEAD
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=ahead)
    first = monday + timedelta(days=_SATURDAY) if unit == _WEEKENDS else monday
    return first, monday + timedelta(days=_DAYS_OF_WEEK - 1)


def _stretches(folded: str) -> Iterable[tuple[str, int, Span]]:
    for unit in (_WEEKENDS, _WEEKS, _COMING):
        for ahead, said in _lists()[unit].items():
            for match in _pattern(tuple(said)).finditer(folded):
                yield unit, int(ahead), Span(*match.span())


def _words(name: str) -> re.Pattern[str]:
    return _pattern(tuple(_lists()[name]))


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    written = (re.escape(fold(word)).replace(r"\*", r"\w*") for word in words)
    longest = sorted(written, key=len, reverse=True)
    parts = (one if _HAN.search(one) else rf"(?<!\w){one}(?!\w)" for one in longest)
    return re.compile("|".join(parts))


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    return read_table(__package__, "asked.toml")
