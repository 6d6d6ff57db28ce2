"""What must outlive a process on Telegram's side: updates not handled yet, messages sent, workers.

An update is written down before it is confirmed to Telegram, taken by one worker at a time, and
settled when its effects are recorded. A worker says that it lives; what one leaves that does not
any more is taken up by the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from pipelines.engine.lease import Worker

Ending = Literal["done", "aside", "retry", "delay", "back"]


@dataclass(frozen=True, slots=True)
class NewUpdate:
    """An update as it came; `payload` is its JSON, `chat` 0 where there is none."""

    update_id: int
    chat: int
    payload: str


@dataclass(frozen=True, slots=True)
class TakenUpdate:
    """An update that this worker is to handle now."""

    update_id: int
    chat: int
    payload: str
    attempts: int
    delays: int  # how often it was put off for a fault that passes
    repeated: bool  # somebody had taken it before


class InboxStore(Protocol):
    """Updates and sent messages. Every method is one SQL function of the same name."""

    async def receive_updates(
        self, worker: Worker, updates: Sequence[NewUpdate], *, silent_seconds: float, limit: int
    ) -> tuple[TakenUpdate, ...]:
        """Write down what came; take what may be handled now, oldest first."""
        ...

    async def begin_update(self, worker: Worker, update_id: int) -> int | None:
        """Count an attempt at what was taken before; None: another worker has it by now."""
        ...

    async def settle_updates(
        self, worker: Worker, update_ids: Sequence[int], how: Ending, *, seconds: float = 0
    ) -> None:
        """End updates, or hand them back for later; those of another worker stay as they are."""
        ...

    async def sent_message(self, work: str, digest: str) -> int | None:
        """Return the id of the message that this work has sent already."""
        ...

    async def note_sent_message(self, work: str, digest: str, message_id: int) -> None: ...

    async def forget_sent_message(self, work: str, message_id: int) -> None:
        """Let a message that was deleted be sent anew."""
        ...

    async def prune_inbox(self) -> None:
        """Delete what no repetition can need any more."""
        ...
