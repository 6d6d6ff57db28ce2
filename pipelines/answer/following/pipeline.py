"""The follow pipeline: from an answer that was sent to questions that can be asked next.

What was found for it is also held against each other: documents may disagree.

A run of its own, so that the next message of a chat does not wait for it. It is best effort: it
begins when nobody is being answered, and ends when somebody is.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from pipelines.answer.following.conflicts import note_conflicts
from pipelines.answer.following.offering import Offering
from pipelines.answer.state import AnswerState
from pipelines.answer.steps import AnswerSteps
from pipelines.engine.codec import decode
from pipelines.engine.graph import PASS, Failed, Guarded, Node, Pipeline, Switch, sequence
from pipelines.engine.records import find_run
from pipelines.models.interactions import FollowRequest, Offer

_PATIENCE_S = 120.0  # after which somebody is always being answered


@dataclass(frozen=True, slots=True)
class FollowSteps:
    """The steps of the follow pipeline, and what they work with."""

    answer: AnswerSteps
    is_busy: Callable[[], bool]  # with answers, for whoever it may be
    idle: Callable[[], Awaitable[None]]  # returns when it is not
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def find(self, request: FollowRequest) -> FollowRequest:
        """Find questions that the base answers, for one answer at a time; none while one is made.

        It waits a moment first: the next question may be on its way.
        """
        steps = self.answer
        await asyncio.sleep(steps.settings.follow_ups.pause_s)
        async with self.turn:
            state = None if self.is_busy() else await self._answered(request)
            if state is None or self.is_busy():
                return request
            offering = Offering(
                steps.store.search, steps.model, steps.answer_in_quotes, self.is_busy
            )
            exchanges = await steps.store.chats.get_exchanges(
                *(state.request.user_id, steps.settings.history_pairs), asker=state.request.asker
            )
            asked = [one for each in exchanges for one in (each.question, *each.written) if one]
            found = await offering.find(state, steps.settings.follow_ups, asked)
        return FollowRequest(request.answer_run, request.run_id, found)

    async def offer(self, request: FollowRequest) -> FollowRequest:
        """Put them under the answer."""
        state = await self._answered(request)
        if state is None or not request.questions:
            return request
        interactions = self.answer.store.interactions
        rating = await interactions.offer_questions(state.interaction_id, request.questions)
        tally = await interactions.count_ratings(
            state.interaction_id, asker=state.request.asker, chat=state.request.user_id
        )
        offer = Offer(state.shown_at, request.questions, rating, tally)
        await self.answer.notifier.offered(state.request.origin, state.answer(), offer)
        return request

    async def compare(self, request: FollowRequest) -> FollowRequest:
        """Ask those who decide which holds of what contradicts each other in what was found.

        Nobody waits for that, so that whoever waits for an answer goes before, for a while.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE_S):
                await self.idle()
        state = await self._answered(request)
        if state is not None:
            for batch_id in await note_conflicts(state, self.answer.store.conflicts):
                await self.answer.notifier.disagreed(batch_id)
        return request

    async def offer_nothing(self, failed: Failed) -> FollowRequest:
        """Leave the answer as it was sent."""
        request: FollowRequest = failed.value
        return request

    async def _answered(self, request: FollowRequest) -> AnswerState | None:
        """Return the answer that is followed; None when it is gone, or may not be shown now."""
        run = await find_run(request.answer_run)
        if run is None or not run.output:
            return None
        state = decode(AnswerState, run.output)
        return state if await self.answer.may_be_shown(state) else None


FOLLOW = Pipeline(
    name="follow",
    description="From an answer that was sent to questions that can be asked next.",
    input_type=FollowRequest,
    output_type=FollowRequest,
    flow=Guarded(
        sequence(
            Node("find", FollowSteps.find, timeout_s=60),
            Switch(
                "found",
                by=lambda request: "questions" if request.questions else "none",
                cases={"questions": Node("offer", FollowSteps.offer, timeout_s=60), "none": PASS},
            ),
            Node("compare", FollowSteps.compare, timeout_s=60 + _PATIENCE_S),
        ),
        on_error=Node("offer_nothing", FollowSteps.offer_nothing),
    ),
)
