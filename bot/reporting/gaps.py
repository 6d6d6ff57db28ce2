"""Tells people what they asked in vain and an admin has answered, and what stands no longer.

Each is told once: a worker claims it first, and a message that was sent is not sent again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.reporting.pending_questions import AnswerRuns
from bot.transport.outbox import Outbox
from bot.transport.pieces import Piece, split
from bot.transport.rate_limit import Pace
from bot.transport.reply_address import Origin
from bot.views.gaps import corrections_view, gap_answer_view
from bot.views.text import Reader
from pipelines.engine.work_context import WorkContext, work_context
from pipelines.models.answers import Citation, Passage
from pipelines.models.documents import Span
from pipelines.models.interactions import Correction
from pipelines.models.owner_questions import GapAnswer
from pipelines.models.preferences import UserSettings
from pipelines.models.requests import AnswerRequest, BatchReport
from pipelines.nodes.answering.cite import Quote, cite_quote
from pipelines.ports import Phrasebook
from pipelines.store.store import Store

_LONGEST = 3_000  # characters of an answer that are told


@dataclass(frozen=True, slots=True)
class Gaps:
    """What goes to those whose questions had no answer, or whose answers are others now."""

    store: Store
    outbox: Outbox
    phrases: Phrasebook
    runs: AnswerRuns | None = None  # what asks again, where the ends of batches are told

    async def tell_gaps(self) -> None:
        """Tell the answers of admins that are due, each once."""
        for answer in await self.store.gaps.claim_gap_answers():
            with work_context(WorkContext(f"gap-{answer.id}")):
                await self._tell(answer)
            await self.store.gaps.close_gap(answer.id)

    async def corrected(
        self, asker: int, language: str | None, corrections: Sequence[Correction]
    ) -> None:
        """Say in one message what was said then, and what the base says now."""
        shown, keys = corrections_view(corrections, Reader(asker, language, self.phrases))
        with work_context(WorkContext(f"correction-{asker}-{corrections[0].answered_at}")):
            await self.outbox.deliver(asker, split(shown), keyboard=keys, pace=Pace.REPORT)

    async def answered_with_batch(self, to: Origin, report: BatchReport) -> None:
        """Let documents be the answer that an admin gives, and tell who may read them.

        Nothing is said where the question was settled before.
        """
        stored = [item for item in report.items if item.status in ("stored", "known")]
        document = next((item.document_id for item in stored if item.document_id), None)
        if document is None:
            return
        passages = await self.store.search.document_passages(document, asker=to.user_id, limit=1)
        if not passages:
            return
        citation = _answer_in(passages[0]) if to.is_written else _beginning(passages[0])
        await self.settle(to, citation, report.batch_id)

    async def settle(self, to: Origin, citation: Citation, settled_as: str) -> None:
        """Answer a cluster, and say to whom that went: at once, and to others once they may."""
        reader, store = Reader(to.user_id, to.language, self.phrases), self.store.gaps
        settling = await store.settle_gap(to.gap, citation, actor=to.user_id, settled_as=settled_as)
        said = reader.say("gap-over")
        if settling == "settled":
            await self.tell_gaps()
            told, untold = await store.count_gap_answers(settled_as, actor=to.user_id)
            said = reader.say("gap-told", told=told, untold=untold)
        pieces = split(Piece(said))
        await self.outbox.deliver(to.chat_id, pieces, reply_to=to.progress_id, pace=to.pace)

    async def _tell(self, answer: GapAnswer) -> None:
        to = await self._place_of(answer)
        if to is None:
            return
        view = gap_answer_view(answer, to.presser, self.phrases)
        if answer.citation.quote:
            await self.store.administration.note_documents_read(
                [answer.citation.document_id], reader=to.asker
            )
        is_told = await self.outbox.deliver(
            to.chat_id,
            split(view.piece),
            keyboard=view.keys,
            thread_id=to.thread_id,
            pace=Pace.REPORT,
        )
        if is_told is not None and not answer.citation.quote and self.runs is not None:
            request = AnswerRequest(
                question=answer.query,
                user_id=to.memory,
                asker=to.asker,
                origin=to.encode(),
                interface_language=answer.language,
                is_asked_again=True,
            )
            await self.runs.start_answer(request, run_id=f"answer-gap-{answer.id}")

    async def _place_of(self, answer: GapAnswer) -> Origin | None:
        """Return where an answer goes; None where nothing is said by the group's own settings.

        Where a group's answers go to the asker alone, so does this one.
        """
        place, _, topic = answer.chat.partition("/")
        chat, thread = int(place), int(topic) if topic else None
        if chat < 0:
            policy = await self.store.preferences.get_group_policy(chat)
            if policy.answers_to == "asker" and answer.asker > 0:
                chat, thread = answer.asker, None
            elif not policy.is_answered:
                return None
        settings = UserSettings(is_streamed=False)
        return Origin(chat, answer.asker, answer.language, thread_id=thread, settings=settings)


def _answer_in(passage: Passage) -> Citation:
    """Cite what an admin wrote: what stands behind the question, which begins the document."""
    question, gap, _ = passage.text.partition("\n")
    start = len(question) + len(gap) if passage.text[len(question) :].strip() else 0
    start += len(passage.text[start:]) - len(passage.text[start:].lstrip())
    quote = passage.text[start : start + _LONGEST].rstrip()
    return cite_quote(Quote(passage, Span(start, start + len(quote))))


def _beginning(passage: Passage) -> Citation:
    """Cite a document as a whole, which opens at its beginning."""
    return cite_quote(Quote(passage, Span(0, 0)))
