"""What the nodes of the answer pipeline do: one method a node. `pipeline.py` connects them."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState
from pipelines.engine.graph import Failed
from pipelines.errors import PromptTooLong, QuestionRefused
from pipelines.models.answers import Passage, Turn
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import CitedText, cite_answer, cite_quotes
from pipelines.nodes.answering.extract_answer import extract_answer
from pipelines.nodes.answering.prompt import build_prompt, declines, shrink
from pipelines.nodes.ranking.confidence import confidence
from pipelines.nodes.ranking.select import keep_relevant, missing_neighbours, rank
from pipelines.ports import (
    Embedder,
    LanguageDetector,
    LanguageModel,
    Notifier,
    Phrasebook,
    Reranker,
)
from pipelines.settings import AnswerSettings
from pipelines.store.store import Store


@dataclass(frozen=True, slots=True)
class AnswerSteps:
    """The steps of the answer pipeline, and the adapters they work with."""

    store: Store
    embedder: Embedder
    reranker: Reranker
    detector: LanguageDetector
    phrases: Phrasebook
    notifier: Notifier
    model: LanguageModel | None
    settings: AnswerSettings

    @property
    def scoring(self) -> Scoring:
        """What passages are read and scored with."""
        weights = self.settings.retrieval.weights
        return Scoring(self.store, self.embedder, self.reranker, weights)

    async def parse_question(self, request: AnswerRequest) -> AnswerState:
        """Check the question and name its language."""
        question, limit = request.question.strip(), self.settings.max_question_length
        if len(question) > limit:
            raise QuestionRefused("question-too-long", length=len(question), limit=limit)
        if not any(character.isalnum() for character in question):
            raise QuestionRefused("question-empty")
        language = self.detector.detect(question, hint=request.interface_language)
        request = replace(request, question=question)
        return AnswerState(request, language, has_model=self.model is not None)

    async def search(self, state: AnswerState) -> AnswerState:
        """Find passages that the asker may read, by meaning and by words."""
        clock, retrieval = _Clock(), self.settings.retrieval
        query = await self.embedder.embed_query(state.request.question)
        embed_ms = clock.ms()
        passages = await self.store.search.search_documents(
            query.embedding,
            text=state.request.question,
            language=state.language,
            top_k=retrieval.top_k,
            threshold=retrieval.search_threshold,
            floor=self.embedder.similarity_floor,
            asker=state.request.asker,
            model=self.embedder.model,
            layout=self.embedder.layout,
            ef=retrieval.search_ef,
        )
        timings = replace(state.timings, embed=embed_ms, search=clock.ms() - embed_ms)
        return replace(state.with_passages(passages), timings=timings)

    async def rerank(self, state: AnswerState) -> AnswerState:
        """Look closer at the passages around what was found, and mix the scores."""
        clock = _Clock()
        passages = await self.scoring.found(state)
        ranked = replace(state.with_passages(passages), unranked=_unranked(passages))
        return replace(ranked, timings=replace(state.timings, rerank=clock.ms()))

    async def select(self, state: AnswerState) -> AnswerState:
        """Cut what is weak, give each passage a neighbour; decide whether there is an answer."""
        clock, retrieval = _Clock(), self.settings.retrieval
        strong = keep_relevant(
            state.hits,
            min_rerank_score=retrieval.min_rerank_score,
            min_similarity=retrieval.min_similarity,
        )
        best = replace(state, hits=rank(strong, limit=retrieval.passages))
        kept, beside = await asyncio.gather(
            self.scoring.read(best),
            self.store.search.get_neighbours(
                [hit.id for hit in best.hits], asker=state.request.asker
            ),
        )
        around = await self.scoring.others(state, [replace(p, similarity=0.0) for p in beside])
        chosen = rank([*kept, *missing_neighbours(kept, around)], limit=retrieval.passages)
        sure = confidence(chosen)
        selected = replace(
            state.with_passages(chosen),
            confidence=sure,
            abstained=sure < retrieval.abstain_below,
            unranked=state.unranked + _unranked(around),
        )
        spent = state.timings.rerank + clock.ms()
        return replace(selected, timings=replace(state.timings, rerank=spent))

    async def generate(self, state: AnswerState) -> AnswerState:
        """Let the language model answer from the passages; check its citations."""
        assert self.model is not None, "the switch sends nobody here without a model"
        clock, request = _Clock(), state.request
        passages: Sequence[Passage] = await self.scoring.read(state)
        history: Sequence[Turn] = await self.store.chats.get_history(
            request.user_id, self.settings.history_pairs
        )
        text = await self._complete(self.model, state, passages, history)
        cited = CitedText("", ()) if declines(text) else cite_answer(text, passages)
        timings = replace(state.timings, generate=clock.ms())
        if not cited.citations:  # nothing to check it by: the base does not answer this
            return replace(state, abstained=True, timings=timings)
        return replace(state, text=cited.text, citations=cited.citations, timings=timings)

    async def quote(self, state: AnswerState) -> AnswerState:
        """Answer with the sentences that answer, as they stand."""
        clock = _Clock()
        passages = await self.scoring.read(state)
        ids = [passage.id for passage in passages]
        query = await self.embedder.embed_query(state.request.question)
        vectors = await self.scoring.token_vectors(ids, state.request.asker)
        quotes = extract_answer(
            state.request.question, query, passages, vectors, language=state.language
        )
        cited = cite_quotes(quotes)
        return replace(
            state,
            abstained=not quotes,
            text=cited.text,
            citations=cited.citations,
            timings=replace(state.timings, generate=clock.ms()),
        )

    async def fall_back(self, failed: Failed) -> AnswerState:
        """Quote instead, and say so, when the language model could not be had."""
        quoted = await self.quote(failed.value)
        if quoted.abstained:
            return quoted
        notice = self.phrases.say("answer-quoted-instead", self._speech(quoted))
        return replace(quoted, text=f"{notice}\n\n{quoted.text}")

    async def abstain(self, state: AnswerState) -> AnswerState:
        """Say that the base has no answer."""
        text = self.phrases.say("answer-not-found", self._speech(state))
        return replace(state, text=text, citations=(), hits=())

    async def save(self, state: AnswerState) -> AnswerState:
        """Save the pair before the reply is sent."""
        turns = (Turn("user", state.request.question), Turn("assistant", state.text))
        pairs = self.settings.history_pairs
        await self.store.chats.insert_and_trim_pairs(
            state.request.user_id, turns, pairs, run_id=state.request.run_id
        )
        return state

    async def reply(self, state: AnswerState) -> AnswerState:
        """Send the answer to whoever asked."""
        await self.notifier.answered(state.request.origin, state.answer())
        return state

    async def report_failure(self, failed: Failed) -> AnswerState:
        """Say that there will be no answer, and why."""
        request: AnswerRequest = failed.value
        await self.notifier.failed(request.origin, failed.failure)
        return AnswerState(request, "und", failure=failed.failure)

    async def _complete(
        self,
        model: LanguageModel,
        state: AnswerState,
        passages: Sequence[Passage],
        history: Sequence[Turn],
    ) -> str:
        question, language = state.request.question, state.language
        prompt = build_prompt(question, passages, history, language)
        try:
            return await model.complete(prompt.system, prompt.turns)
        except PromptTooLong:
            fewer, recent = shrink(passages, history)
            prompt = build_prompt(question, fewer, recent, language)
            return await model.complete(prompt.system, prompt.turns)

    def _speech(self, state: AnswerState) -> str | None:
        known = state.language if state.language != "und" else None
        return known or state.request.interface_language


def _unranked(passages: Sequence[Passage]) -> int:
    return sum(passage.rerank_score is None for passage in passages)


class _Clock:
    """Milliseconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def ms(self) -> float:
        return (time.perf_counter() - self._start) * 1000
