"""Find the rules that are for a question, and let them act on what was found for it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.rules import Rule, RuleCandidate
from pipelines.nodes.learning.rules import apply_rules
from pipelines.nodes.learning.same_question import Wording, is_same_question
from pipelines.nodes.ranking.select import confidence

_LEAST_ALIKE = 0.3  # similarity of two questions, under which they are no wordings of one


async def rules_of(
    question: str, query: QueryEmbedding, state: AnswerState, scoring: Scoring
) -> tuple[Rule, ...]:
    """Return the rules that are for a question as its asker may have it answered.

    Whoever wants another answer than they got gets one that no rule prefers.
    """
    floor = scoring.embedder.similarity_floor
    candidates = await scoring.store.rules.rules_for(
        query.embedding,
        least=floor + (1.0 - floor) * _LEAST_ALIKE,
        asker=state.request.asker,
        drafts=state.request.trial_rules,
    )
    if state.request.is_again:
        candidates = tuple(one for one in candidates if one.rule.right_passage is None)
    if not candidates:
        return ()
    asked = Wording(question, state.language, query)
    taught = await asyncio.gather(*(_wordings(one, scoring) for one in candidates))
    return await asyncio.to_thread(_for_it, asked, candidates, taught, floor)


def with_rules(reading: Reading, rules: Sequence[Rule]) -> Reading:
    """Let a reading remember its rules, and look at the passages that they name."""
    known = {hit.id for hit in reading.hits}
    right = dict.fromkeys(rule.right_passage for rule in rules)
    added = tuple(each for each in right if each is not None and each not in known)
    hits = (*reading.hits, *(Hit(each, 0.0) for each in added))
    return replace(reading, hits=hits, rules=tuple(rules), added=added)


def ruled(reading: Reading, passages: Sequence[Passage], *, language: str, least: float) -> Reading:
    """Let the rules of a reading act on its scored passages.

    Args:
        least: confidence under which there would be no answer.
    """
    found = [passage for passage in passages if passage.id not in reading.added]
    is_found = confidence(found, language) >= least
    after = apply_rules(passages, reading.rules, reading.added, is_found=is_found)
    return replace(
        reading.with_passages(after.passages),
        preferred=after.preferred,
        acted=after.acted,
        confidence=confidence(after.passages, language),
    )


async def _wordings(candidate: RuleCandidate, scoring: Scoring) -> list[Wording]:
    """Embed a rule's question and those that it is not for."""
    texts = [candidate.question, *candidate.others] if candidate.question else []
    embedded = await scoring.embedder.embed_queries(texts)
    return [
        Wording(text, candidate.language, query)
        for text, query in zip(texts, embedded, strict=True)
    ]


def _for_it(
    asked: Wording,
    candidates: Sequence[RuleCandidate],
    taught: Sequence[Sequence[Wording]],
    floor: float,
) -> tuple[Rule, ...]:
    """Return what was retired, and of the rules for this very question all of the nearest one's."""
    return tuple(
        candidate.rule
        for candidate, wordings in zip(candidates, taught, strict=True)
        if not wordings or is_same_question(asked, wordings[0], wordings[1:], floor=floor)
    )
