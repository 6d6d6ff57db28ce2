"""What the nodes of the answer pipeline do: one method a node. `pipeline.py` connects them."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from pipelines.answer.base.catalogue import Catalogue
from pipelines.answer.base.describing import Describing
from pipelines.answer.base.looking_up import LookingUp
from pipelines.answer.base.mentions import Mentions
from pipelines.answer.base.topics import example_topics
from pipelines.answer.following.evaluating import answer_log
from pipelines.answer.following.records import (
    exchange_of,
    interaction_of,
    kept_exchange,
    log_gap,
    nearly_exchange,
    sources_of,
)
from pipelines.answer.quoting.asking_again.paraphrasing import Paraphrasing
from pipelines.answer.quoting.asking_again.reading_on import ReadingOn
from pipelines.answer.quoting.asking_again.rereading import Rereading
from pipelines.answer.quoting.asking_again.translating import Translating
from pipelines.answer.quoting.composing import Composing
from pipelines.answer.quoting.found import Told
from pipelines.answer.quoting.lines import told_once
from pipelines.answer.quoting.pointed import Pointed
from pipelines.answer.quoting.understood import understood_as
from pipelines.answer.quoting.weighing.named import is_told_in
from pipelines.answer.quoting.within import Within
from pipelines.answer.ranking import Ranking
from pipelines.answer.scoring import Scoring
from pipelines.answer.searching import Searching
from pipelines.answer.state import AnswerState, Clock, Reading
from pipelines.answer.understanding import choose, composed, spare, understand
from pipelines.answer.writing.growing import show
from pipelines.answer.writing.metering import MODEL_REFUSED, Metering, not_had
from pipelines.engine.graph import Failed
from pipelines.errors import QuestionRefused
from pipelines.models.answers import Exchange
from pipelines.models.chat import Turn
from pipelines.models.interactions import Interaction
from pipelines.models.people import LAST_VIEWPOINT
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import CitedText, Line, cite_lines
from pipelines.nodes.answering.tappable import untappable
from pipelines.nodes.questions.anchors import list_of
from pipelines.nodes.questions.intents.intent import Intent
from pipelines.nodes.questions.intents.whats_there import what_is_there
from pipelines.nodes.questions.politeness import core_question
from pipelines.ports import (
    CloseReader,
    Embedder,
    LanguageDetector,
    Notifier,
    Phrasebook,
    Reranker,
    Traces,
)
from pipelines.settings import AnswerSettings
from pipelines.store.recent_passages import RecentPassages
from pipelines.store.recent_vectors import RecentVectors
from pipelines.store.store import Store

_SURE = 0.52  # confidence from which on passages are not doubted, as in quoted answers
_NOTED = 3  # passages, of which a question is known to have been asked
LOOK_BACK = 6  # pairs of the history that a message may lean on


@dataclass(frozen=True, slots=True)
class AnswerSteps:
    """The steps of the answer pipeline, and the adapters they work with."""

    store: Store
    embedder: Embedder
    reranker: Reranker
    detector: LanguageDetector
    phrases: Phrasebook
    notifier: Notifier
    model: Metering | None
    settings: AnswerSettings
    traces: Traces | None = None
    reader: CloseReader | None = None
    note_later: Callable[[str], Awaitable[bool]] | None = None  # by run; False: note it now
    recent: RecentVectors = field(default_factory=RecentVectors)
    passages: RecentPassages = field(default_factory=RecentPassages)

    @property
    def scoring(self) -> Scoring:
        """What passages are read and scored with."""
        models = self.embedder, self.reranker, self.settings.retrieval.weights
        return Scoring(self.store, *models, self.recent, self.reader, self.passages)

    @property
    def searching(self) -> Searching:
        """What questions are searched for with."""
        return Searching(self.scoring, self.settings.retrieval)

    @property
    def ranking(self) -> Ranking:
        """What is found is ranked with."""
        return Ranking(self.scoring, self.settings.retrieval)

    @property
    def catalogue(self) -> Catalogue:
        """What questions about the base are answered with."""
        return Catalogue(self.store.documents, self.phrases, self.store.originals)

    @property
    def mentions(self) -> Mentions:
        """What documents that tell of something are found with."""
        return Mentions(self.searching, self.ranking, self.catalogue)

    async def parse_question(self, request: AnswerRequest) -> AnswerState:
        """Check the message, name its language, and say what it may mean.

        Raises:
            QuestionRefused: nothing is asked, or more than MAX_QUESTION_LENGTH.
        """
        question, limit = request.question.strip(), self.settings.max_question_length
        if len(question) > limit:
            raise QuestionRefused("question-too-long", length=len(question), limit=limit)
        if not question:
            raise QuestionRefused("question-empty")
        request = replace(request, question=question)
        pairs = self.settings.history_pairs if request.replied_to else LOOK_BACK
        exchanges = await self.store.chats.get_exchanges(
            request.user_id, pairs, asker=request.asker
        )
        understood = understand(request, exchanges, datetime.now(UTC).date())
        if is_composed := understood.intent.kind == "composing" and self.model is not None:
            understood = composed(understood, question)
        asked = understood.readings[0].question if understood.readings else question
        before = next((e.language for e in reversed(exchanges) if e.language), None)
        said = before if understood.intent.is_smalltalk else None  # "ok" is of no language
        language = understood.intent.language or said
        return AnswerState(
            request,
            language or self.detector.detect(asked, hint=before or request.interface_language),
            has_model=self.model is not None,
            is_composed=is_composed,
            intent=understood.intent,
            earlier=understood.earlier,
            spoken=tuple(exchange.kind for exchange in exchanges),
            readings=understood.readings,
        )

    async def talk(self, state: AnswerState) -> AnswerState:
        """Answer what is no question: a greeting, thanks, who are you; shorter the second time."""
        page = await self.store.documents.list_documents(asker=state.request.asker, limit=1)
        said_before = "again" if state.intent.kind in state.spoken else "first"
        topics: dict[str, str] = {}
        if state.intent.kind == "capabilities":
            topics = await example_topics(self.store, state.request.asker, state.language)
        first, second = (*topics.values(), "", "")[:2]
        text = self.phrases.say(
            f"smalltalk-{state.intent.kind}",
            self._speech(state),
            state=said_before if page.total else "empty",
            model="some" if state.has_model else "none",
            topics=len(topics),
            topic=untappable(first),
            other=untappable(second),
        )
        exchange = Exchange("", text, kind=state.intent.kind, sources=tuple(topics))
        return replace(state, text=text, exchange=exchange, is_base_empty=not page.total)

    async def look_up(self, state: AnswerState) -> AnswerState:
        """Answer about the base or a document of it; else the message is a question after all."""
        speech = self._speech(state)
        describing = Describing(self.store, self.catalogue, self.phrases)
        told = await LookingUp(self.catalogue, describing, self.mentions).tell(state, speech)
        if told is not None:
            return told
        question = state.request.question
        asked = Reading(what_is_there(question, state.intent) or core_question(question))
        return replace(state, intent=Intent("question"), readings=(asked,))

    async def search(self, state: AnswerState) -> AnswerState:
        """Find passages that the asker may read, by meaning and by words, for every reading."""
        if state.has_model:
            await show(self.notifier, state, "searching", state.readings[-1].legible)
        clock, searching = Clock(), self.searching
        found = await asyncio.gather(
            *(searching.find(reading, state) for reading in state.readings)
        )
        corrected = await asyncio.gather(*(searching.corrected(one, state) for one in found))
        readings = [one.reading for one in found]
        embed_ms = max((one.embed_ms for one in found), default=0.0)
        timings = replace(state.timings, embed=embed_ms, search=clock.ms() - embed_ms)
        return replace(
            state, readings=(*readings, *(one for one in corrected if one)), timings=timings
        )

    async def rerank(self, state: AnswerState) -> AnswerState:
        """Look closer at the passages around what was found, and mix the scores."""
        clock = Clock()
        ranking = self.ranking
        readings = await asyncio.gather(*(ranking.rank(one, state) for one in state.readings))
        timings = replace(state.timings, rerank=clock.ms())
        return replace(state, readings=tuple(readings), timings=timings)

    async def select(self, state: AnswerState) -> AnswerState:
        """Take a reading of each question, cut what is weak, and say whether passages are in doubt.

        Sentences say themselves how surely they answer, and a question may be put in other words:
        so passages are looked into with less confidence than a language model is asked with.
        """
        clock = Clock()
        chosen, ranking = choose(state.readings), self.ranking
        readings = await asyncio.gather(*(ranking.strengthen(one, state) for one in chosen))
        surest = max((reading.confidence for reading in readings), default=0.0)
        least = self.settings.retrieval.abstain_below
        selected = replace(
            state,
            readings=tuple(readings),
            spare=spare(state.readings, chosen),
            to_search=False,
            is_doubtful=surest < least,
            abstained=False,
        )
        spent = state.timings.rerank + clock.ms()
        return replace(selected, timings=replace(state.timings, rerank=spent))

    async def quote(self, state: AnswerState) -> AnswerState:
        """Answer with cells and sentences, as they stand; say what the base has nothing about."""
        clock = Clock()
        composing = self._composing(state)
        translating = Translating(self.searching, self.ranking, composing)
        paraphrasing = Paraphrasing(translating)
        reading_on = ReadingOn(paraphrasing, self.scoring, composing.least)
        within = Within(Rereading(reading_on, composing, self.ranking), self.ranking)
        pairs = await asyncio.gather(*(Pointed(within).tell(one, state) for one in state.readings))
        readings, told = tuple(one for one, _ in pairs), [one for _, one in pairs]
        told = [one.where_declined() if state.is_declined else one for one in told]
        state = replace(state, readings=_as_told(readings, told))
        is_nearest = any(one.lines for one in told) and not any(map(_is_surely_told, told))
        lines = [
            line
            for reading, one in zip(state.readings, told, strict=True)
            for line in (*self._said_before(one, reading, state), *one.lines, *one.own_words)
        ]
        if lines:
            lines += self._unanswered(told, state)
        cited = cite_lines(told_once(lines))
        describing = Describing(self.store, self.catalogue, self.phrases)
        if said := await describing.around_reason(state, cited, self._speech(state)):
            return said
        timings = replace(state.timings, generate=clock.ms())
        if not cited.citations and not any(one.missing for one in told):
            return replace(state, abstained=True, timings=timings)
        return replace(
            state,
            abstained=not cited.citations,
            is_nearest=is_nearest,
            is_of_column=all(one.is_of_column for one in told),
            text=cited.text,
            aside=cited.aside,
            understood="" if is_nearest else understood_as(state, told),  # no answer comes first
            citations=cited.citations,
            exchange=nearly_exchange(state, told, cited)
            if is_nearest
            else exchange_of(state.readings, told, cited, state.earlier),
            timings=timings,
        )

    async def sure_quotes(self, state: AnswerState) -> CitedText | None:
        """Return what answers all that is asked without a model, surely; None if it does not.

        Both must be sure: the passages, as they were found, and the sentences.
        """
        least = self.settings.retrieval.abstain_below
        if any(reading.confidence < max(_SURE, least) for reading in state.readings):
            return None
        composing = replace(self._composing(state), is_glimpse=True)
        told = await asyncio.gather(*(composing.tell(one, state) for one in state.readings))
        if not all(_is_surely_told(one) and not one.missing for one in told):
            return None
        if any(one.confidence is not None and one.confidence < least for one in told):
            return None
        return cite_lines(
            told_once([line for one in told for line in one.lines if not line.is_aside])
        )

    def _composing(self, state: AnswerState) -> Composing:
        least = self.settings.retrieval.abstain_below
        return Composing(self.scoring, self.phrases, self._speech(state), least)

    async def compute(self, state: AnswerState) -> AnswerState:
        """Answer from a column of a table as a whole, exactly; else leave it to the model."""
        quoted = await self.quote(state)
        return quoted if quoted.is_of_column else state

    def _said_before(self, told: Told, reading: Reading, state: AnswerState) -> list[Line]:
        """Say what there is nothing about, or that what follows only comes close to an answer."""
        if not told.missing and not told.is_nearest:
            return []
        if told.is_nearest:
            key = "answer-nearest" if len(state.readings) == 1 else "part-nearest"
            said = self.phrases.say(key, self._speech(state), question=reading.put)
        else:
            what, there = list_of(told.missing), list_of(told.there)
            key = "nothing-about" if there else "nothing-about-alone"
            said = self.phrases.say(key, self._speech(state), what=what, there=there)
            said = said.replace("….", "…")  # behind a list that goes on
        return [Line(None, said)]

    def _unanswered(self, told: Sequence[Told], state: AnswerState) -> list[Line]:
        """Say which of a message's questions have no answer, where another has one."""
        speech = self._speech(state)
        shown = "\n".join(line.quote.text for one in told for line in one.lines if line.quote)
        return [
            Line(None, self.phrases.say("part-not-found", speech, question=reading.put))
            for reading, one in zip(state.readings, told, strict=True)
            if not (one.lines or one.missing or one.own_words or is_told_in(reading.put, shown))
        ]

    async def fall_back(self, failed: Failed) -> AnswerState:
        """Quote instead, and say so, when the language model could not be had."""
        quoted = await self.quote(failed.value)
        if failed.failure.code == MODEL_REFUSED:
            quoted = replace(quoted, trouble=MODEL_REFUSED)
        if quoted.abstained:
            return replace(quoted, not_had=not_had(failed.failure))
        is_spent = not_had(failed.failure) == "spent"
        key = "answer-budget-spent" if is_spent else "answer-quoted-instead"
        notice = self.phrases.say(key, self._speech(quoted))
        return replace(quoted, text=f"{notice}\n\n{quoted.text}")

    async def abstain(self, state: AnswerState) -> AnswerState:
        """Say that the base has no answer, or no other one."""
        if not state.text and (
            listed := await self.mentions.tell_instead(state, self._speech(state))
        ):
            return listed
        text, is_answered, is_empty = state.text, state.request.is_again, False
        if not text and is_answered:
            text = self.phrases.say("answer-nothing-else", self._speech(state))
        elif not text:
            page = await self.store.documents.list_documents(asker=state.request.asker, limit=1)
            is_empty = not page.total
            key = "smalltalk-base-empty" if is_empty else "answer-not-found"
            text = self.phrases.say(key, self._speech(state))
        if state.not_had and not is_empty:
            notice = self.phrases.say(f"answer-without-model-{state.not_had}", self._speech(state))
            text = f"{notice}\n\n{text}"
        return replace(
            state,
            text=text,
            aside="",
            citations=(),
            readings=_emptied(state.readings),
            spare=(),
            abstained=not is_answered,
            has_nearest=bool(state.hits) and state.is_single and not is_answered,
            is_base_empty=is_empty,
        )

    async def save(self, state: AnswerState) -> AnswerState:
        """Save the pair before the reply is sent; without an answer to what we asked, nothing.

        Of what its asker may not read any more nothing is saved, and nothing shown.
        """
        if _is_unanswered_again(state):
            return state
        if not await self.may_be_shown(state):
            return self._withdrawn(state)
        if not state.request.is_kept:
            await self._note_read(state)
            return state
        turns = (Turn("user", state.request.question), Turn("assistant", state.text))
        pairs = self.settings.history_pairs
        sources = await sources_of(state, self.scoring, pairs)
        await self.store.chats.insert_and_trim_pairs(
            state.request.user_id,
            turns,
            pairs,
            run_id=state.request.run_id,
            exchange=kept_exchange(state, sources),
            asker=state.request.billed_to,
        )
        if (interaction := interaction_of(state)) is None:
            return state
        await self.store.interactions.log_interaction(replace(interaction, sources=sources))
        return replace(state, interaction_id=interaction.id)

    async def _note_read(self, state: AnswerState) -> None:
        """Note what is shown to an admin who asks as somebody else; nothing else of it is kept."""
        asker = state.request.asker
        documents = {citation.document_id for citation in state.citations}
        if asker is not None and asker <= LAST_VIEWPOINT and documents:
            administration = self.store.administration
            await administration.note_documents_read(sorted(documents), reader=asker)

    async def _log_question(self, interaction: Interaction, state: AnswerState) -> None:
        """Keep what the question is like, for rules of others, and as a gap if it is one."""
        if not interaction.is_single or interaction.asker is None:
            return
        query = await self.embedder.embed_query(interaction.reading)
        await self.store.rules.log_asked_question(
            interaction.id,
            query.embedding,
            language=state.language,
            passages=[hit.id for hit in state.hits[:_NOTED]],
            rules=state.rules,
        )
        if self.settings.keeps_gaps:
            await log_gap(interaction, query, state, self.store.gaps)

    async def reply(self, state: AnswerState) -> AnswerState:
        """Send the answer to whoever asked; a question that we asked again waits on without one."""
        if not await self.may_be_shown(state):  # withdrawn since it was saved
            state = self._withdrawn(state)
        if _is_unanswered_again(state):
            return state
        answer = state.answer()
        shown_at = await self.notifier.answered(state.request.origin, answer)
        if shown_at and answer.interaction_id:  # a reply or a reaction names the message alone
            await self.store.interactions.record_shown_answer(answer.interaction_id, shown_at)
        return replace(state, shown_at=shown_at)

    async def note(self, state: AnswerState) -> AnswerState:
        """Measure an answer that was kept, and note how it came to be: no reply waits for that."""
        if self.note_later is None or not await self.note_later(state.request.run_id):
            await self.note_now(state)
        return state

    async def note_now(self, state: AnswerState) -> None:
        """The same, at once, whoever waits."""
        interaction = interaction_of(state) if state.interaction_id else None
        if interaction is None:
            return
        log = await answer_log(state, self.scoring)
        if self.traces is not None:
            log = replace(log, trace_id=self.traces.record(log))
        await self.store.interactions.note_answer(interaction.id, log)
        await self._log_question(interaction, state)

    async def leave_unnoted(self, failed: Failed) -> AnswerState:
        """Let an answer be that was sent, whatever could not be noted of it."""
        state: AnswerState = failed.value
        return state

    async def may_be_shown(self, state: AnswerState) -> bool:
        """Tell whether whoever asked may still read all that an answer shows something of."""
        shown = [citation.document_id for citation in state.citations]
        shown += [choice.document_id for choice in state.choices]
        if state.exchange is not None and not state.abstained:
            shown += (*state.exchange.documents, *state.exchange.sources)
        documents = tuple(dict.fromkeys(shown))
        asker, reader = state.request.asker, state.request.payer
        return await self.store.documents.may_be_shown(documents, asker=asker, reader=reader)

    def _withdrawn(self, state: AnswerState) -> AnswerState:
        """Say that there was an answer, and nothing of it; to what we asked, nothing at all."""
        return AnswerState(
            state.request,
            state.language,
            text=self.phrases.say("answer-withdrawn", self._speech(state)),
            abstained=state.request.is_asked_again,
        )

    async def answer_in_quotes(self, state: AnswerState) -> AnswerState:
        """Answer without a language model, and keep nothing: to see whether the base can."""
        selected = await self.select(await self.rerank(await self.search(state)))
        return selected if selected.abstained else await self.quote(selected)

    async def report_failure(self, failed: Failed) -> AnswerState:
        """Say that there will be no answer, and why."""
        request: AnswerRequest = failed.value
        await self.notifier.failed(request.origin, failed.failure)
        return AnswerState(request, "und", failure=failed.failure)

    def _speech(self, state: AnswerState) -> str | None:
        return self.phrases.spoken(state.language, state.request.interface_language)


def _is_unanswered_again(state: AnswerState) -> bool:
    return state.request.is_asked_again and (state.abstained or state.is_nearest)


def _as_told(readings: Sequence[Reading], told: Sequence[Told]) -> tuple[Reading, ...]:
    """Return the readings as sure as what is told of them."""
    return tuple(
        reading if one.confidence is None else replace(reading, confidence=one.confidence)
        for reading, one in zip(readings, told, strict=True)
    )


def _is_surely_told(told: Told) -> bool:
    return bool(told.lines) and not told.is_nearest


def _emptied(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    return tuple(replace(reading, hits=()) for reading in readings)
