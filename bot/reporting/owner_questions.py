"""Asks the owners, and tells whoever asked what one of them says.

What was sent is not sent again when the update or the step is repeated that it is part of.
"""

from dataclasses import dataclass

from bot.reporting.pending_questions import AnswerRuns
from bot.transport.outbox import Outbox
from bot.transport.pieces import Piece, split
from bot.transport.rate_limit import Pace
from bot.transport.reply_address import Origin
from bot.views.owner_questions import asked_keys, asked_text, ending_text, settled_text
from bot.views.text import Reader
from pipelines.models.owner_questions import OwnerQuestion
from pipelines.models.preferences import UserSettings
from pipelines.models.requests import AnswerRequest, BatchReport
from pipelines.ports import Phrasebook
from pipelines.store.store import Store


@dataclass(frozen=True, slots=True)
class OwnerQuestions:
    """What goes to and fro between those who ask and the owners."""

    store: Store
    outbox: Outbox
    phrases: Phrasebook
    runs: AnswerRuns | None = None  # what asks again, where the ends of batches are told

    async def can_be_asked(self, asker: int) -> bool:
        """Tell whether there is an owner whom somebody may ask."""
        return bool(await self.store.owner_questions.owners_to_ask(asker))

    async def ask(self, question_id: str, asker: int) -> bool:
        """Show a question to the owners; False if it reached none of them."""
        store, is_asked = self.store.owner_questions, False
        for owner in await store.owners_to_ask(asker):
            question = await store.get_owner_question(question_id, actor=owner.telegram_id)
            if question is None:
                continue
            reader = Reader(owner.telegram_id, owner.language, self.phrases)
            shown_at = await self.outbox.deliver(
                owner.telegram_id,
                split(asked_text(question, reader)),
                keyboard=asked_keys(question, reader),
            )
            if shown_at:
                await store.record_owner_prompt(question_id, owner.telegram_id, shown_at)
            is_asked = is_asked or shown_at is not None
        return is_asked

    async def tell(self, question: OwnerQuestion, files: str = "") -> bool:
        """Tell whoever asked how it ended, and show the owners; False if the asker is gone."""
        shown_at = await self.outbox.deliver(
            question.chat_id,
            split(ending_text(question, self.phrases, files)),
            reply_to=question.message_id,
            thread_id=question.thread_id,
            pace=Pace.REPORT,
        )
        for prompt in await self.store.owner_questions.list_owner_prompts(question.id):
            reader = Reader(prompt.owner, prompt.language, self.phrases)
            shown = split(settled_text(question, reader))[-1]
            await self.outbox.edit(prompt.owner, prompt.message_id, shown, pace=Pace.REPORT)
        return shown_at is not None

    async def answered_with_files(self, to: Origin, report: BatchReport) -> None:
        """Tell whoever asked which files an owner has answered with, and ask the base again.

        Nothing is said of a question that was settled before.
        """
        store = self.store.owner_questions
        settling = await store.settle_owner_question(
            to.owner_question, actor=to.user_id, state="answered", settled_as=report.batch_id
        )
        question = await store.get_owner_question(to.owner_question, actor=to.user_id)
        if settling != "settled" or question is None:
            return
        names = [i.title or i.label for i in report.items if i.status in ("stored", "known")]
        is_told = await self.tell(question, ", ".join(names))
        reader = Reader(to.user_id, to.language, self.phrases)
        said = reader.say(
            "owner-files-passed" if is_told else "owner-files-undelivered",
            name=question.asker_name,
        )
        pieces = split(Piece(said))
        await self.outbox.deliver(to.chat_id, pieces, reply_to=to.progress_id, pace=Pace.REPORT)
        if is_told and self.runs is not None:
            run_id = f"answer-owner-{question.id}"
            await self.runs.start_answer(_asked_again(question), run_id=run_id)


def _asked_again(question: OwnerQuestion) -> AnswerRequest:
    """Ask the base a question that an owner has answered; without an answer nothing is said."""
    place = Origin(
        question.chat_id,
        question.asker,
        question.language,
        reply_to=question.message_id,
        question_id=question.message_id,
        thread_id=question.thread_id,
        settings=UserSettings(is_streamed=False),
    )
    return AnswerRequest(
        question=question.question,
        user_id=place.memory,
        asker=place.asker,
        origin=place.encode(),
        interface_language=question.language,
        is_asked_again=True,
    )
