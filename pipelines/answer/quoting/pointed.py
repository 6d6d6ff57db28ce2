"""Answer with what people have pointed at under a refusal, wherever nothing else answers.

Whether there would be an answer is known here alone: passages that come near enough to be looked at
may still hold none. What whoever asks wrote against an earlier answer stands below this one until
it is decided on: they know of it, and nobody else is told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from pipelines.answer.quoting.found import Told, written_day
from pipelines.answer.quoting.within import Within
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.models.learning.rules import OwnWords, Rule
from pipelines.nodes.answering.cite import Line, Quote
from pipelines.nodes.ranking.select import confidence

_LONGEST = 300  # characters of somebody's own words that are shown


@dataclass(frozen=True, slots=True)
class Pointed:
    """What a question is answered with, and else with what is known to answer it."""

    within: Within

    async def tell(self, reading: Reading, state: AnswerState) -> tuple[Reading, Told]:
        """Answer one question, and return the reading of it that was answered.

        Their own words do not answer whoever wrote them: they stand below what does without them.
        """
        if not reading.own_words:
            return await self._tell(reading, state)
        search, asker = self.within.ranking.scoring.store.search, state.request.asker
        ids = [one.passage for one in reading.own_words]
        theirs = await search.get_passages(ids, asker=asker)
        if not theirs:
            return await self._tell(reading, state)
        others = await self._without(reading, theirs, state)
        answered, told = await self._tell(others, state) if others.hits else (others, Told())
        told = _without_quotes_of(theirs, told)
        by_id = {passage.id: passage for passage in theirs}
        said = {one.passage: one for one in reading.own_words if one.passage in by_id}
        lines = [await self._line(one, by_id[one.passage], told, asker) for one in said.values()]
        return answered, replace(told, own_words=tuple(lines))

    async def _without(
        self, reading: Reading, theirs: Sequence[Passage], state: AnswerState
    ) -> Reading:
        """Leave out of what was found what whoever asks wrote."""
        scoring, documents = self.within.ranking.scoring, {one.document_id for one in theirs}
        found = await scoring.handed_on((*reading.hits, *reading.for_tables), state)
        left = {passage.id for passage in found if passage.document_id not in documents}
        if len(left) == len(found):
            return reading
        hits = {hit.id for hit in reading.hits}
        kept = [passage for passage in found if passage.id in left & hits]
        return replace(
            reading,
            hits=tuple(hit for hit in reading.hits if hit.id in left),
            for_tables=tuple(hit for hit in reading.for_tables if hit.id in left),
            confidence=confidence(kept, state.language_of(reading)),
        )

    async def _line(self, said: OwnWords, passage: Passage, told: Told, asker: int | None) -> Line:
        """Write somebody's words with their day, and that of the document they are against."""
        composing = self.within.rereading.composing
        against = next((line.quote.passage for line in told.lines if line.quote), None)
        card = None
        if against is not None:
            documents = composing.scoring.store.documents
            card = await documents.get_document(against.document_id, asker=asker)
        words = " ".join(said.words.split())
        text = composing.phrases.say(
            "answer-own-words",
            composing.speech,
            words=words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…",
            date=written_day(date.fromisoformat(said.day), composing.speech),
            older=written_day(card.added_at, composing.speech) if card is not None else "none",
        )
        return Line(Quote(passage, Span(0, len(passage.text))), text)

    async def _tell(self, reading: Reading, state: AnswerState) -> tuple[Reading, Told]:
        answered, told = await self.within.tell(reading, state)
        rules = _waiting(reading)
        if not rules or (told.lines and not told.is_nearest):
            return answered, told
        taught = replace(
            reading,
            hits=tuple(Hit(rule.right_passage, 1.0) for rule in rules if rule.right_passage),
            preferred=rules,
            acted=(*reading.acted, *(rule.id for rule in rules)),
            confidence=1.0,
        )
        said = await self.within.rereading.composing.tell(taught, state)
        return (taught, said) if said.lines and not said.is_nearest else (answered, told)


def _without_quotes_of(theirs: Sequence[Passage], told: Told) -> Told:
    """Leave out what is quoted of somebody's words; nothing is told where no more answers."""
    documents = {passage.document_id for passage in theirs}
    lines = [each for each in told.lines if each.quote is None or _is_other(each, documents)]
    is_sure = any(line.quote is not None for line in lines) and not told.is_nearest
    return replace(told, lines=tuple(lines)) if is_sure else Told(confidence=told.confidence)


def _is_other(line: Line, documents: set[str]) -> bool:
    return line.quote is not None and line.quote.passage.document_id not in documents


def _waiting(reading: Reading) -> tuple[Rule, ...]:
    """Return the rules that were made where nothing answered, and have not acted yet."""
    rules: Sequence[Rule] = reading.rules
    return tuple(
        rule
        for rule in rules
        if rule.shown_document_id is None
        and rule.right_passage is not None
        and rule.kind != "retire"
        and rule.id not in reading.acted
    )
