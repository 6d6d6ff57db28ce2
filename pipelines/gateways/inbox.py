"""InboxStore and WorkerStore over SQL functions: one method, one function of the same name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from pipelines.engine.lease import Worker
from pipelines.gateways.rows import Row
from pipelines.store.inbox import Ending, NewUpdate, TakenUpdate


class InboxFunctions(ABC):
    """The part of FunctionGateway that keeps updates, sent messages and workers."""

    @abstractmethod
    async def table(self, function: str, arguments: Mapping[str, Any]) -> list[Row]:
        """Call a function that returns a table."""

    @abstractmethod
    async def value(self, function: str, arguments: Mapping[str, Any]) -> Any:
        """Call a function that returns one value, or void (None)."""

    async def receive_updates(
        self, worker: Worker, updates: Sequence[NewUpdate], *, silent_seconds: float, limit: int
    ) -> tuple[TakenUpdate, ...]:
        """Write down what came; take what may be handled now, oldest first."""
        found = await self.table(
            "receive_updates",
            {
                "p_bot": worker.bot,
                "p_worker": worker.name,
                "p_update_ids": [update.update_id for update in updates],
                "p_chats": [update.chat for update in updates],
                "p_payloads": [update.payload for update in updates],
                "p_silent_seconds": silent_seconds,
                "p_limit": limit,
            },
        )
        return tuple(TakenUpdate(**row) for row in found)

    async def begin_update(self, worker: Worker, update_id: int) -> int | None:
        """Count an attempt at what was taken before; None: another worker has it by now."""
        arguments = {"p_bot": worker.bot, "p_worker": worker.name, "p_update_id": update_id}
        attempts = await self.value("begin_update", arguments)
        return None if attempts is None else int(attempts)

    async def settle_updates(
        self, worker: Worker, update_ids: Sequence[int], how: Ending, *, seconds: float = 0
    ) -> None:
        """End updates, or hand them back for later; those of another worker stay as they are."""
        await self.value(
            "finish_updates",
            {
                "p_bot": worker.bot,
                "p_worker": worker.name,
                "p_update_ids": list(update_ids),
                "p_how": how,
                "p_seconds": seconds,
            },
        )

    async def sent_message(self, work: str, digest: str) -> int | None:
        """Return the id of the message that this work has sent already."""
        found = await self.value("find_sent_message", {"p_work": work, "p_digest": digest})
        return None if found is None else int(found)

    async def note_sent_message(self, work: str, digest: str, message_id: int) -> None:
        """Remember that this work has sent a message."""
        arguments = {"p_work": work, "p_digest": digest, "p_message_id": message_id}
        await self.value("record_sent_message", arguments)

    async def forget_sent_message(self, work: str, message_id: int) -> None:
        """Let a message that was deleted be sent anew."""
        await self.value("forget_sent_message", {"p_work": work, "p_message_id": message_id})

    async def prune_inbox(self) -> None:
        """Delete what no repetition can need any more."""
        await self.value("prune_inbox", {})

    async def worker_beats(self, worker: Worker) -> bool:
        """Say that it lives; False when it was not known, or was held for dead."""
        return bool(await self.value("worker_heartbeat", _identity(worker)))

    async def worker_leaves(self, worker: Worker) -> None:
        """Say that what it has left may be taken up at once."""
        await self.value("remove_worker", _identity(worker))

    async def dead_workers(self, bot: int, store: str, *, silent_seconds: float) -> tuple[str, ...]:
        """Return the workers that have not been heard of for so long."""
        arguments = {"p_bot": bot, "p_store": store, "p_silent_seconds": silent_seconds}
        found = await self.value("dead_workers", arguments)
        return tuple(found or ())

    async def forget_workers(self, names: Sequence[str], *, silent_seconds: float) -> None:
        """Strike workers off, but for those that were heard of meanwhile."""
        arguments = {"p_workers": list(names), "p_silent_seconds": silent_seconds}
        await self.value("forget_workers", arguments)

    async def owner_ids(self) -> tuple[int, ...]:
        """Return the Telegram ids of those to tell about trouble."""
        return tuple(await self.value("owner_ids", {}) or ())


def _identity(worker: Worker) -> dict[str, Any]:
    return {"p_worker": worker.name, "p_bot": worker.bot, "p_store": worker.store}
