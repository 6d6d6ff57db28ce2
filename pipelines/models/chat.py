"""The values of a talk with a language model: what it is told, what it may call, what it says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pipelines.models.documents import Role


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A wish of a model to have a tool called; `arguments` is JSON, if the model wrote JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a prompt, or of the stored history.

    An assistant's turn may hold `calls`; each is answered by a turn of a tool, which names it.
    """

    role: Role | Literal["tool"]
    message: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""  # that this turn answers


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that a model may call; `parameters` is the JSON Schema of its arguments."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of prompts and of what a model wrote to them, as the endpoint counts them."""

    prompt: int = 0
    completion: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(self.prompt + other.prompt, self.completion + other.completion)


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model said: words for the user, or calls of tools, or both.

    `usage` is None where the endpoint does not count; `model` is the one that answered.
    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    usage: Usage | None = None
    model: str = ""
    is_cut_short: bool = False  # the limit of tokens ended it

    @property
    def tokens(self) -> Usage:
        """What it took; nothing where nobody counted."""
        return self.usage or Usage()
