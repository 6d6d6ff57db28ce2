"""The note pipeline: what an answer was measured at and how it came to be, noted later.

An answer notes that itself once it was sent, unless many wait for theirs: then it is a run of its
own, which begins when nobody does.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from pipelines.answer.state import AnswerState
from pipelines.answer.steps import AnswerSteps
from pipelines.engine.codec import decode
from pipelines.engine.graph import Failed, Guarded, Node, Pipeline, Retry
from pipelines.engine.records import find_run
from pipelines.models.interactions import NoteRequest

_PATIENCE_S = 120.0  # after which somebody is always being answered


@dataclass(frozen=True, slots=True)
class NoteSteps:
    """The step of the note pipeline, and what it works with."""

    answer: AnswerSteps
    idle: Callable[[], Awaitable[None]]  # returns when nobody is being answered
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def note(self, request: NoteRequest) -> NoteRequest:
        """Measure an answer and note how it came to be, one at a time; not one that was erased."""
        until = asyncio.get_running_loop().time() + _PATIENCE_S
        async with self.turn:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await self.idle()
            run = await find_run(request.answer_run)
            if run is not None and run.output:
                await self.answer.note_now(decode(AnswerState, run.output))
        return request

    async def leave_unnoted(self, failed: Failed) -> NoteRequest:
        """Let an answer be that was sent, whatever could not be noted of it."""
        request: NoteRequest = failed.value
        return request


NOTE = Pipeline(
    name="note",
    description="From an answer that was sent while many waited to what is noted of it.",
    input_type=NoteRequest,
    output_type=NoteRequest,
    flow=Guarded(
        Node("note", NoteSteps.note, Retry(attempts=3), timeout_s=60 + _PATIENCE_S),
        on_error=Node("leave_unnoted", NoteSteps.leave_unnoted),
    ),
)
