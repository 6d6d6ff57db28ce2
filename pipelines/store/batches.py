"""How batches end, which one a message went into, what the steps of a run keep for each other.

Who may do what is decided in SQL.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast

from pipelines.errors import DatabaseRefused
from pipelines.store.database import Database, bytes_of, date_of, text_or_none

Outcome = Literal["finished", "cancelled"]


@dataclass(frozen=True, slots=True)
class Erasure:
    """A batch, or the run of an answer, whose records are to be erased."""

    batch_id: str
    deleted_at: datetime
    erases_answers: bool  # every answer before it, too


class BatchStore:
    """Whoever finalizes a batch first decides; afterwards it is too late for the other."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def finalize_batch(self, batch_id: str, outcome: Outcome) -> Outcome:
        """Finalize a batch unless it is; return how it ended."""
        ended = await self._database.value("finalize_batch", p_batch_id=batch_id, p_outcome=outcome)
        return cast("Outcome", ended)

    async def claim_final_report(self, batch_id: str) -> Outcome:
        """Finalize a batch as finished unless it is final, and note that its end is told now.

        Of one that was cancelled whoever cancelled it tells.
        """
        return cast(
            "Outcome", await self._database.value("claim_final_report", p_batch_id=batch_id)
        )

    async def final_outcome(self, batch_id: str) -> Outcome | None:
        """Return how a batch ended, once that is being told; until then None."""
        found = await self._database.value("final_outcome", p_batch_id=batch_id)
        return cast("Outcome | None", found)

    async def cancel_batch(self, batch_id: str, *, owner: int | None, actor: int | None) -> Outcome:
        """Finalize a batch as cancelled and leave nothing of it; "finished" when it is too late.

        From then on nothing of it can be stored.

        Raises:
            UserError: the actor may not.
        """
        outcome = await self._database.value(
            "cancel_batch", p_batch_id=batch_id, p_owner=owner, p_actor=actor
        )
        return cast("Outcome", outcome)

    async def delete_batch(self, batch_id: str, *, actor: int | None) -> int:
        """Delete the documents a batch added, and return how many: 0 if the actor may not, too."""
        return int(await self._database.value("delete_batch", p_batch_id=batch_id, p_actor=actor))

    async def prune_batches(self, keep_days: int) -> int:
        """Forget how batches ended that long ago, and what their runs left lying."""
        return int(await self._database.value("prune_batches", p_keep_days=keep_days))

    async def list_erasures(self) -> tuple[Erasure, ...]:
        """Return whose records are to be erased; the latest last.

        What was made of deleted documents and saved only then is forgotten by this.
        """
        rows = await self._database.rows("list_erasures")
        return tuple(
            Erasure(row["batch_id"], date_of(row["deleted_at"]), row["erases_answers"])
            for row in rows
        )

    async def finish_erasures(self, until: datetime) -> None:
        """Strike off what was deleted until then: nothing is left of it in the records."""
        await self._database.value("finish_erasures", p_until=until.isoformat())

    async def list_batch_versions(self, batch_id: str) -> tuple[tuple[str, str | None], ...]:
        """Return a batch's published documents, each with the version whose place it took."""
        rows = await self._database.rows("list_batch_versions", paged=True, p_batch_id=batch_id)
        return tuple((str(row["id"]), text_or_none(row["former_id"])) for row in rows)

    async def find_message_runs(
        self, bot: int, chat: int, messages: Sequence[int]
    ) -> Mapping[int, str]:
        """Return the run of each message that is in one."""
        rows = await self._database.rows(
            "find_message_runs", p_bot=bot, p_chat=chat, p_messages=list(messages)
        )
        return {int(row["message_id"]): row["run_id"] for row in rows}

    async def record_message_runs(
        self, bot: int, chat: int, messages: Sequence[int], run_id: str
    ) -> None:
        """Note the run of messages; what was noted before stays."""
        await self._database.value(
            "record_message_runs",
            p_bot=bot,
            p_chat=chat,
            p_messages=list(messages),
            p_run_id=run_id,
        )


class ArtifactStore:
    """Bytes by batch and name; they go when the run has ended."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put_artifact(self, batch_id: str, name: str, content: bytes) -> None:
        """Keep bytes for a later step of the run."""
        await self._database.value(
            "put_artifact", p_batch_id=batch_id, p_name=name, p_content=content
        )

    async def get_artifact(self, batch_id: str, name: str) -> bytes:
        """Return the bytes that an earlier step kept.

        Raises:
            DatabaseRefused: there are none under this name.
        """
        content = await self._database.value("get_artifact", p_batch_id=batch_id, p_name=name)
        if content is None:
            raise DatabaseRefused(f"batch {batch_id} has no artifact {name}")
        return bytes_of(content)

    async def delete_artifacts(self, batch_id: str) -> None:
        """Drop what the steps of a run kept for each other."""
        await self._database.value("delete_artifacts", p_batch_id=batch_id)

    async def delete_artifacts_of(self, batch_id: str, prefix: str, name: str) -> None:
        """Delete those whose names start so, and the one that has this name."""
        await self._database.value(
            "delete_artifacts_of", p_batch_id=batch_id, p_prefix=prefix, p_name=name
        )
