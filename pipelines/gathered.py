"""Which batch a message went into: what makes taking it in repeatable."""

from collections.abc import Mapping, Sequence
from typing import Protocol


class GatheredMessages(Protocol):
    """Messages of a bot's chats and the runs they are in. Every method is one SQL function."""

    async def runs_of_messages(
        self, bot: int, chat: int, messages: Sequence[int]
    ) -> Mapping[int, str]:
        """Return the run of each message that is in one."""
        ...

    async def note_gathered_messages(
        self, bot: int, chat: int, messages: Sequence[int], run_id: str
    ) -> None:
        """Note the run of messages; what was noted before stays."""
        ...
