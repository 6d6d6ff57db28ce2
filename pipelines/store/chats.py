"""The mode a chat is in, and what was said in it; `user_id` is the Telegram chat id as text."""

from collections.abc import Sequence
from typing import cast

from pipelines.models.answers import Turn
from pipelines.models.people import Mode
from pipelines.store.database import Database, Json, storable


class ChatStore:
    """Modes and histories."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get_mode(self, user_id: str) -> Mode | None:
        """Return the mode last set."""
        return cast("Mode | None", await self._database.value("get_mode", p_user_id=user_id))

    async def set_mode(self, user_id: str, mode: Mode) -> None:
        """Upsert the mode."""
        await self._database.value("set_mode", p_user_id=user_id, p_mode=mode)

    async def get_history(self, user_id: str, pairs: int) -> tuple[Turn, ...]:
        """Return the last pairs, oldest first."""
        rows = await self._database.rows("get_history", p_user_id=user_id, p_pairs=pairs)
        return tuple(Turn(role=row["role"], message=row["message"]) for row in rows)

    async def insert_and_trim_pairs(
        self, user_id: str, turns: Sequence[Turn], keep_pairs: int, *, run_id: str | None = None
    ) -> None:
        """Append turns and keep only the last pairs, in one transaction.

        The database dates them, one date for all. A run that did so already does nothing.
        """
        items = [
            {"user_id": user_id, "role": turn.role, "message": storable(turn.message)}
            for turn in turns
        ]
        await self._database.value(
            "insert_and_trim_pairs", p_items=Json(items), p_keep_pairs=keep_pairs, p_run_id=run_id
        )

    async def clear_history(self, user_id: str) -> int:
        """Delete the history; return how many messages went."""
        return int(await self._database.value("clear_history", p_user_id=user_id))
