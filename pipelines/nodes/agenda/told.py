"""Tell what is on: the sentences that name a day of a stretch of time, the first day first."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta

from pipelines.models.answers import Passage
from pipelines.models.documents import Span, are_foreign
from pipelines.nodes.agenda.asked import Agenda
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.quotable import answers_alone, asks, quotable_spans
from pipelines.nodes.tables.words.lexicon import NEAREST, fold_in_place
from pipelines.nodes.text.calendar import WEEKDAYS, days_in, days_named
from pipelines.nodes.text.dictionary import is_place
from pipelines.nodes.text.glossary import bare_stem, meanings, meant
from pipelines.nodes.text.words import content_words, fold

_UNTIL = re.compile(r"\s*(?:г\.|года|г)?\s*(?:to|till|until|through|по|до|bis|al|–|—|-|至|到)\s*")
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = timedelta(days=184)  # from one day to another: what lasts longer is no event
_CALLED = 3  # words behind "next", which say of what


def on_agenda(
    agenda: Agenda, passages: Sequence[Passage], language: str = "und"
) -> tuple[tuple[date, Quote], ...]:
    """Return what is on in the first stretch in which there is anything, and on which day.

    The next of a topic is told by a sentence that names it; one that only stands under it, in the
    minutes of a meeting, tells it where none does. Where all that is on is asked for, what only
    names a day of the week, and is in another language than the question, is told where nothing
    else is: all sorts of papers name one.
    """
    is_mixed = any(not are_foreign(language, one.language) for one in passages)
    own = "und" if agenda.topic or not is_mixed else language
    return _on(agenda, passages, own) or _on(agenda, passages)


def _on(
    agenda: Agenda, passages: Sequence[Passage], language: str = "und"
) -> tuple[tuple[date, Quote], ...]:
    """Return what is on in the first stretch with anything.

    Args:
        language: in which a day of the week may stand for a date.
    """
    statements = [one for passage in passages for one in _statements(agenda, passage)]
    for stretch in agenda.stretches:
        found: dict[str, tuple[date, Quote]] = {}
        is_first = stretch == agenda.stretches[0]
        for quote in statements:
            is_weekly = is_first and not are_foreign(language, quote.passage.language)
            if (day := _day_in(quote.text, stretch, is_weekly=is_weekly)) is not None:
                found.setdefault(" ".join(quote.text.split()), (day, quote))
        told = sorted(found.values(), key=lambda one: one[0])
        if told and agenda.is_nearest:
            nearest = _nearest(agenda, told)
            return () if _is_past(agenda, nearest[0][1], statements) else nearest
        if told:
            return tuple(told)
    return ()


def _nearest(agenda: Agenda, told: Sequence[tuple[date, Quote]]) -> tuple[tuple[date, Quote], ...]:
    """Return what is on first, of what names the topic most clearly."""
    clear = [_names_topic(agenda.topic, quote) for _, quote in told]
    clearest = [one for one, how in zip(told, clear, strict=True) if how == max(clear)]
    return tuple(one for one in clearest if one[0] == clearest[0][0])


def _is_past(agenda: Agenda, quote: Quote, statements: Sequence[Quote]) -> bool:
    """Say whether what is on first names nothing of a topic, and something else is its next.

    Of last year's minutes "Next meeting: 12 January" tells more than any day in them that is yet to
    come.
    """
    if _names_topic(agenda.topic, quote) != (False, 0):
        return False
    return any(days_named(one.text) and _names_topic(agenda.topic, one)[0] for one in statements)


def _names_topic(topic: frozenset[str], quote: Quote) -> tuple[bool, int]:
    """Say whether a sentence calls something the next of a topic, and how many words it has of it.

    "Next meeting: 12 January" in the minutes goes before all else that they date.
    """
    text = quote.text
    behind = (text[span.end :] for span in NEAREST["next"].find(fold_in_place(text)))
    is_next = any(_held(topic, " ".join(_WORD.findall(said)[:_CALLED]), quote) for said in behind)
    return is_next, len(_held(topic, text, quote))


def _held(topic: frozenset[str], text: str, quote: Quote) -> frozenset[str]:
    """Return those words of a topic that a text has, or that something in it means."""
    held = content_words(text)
    bare, known = set(map(bare_stem, held)), meanings(topic, quote.passage.language)
    return meant(known, held) | {word for word in topic if bare_stem(word) in bare}


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
    for span in quotable_spans(passage.text):
        quote = Quote(passage, span)
        place = place_at(passage, span.start)
        if place.row is not None or asks(quote.text):
            continue
        if not answers_alone(quote.text, item=True):
            continue
        under = "\n".join((quote.text, place.heading or "", passage.title or ""))
        if agenda.topic <= _held(agenda.topic, under, quote):
            yield quote


def _day_in(text: str, stretch: tuple[date, date], *, is_weekly: bool) -> date | None:
    """Return the first day of a stretch that a text names; of one "from … to …" any day of it.

    A contract that holds for a year is no event.

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
                if any(one >= first and one - begins <= _LONGEST for one in ends):
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
