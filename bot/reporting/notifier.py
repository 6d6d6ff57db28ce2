"""Tells whoever asked, in Telegram: the pipelines' Notifier."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from cachetools import TTLCache
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity
from telegram.error import TelegramError

from bot.reporting.conflict_cards import ConflictCards
from bot.reporting.corrections import Corrections
from bot.reporting.draft_board import DraftBoard
from bot.reporting.gaps import Gaps
from bot.reporting.open_offers import OpenOffers
from bot.reporting.owner_questions import OwnerQuestions
from bot.reporting.pending_questions import PendingQuestions
from bot.reporting.progress_board import BatchEnds, ProgressBoard
from bot.transport.buttons import Action, button, fits, keyboard
from bot.transport.outbox import Outbox
from bot.transport.pieces import Piece, join, split
from bot.transport.rate_limit import Pace
from bot.transport.reply_address import Origin, name_of
from bot.transport.send_once import UNKNOWN
from bot.views.answers.answer import answer_piece, brief, choice_rows
from bot.views.answers.feedback import (
    Standing,
    asks_why,
    beside_sources,
    follow_up_rows,
    rating_rows,
    with_follow_ups,
)
from bot.views.answers.rich import is_for_rich, rich_html
from bot.views.answers.sources import citation_rows
from bot.views.receipt_keys import receipt_keys
from bot.views.receipts import failure_text, progress_text, receipt
from bot.views.text import Reader, shortened, styled, untappable
from bot.views.tour import tour_keys
from pipelines.engine.work_context import current_run_id
from pipelines.errors import Failure, ParagrafError
from pipelines.models.answers import Answer, Draft
from pipelines.models.interactions import Offer
from pipelines.models.requests import BatchReport, ItemProgress
from pipelines.ports import Phrasebook

logger = logging.getLogger(__name__)

_LONGEST_NAME = 60  # characters
_LONGEST_QUESTION = 200
_REMEMBERED = 1_000  # batches that are being read
_READING_SECONDS = 60.0  # after which a batch that has said nothing counts as over


class TelegramNotifier:
    """Writes where the origin says; "" means nobody waits."""

    def __init__(
        self,
        outbox: Outbox,
        phrases: Phrasebook,
        *,
        board: ProgressBoard,
        drafts: DraftBoard | None = None,
        ends: BatchEnds | None = None,
        questions: PendingQuestions | None = None,
        owners: OwnerQuestions | None = None,
        corrections: Corrections | None = None,
        gaps: Gaps | None = None,
        conflicts: ConflictCards | None = None,
        offers: OpenOffers | None = None,
        being_read: Callable[[int], Awaitable[int]] | None = None,
    ) -> None:
        """Prepare.

        Args:
            board: shows how far batches are.
            drafts: shows answers while they are written.
            ends: knows what other workers tell, where there may be some.
            questions: keeps those that are to be answered when a document has come.
            owners: may be asked what the base has no answer to.
            corrections: learns from what was written to correct an answer.
            gaps: tells what admins answer to that by themselves.
            conflicts: asks which of two documents holds.
            offers: knows what was sent and is not in the base yet.
            being_read: counts the sources of a person that are on their way into it.
        """
        self._outbox = outbox
        self._phrases = phrases
        self._board = board
        self._drafts = drafts or DraftBoard(outbox, phrases)
        self._ends = ends
        self._questions = questions
        self._owners = owners
        self._corrections = corrections
        self._gaps = gaps
        self._conflicts = conflicts
        self._offers = offers
        self._being_read = being_read
        # Chat and message of each batch that has said lately how far it is.
        self._reading: TTLCache[tuple[int, int], None] = TTLCache(_REMEMBERED, _READING_SECONDS)

    async def progressed(
        self, origin: str, items: Sequence[ItemProgress], *, batch_id: str = ""
    ) -> None:
        """Show how far a batch is, now or a little later; never raises."""
        to = Origin.decode(origin)
        if to is not None and to.progress_id is not None:
            self._reading[to.chat_id, to.progress_id] = None
            text = split(Piece(progress_text(items, to.language, self._phrases)))[0].text
            ending = None
            if self._ends is not None and batch_id:
                ending = _BatchEnding(self, self._ends, to, to.progress_id, batch_id)
            self._board.show(
                *(to.chat_id, to.progress_id, text),
                keyboard=self._cancelling(to, batch_id),
                ending=ending,
            )

    async def ingested(self, origin: str, report: BatchReport) -> None:
        """Turn the progress message into the receipt; write a new one if it is gone.

        Below it comes the answer to a question that waited for a document. Whoever may decide is
        asked about what these documents contradict.
        """
        if (to := Origin.decode(origin)) is None:
            return
        await self._replace(to, *self._last_word(to, _of_readers_later(to, report)))
        has_documents = any(item.status in ("stored", "known") for item in report.items)
        if self._gaps is not None and has_documents and to.gap:
            await self._gaps.answered_with_batch(to, report)
        elif self._owners is not None and has_documents and to.owner_question:
            await self._owners.answered_with_files(to, report)
        elif self._corrections is not None and has_documents and to.corrected:
            await self._corrections.learn(to, report)
        elif self._questions is not None and has_documents and not to.is_tour:
            documents = tuple(item.document_id for item in report.items if item.document_id)
            await self._questions.ask_again(to, report.batch_id, documents)
        elif self._questions is not None and not has_documents and not to.is_group:
            await self._tell_of_waiting(to, await self._questions.promised(to))
        if self._conflicts is not None and has_documents:
            await self._conflicts.ask(report.batch_id)

    async def drafted(self, origin: str, draft: Draft) -> None:
        """Show how far an answer is, now or a little later; never raises.

        A question that waited for a document waits in silence, as does whoever wants to.
        """
        to = Origin.decode(origin)
        if to is not None and to.pending_id is None and to.settings.is_streamed:
            speech = self._phrases.spoken(draft.language, to.language)
            self._drafts.show(to, replace(draft, language=speech or "und"))

    async def answered(self, origin: str, answer: Answer) -> int:
        """Send the answer with its sources, which open; an abstention comes with a way on.

        A question that waited for a document goes on waiting until there is an answer.
        """
        if (to := Origin.decode(origin)) is None:
            return UNKNOWN
        ended = await self._drafts.finish(current_run_id())
        if ended.is_stopped:  # meanwhile: whoever waits for the run is told by `tell_stopped`
            return UNKNOWN
        if self._questions is None or to.pending_id is None:
            return await self._answer(to, answer, over=ended.message_id)
        if not answer.abstained:
            async with self._questions.told(to) as is_waiting:
                if is_waiting:
                    return await self._answer(to, answer)
        return UNKNOWN

    async def offered(self, origin: str, answer: Answer, offer: Offer) -> None:
        """Put questions that can be asked next under an answer; never raises.

        Not while somebody is asked there why it is bad: the questions come once that is closed.
        """
        if (to := Origin.decode(origin)) is None:
            return
        place = to.chat_id, offer.shown_at
        rows = follow_up_rows(answer.interaction_id, offer.questions, to.presser)
        async with self._outbox.last_buttons.turn(*place):
            shown = await self._shown(to, answer, offer)
            if shown is None or asks_why(shown):
                return
            try:
                await self._outbox.change_buttons(*place, with_follow_ups(shown, rows))
            except TelegramError as error:
                logger.info("no questions could be offered: %s", type(error).__name__)

    async def _shown(self, to: Origin, answer: Answer, offer: Offer) -> InlineKeyboardMarkup | None:
        """Return what stands under an answer; None if that may be a reason that is asked for."""
        pressed = self._outbox.last_buttons.get(to.chat_id, offer.shown_at)
        if pressed is not None:
            return pressed
        standing: Standing = offer.tally if to.is_group else offer.rating
        if offer.tally.negative if to.is_group else offer.rating == "negative":
            return None  # pressed in another process, which knows whether it asks
        return keyboard(*await self._rows(to, self._wanted(to, answer), standing))

    async def disagreed(self, batch_id: str) -> None:
        """Ask which of two statements holds; never raises."""
        if self._conflicts is not None:
            try:
                await self._conflicts.ask(batch_id)
            except TelegramError as error:
                logger.info("a conflict could not be shown: %s", type(error).__name__)

    async def _rows(
        self, to: Origin, answer: Answer, standing: Standing = None
    ) -> list[list[InlineKeyboardButton]]:
        """Lay out what stands under an answer."""
        rows = beside_sources(
            citation_rows(answer.citations, to.presser), rating_rows(answer, to.presser, standing)
        )
        if not to.is_group:  # where nobody's own documents are to be seen
            speech = self._phrases.spoken(answer.language, to.language)
            rows += choice_rows(answer, Reader(to.user_id, speech, self._phrases))
        if ways_on := await self._ways_on(to, answer):
            rows.append(ways_on)
        if answer.is_base_empty and not to.is_group:
            rows.append([self._offer(to, answer, "button-tour", Action.TOUR)])
        if answer.understood:
            rows.append([self._offer(to, answer, "button-as-written", Action.ASK_AS_WRITTEN)])
        if to.offers_note(is_answered=not answer.abstained):
            rows.append([self._offer(to, answer, "button-save-note", Action.SAVE_ASKED)])
        return rows

    async def _ways_on(self, to: Origin, answer: Answer) -> list[InlineKeyboardButton]:
        """Lay out what can be done where the base has no answer."""
        if not answer.abstained:
            return []
        known, keys = answer.interaction_id, []
        can_be_shown = answer.has_nearest and fits(Action.SHOW_OTHERS, to.user_id, known)
        if can_be_shown and not to.is_group:
            keys.append(self._offer(to, answer, "button-nearest", Action.SHOW_OTHERS, known))
        if not to.is_group:
            keys.append(self._offer(to, answer, "button-add-source", Action.GO_DOCUMENTS))
        can_pass_on = self._owners is not None and fits(Action.ASK_OWNER, to.user_id, known)
        if self._owners and can_pass_on and await self._owners.can_be_asked(to.user_id):
            keys.append(self._offer(to, answer, "button-ask-owner", Action.ASK_OWNER, known))
        return keys

    async def _answer(self, to: Origin, answer: Answer, *, over: int | None = None) -> int:
        wanted = self._wanted(to, answer)
        answer = await self._unless_read(to, wanted)
        is_told = answer is not wanted  # that it is read, or waits
        if to.viewpoint is not None:
            return await self._answer_as(to, answer)
        folds = to.settings.are_sources_folded
        whole = answer_piece(answer, self._phrases, folds_sources=folds)
        rows = await self._rows(to, answer)
        is_about = answer.abstained or answer.understood
        if is_about or to.offers_note(is_answered=True):  # what the buttons are about
            to = replace(to, reply_to=to.reply_to or to.question_id)
        is_reading = any(chat == to.chat_id for chat, _ in self._reading)
        waits = answer.abstained and is_reading and not to.is_group and to.pending_id is None
        if self._questions is not None and answer.abstained and not answer.citations:
            await self._questions.keep(to, answer.question, is_promised=waits)
        elif self._questions is not None and answer.citations and to.pending_id is None:
            await self._questions.settle(to)  # thanks and the like change nothing
        keys = keyboard(*rows) if rows else None
        shown_at = None if over else await self._send_rich(to, whole, keys)
        if shown_at is None:
            shown_at = await self._send(to, split(whole), keys, over=over)
        if is_told:
            return shown_at
        if waits and self._questions is not None:
            await self._send(to, [self._in_its_language(to, answer, "offer-reading")], None)
        elif answer.abstained and not to.is_group and to.pending_id is None:
            await self._tell_of_reading(to, answer)
            await self._recall_offer(to, answer)
        return shown_at

    async def _unless_read(self, to: Origin, answer: Answer) -> Answer:
        """Say that documents are being read, or wait to be added, rather than that there are none.

        However often it is asked: what was sent is in sight, and may well be taken for added.
        """
        empty = self._phrases.say("smalltalk-base-empty", answer.language)
        if answer.text != empty or to.is_group or to.viewpoint is not None:
            return answer
        if count := await self._count_being_read(to):
            key = "offer-reading" if answer.abstained else "offer-being-read"
        elif self._offers is not None and await self._offers.is_open(to.chat_id):
            key = "offer-open-empty"
        else:
            return answer
        said = self._phrases.say(key, answer.language, count=count)
        return replace(answer, text=said, is_base_empty=False)

    async def _tell_of_waiting(self, to: Origin, questions: Sequence[str]) -> None:
        """Say that nothing came to the questions that were promised an answer."""
        if questions:
            named = "\n".join(f"• {shortened(each, _LONGEST_QUESTION)}" for each in questions)
            count = len(questions)
            said = self._phrases.say("offer-still-waits", to.language, count=count, questions=named)
            await self._send(to, [Piece(said)], None)

    async def _tell_of_reading(self, to: Origin, answer: Answer) -> None:
        """Say how many sources of whoever asks are still being read, in whatever chat or worker.

        Never raises: the answer is shown by then, and would be once more.
        """
        if count := await self._count_being_read(to):
            said = self._in_its_language(to, answer, "offer-being-read", count=count)
            try:
                await self._send(to, [said], None)
            except ParagrafError as error:
                logger.warning("not told what is being read: %s", type(error).__name__)

    async def _count_being_read(self, to: Origin) -> int:
        """Count the sources of whoever asks that are being read; never raises."""
        try:
            return await self._being_read(to.user_id) if self._being_read is not None else 0
        except Exception as error:  # noqa: BLE001 - the engine reads its records, and raises anything
            logger.warning("not known what is being read: %s", type(error).__name__)
            return 0

    async def _recall_offer(self, to: Origin, answer: Answer) -> None:
        """Say where to press when what was sent last waits to be added."""
        open_offers, question = self._offers, answer.question
        offer = await open_offers.take(to.chat_id, question) if open_offers is not None else None
        if offer is not None:
            key = "offer-open-note" if offer.words else "offer-open"
            said = self._in_its_language(to, answer, key)
            await self._send(replace(to, reply_to=offer.hint_id), [said], None)

    async def _answer_as(self, to: Origin, answer: Answer) -> int:
        """Show how somebody else would be answered: nothing there is to be pressed or kept."""
        name = untappable(shortened(to.viewed_as, _LONGEST_NAME))
        own = "none" if to.is_viewed_whole else "left-out"
        said = self._phrases.say("as-heading", to.language, name=name, own=own)
        heading = styled(said, MessageEntity.ITALIC)
        whole = join([heading, Piece("\n\n"), answer_piece(answer, self._phrases)])
        await self._send(to, split(whole), None)
        return UNKNOWN

    async def _send_rich(
        self, to: Origin, whole: Piece, keys: InlineKeyboardMarkup | None
    ) -> int | None:
        """Send a long answer in one piece to who can read that; None if Telegram refuses it."""
        is_readable = to.settings.is_rich_readable and not to.is_group
        if not is_readable or not is_for_rich(whole, len(split(whole))):
            return None
        html = rich_html(whole, self._phrases.say("rich-unfold", to.language))
        return await self._outbox.send_rich(
            to.chat_id, html, keyboard=keys, reply_to=to.reply_to, pace=to.pace
        )

    async def failed(self, origin: str, failure: Failure) -> None:
        """Say that a run ended without its result, and why."""
        if (to := Origin.decode(origin)) is None:
            return
        shown, keys = self._last_word(to, failure)
        if to.progress_id is not None:
            await self._replace(to, shown, keys)
            return
        ended = await self._drafts.finish(current_run_id())
        if not ended.is_stopped:
            await self._send(to, split(shown), keys, over=ended.message_id)

    async def edit_again(self, to: Origin, progress_id: int, end: BatchReport | Failure) -> None:
        """Put the last word back where it was; what did not fit into it stands below already."""
        shown, keys = self._last_word(to, end)
        pieces = split(shown)
        last = keys if len(pieces) == 1 else None
        place = to.chat_id, progress_id
        await self._outbox.edit(*place, pieces[0], keyboard=last, pace=Pace.REPORT)

    def _last_word(
        self, to: Origin, end: BatchReport | Failure
    ) -> tuple[Piece, InlineKeyboardMarkup | None]:
        """Put the end of a batch into words, with the buttons below it."""
        if isinstance(end, Failure):
            return Piece(failure_text(end, to.language, self._phrases)), None
        reader = Reader(to.user_id, to.language, self._phrases)
        name = name_of(end.batch_id, to.chat_id) or ""
        examples = [item for item in end.items if item.status in ("stored", "known")]
        if to.is_tour and examples:  # known: of the batch that its removal takes
            name = name_of(examples[0].batch_id or "", to.chat_id) or name
            return Piece(reader.say("tour-ready")), tour_keys(name, reader)
        keys = receipt_keys(end, name, reader, in_group=to.is_group)
        return receipt(end, to.language, self._phrases), keys

    def _cancelling(self, to: Origin, batch_id: str) -> InlineKeyboardMarkup | None:
        """Lay out the button that cancels; None for a batch that was not sent to this chat."""
        name = name_of(batch_id, to.chat_id) or ""
        if not fits(Action.CANCEL_BATCH, to.user_id, name):
            return None
        label = self._phrases.say("button-cancel-batch", to.language)
        return keyboard([button(label, Action.CANCEL_BATCH, to.user_id, name)])

    async def _replace(self, to: Origin, shown: Piece, keys: InlineKeyboardMarkup | None) -> None:
        pieces = split(shown)
        if to.progress_id is not None:
            self._reading.pop((to.chat_id, to.progress_id), None)
            await self._board.finish(to.chat_id, to.progress_id)
            last = keys if len(pieces) == 1 else None
            place = to.chat_id, to.progress_id
            if await self._outbox.edit(*place, pieces[0], keyboard=last, pace=Pace.REPORT):
                pieces = pieces[1:]
        await self._send(to, pieces, keys)

    async def _send(
        self,
        to: Origin,
        pieces: Sequence[Piece],
        keys: InlineKeyboardMarkup | None,
        *,
        over: int | None = None,
    ) -> int:
        """Say something; return the message that the buttons stand under."""
        last = await self._outbox.deliver(
            to.chat_id,
            pieces,
            over=over,
            keyboard=keys,
            reply_to=to.reply_to,
            thread_id=to.thread_id,
            pace=to.pace,
        )
        return last or UNKNOWN

    def _wanted(self, to: Origin, answer: Answer) -> Answer:
        """Return an answer as long as its reader has it, in a language there are texts in."""
        speech = self._phrases.spoken(answer.language, to.language)
        answer = replace(answer, language=speech or "und")
        return brief(answer) if to.is_brief else answer

    def _in_its_language(self, to: Origin, answer: Answer, key: str, **known: int) -> Piece:
        """Say something below an answer in the language of that."""
        speech = self._phrases.spoken(answer.language, to.language)
        return Piece(self._phrases.say(key, speech, **known))

    def _offer(
        self, to: Origin, answer: Answer, key: str, action: Action, argument: str = ""
    ) -> InlineKeyboardButton:
        """Make a button in the language of the answer that it stands under."""
        speech = self._phrases.spoken(answer.language, to.language)
        return button(self._phrases.say(key, speech), action, to.user_id, argument)


@dataclass(frozen=True, slots=True)
class _BatchEnding:
    """The end of a batch of which a message shows how far it is."""

    notifier: TelegramNotifier
    ends: BatchEnds
    to: Origin
    progress_id: int
    batch_id: str

    async def is_told(self) -> bool:
        """Tell whether its end is told, by whichever worker."""
        return await self.ends.is_told(self.batch_id)

    async def tell_again(self) -> None:
        """Put the last word back where our progress may have written over it."""
        end = await self.ends.last_word(self.batch_id)
        if end is not None:
            await self.notifier.edit_again(self.to, self.progress_id, end)


def _of_readers_later(to: Origin, report: BatchReport) -> BatchReport:
    """Leave to what is said of a correction who reads it: admins will, too, in a moment."""
    if not (to.corrected and to.is_for_everyone):
        return report
    return replace(report, items=tuple(replace(item, readers=None) for item in report.items))
