"""An answer that grows ends when its text does, whatever was being looked up for it."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from pipelines.answer.state import AnswerState
from pipelines.answer.writing.growing import Growing
from pipelines.models.requests import AnswerRequest


class Trusting:
    """Holds nothing back."""

    async def kept(self, answer: str, *, is_whole: bool = True) -> str:
        return answer


@dataclass
class Shown:
    drafts: list[str] = field(default_factory=list)

    async def drafted(self, origin: str, draft: Any) -> None:
        self.drafts.append(draft.text)


async def test_a_look_that_swallows_its_cancelling_keeps_nobody_waiting() -> None:
    looking, notifier = asyncio.Event(), Shown()

    async def may_show(_documents: Collection[str]) -> bool:
        looking.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:  # a dropped cancellation
            return True
        return True

    state = AnswerState(AnswerRequest("How heavy is it?", "1", 1), "en")
    async with asyncio.timeout(5):
        async with Growing(state, (), Trusting(), notifier, may_show) as growing:  # type: ignore[arg-type]
            growing.grow("Nine hundred kilograms.")
            await looking.wait()
    assert notifier.drafts == [], "nothing is shown after the end"
