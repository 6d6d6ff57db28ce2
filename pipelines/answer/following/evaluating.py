"""Measure an answer by the triad, and note how it came to be.

A model's sentences are compared by their tokens, embedded one by one, as they were to be checked;
what is quoted stands there to the letter, and costs nothing more than reading its passages.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import fields

from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Clock, Hit
from pipelines.models.learning.evaluations import AnswerLog, Evaluation, LoggedPassage
from pipelines.nodes.checking.checked_answer import read_claims
from pipelines.nodes.evaluating.triad import (
    Evidence,
    Triad,
    context_relevance,
    in_a_row,
    is_sound,
    measure,
    of_refusal,
    read_together,
)
from pipelines.nodes.text.amounts import as_written

_MOST_PASSAGES = 3  # that an answer is held against
_BEST = 2  # passages found: one that was changed may have been left out for that
_MOST_LOGGED = 10


async def answer_log(state: AnswerState, scoring: Scoring) -> AnswerLog:
    """Note how an answer came to be, and measure it."""
    clock = Clock()
    evaluation = await evaluate(state, scoring)
    spent = [(one.name, getattr(state.timings, one.name)) for one in fields(state.timings)]
    return AnswerLog(
        stage_ms=(*spent, ("evaluate", clock.ms())),
        passages=tuple(
            LoggedPassage(
                hit.id, hit.similarity, hit.rerank_score, hit.lexical_score, hit.fused_score
            )
            for hit in state.hits[:_MOST_LOGGED]
        ),
        rules=state.rules,
        model=state.model,
        tokens=state.tokens,
        unsupported=state.unsupported,
        evaluation=evaluation,
    )


async def evaluate(state: AnswerState, scoring: Scoring) -> Evaluation | None:
    """Measure an answer by the triad; None of one that no passages were searched for."""
    if state.asked != "a_question" or (state.is_of_column and not state.abstained):
        return None
    if state.abstained or state.is_nearest:
        return _rounded(of_refusal(state.confidence), is_refusal=True)
    cited = [c.passage_id for c in state.citations if c.passage_id is not None]
    ids = list(dict.fromkeys(cited))[:_MOST_PASSAGES]
    around = list(dict.fromkeys([*ids, *(hit.id for hit in state.hits[:_BEST])]))
    asker = state.request.asker
    passages, vectors = await asyncio.gather(
        scoring.handed_on([Hit(one, 0.0) for one in around], state),
        scoring.token_vectors(around, asker),
    )
    read = {one.id: Evidence(one.text, one.language, vectors.get(one.id)) for one in passages}
    evidence = [read[id_] for id_ in ids if id_ in read]
    question = " ".join(dict.fromkeys(reading.question for reading in state.readings))
    told = await asyncio.to_thread(_told_as_written, state, [one.text for one in evidence])
    answer = "\n".join(told)
    query = await scoring.embedder.embed_query(question)
    said = None
    if state.model and told:
        said = in_a_row(told, await scoring.embedder.embed_queries(told))
    measured = await asyncio.to_thread(measure, question, answer, evidence, query=query, said=said)
    if said is not None and measured.is_doubtful and scoring.reader is not None and evidence:
        text = await asyncio.to_thread(read_together, question, answer, evidence)
        odds = await scoring.reader.standing(answer, text, question=question)
        measured = measured.reread(odds)
    groundedness = measured.groundedness if all(map(is_sound, read.values())) else 0.0
    relevance = context_relevance(state.confidence)
    return _rounded(Triad(relevance, groundedness, measured.answer_relevance))


def _told_as_written(state: AnswerState, texts: Sequence[str]) -> list[str]:
    """Return what an answer tells of its sources, without marks and without the bot's own words."""
    claims = read_claims(state.text, len(state.citations)).claims
    told = [one.text for one in claims if one.tells and (state.model or one.numbers)]
    return [as_written(one, texts) for one in told]


def _rounded(triad: Triad, *, is_refusal: bool = False) -> Evaluation:
    return Evaluation(
        round(triad.relevance, 3),
        round(triad.groundedness, 3),
        round(triad.answer_relevance, 3),
        is_refusal,
    )
