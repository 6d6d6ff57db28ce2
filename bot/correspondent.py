"""Tells whoever asked, in Telegram: the pipelines' Correspondent."""

from collections.abc import Sequence

from telegram import InlineKeyboardMarkup

from bot.buttons import Action, button, keyboard
from bot.origin import Origin
from bot.outbox import Outbox
from bot.progress import ProgressBoard
from bot.render import render_answer
from bot.reports import batch_text, failure_text, progress_text
from bot.split import Piece, split
from pipelines.ports import Phrasebook
from pipelines.questions import Answer
from pipelines.requests import BatchReport, Failure, ItemProgress


class TelegramCorrespondent:
    """Writes where the origin says; "" means nobody waits."""

    def __init__(self, outbox: Outbox, phrases: Phrasebook, *, board: ProgressBoard) -> None:
        self._outbox = outbox
        self._phrases = phrases
        self._board = board

    async def progressed(self, origin: str, items: Sequence[ItemProgress]) -> None:
        """Show how far a batch is, now or a little later; never raises."""
        to = Origin.decode(origin)
        if to is not None and to.progress_id is not None:
            text = progress_text(items, to.language, self._phrases)
            self._board.show(to.chat_id, to.progress_id, split(Piece(text))[0].text)

    async def ingested(self, origin: str, report: BatchReport) -> None:
        """Turn the progress message into the summary; write a new one if it is gone."""
        if (to := Origin.decode(origin)) is None:
            return
        text = batch_text(report, to.language, self._phrases)
        usable = any(item.status in ("stored", "known") for item in report.items)
        keys = self._offer(to, "button-ask-in-chat", Action.GO_CHAT) if usable else None
        await self._replace(to, text, keys)

    async def answered(self, origin: str, answer: Answer) -> None:
        """Send the answer with its sources; an abstention comes with a way on."""
        if (to := Origin.decode(origin)) is None:
            return
        pieces = render_answer(answer, self._phrases)
        keys = None
        if answer.abstained:
            keys = self._offer(to, "button-add-source", Action.GO_DOCUMENTS)
        await self._send(to, pieces, keys)

    async def failed(self, origin: str, failure: Failure) -> None:
        """Say that a run ended without its result, and why."""
        if (to := Origin.decode(origin)) is not None:
            await self._replace(to, failure_text(failure, to.language, self._phrases), None)

    async def _replace(self, to: Origin, text: str, keys: InlineKeyboardMarkup | None) -> None:
        pieces = split(Piece(text))
        if to.progress_id is not None:
            await self._board.finish(to.chat_id, to.progress_id)
            last = keys if len(pieces) == 1 else None
            if await self._outbox.edit(to.chat_id, to.progress_id, pieces[0], keyboard=last):
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
            )

    def _offer(self, to: Origin, key: str, action: Action) -> InlineKeyboardMarkup:
        label = self._phrases.say(key, to.language)
        return keyboard([button(label, action, to.user_id)])
