"""Questions passed on to owners. Who may pass on, see and answer them is decided in SQL."""

from typing import cast

from pipelines.models.owner_questions import (
    Ending,
    OwnerPrompt,
    OwnerQuestion,
    Passing,
    Settling,
)
from pipelines.models.people import Addressee
from pipelines.store.database import Database, Row, date_or_none, storable_or_none, text_or_none


class OwnerQuestionStore:
    """Questions by the id of the interaction they are of, and the messages that show them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def owners_to_ask(self, asker: int) -> tuple[Addressee, ...]:
        """Return the owners whom somebody may ask: others than themselves, who have come by."""
        rows = await self._database.rows("owners_to_ask", p_asker=asker)
        return tuple(Addressee(row["telegram_id"], row["language"]) for row in rows)

    async def pass_to_owners(
        self,
        interaction_id: str,
        *,
        asker: int,
        chat_id: int,
        thread_id: int | None,
        message_id: int | None,
        language: str | None,
        passed_by: str,
        per_day: int,
    ) -> Passing:
        """Note that a question is passed on; once, however often it is pressed.

        Args:
            passed_by: the press that did it; the same again whenever that is handled again.
            per_day: how many questions somebody may pass on in a day (UTC).
        """
        value = await self._database.value(
            "pass_to_owners",
            p_id=interaction_id,
            p_asker=asker,
            p_chat_id=chat_id,
            p_thread_id=thread_id,
            p_message_id=message_id,
            p_language=language,
            p_passed_by=passed_by,
            p_per_day=per_day,
        )
        return cast("Passing", value)

    async def withdraw_from_owners(self, question_id: str, passed_by: str) -> None:
        """Take back what reached nobody."""
        await self._database.value("withdraw_from_owners", p_id=question_id, p_passed_by=passed_by)

    async def record_owner_prompt(self, question_id: str, owner: int, message_id: int) -> None:
        """Note which message shows a question to an owner."""
        await self._database.value(
            "record_owner_prompt", p_id=question_id, p_owner=owner, p_message_id=message_id
        )

    async def list_owner_prompts(self, question_id: str) -> tuple[OwnerPrompt, ...]:
        """Return the messages that show a question."""
        rows = await self._database.rows("list_owner_prompts", p_id=question_id)
        return tuple(OwnerPrompt(row["owner"], row["message_id"], row["language"]) for row in rows)

    async def find_owner_prompt(self, owner: int, message_id: int) -> str | None:
        """Return the question that a message shows to an owner; None if it shows none."""
        return text_or_none(
            await self._database.value("find_owner_prompt", p_owner=owner, p_message_id=message_id)
        )

    async def get_owner_question(self, question_id: str, *, actor: int) -> OwnerQuestion | None:
        """Return a question; None when it is forgotten, or the actor is no owner."""
        rows = await self._database.rows("get_owner_question", p_id=question_id, p_actor=actor)
        return _question(rows[0]) if rows else None

    async def settle_owner_question(
        self,
        question_id: str,
        *,
        actor: int,
        state: Ending,
        answer: str | None = None,
        settled_as: str,
    ) -> Settling:
        """Answer or decline a question, as the first owner who does.

        Args:
            settled_as: what does it; the same again whenever that is handled again.
        """
        value = await self._database.value(
            "settle_owner_question",
            p_id=question_id,
            p_actor=actor,
            p_state=state,
            p_answer=storable_or_none(answer),
            p_settled_as=settled_as,
        )
        return cast("Settling", value)

    async def note_answer_batch(self, question_id: str, batch_id: str, *, actor: int) -> None:
        """Note which batch puts an owner's answer into the base: it goes with its document."""
        await self._database.value(
            "note_owner_answer_batch", p_id=question_id, p_actor=actor, p_batch_id=batch_id
        )


def _question(row: Row) -> OwnerQuestion:
    return OwnerQuestion(
        id=str(row["id"]),
        question=row["question"],
        asker=row["asker"],
        asker_name=row["asker_name"] or str(row["asker"]),
        chat_id=row["chat_id"],
        thread_id=row["thread_id"],
        message_id=row["message_id"],
        language=row["language"],
        state=row["state"],
        settled_name=row["settled_name"] or "",
        settled_at=date_or_none(row["settled_at"]),
        answer=row["answer"],
    )
