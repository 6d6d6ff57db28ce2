"""The mode a chat is in, and what was said in it; `user_id` is the Telegram chat id as text."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, cast

from pipelines.models.answers import Exchange
from pipelines.models.chat import Turn
from pipelines.models.people import Mode
from pipelines.store.database import Database, Json, Row, storable


@dataclass(frozen=True, slots=True)
class PendingQuestion:
    """A question that waits for a document; `id` is another whenever one is kept."""

    id: int
    question: str
    asker: int | None  # Telegram id
    message_id: int | None  # of the message that asked
    person: int | None = None  # who asked, also where that is by the rights of a group
    is_promised: bool = False


class ChatStore:
    """Modes, histories, and the questions that wait for a document."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get_mode(self, user_id: str) -> Mode | None:
        """Return the mode last set."""
        return cast("Mode | None", await self._database.value("get_mode", p_user_id=user_id))

    async def set_mode(self, user_id: str, mode: Mode) -> None:
        """Upsert the mode."""
        await self._database.value("set_mode", p_user_id=user_id, p_mode=mode)

    async def get_exchanges(
        self, user_id: str, pairs: int, *, asker: int | None
    ) -> tuple[Exchange, ...]:
        """Return what the last pairs were about, oldest first.

        Those that rest on what the asker may not read any more are left out.
        """
        rows = await self._database.rows(
            "get_exchanges", p_user_id=user_id, p_pairs=pairs, p_asker=asker
        )
        return tuple(map(_exchange, rows))

    async def insert_and_trim_pairs(
        self,
        user_id: str,
        turns: Sequence[Turn],
        keep_pairs: int,
        *,
        run_id: str | None = None,
        exchange: Exchange | None = None,
        asker: int | None = None,
    ) -> None:
        """Append turns and keep only the last pairs, in one transaction.

        The database dates them, one date for all. A run that did so already does nothing.
        `exchange` is kept with the answers among them, and who asked with all: it goes with them.
        """
        context = None if exchange is None else _context(exchange)
        items = [
            {
                "user_id": user_id,
                "role": turn.role,
                "message": storable(turn.message),
                "asker": asker,
                "context": context if turn.role == "assistant" else None,
            }
            for turn in turns
        ]
        await self._database.value(
            "insert_and_trim_pairs", p_items=Json(items), p_keep_pairs=keep_pairs, p_run_id=run_id
        )

    async def get_answered_question(self, user_id: str, run_id: str) -> str | None:
        """Return the wording answered last of the message whose first run this is."""
        value = "get_answered_question"
        found = await self._database.value(value, p_user_id=user_id, p_run_id=run_id)
        return cast("str | None", found)

    async def clear_history(self, user_id: str) -> int:
        """Delete the history; return how many messages went."""
        return int(await self._database.value("clear_history", p_user_id=user_id))

    async def keep_question(
        self,
        user_id: str,
        question: str,
        *,
        asker: int | None,
        message_id: int | None,
        person: int | None = None,
        is_promised: bool = False,
    ) -> None:
        """Keep a question until a document comes, with four others at most that were promised too.

        Without a promise it is kept for an hour, in the place of the one before it that had none.
        `person` asked it, where that is not whose rights it is answered by.
        """
        await self._database.value(
            "keep_question",
            p_user_id=user_id,
            p_question=storable(question),
            p_asker=asker,
            p_message_id=message_id,
            p_is_promised=is_promised,
            p_person=person,
        )

    async def get_pending_questions(self, user_id: str) -> tuple[PendingQuestion, ...]:
        """Return the questions to answer once a document has come, the oldest first."""
        rows = await self._database.rows("get_pending_questions", p_user_id=user_id)
        return tuple(PendingQuestion(**row) for row in rows)

    async def forget_question(self, user_id: str, question_id: int | None = None) -> None:
        """Forget a question; without its id, the one that nothing was promised about."""
        await self._database.value("forget_question", p_user_id=user_id, p_id=question_id)


def _context(exchange: Exchange) -> dict[str, Any]:
    kept = asdict(exchange)
    del kept["answer"]  # it is the message itself
    return cast("dict[str, Any]", _storable(kept))


def _storable(value: Any) -> Any:
    """Take out of every text what the database cannot hold."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, dict):
        return {key: _storable(one) for key, one in value.items()}
    return [_storable(one) for one in value] if isinstance(value, list | tuple) else value


def _exchange(row: Row) -> Exchange:
    context = row["context"]
    return Exchange(
        question=context["question"],
        answer=row["message"],
        subject=tuple(context["subject"]),
        passages=tuple(context["passages"]),
        documents=tuple(context["documents"]),
        quotes=tuple(context["quotes"]),
        kind=context["kind"],
        language=context.get("language", ""),  # not on record of what was said long ago
        sources=tuple(context.get("sources", ())),
        written=tuple(context.get("written", ())),
        interaction_id=context.get("interaction_id", ""),
    )
