"""The judge pipeline: a language model grades an answer that was sent, beside what was counted.

A run of its own, for a sample of the answers, so that none waits for it. The model is the one that
answers: nothing goes anywhere else. A run's record holds the grades, and no text.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from uuid import UUID

from pipelines.answer.state import AnswerState
from pipelines.answer.steps import AnswerSteps
from pipelines.answer.writing.metering import BASE
from pipelines.engine.graph import Failed, Guarded, Node, Pipeline, Retry, sequence
from pipelines.models.learning.evaluations import JudgeRequest
from pipelines.nodes.prompting.budgeting import estimate_tokens, estimate_turns, fit
from pipelines.nodes.prompting.judging import judging_prompt, read_judgement
from pipelines.nodes.prompting.prompt import Prompt

_PATIENCE_S = 600  # of waiting until nobody is being answered
_JUDGE_S = 2 * 3600.0  # more than the longest LLM_TIMEOUT_SECONDS, with waiting


def is_sampled(state: AnswerState, share: float) -> bool:
    """Say whether an answer is one of this share of all: the same for the same run.

    Only what a language model may be shown: where there is one, of what stands on record.
    """
    is_answer = bool(state.citations) and not (state.abstained or state.is_nearest)
    if not (state.has_model and state.interaction_id and is_answer):
        return False
    return UUID(state.interaction_id).int < share * 2**128


@dataclass(frozen=True, slots=True)
class JudgeSteps:
    """The steps of the judge pipeline, and what they work with."""

    answer: AnswerSteps
    is_busy: Callable[[], bool]  # with answers, for whoever it may be
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def judge(self, request: JudgeRequest) -> JudgeRequest:
        """Have the model grade an answer, one at a time, once nobody waits for one.

        The tokens are the base's, under the limit of a person. Without a judgement it stays where
        the answer is gone, or may not be read any more, or the reply is not what was asked for.
        """
        model = self.answer.model
        async with self.turn:
            if model is None or not await self._is_quiet():
                return request
            prompt = await self._prompt(request.answer_id)
            if prompt is None:
                return request
            written = await model.complete(BASE, prompt.system, prompt.turns)
        return replace(request, judgement=read_judgement(written.text, written.model))

    async def record(self, request: JudgeRequest) -> JudgeRequest:
        """Keep the grades beside what was counted."""
        if request.judgement is not None:
            evaluations = self.answer.store.evaluations
            await evaluations.record_judgement(request.answer_id, request.judgement)
        return request

    async def leave_unjudged(self, failed: Failed) -> JudgeRequest:
        """Go without: there is no model just now, or the base took its tokens of the day."""
        request: JudgeRequest = failed.value
        return request

    async def _is_quiet(self) -> bool:
        for _ in range(_PATIENCE_S):
            if not self.is_busy():
                return True
            await asyncio.sleep(1)
        return False

    async def _prompt(self, answer_id: str) -> Prompt | None:
        """Put an answer before the judge, with its passages as its asker may read them now."""
        store, settings = self.answer.store, self.answer.settings
        judged = await store.evaluations.answer_to_judge(answer_id)
        if judged is None:
            return None
        read = await store.search.get_passages(judged.passages, asker=judged.asker)
        passages = {(one.document_id, one.passage_idx): one for one in reversed(read)}
        bare = judging_prompt(judged.question, judged.answer, ())
        told = estimate_tokens(bare.system) + estimate_turns(bare.turns)
        room = settings.context_tokens - settings.answer_tokens - told
        shown, _ = fit(tuple(reversed(passages.values())), (), room)
        return judging_prompt(judged.question, judged.answer, shown) if shown else None


JUDGE = Pipeline(
    name="judge",
    description="From an answer that was sent to what a language model says of it.",
    input_type=JudgeRequest,
    output_type=JudgeRequest,
    flow=Guarded(
        sequence(
            Node("judge", JudgeSteps.judge, timeout_s=_JUDGE_S),
            Node("record", JudgeSteps.record, Retry(attempts=3)),
        ),
        on_error=Node("leave_unjudged", JudgeSteps.leave_unjudged),
    ),
)
