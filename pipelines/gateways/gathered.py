"""GatheredMessages over SQL functions: one method, one function of the same name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from pipelines.gateways.rows import Row


class GatheredFunctions(ABC):
    """The part of FunctionGateway that knows which batch a message went into."""

    @abstractmethod
    async def table(self, function: str, arguments: Mapping[str, Any]) -> list[Row]:
        """Call a function that returns a table."""

    @abstractmethod
    async def value(self, function: str, arguments: Mapping[str, Any]) -> Any:
        """Call a function that returns one value, or void (None)."""

    async def runs_of_messages(
        self, bot: int, chat: int, messages: Sequence[int]
    ) -> Mapping[int, str]:
        """Return the run of each message that is in one."""
        found = await self.table(
            "find_message_runs", {"p_bot": bot, "p_chat": chat, "p_messages": list(messages)}
        )
        return {int(row["message_id"]): row["run_id"] for row in found}

    async def note_gathered_messages(
        self, bot: int, chat: int, messages: Sequence[int], run_id: str
    ) -> None:
        """Note the run of messages; what was noted before stays."""
        await self.value(
            "record_message_runs",
            {"p_bot": bot, "p_chat": chat, "p_messages": list(messages), "p_run_id": run_id},
        )
