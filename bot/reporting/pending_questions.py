"""Questions that the base had no answer to: kept, and asked again when a document has come."""

from dataclasses import dataclass
from typing import Protocol

from bot.transport.reply_address import Origin
from pipelines.models.requests import AnswerRequest
from pipelines.store.chats import ChatStore


class AnswerRuns(Protocol):
    """What answers a question."""

    async def start_answer(self, request: AnswerRequest, *, run_id: str) -> None:
        """Begin to answer, once for an id; the reply comes through the Notifier."""
        ...


@dataclass(frozen=True, slots=True)
class PendingQuestions:
    """The question of each chat that waits for a document."""

    chats: ChatStore
    runs: AnswerRuns

    async def keep(self, to: Origin, question: str) -> None:
        """Keep a question that got no answer: a document sent now is sent because of it."""
        await self.chats.keep_question(
            str(to.chat_id), question, asker=to.user_id, message_id=to.question_id
        )

    async def settle(self, to: Origin) -> None:
        """Forget the question of a chat that has gone on to others, unless it was promised."""
        await self.chats.forget_question(str(to.chat_id))

    async def answer(self, to: Origin) -> None:
        """Begin to answer the question of a chat, into which documents have come.

        Said twice for one batch, or for two at once, it is answered once: the question names the
        run, and is forgotten only when that is on record.
        """
        chat = str(to.chat_id)
        if (pending := await self.chats.get_pending_question(chat)) is None:
            return
        asked_by = pending.message_id
        place = Origin(
            *(to.chat_id, to.user_id, to.language), reply_to=asked_by, question_id=asked_by
        )
        request = AnswerRequest(
            question=pending.question,
            user_id=chat,
            asker=pending.asker,
            origin=place.encode(),
            interface_language=to.language,
        )
        await self.runs.start_answer(request, run_id=f"answer-pending-{chat}-{pending.id}")
        await self.chats.forget_question(chat, pending.id)
