"""Find the rules that are for a question, and let them act on what was found for it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.learning.rules import Rule, RuleCandidate
from pipelines.nodes.learning.rules import apply_rules
from pipelines.nodes.learning.same_question import (
    Wording,
    is_near,
    is_same_question,
    reads_alike,
)
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
    asked = Wording(question, state.language, query)
    for_it = await asyncio.gather(*(_is_for(one, asked, scoring) for one in candidates))
    return tuple(one.rule for one, is_it in zip(candidates, for_it, strict=True) if is_it)


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
        left_out=after.left_out,
        acted=after.acted,
        confidence=confidence(after.passages, language),
    )


@dataclass(frozen=True, slots=True)
class _Written:
    """A question as it is written, which tells most of them apart without a model."""

    text: str
    language: str


async def _is_for(candidate: RuleCandidate, asked: Wording, scoring: Scoring) -> bool:
    """Tell whether a rule is for a question; what was retired is for all.

    The questions that it is not for are read only where the rule's own comes near.
    """
    question, language = candidate.question, candidate.language
    if not question:
        return True
    if not reads_alike(asked, _Written(question, language)):
        return False
    embedder, floor = scoring.embedder, scoring.embedder.similarity_floor
    taught = Wording(question, language, await embedder.embed_query(question))
    if not is_near(asked, taught, floor=floor):
        return False
    embedded = await embedder.embed_queries(candidate.others)
    others = [
        Wording(text, language, query)
        for text, query in zip(candidate.others, embedded, strict=True)
    ]
    return await asyncio.to_thread(is_same_question, asked, taught, others, floor=floor)
