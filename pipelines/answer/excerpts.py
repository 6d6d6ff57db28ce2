"""What can be quoted to a question: outside of the engine, without history, and nothing is kept.

For those who type a question in another chat and choose what to send from a list. It is searched
and quoted as the pipeline does without a language model, which would keep them waiting.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.answer.state import AnswerState, Reading
from pipelines.answer.steps import AnswerSteps
from pipelines.answer.understanding import understand
from pipelines.models.answers import Answer, Citation
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Quote, cite_quotes
from pipelines.nodes.answering.sentences.extract_answer import ExtractionRules, rank_sentences
from pipelines.nodes.questions.politeness import core_question

MOST_QUOTES = 9
_OF_A_PASSAGE = 2
_LEAST_FUSED, _NEAR = 0.35, 0.6  # of a passage; and the share of the best one's
_RANKED = ExtractionRules(max_sentences=60, close=math.inf)


@dataclass(frozen=True, slots=True)
class Excerpts:
    """An answer, if there is a sure one, and the best sentences, best first."""

    language: str
    answer: Answer | None = None
    quotes: tuple[Citation, ...] = ()

    @property
    def documents(self) -> tuple[str, ...]:
        """The ids of what is quoted, best first, each once."""
        answered = self.answer.citations if self.answer is not None else ()
        return tuple(dict.fromkeys(one.document_id for one in (*answered, *self.quotes)))

    def best_alone(self) -> "Excerpts":
        """Return what is shown where there is room for one: the answer, or else the best quote."""
        return replace(self, quotes=self.quotes[:1] if self.answer is None else ())


async def find_excerpts(
    steps: AnswerSteps, question: str, *, asker: int | None, language: str | None
) -> Excerpts:
    """Find what the asker may read and send on; nothing is found for what the base is silent on."""
    question = question.strip()[: steps.settings.max_question_length]
    request = AnswerRequest(question, "", asker, interface_language=language)
    quoting = replace(steps, model=None)
    state = AnswerState(
        request,
        steps.detector.detect(question, hint=language),
        readings=understand(request, ()).readings or (Reading(core_question(question)),),
    )
    state = await quoting.select(await quoting.rerank(await quoting.search(state)))
    if state.abstained:
        return Excerpts(state.language)
    told = await quoting.quote(state)
    is_sure = bool(told.citations) and not (told.abstained or told.is_nearest)
    said = {citation.quote for citation in told.citations} if is_sure else set()
    quotes = [quote for quote in await _best_sentences(quoting, state) if quote.text not in said]
    found = Excerpts(
        state.language,
        told.answer() if is_sure else None,
        _cited_apart(quotes[:MOST_QUOTES]),
    )
    is_readable = await steps.store.documents.may_be_shown(found.documents, asker=asker)
    return found if is_readable else Excerpts(state.language)


async def _best_sentences(steps: AnswerSteps, state: AnswerState) -> list[Quote]:
    """Return the best sentences of the passages that come near to the best, the best first."""
    reading, asker = max(state.readings, key=lambda one: one.confidence), state.request.asker
    strongest = max((hit.fused_score or 0.0 for hit in reading.hits), default=0.0)
    least = max(_LEAST_FUSED, _NEAR * strongest)
    near = [hit for hit in reading.hits if (hit.fused_score or 0.0) >= least]
    query, passages, vectors = await asyncio.gather(
        steps.embedder.embed_query(reading.question),
        steps.scoring.read_hits(near, asker),
        steps.scoring.token_vectors([hit.id for hit in near], asker),
    )
    ranked = await asyncio.to_thread(
        rank_sentences, reading.question, query, passages, vectors, _RANKED
    )
    taken: Counter[int] = Counter()
    best = []
    for quote in ranked:
        taken[quote.passage.id] += 1
        if taken[quote.passage.id] <= _OF_A_PASSAGE:
            best.append(quote)
    return best


def _cited_apart(quotes: Sequence[Quote]) -> tuple[Citation, ...]:
    """Cite each quote by itself: two of one place are two things to send."""
    return tuple(citation for quote in quotes for citation in cite_quotes([quote]).citations)
