"""Take a question through the nodes of the answer pipeline, with a clock on each."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchmarks.squad import Corpus
from pipelines.answer.pipeline import RETRIEVE
from pipelines.answer.state import AnswerState
from pipelines.answer.steps import AnswerSteps
from pipelines.engine.graph import nodes
from pipelines.models.answers import Passage
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.sentences.extract_answer import rank_sentences
from pipelines.nodes.answering.sentences.sentence_scores import score_sentences
from pipelines.nodes.ranking.select import rank

_WARM_UPS = (24, 48, 96, 160, 48, 24)  # characters


@dataclass(frozen=True, slots=True)
class Answered:
    """What the pipeline made of a question.

    ranked: every passage that was reranked, best first, before any is cut.
    stages_ms: by node; a question that was not answered has no "quote".
    """

    state: AnswerState
    ranked: tuple[Passage, ...]
    stages_ms: dict[str, float]


async def ask(answering: AnswerSteps, question: str, *, asker: int | None = None) -> Answered:
    """Ask, as anybody may unless told who; nothing is saved, and nobody is sent the answer."""
    stages: dict[str, float] = {}
    request = AnswerRequest(question, user_id="benchmark", asker=asker)
    began = time.perf_counter()
    state = await answering.parse_question(request)
    stages["parse_question"] = (time.perf_counter() - began) * 1000
    ranked: tuple[Passage, ...] = ()
    for node in nodes(RETRIEVE):
        began = time.perf_counter()
        state = await node.call(answering, state)
        stages[node.name] = (time.perf_counter() - began) * 1000
        if node.name == "rerank":
            ranked = rank(await answering.scoring.read(state), limit=len(state.hits))
    if not state.abstained:
        began = time.perf_counter()
        state = await answering.quote(state)
        stages["quote"] = (time.perf_counter() - began) * 1000
    return Answered(state, ranked, stages)


async def warm_up(answering: AnswerSteps, corpus: Corpus) -> None:
    """Ask what nobody measures, so that nothing is done for the first time afterwards."""
    for text in warm_up_questions(corpus):
        await ask(answering, text)


def warm_up_questions(corpus: Corpus) -> tuple[str, ...]:
    """Return beginnings of paragraphs, in several lengths; every system is warmed up by these."""
    places = corpus.places()
    return tuple(
        corpus.text(places[number % len(places)])[:length]
        for number, length in enumerate(_WARM_UPS)
    )


async def best_sentences(answering: AnswerSteps, state: AnswerState) -> tuple[Quote, ...]:
    """Return the three best sentences, as the extractive answer ranks them.

    It shows the first, and those of the others that come close to it.
    """
    passages = await answering.scoring.read(state)
    ids = [passage.id for passage in passages]
    query = await answering.embedder.embed_query(state.request.question)
    vectors = await answering.store.search.get_token_vectors(ids, asker=state.request.asker)
    question = state.request.question
    work = question, query, passages, vectors
    read = await answering.scoring.closely(question, score_sentences(*work))
    return rank_sentences(*work, read=read)


def holds_answer(quotes: Sequence[Quote], answers: Iterable[str]) -> bool:
    """Say whether one of the texts holds one of the answers, apart from case and white space.

    Sentences that stand beside each other are read as the one text that they are.
    """
    texts = [_plain(text) for text in _joined(quotes)]
    return any(_plain(answer) in text for answer in answers for text in texts)


def _joined(quotes: Sequence[Quote]) -> list[str]:
    ordered = sorted(quotes, key=lambda quote: (quote.passage.id, quote.span.start))
    texts = [quote.text for quote in ordered[:1]]
    for before, quote in pairwise(ordered):
        between = before.passage.text[before.span.end : quote.span.start]
        beside = before.passage.id == quote.passage.id and not between.strip()
        texts[-1:] = [f"{texts[-1]} {quote.text}"] if beside else [texts[-1], quote.text]
    return texts


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
