"""A language model that says what a test has it say, and keeps what it was told."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

from pipelines.models.chat import Completion, Tool, ToolCall, Turn

_ids = count(1)
Reply = Completion | Callable[["Asked"], Completion]


@dataclass(frozen=True, slots=True)
class Asked:
    """One request."""

    system: str
    turns: tuple[Turn, ...]
    tools: tuple[str, ...]

    @property
    def told(self) -> str:
        """All that the model was shown, as one text."""
        return "\n".join(turn.message for turn in self.turns)


@dataclass
class ScriptedModel:
    """Implements LanguageModel: gives the replies in turn, then says that it has no answer."""

    replies: list[Reply] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    letters: int = 7  # that come at once
    is_loading: bool = False  # before each reply

    async def complete(
        self,
        system: str,
        turns: Sequence[Turn],
        *,
        tools: Sequence[Tool] = (),
        on_growth: Callable[[str], None] | None = None,
        on_loading: Callable[[], Awaitable[None]] | None = None,
    ) -> Completion:
        self.asked.append(Asked(system, tuple(turns), tuple(tool.name for tool in tools)))
        reply = self.replies.pop(0) if self.replies else says("NO_ANSWER")
        completion = reply(self.asked[-1]) if callable(reply) else reply
        if self.is_loading and on_loading is not None:
            await on_loading()
        if on_growth is not None:
            await _grow(completion.text, self.letters, on_growth)
        return completion

    async def close(self) -> None:
        """Nothing to close."""


async def _grow(text: str, letters: int, on_growth: Callable[[str], None]) -> None:
    for end in range(letters, len(text) + letters, letters):
        on_growth(text[:end])
        await asyncio.sleep(0.005)


def says(text: str) -> Completion:
    """Answer in words."""
    return Completion(text, model="scripted")


def calls(*wanted: tuple[str, dict[str, object] | str]) -> Completion:
    """Ask for tools to be called: names, with arguments as values or as they were written."""
    made = tuple(
        ToolCall(f"call-{next(_ids)}", name, given if isinstance(given, str) else json.dumps(given))
        for name, given in wanted
    )
    return Completion("", made, model="scripted")
