"""Tells whoever asked, in Telegram: the pipelines' Notifier."""

from collections.abc import Sequence
from dataclasses import dataclass

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.reporting.endings import BatchEnds
from bot.reporting.progress_board import ProgressBoard
from bot.transport.buttons import Action, button, fits, keyboard
from bot.transport.outbox import Outbox
from bot.transport.pacing import Pace
from bot.transport.reply_address import Origin, name_of
from bot.transport.split import Piece, split
from bot.views.answer import render_answer
from bot.views.citation import citation_keys
from bot.views.progress import elided, failure_text, progress_text
from bot.views.receipts import known_documents, receipt
from pipelines.errors import Failure
from pipelines.ingest.retry import worth_retrying
from pipelines.models.answers import Answer
from pipelines.models.requests import BatchReport, ItemProgress
from pipelines.ports import Phrasebook

MOST_DOCUMENT_BUTTONS = 3


class TelegramNotifier:
    """Writes where the origin says; "" means nobody waits."""

    def __init__(
        self,
        outbox: Outbox,
        phrases: Phrasebook,
        *,
        board: ProgressBoard,
        ends: BatchEnds | None = None,
    ) -> None:
        """Prepare; `ends` knows what other workers tell, where there may be some."""
        self._outbox = outbox
        self._phrases = phrases
        self._board = board
        self._ends = ends

    async def progressed(
        self, origin: str, items: Sequence[ItemProgress], *, batch_id: str = ""
    ) -> None:
        """Show how far a batch is, now or a little later; never raises."""
        to = Origin.decode(origin)
        if to is not None and to.progress_id is not None:
            text = split(Piece(progress_text(items, to.language, self._phrases)))[0].text
            keys = self._of_batch(to, batch_id, [("button-cancel-batch", Action.CANCEL_BATCH)])
            ending = None
            if self._ends is not None and batch_id:
                ending = _BatchEnding(self, self._ends, to, to.progress_id, batch_id)
            self._board.show(
                *(to.chat_id, to.progress_id, text),
                keyboard=keyboard(*keys) if keys else None,
                ending=ending,
            )

    async def ingested(self, origin: str, report: BatchReport) -> None:
        """Turn the progress message into the receipt; write a new one if it is gone."""
        if (to := Origin.decode(origin)) is not None:
            await self._replace(to, *self._last_word(to, report))

    async def answered(self, origin: str, answer: Answer) -> None:
        """Send the answer with its sources, which open; an abstention comes with a way on."""
        if (to := Origin.decode(origin)) is None:
            return
        pieces = render_answer(answer, self._phrases)
        keys = citation_keys(answer.citations, to.user_id)
        if answer.abstained:
            keys = self._offer(to, "button-add-source", Action.GO_DOCUMENTS)
        await self._send(to, pieces, keys)

    async def failed(self, origin: str, failure: Failure) -> None:
        """Say that a run ended without its result, and why."""
        if (to := Origin.decode(origin)) is not None:
            await self._replace(to, *self._last_word(to, failure))

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
        rows = self._after(to, end)
        return receipt(end, to.language, self._phrases), keyboard(*rows) if rows else None

    def _after(self, to: Origin, report: BatchReport) -> list[list[InlineKeyboardButton]]:
        """Lay out what can be done once a batch is over."""
        rows: list[list[InlineKeyboardButton]] = []
        statuses = {item.status for item in report.items}
        if statuses & {"stored", "known"}:
            label = self._phrases.say("button-ask-in-chat", to.language)
            rows.append([button(label, Action.GO_CHAT, to.user_id)])
        for item in known_documents(report.items, MOST_DOCUMENT_BUTTONS):
            title = elided(item.title or item.label, 32)
            label = self._phrases.say("button-open-document", to.language, title=title)
            if fits(Action.OPEN_DOCUMENT, to.user_id, item.document_id or ""):
                document = item.document_id or ""
                rows.append([button(label, Action.OPEN_DOCUMENT, to.user_id, document)])
        offered = []
        if any(map(worth_retrying, report.items)):
            offered.append(("button-retry", Action.RETRY_BATCH))
        if "stored" in statuses:
            offered.append(("button-delete-added", Action.ASK_DELETE_BATCH))
        return rows + self._of_batch(to, report.batch_id, offered)

    def _of_batch(
        self, to: Origin, batch_id: str, offered: Sequence[tuple[str, Action]]
    ) -> list[list[InlineKeyboardButton]]:
        """Lay out buttons about a batch; none when it was not sent to this chat."""
        name = name_of(batch_id, to.chat_id) or ""
        return [
            [button(self._phrases.say(key, to.language), action, to.user_id, name)]
            for key, action in offered
            if fits(action, to.user_id, name)
        ]

    async def _replace(self, to: Origin, shown: Piece, keys: InlineKeyboardMarkup | None) -> None:
        pieces = split(shown)
        if to.progress_id is not None:
            await self._board.finish(to.chat_id, to.progress_id)
            last = keys if len(pieces) == 1 else None
            place = to.chat_id, to.progress_id
            if await self._outbox.edit(*place, pieces[0], keyboard=last, pace=Pace.REPORT):
                pieces = pieces[1:]
        await self._send(to, pieces, keys)

    async def _send(
        self, to: Origin, pieces: Sequence[Piece], keys: InlineKeyboardMarkup | None
    ) -> None:
        for number, piece in enumerate(pieces, start=1):
            await self._outbox.send(
                to.chat_id,
                piece,
                keyboard=keys if number == len(pieces) else None,
                reply_to=to.reply_to if number == 1 else None,
                pace=Pace.REPLY if to.progress_id is None else Pace.REPORT,
            )

    def _offer(self, to: Origin, key: str, action: Action) -> InlineKeyboardMarkup:
        label = self._phrases.say(key, to.language)
        return keyboard([button(label, action, to.user_id)])


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
