"""What people say against answers: made a rule, and tried on other questions before it counts.

All of it is asked outside of the engine, without a language model, and nothing of it is kept.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.answer.following.evaluating import evaluate
from pipelines.answer.state import AnswerState, Reading
from pipelines.answer.steps import AnswerSteps
from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.models.interactions import Interaction
from pipelines.models.learning.conflicts import ConflictState, KnownConflict
from pipelines.models.learning.evaluations import GoldenQuestion, GoldenResult
from pipelines.models.learning.rules import (
    MAY_EMPTY,
    Change,
    KnownRule,
    Proposal,
    Proposed,
    Replay,
    ReplayQuestion,
    RuleKind,
)
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.sentences.close_reading import CloseReadingRules, around
from pipelines.nodes.answering.sentences.extract_answer import answering
from pipelines.nodes.answering.sentences.sentence_scores import score_sentences

_OTHERS = 4  # passages that are offered instead of the one that was shown
_LONGEST_SHOWN = 300  # characters of one
_FEWEST_QUOTED = 4  # words that are a quote where they stand in a document; fewer stand in many


@dataclass(frozen=True, slots=True)
class Correction:
    """What is wrong with an answer.

    right: id of the passage that answers; None: not this one. span: which characters of it, if only
    these.
    """

    kind: RuleKind
    reason: str
    right: int | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Teaching:
    """What corrections are made rules with."""

    steps: AnswerSteps

    async def propose(
        self,
        interaction: Interaction,
        correction: Correction,
        *,
        asker: int,
        chat: str,
        opens: bool = False,
    ) -> Proposed | None:
        """Make a rule of a correction, for the question as it was understood.

        opens: what is right are their own words, for everybody once the rule is accepted.

        Returns None when there is nothing to make one of: the answer was to several questions, or
        cited nothing.
        """
        shown = next(iter(interaction.passages), None)
        if not interaction.is_single or (shown is None and correction.right is None):
            return None
        if correction.right is not None and correction.right == shown and correction.span is None:
            return None
        query = await self.steps.embedder.embed_query(interaction.reading)
        proposal = Proposal(
            correction.kind,
            interaction.reading,
            interaction.language or "und",
            correction.reason,
            shown,
            correction.right,
            correction.span,
        )
        rules = self.steps.store.rules
        proposed = await rules.propose_rule(
            interaction.id, proposal, query.embedding, asker=asker, chat=chat, opens=opens
        )
        if proposed.state != "active" or proposed.rule_id is None or correction.reason == MAY_EMPTY:
            return proposed
        if await self.answer_now(proposal.question, proposal.language, actor=asker):
            return proposed
        await rules.decide_rule(proposed.rule_id, "undo", actor=asker)
        return Proposed("empties")

    async def decide_conflict(
        self, conflict: KnownConflict, state: ConflictState, *, actor: int
    ) -> bool:
        """Prefer what holds, for questions put as what does not; False: not theirs to say."""
        wrong = {"first": conflict.second.text, "second": conflict.first.text}.get(state, "")
        query = await self.steps.embedder.embed_query(wrong) if wrong else None
        return await self.steps.store.conflicts.decide_conflict(
            conflict.id,
            state,
            wrong,
            query.embedding if query is not None else None,
            language=self.steps.detector.detect(wrong),
            actor=actor,
        )

    async def other_passages(self, interaction: Interaction, *, asker: int) -> tuple[Quote, ...]:
        """Return the best passages for a question that its answer did not cite.

        Of each what stands around its best sentence is quoted.
        """
        if not interaction.is_single:
            return ()
        state = self._asked(interaction.reading, interaction.language, asker, is_again=True)
        state = await self.steps.rerank(await self.steps.search(state))
        ranked = sorted(state.hits, key=lambda hit: -(hit.fused_score or 0.0))
        others, seen = [], set(await self._units(interaction.passages, asker))
        for passage in await self.steps.scoring.read_hits(ranked, asker):
            unit = passage.document_id, passage.passage_idx
            if unit not in seen:
                seen.add(unit)
                others.append(passage)
        return await self._around_best(interaction.reading, others[:_OTHERS], asker)

    async def _around_best(
        self, question: str, passages: Sequence[Passage], asker: int
    ) -> tuple[Quote, ...]:
        """Quote of each passage what stands around the sentence that answers best."""
        query, vectors = await asyncio.gather(
            self.steps.embedder.embed_query(question),
            self.steps.scoring.token_vectors([passage.id for passage in passages], asker),
        )
        scored = await asyncio.to_thread(score_sentences, question, query, passages, vectors)
        ordered = answering(scored)
        best = [next((s for s in ordered if s.passage.id == p.id), None) for p in passages]
        rules = CloseReadingRules(longest=_LONGEST_SHOWN)
        return tuple(
            Quote(passage, around(scored, [one], rules).span)
            if one is not None
            else Quote(passage, Span(0, min(len(passage.text), _LONGEST_SHOWN)))
            for passage, one in zip(passages, best, strict=True)
        )

    async def place_of(self, words: str, language: str, *, asker: int) -> tuple[int, Span] | None:
        """Return the passage in which words stand as they are, and where; None: in none found."""
        told = words.strip(" \"'«»“”„").split()
        if len(told) < _FEWEST_QUOTED:
            return None
        quote = re.compile(r"\s+".join(map(re.escape, told)), re.IGNORECASE)
        state = await self.steps.search(self._asked(words, language, asker))
        for passage in await self.steps.scoring.read_hits(state.hits, asker):
            if (place := quote.search(passage.text)) is not None:
                return passage.id, Span(*place.span())
        return None

    async def replay(self, rule: KnownRule, *, actor: int) -> Replay:
        """Try a rule on its own question and on others, as whoever decides on it."""
        own = ReplayQuestion(rule.question, rule.language, is_own=True)
        before, after = await self._with_and_without(own, rule, actor)
        questions = await self.steps.store.rules.questions_to_replay(rule.rule.id, actor=actor)
        changes, changed, emptied = [], 0, 0
        for question in questions:
            was, now = await self._with_and_without(question, rule, actor)
            if was == now:
                continue
            changed += 1
            emptied += int(bool(was) and not now)
            if question.is_own:
                changes.append(Change(question.question, was, now))
        return Replay(before, after, len(questions), changed, emptied, tuple(changes))

    async def examine(self, golden: GoldenQuestion) -> GoldenResult:
        """Answer a golden question, and see whether the right passage is what it cites first."""
        asked = ReplayQuestion(golden.question, golden.language, is_own=True)
        state = await self._answer(asked, golden.asker)
        cited = [c.passage_id for c in state.citations[:1] if c.passage_id is not None]
        units = await self._units(tuple(cited), golden.asker)
        is_right = any(f"{document}#{idx}" == golden.passage for document, idx in units)
        return GoldenResult(golden.key, is_right, await evaluate(state, self.steps.scoring))

    async def answer_now(self, question: str, language: str, *, actor: int) -> str:
        """Answer a question as somebody would be answered now; "" where there is no answer."""
        asked = ReplayQuestion(question, language, is_own=True)
        return _text_of(await self._answer(asked, actor))

    async def _with_and_without(
        self, question: ReplayQuestion, rule: KnownRule, actor: int
    ) -> tuple[str, str]:
        """Answer a question without a rule and with it; "" where there is no answer."""
        tried = await self._answer(question, actor, (rule.rule.id,))
        if rule.rule.id not in tried.rules:
            return _text_of(tried), _text_of(tried)
        return _text_of(await self._answer(question, actor)), _text_of(tried)

    async def _answer(
        self, question: ReplayQuestion, actor: int | None, rules: tuple[int, ...] = ()
    ) -> AnswerState:
        state = self._asked(question.question, question.language, actor, trial_rules=rules)
        return await replace(self.steps, model=None).answer_in_quotes(state)

    def _asked(
        self,
        question: str,
        language: str,
        asker: int | None,
        *,
        is_again: bool = False,
        trial_rules: tuple[int, ...] = (),
    ) -> AnswerState:
        request = AnswerRequest(
            question, "", asker, is_kept=False, is_again=is_again, trial_rules=trial_rules
        )
        speech = language if language not in ("", "und") else self.steps.detector.detect(question)
        return AnswerState(request, speech, readings=(Reading(question),))

    async def _units(self, ids: tuple[int, ...], asker: int | None) -> list[tuple[str, int]]:
        passages = await self.steps.store.search.get_passages(ids, asker=asker)
        return [(passage.document_id, passage.passage_idx) for passage in passages]


def _text_of(state: AnswerState) -> str:
    is_answered = bool(state.citations) and not (state.abstained or state.is_nearest)
    return state.text if is_answered else ""
