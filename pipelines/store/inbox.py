"""What must outlive a process on Telegram's side: updates not handled yet, messages sent, workers.

An update is written down before it is confirmed to Telegram, taken by one worker at a time, and
settled when its effects are recorded. A worker says that it lives; what one leaves that does not
any more is taken up by the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pipelines.engine.lease import Worker
from pipelines.store.database import Database

Ending = Literal["done", "forgotten", "dead", "retry", "delay", "back"]


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


@dataclass(frozen=True, slots=True)
class BegunMessage:
    """What is known of a message that is to go out.

    Of one that `is_repeated`, begun at an earlier attempt, and has no `message_id`, it is not known
    whether it is there: above `above`, and it is none of `noted`. It `is_alone` if no other message
    of its chat is in this state.
    """

    message_id: int | None
    is_repeated: bool
    above: int
    noted: tuple[int, ...]
    is_alone: bool


class InboxStore:
    """Updates, sent messages and workers. An update is one worker's at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def receive_updates(
        self, worker: Worker, updates: Sequence[NewUpdate], *, silent_seconds: float, limit: int
    ) -> tuple[TakenUpdate, ...]:
        """Write down what came; take what may be handled now, oldest first."""
        rows = await self._database.rows(
            "receive_updates",
            p_bot=worker.bot,
            p_worker=worker.name,
            p_update_ids=[update.update_id for update in updates],
            p_chats=[update.chat for update in updates],
            p_payloads=[update.payload for update in updates],
            p_silent_seconds=silent_seconds,
            p_limit=limit,
        )
        return tuple(TakenUpdate(**row) for row in rows)

    async def begin_update(self, worker: Worker, update_id: int) -> int | None:
        """Count an attempt at what was taken before; None: another worker has it by now."""
        attempts = await self._database.value(
            "begin_update", p_bot=worker.bot, p_worker=worker.name, p_update_id=update_id
        )
        return None if attempts is None else int(attempts)

    async def finish_updates(
        self, worker: Worker, update_ids: Sequence[int], how: Ending, *, seconds: float = 0
    ) -> None:
        """End updates, or hand them back for later; those of another worker stay as they are."""
        await self._database.value(
            "finish_updates",
            p_bot=worker.bot,
            p_worker=worker.name,
            p_update_ids=list(update_ids),
            p_how=how,
            p_seconds=seconds,
        )

    async def begin_message(
        self, work: str, digest: str, *, counter: str, chat: int, seen: int
    ) -> BegunMessage:
        """Write down that this work is about to send a message, unless it is written down.

        Args:
            counter: what numbers the messages of the chat.
            seen: the highest of its numbers that was seen.
        """
        [row] = await self._database.rows(
            "begin_message",
            p_work=work,
            p_digest=digest,
            p_counter=counter,
            p_chat=chat,
            p_seen=seen,
        )
        return BegunMessage(**{**row, "noted": tuple(row["noted"])})

    async def withdraw_message(self, work: str, digest: str) -> None:
        """Forget that a message was begun, as it is surely not there."""
        await self._database.value("withdraw_message", p_work=work, p_digest=digest)

    async def find_sent_message(self, work: str, digest: str) -> int | None:
        """Return the id of the message that this work has sent already."""
        value = await self._database.value("find_sent_message", p_work=work, p_digest=digest)
        return None if value is None else int(value)

    async def record_sent_message(self, work: str, digest: str, message_id: int) -> None:
        """Remember that this work has sent a message."""
        await self._database.value(
            "record_sent_message", p_work=work, p_digest=digest, p_message_id=message_id
        )

    async def forget_sent_message(self, work: str, message_id: int) -> None:
        """Let a message that was deleted be sent anew."""
        await self._database.value("forget_sent_message", p_work=work, p_message_id=message_id)

    async def prune_inbox(self) -> None:
        """Delete what no repetition can need any more."""
        await self._database.value("prune_inbox")

    async def worker_heartbeat(self, worker: Worker) -> bool:
        """Say that it lives; False when it was not known, or was held for dead."""
        return bool(await self._database.value("worker_heartbeat", **_identity(worker)))

    async def remove_worker(self, worker: Worker) -> None:
        """Say that what it has left may be taken up at once."""
        await self._database.value("remove_worker", **_identity(worker))

    async def dead_workers(self, bot: int, store: str, *, silent_seconds: float) -> tuple[str, ...]:
        """Return the workers that have not been heard of for so long."""
        value = await self._database.value(
            "dead_workers", p_bot=bot, p_store=store, p_silent_seconds=silent_seconds
        )
        return tuple(value or ())

    async def forget_workers(self, names: Sequence[str], *, silent_seconds: float) -> None:
        """Strike workers off, but for those that were heard of meanwhile."""
        await self._database.value(
            "forget_workers", p_workers=list(names), p_silent_seconds=silent_seconds
        )


def _identity(worker: Worker) -> dict[str, Any]:
    return {"p_worker": worker.name, "p_bot": worker.bot, "p_store": worker.store}
