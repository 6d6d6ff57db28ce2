"""Questions that the base had no answer to: kept, and asked again when a document has come.

Until there is an answer nothing more is said of them.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.transport.reply_address import Origin
from pipelines.concurrency import Turns
from pipelines.models.requests import AnswerRequest
from pipelines.store.talk.chats import ChatStore, PendingQuestion


class AnswerRuns(Protocol):
    """What answers a question."""

    async def start_answer(self, request: AnswerRequest, *, run_id: str) -> None:
        """Begin to answer, once for an id; the reply comes through the Notifier."""
        ...


@dataclass(frozen=True, slots=True)
class PendingQuestions:
    """The questions of each chat that wait for a document."""

    chats: ChatStore
    runs: AnswerRuns
    _turns: Turns = field(default_factory=Turns)

    async def keep(self, to: Origin, question: str, *, is_promised: bool = False) -> None:
        """Keep a question that got no answer: a document sent now is sent because of it.

        It is promised to be asked again where one is being read already.
        """
        await self.chats.keep_question(
            *(to.memory, question),
            asker=to.asker,
            message_id=to.question_id,
            person=to.person,
            is_promised=is_promised,
        )

    async def settle(self, to: Origin) -> None:
        """Forget the question of a chat that has gone on to others, unless it was promised."""
        await self.chats.forget_question(to.memory)

    async def ask_again(self, to: Origin, batch_id: str, documents: tuple[str, ...] = ()) -> None:
        """Begin to answer the questions of a chat, into which the documents of a batch have come.

        Each is asked once for a batch, and waits until there is an answer in these documents, in
        which all others have none: see `told`. One that came with the batch is answered now,
        whatever the answer is.
        """
        for pending in await self.chats.get_pending_questions(to.memory):
            await self._ask_again(pending, to, batch_id, documents)

    async def promised(self, to: Origin) -> tuple[str, ...]:
        """Return the questions of a chat that were promised an answer, the oldest first."""
        waiting = await self.chats.get_pending_questions(to.memory)
        return tuple(each.question for each in waiting if each.is_promised)

    async def _ask_again(
        self, pending: PendingQuestion, to: Origin, batch_id: str, documents: tuple[str, ...]
    ) -> None:
        chat = to.memory
        asked_by = pending.message_id
        is_of_batch = asked_by is not None and asked_by == to.asked_in
        place = replace(
            to,
            progress_id=None,
            reply_to=asked_by,
            question_id=asked_by,
            pending_id=None if is_of_batch else pending.id,
        )
        request = AnswerRequest(
            question=pending.question,
            user_id=chat,
            asker=pending.asker,
            origin=place.encode(),
            interface_language=to.language,
            is_asked_again=not is_of_batch,
            among=() if is_of_batch else documents,
            is_brief=place.is_brief,
            payer=pending.person,
        )
        name = chat.replace("/", "_")
        run_id = f"answer-pending-{name}-{pending.id}-{batch_id}"
        await self.runs.start_answer(request, run_id=run_id)
        if is_of_batch:
            await self.chats.forget_question(chat, pending.id)

    @asynccontextmanager
    async def told(self, to: Origin) -> AsyncIterator[bool]:
        """Give whether the answer to a question that waited is still to be told; it is then.

        Two batches at once may each find it. The question is forgotten only after it was told.
        """
        chat = to.memory
        async with self._turns.turn(chat):
            waiting = await self.chats.get_pending_questions(chat)
            is_waiting = to.pending_id in [each.id for each in waiting]
            yield is_waiting
            if is_waiting:
                await self.chats.forget_question(chat, to.pending_id)
