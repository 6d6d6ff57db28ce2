"""Find the rules that are for a question, and let them act on what was found for it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.answer.scoring import Scoring
from pipelines.answer.state import AnswerState, Hit, Reading
from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.learning.rules import KnownRule, OwnWords, Rule, RuleCandidate
from pipelines.nodes.learning.rules import apply_rules
from pipelines.nodes.learning.same_question import (
    Wording,
    exchanges_word,
    is_near,
    is_same_question,
    reads_alike,
)
from pipelines.nodes.ranking.select import confidence

_LEAST_ALIKE = 0.3  # similarity of two questions, under which they are no wordings of one


@dataclass(frozen=True, slots=True)
class Taught:
    """What people taught for a question: rules for it, and what its asker said and waits for."""

    rules: tuple[Rule, ...] = ()
    own_words: tuple[OwnWords, ...] = ()


async def taught_for(
    question: str, query: QueryEmbedding, state: AnswerState, scoring: Scoring
) -> Taught:
    """Return the rules that are for a question as its asker may have it answered.

    Whoever wants another answer than they got gets one that no rule prefers.
    """
    floor, request = scoring.embedder.similarity_floor, state.request
    drafts = await _own_drafts(state, scoring)
    candidates = await scoring.store.rules.rules_for(
        query.embedding,
        least=floor + (1.0 - floor) * _LEAST_ALIKE,
        asker=request.asker,
        drafts=request.trial_rules,
        beside=tuple(drafts),
    )
    if state.request.is_again:
        candidates = tuple(one for one in candidates if one.rule.right_passage is None)
    asked = Wording(question, state.language, query)
    candidates = tuple(
        one for one in candidates if one.rule.id not in drafts or not _exchanges(asked, one)
    )
    for_it = await asyncio.gather(*(_is_for(one, asked, scoring) for one in candidates))
    rules = [one.rule for one, is_it in zip(candidates, for_it, strict=True) if is_it]
    said = [_said(drafts[rule.id], rule.right_passage) for rule in rules if rule.id in drafts]
    return Taught(
        tuple(rule for rule in rules if rule.id not in drafts),
        tuple(one for one in said if one is not None),
    )


def _exchanges(asked: Wording, candidate: RuleCandidate) -> bool:
    return exchanges_word(asked, _Written(candidate.question, candidate.language))


async def _own_drafts(state: AnswerState, scoring: Scoring) -> dict[int, KnownRule]:
    """Return by id what its asker wrote against answers, and others have not decided on.

    Nobody else is answered with it, and what is tried for somebody is tried without.
    """
    asker = state.request.asker
    if asker is None or not state.request.is_kept:
        return {}
    rules = await scoring.store.rules.list_rules(asker, state="draft", with_asked=True)
    return {r.rule.id: r for r in rules if r.is_in_words and not r.is_to_decide}


def _said(draft: KnownRule, passage: int | None) -> OwnWords | None:
    day = draft.created_at.date().isoformat()
    return None if passage is None else OwnWords(passage, draft.reason, day)


def with_rules(reading: Reading, taught: Taught) -> Reading:
    """Let a reading remember what was taught, and look at the passages that its rules name."""
    rules = taught.rules
    known = {hit.id for hit in reading.hits}
    right = dict.fromkeys(rule.right_passage for rule in rules)
    added = tuple(each for each in right if each is not None and each not in known)
    hits = (*reading.hits, *(Hit(each, 0.0) for each in added))
    return replace(reading, hits=hits, rules=rules, added=added, own_words=taught.own_words)


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
