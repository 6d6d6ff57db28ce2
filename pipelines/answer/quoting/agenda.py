"""What is on: the dated sentences of all documents, where a stretch of time is asked about."""

import asyncio
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta

from babel.dates import format_date

from pipelines.answer.quoting.found import Found, Told
from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Passage
from pipelines.nodes.agenda.asked import Agenda, asked_of_agenda
from pipelines.nodes.agenda.told import is_of_another_day, on_agenda
from pipelines.nodes.answering.cite import Line
from pipelines.ports import Phrasebook

_MOST = 12  # things that are on
_SOON = 5  # of them, where nothing says how far on
_NEXT = 3  # of them, where nothing is on when it was asked for
_SURE = 0.9  # confidence of what names the day; it is not asked again in the other language
_MONTHS = 2  # that are looked for by their names
_NAMING = 20  # passages that name a month
_LANGUAGES = ("en", "ru")
_SAYS_NEXT = re.compile(r"\b(?:next|следующ|ближайш|nächst|próxim)\w*", re.IGNORECASE)
_A_DAY = timedelta(days=1)
_A_MONTH = timedelta(days=31)


@dataclass(frozen=True, slots=True)
class Agendas:
    """What is looked for with, and the language it is told in."""

    scoring: Scoring
    phrases: Phrasebook
    speech: str | None

    async def tell(self, told: Told, found: Found, reading: Reading, state: AnswerState) -> Told:
        """Return what is on when a question asks it; else what was told of it anyway.

        A table that answers is left as it is, and gets what stands elsewhere beside it where all
        that is on was asked for. All that is on is told as a column of a table is, whole and
        without a language model, which is not shown all of it.
        """
        today = found.today
        agenda = asked_of_agenda(reading.searched_for, today) if today else None
        if today is None or agenda is None or reading.preferred:
            return told
        passages = await self._passages(agenda, found, reading, state)
        lines = await self._lines(agenda, passages, found.language)
        is_of_table = bool(told.lines) and told.confidence is None
        if agenda.topic and _says_next(told):
            return told
        if lines and is_of_table:
            return told if agenda.topic else replace(told, lines=(*told.lines, *lines))
        if lines:
            return Told(lines, confidence=_SURE, is_of_column=not agenda.topic)
        if agenda.is_open or agenda.is_nearest or (is_of_table and not told.is_nearest):
            return told
        return await self._nothing(told, agenda, passages, found)

    async def _lines(
        self, agenda: Agenda, passages: tuple[Passage, ...], language: str
    ) -> tuple[Line, ...]:
        on = await asyncio.to_thread(on_agenda, agenda, passages, language)
        most = _SOON if agenda.is_open else _MOST
        return tuple(Line(quote, is_item=len(on) > 1) for _, quote in on[:most])

    async def _nothing(
        self, told: Told, agenda: Agenda, passages: tuple[Passage, ...], found: Found
    ) -> Told:
        """Say that nothing is on then, and what comes next; of a topic else what was before.

        What was told stays where it is of no day: a rule, what is on every week.
        """
        first, last = agenda.stretches[0]
        after = max(first, found.today or first), date.max
        coming = replace(agenda, stretches=(after, (date.min, first)) if agenda.topic else (after,))
        lines = await self._lines(coming, passages, found.language)
        quoted = [line.quote.text for line in told.lines if line.quote is not None]
        is_told = bool(quoted) and not told.is_nearest and (first != last or bool(agenda.topic))
        if is_told and not any(is_of_another_day(text, (first, last)) for text in quoted):
            return told
        if agenda.topic and not lines:
            return told
        when = self._written(first, last)
        if not lines:
            return Told(missing=(when,))
        heading = Line(None, self.phrases.say("agenda-nothing", self.speech, when=when))
        told_next = (heading, *lines[:_NEXT])
        return Told(told_next, confidence=_SURE, is_of_column=not agenda.topic)

    def _written(self, first: date, last: date) -> str:
        """Write a month by its name, and other days as they are."""
        locale = "ru" if self.speech == "ru" else "en"
        if first.day == 1 and (last + _A_DAY).day == 1:
            return format_date(first, "LLLL y", locale=locale)
        days = (format_date(day, "d MMMM", locale=locale) for day in (first, last))
        return " – ".join(dict.fromkeys(days))

    async def _passages(
        self, agenda: Agenda, found: Found, reading: Reading, state: AnswerState
    ) -> tuple[Passage, ...]:
        """Return what was found, and what names the months; no more where rules say what not."""
        if reading.rules:
            return tuple(found.passages)
        first, last = agenda.stretches[0]
        months = dict.fromkeys(
            (day.year, day.month)
            for day in (first + _A_MONTH * at for at in range(_MONTHS))
            if day.replace(day=1) <= last
        )
        names = [
            (format_date(date(*month, 1), "d MMMM y", locale=language)[2:], language)
            for month in months
            for language in _LANGUAGES
        ]
        asker = state.request.asker
        near = await asyncio.gather(
            *(self.scoring.naming(*name, asker, limit=_NAMING) for name in names)
        )
        ids = dict.fromkeys(passage.id for one in near for passage in one)
        whole = await self.scoring.store.search.get_passages(list(ids), asker=asker)
        return tuple({_place(p): p for p in (*found.passages, *whole)}.values())


def _says_next(told: Told) -> bool:
    """Say whether what answers says itself that it is the next: "the next count is in autumn"."""
    quote = told.lines[0].quote if told.lines and not told.is_nearest else None
    return quote is not None and _SAYS_NEXT.search(quote.text) is not None


def _place(passage: Passage) -> tuple[str, int]:
    return passage.document_id, passage.passage_idx
