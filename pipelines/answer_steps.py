"""What the nodes of the answer pipeline do: one method a node. `answer.py` connects them."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.errors import PromptTooLong, QuestionRefused
from pipelines.graph import Failed
from pipelines.inquiry import Inquiry
from pipelines.nodes.cite import CitedText, cite_answer, cite_quotes
from pipelines.nodes.confidence import confidence
from pipelines.nodes.extract_answer import extract_answer
from pipelines.nodes.prompt import build_prompt, declines, shrink
from pipelines.nodes.select import keep_relevant, missing_neighbours, rank
from pipelines.ports import (
    Correspondent,
    Embedder,
    Gateway,
    LanguageDetector,
    LanguageModel,
    Phrasebook,
    Reranker,
)
from pipelines.questions import Passage, Turn
from pipelines.requests import AnswerRequest
from pipelines.scoring import Scoring
from pipelines.settings import AnswerSettings


@dataclass(frozen=True, slots=True)
class Answering:
    """The adapters that the nodes of the answer pipeline work with."""

    gateway: Gateway
    embedder: Embedder
    reranker: Reranker
    detector: LanguageDetector
    phrases: Phrasebook
    correspondent: Correspondent
    model: LanguageModel | None
    settings: AnswerSettings

    @property
    def scoring(self) -> Scoring:
        """What passages are read and scored with."""
        weights = self.settings.retrieval.weights
        return Scoring(self.gateway, self.embedder, self.reranker, weights)

    async def understand(self, request: AnswerRequest) -> Inquiry:
        """Check the question and name its language."""
        question, limit = request.question.strip(), self.settings.max_question_length
        if len(question) > limit:
            raise QuestionRefused("question-too-long", length=len(question), limit=limit)
        if not any(character.isalnum() for character in question):
            raise QuestionRefused("question-empty")
        language = self.detector.detect(question, hint=request.interface_language)
        request = replace(request, question=question)
        return Inquiry(request, language, has_model=self.model is not None)

    async def embed(self, inquiry: Inquiry) -> Inquiry:
        """Embed the question; the embedder remembers it for the nodes that follow."""
        clock = _Clock()
        await self.embedder.embed_query(inquiry.request.question)
        return replace(inquiry, timings=replace(inquiry.timings, embed=clock.ms()))

    async def search(self, inquiry: Inquiry) -> Inquiry:
        """Find passages that the asker may read, by meaning and by words."""
        clock, retrieval = _Clock(), self.settings.retrieval
        query = await self.embedder.embed_query(inquiry.request.question)
        passages = await self.gateway.hybrid_search(
            query.embedding,
            text=inquiry.request.question,
            language=inquiry.language,
            top_k=retrieval.top_k,
            threshold=retrieval.search_threshold,
            floor=self.embedder.similarity_floor,
            asker=inquiry.request.asker,
            model=self.embedder.model,
            layout=self.embedder.layout,
        )
        found = inquiry.with_passages(passages)
        return replace(found, timings=replace(inquiry.timings, search=clock.ms()))

    async def rerank(self, inquiry: Inquiry) -> Inquiry:
        """Look closer at the passages around what was found, and mix the scores."""
        clock = _Clock()
        passages = await self.scoring.found(inquiry)
        ranked = replace(inquiry.with_passages(passages), unranked=_unranked(passages))
        return replace(ranked, timings=replace(inquiry.timings, rerank=clock.ms()))

    async def select(self, inquiry: Inquiry) -> Inquiry:
        """Cut what is weak, give each passage a neighbour; decide whether there is an answer."""
        clock, retrieval = _Clock(), self.settings.retrieval
        strong = keep_relevant(
            inquiry.hits,
            min_rerank_score=retrieval.min_rerank_score,
            min_similarity=retrieval.min_similarity,
        )
        best = replace(inquiry, hits=rank(strong, limit=retrieval.passages))
        kept, beside = await asyncio.gather(
            self.scoring.read(best),
            self.gateway.get_neighbours([hit.id for hit in best.hits], asker=inquiry.request.asker),
        )
        around = await self.scoring.others(inquiry, [replace(p, similarity=0.0) for p in beside])
        chosen = rank([*kept, *missing_neighbours(kept, around)], limit=retrieval.passages)
        sure = confidence(chosen)
        selected = replace(
            inquiry.with_passages(chosen),
            confidence=sure,
            abstained=sure < retrieval.abstain_below,
            unranked=inquiry.unranked + _unranked(around),
        )
        spent = inquiry.timings.rerank + clock.ms()
        return replace(selected, timings=replace(inquiry.timings, rerank=spent))

    async def generate(self, inquiry: Inquiry) -> Inquiry:
        """Let the language model answer from the passages; check its citations."""
        assert self.model is not None, "the switch sends nobody here without a model"
        clock, request = _Clock(), inquiry.request
        passages: Sequence[Passage] = await self.scoring.read(inquiry)
        history: Sequence[Turn] = await self.gateway.get_history(
            request.user_id, self.settings.history_pairs
        )
        text = await self._complete(self.model, inquiry, passages, history)
        cited = CitedText("", ()) if declines(text) else cite_answer(text, passages)
        timings = replace(inquiry.timings, generate=clock.ms())
        if not cited.citations:  # nothing to check it by: the base does not answer this
            return replace(inquiry, abstained=True, timings=timings)
        return replace(inquiry, text=cited.text, citations=cited.citations, timings=timings)

    async def quote(self, inquiry: Inquiry) -> Inquiry:
        """Answer with the sentences that answer, as they stand."""
        clock = _Clock()
        passages = await self.scoring.read(inquiry)
        ids = [passage.id for passage in passages]
        query = await self.embedder.embed_query(inquiry.request.question)
        vectors = await self.scoring.token_vectors(ids, inquiry.request.asker)
        quotes = extract_answer(
            inquiry.request.question, query, passages, vectors, language=inquiry.language
        )
        cited = cite_quotes(quotes)
        return replace(
            inquiry,
            abstained=not quotes,
            text=cited.text,
            citations=cited.citations,
            timings=replace(inquiry.timings, generate=clock.ms()),
        )

    async def fall_back(self, failed: Failed) -> Inquiry:
        """Quote instead, and say so, when the language model could not be had."""
        quoted = await self.quote(failed.value)
        if quoted.abstained:
            return quoted
        notice = self.phrases.say("answer-quoted-instead", self._speech(quoted))
        return replace(quoted, text=f"{notice}\n\n{quoted.text}")

    async def abstain(self, inquiry: Inquiry) -> Inquiry:
        """Say that the base has no answer."""
        text = self.phrases.say("answer-not-found", self._speech(inquiry))
        return replace(inquiry, text=text, citations=(), hits=())

    async def save(self, inquiry: Inquiry) -> Inquiry:
        """Save the pair before the reply is sent."""
        turns = (Turn("user", inquiry.request.question), Turn("assistant", inquiry.text))
        pairs = self.settings.history_pairs
        await self.gateway.insert_and_trim_pairs(
            inquiry.request.user_id, turns, pairs, run_id=inquiry.request.run_id
        )
        return inquiry

    async def reply(self, inquiry: Inquiry) -> Inquiry:
        """Send the answer to whoever asked."""
        await self.correspondent.answered(inquiry.request.origin, inquiry.answer())
        return inquiry

    async def apologise(self, failed: Failed) -> Inquiry:
        """Say that there will be no answer, and why."""
        request: AnswerRequest = failed.value
        await self.correspondent.failed(request.origin, failed.failure)
        return Inquiry(request, "und", failure=failed.failure)

    async def _complete(
        self,
        model: LanguageModel,
        inquiry: Inquiry,
        passages: Sequence[Passage],
        history: Sequence[Turn],
    ) -> str:
        question, language = inquiry.request.question, inquiry.language
        prompt = build_prompt(question, passages, history, language)
        try:
            return await model.complete(prompt.system, prompt.turns)
        except PromptTooLong:
            fewer, recent = shrink(passages, history)
            prompt = build_prompt(question, fewer, recent, language)
            return await model.complete(prompt.system, prompt.turns)

    def _speech(self, inquiry: Inquiry) -> str | None:
        known = inquiry.language if inquiry.language != "und" else None
        return known or inquiry.request.interface_language


def _unranked(passages: Sequence[Passage]) -> int:
    return sum(passage.rerank_score is None for passage in passages)


class _Clock:
    """Milliseconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def ms(self) -> float:
        return (time.perf_counter() - self._start) * 1000
