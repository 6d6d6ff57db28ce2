"""Tell what is on: the sentences that name a day of a stretch of time, the first day first."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.nodes.agenda.asked import Agenda
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.quotable import answers_alone, asks, quotable_spans
from pipelines.nodes.text.calendar import WEEKDAYS, days_in, days_named
from pipelines.nodes.text.dictionary import is_place
from pipelines.nodes.text.glossary import bare_stem, meanings, meant
from pipelines.nodes.text.words import content_words, fold

_UNTIL = re.compile(r"\s*(?:г\.|года|г)?\s*(?:to|till|until|through|по|до|bis|al|–|—|-|至|到)\s*")
_WORD = re.compile(r"[^\W\d_]+")


def on_agenda(agenda: Agenda, passages: Sequence[Passage]) -> tuple[tuple[date, Quote], ...]:
    """Return what is on in the first stretch in which there is anything, and on which day."""
    statements = [one for passage in passages for one in _statements(agenda, passage)]
    for stretch in agenda.stretches:
        found: dict[str, tuple[date, Quote]] = {}
        is_first = stretch == agenda.stretches[0]
        for quote in statements:
            if (day := _day_in(quote.text, stretch, is_weekly=is_first)) is not None:
                found.setdefault(" ".join(quote.text.split()), (day, quote))
        told = sorted(found.values(), key=lambda one: one[0])
        if told:
            return tuple(one for one in told if not agenda.is_nearest or one[0] == told[0][0])
    return ()


def is_of_another_day(text: str, stretch: tuple[date, date]) -> bool:
    """Say whether a text names days, and none of a stretch."""
    if days_named(text):
        return _day_in(text, stretch, is_weekly=False) is None
    named, first, last = days_in(text), *stretch
    length = (last - first).days + 1
    within = {WEEKDAYS[(first + timedelta(days=at)).weekday()] for at in range(min(length, 7))}
    return bool(named) and not named & within


def _statements(agenda: Agenda, passage: Passage) -> Iterator[Quote]:
    """Yield the sentences of a passage that are of the topic, or stand under it; no rows."""
    known = meanings(agenda.topic, passage.language)
    for span in quotable_spans(passage.text):
        quote = Quote(passage, span)
        place = place_at(passage, span.start)
        if place.row is not None or asks(quote.text):
            continue
        if not answers_alone(quote.text, item=True):
            continue
        under = (quote.text, place.heading or "", passage.title or "")
        held = content_words("\n".join(under))
        bare = set(map(bare_stem, held))
        if all(bare_stem(word) in bare for word in agenda.topic - meant(known, held)):
            yield quote


def _day_in(text: str, stretch: tuple[date, date], *, is_weekly: bool) -> date | None:
    """Return the first day of a stretch that a text names; of one "from … to …" any day of it.

    Args:
        is_weekly: a day alone is named by its day of the week as well, "on Saturdays".
    """
    first, last = stretch
    named = sorted(days_named(text), key=lambda one: one[1].start)
    if not named:
        is_weekly = is_weekly and first == last and WEEKDAYS[first.weekday()] in days_in(text)
        return first if is_weekly else None
    if _is_bare(text, [span for _, span in named]):
        return None
    years = range(first.year, last.year + 1)
    for at, (day, span) in enumerate(named):
        following = named[at + 1] if at + 1 < len(named) else None
        is_range = following and _UNTIL.fullmatch(text[span.end : following[1].start])
        for begins in _dates(day, years):
            if first <= begins <= last:
                return begins
            if is_range and following and begins < first:
                ends = [one for one in _dates(following[0], years) if one >= begins]
                if any(one >= first for one in ends):
                    return first
    return None


def _is_bare(text: str, dates: Sequence[Span]) -> bool:
    """Say whether a text is hardly more than dates: the head of a letter, with its town."""
    for span in reversed(dates):
        text = f"{text[: span.start]} {text[span.end :]}"
    return all(is_place(fold(word)) for word in _WORD.findall(text) if content_words(word))


def _dates(named: tuple[int | None, int, int], years: Iterable[int]) -> Iterator[date]:
    year, month, day = named
    for each in [year] if year is not None else years:
        try:
            yield date(each, month, day)
        except ValueError:  # 29 February of most years
            continue
