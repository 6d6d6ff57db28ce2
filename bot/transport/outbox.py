"""Sends and edits messages, and knows what each of Telegram's errors means."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from telegram import InlineKeyboardMarkup, LinkPreviewOptions, ReplyParameters
from telegram.constants import ChatAction
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.ext import ExtBot

from bot.transport.pacing import Pace
from bot.transport.rate_limit import seconds_of
from bot.transport.send_once import is_surely_unsent
from bot.transport.split import Piece
from pipelines.concurrency import background
from pipelines.errors import InternalError, TransientError

logger = logging.getLogger(__name__)

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
TYPING_EVERY_SECONDS = 4.0  # Telegram shows the sign for five
_NOT_MODIFIED = "message is not modified"
_NOT_EDITABLE = ("message to edit not found", "message can't be edited", "message_id_invalid")
_NO_CHAT = ("chat not found", "user is deactivated", "peer_id_invalid", "bot was kicked")
_BAD_MARKUP = ("can't parse entities", "entity", "entities")


class Outbox:
    """Writes to chats. Whoever blocked the bot, or is gone, is counted and left alone."""

    def __init__(self, bot: ExtBot[int]) -> None:
        self._bot = bot
        self.dropped = 0

    async def send(
        self,
        chat_id: int,
        piece: Piece,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
        reply_to: int | None = None,
        pace: Pace = Pace.REPLY,
    ) -> None:
        """Send a message; plain if its formatting is refused.

        A message Telegram took but whose receipt timed out is not sent again.

        Raises:
            TransientError: it was not sent, and may be on the next try.
        """
        reply = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None

        async def attempt(chat: int, shown: Piece) -> None:
            await self._bot.send_message(
                chat,
                shown.text,
                entities=shown.entities or None,
                reply_markup=keyboard,
                reply_parameters=reply,
                link_preview_options=NO_PREVIEW,
                rate_limit_args=pace,
            )

        try:
            await self._deliver(attempt, chat_id, piece)
        except TimedOut as error:
            if is_surely_unsent(error):
                raise TransientError("Telegram cannot be reached") from error
            logger.warning("no receipt for a message to %s; not sent twice", chat_id)
        except (NetworkError, RetryAfter) as error:
            raise _later("the message", error) from error

    async def edit(
        self,
        chat_id: int,
        message_id: int,
        piece: Piece | str,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
        pace: Pace = Pace.REPLY,
    ) -> bool:
        """Edit a message; False if there is nothing left to edit. The same text is success.

        Raises:
            TransientError: it was not edited, and may be on the next try.
        """

        async def attempt(chat: int, shown: Piece) -> None:
            await self._bot.edit_message_text(
                shown.text,
                chat,
                message_id,
                entities=shown.entities or None,
                reply_markup=keyboard,
                link_preview_options=NO_PREVIEW,
                rate_limit_args=pace,
            )

        shown = Piece(piece) if isinstance(piece, str) else piece
        try:
            await self._deliver(attempt, chat_id, shown)
        except BadRequest as error:
            if _says(error, _NOT_EDITABLE):
                return False
            raise
        except (NetworkError, RetryAfter) as error:
            raise _later("the edit", error) from error
        return True

    async def remove(self, chat_id: int, message_id: int) -> None:
        """Delete a message, if it can be; that it cannot stops nothing."""
        try:
            await self._bot.delete_message(chat_id, message_id)
        except TelegramError as error:
            logger.info("a message could not be deleted: %s", type(error).__name__)

    async def take_buttons(self, chat_id: int, message_id: int) -> None:
        """Take the buttons off a message that stays."""
        try:
            await self._bot.edit_message_reply_markup(chat_id, message_id, reply_markup=None)
        except BadRequest as error:
            logger.info("buttons could not be taken away: %s", error.message)

    async def acknowledge(
        self, query_id: str, text: str | None = None, *, alert: bool = False
    ) -> None:
        """End the sign of waiting on a pressed button; a press that is too old has none."""
        try:
            await self._bot.answer_callback_query(query_id, text, show_alert=alert)
        except BadRequest as error:
            logger.info("a press could not be acknowledged: %s", error.message)

    @asynccontextmanager
    async def typing(self, chat_id: int) -> AsyncIterator[None]:
        """Show "typing…" until the block ends; that it cannot be shown stops nothing."""

        async def repeat() -> None:
            while True:
                with suppress(TelegramError):
                    await self._bot.send_chat_action(chat_id, ChatAction.TYPING)
                await asyncio.sleep(TYPING_EVERY_SECONDS)

        async with background(repeat()):
            yield

    def drop(self, chat_id: int) -> None:
        """Count a message or an update of somebody who has blocked the bot."""
        self.dropped += 1
        logger.info("chat %s does not want messages; dropped %s so far", chat_id, self.dropped)

    async def sketch(
        self,
        chat_id: int,
        message_id: int,
        text: str,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
    ) -> bool:
        """Edit a message if that is possible right now; False if it may be in a while."""
        try:
            await self._bot.edit_message_text(
                text, chat_id, message_id, reply_markup=keyboard, rate_limit_args=Pace.SKETCH
            )
        except RetryAfter:
            return False
        except TelegramError as error:
            logger.debug("progress not shown: %s", type(error).__name__)
        return True

    async def _deliver(
        self, attempt: Callable[[int, Piece], Awaitable[None]], chat_id: int, piece: Piece
    ) -> None:
        try:
            await attempt(chat_id, piece)
        except Forbidden:
            self.drop(chat_id)
        except ChatMigrated as error:
            await attempt(error.new_chat_id, piece)
        except BadRequest as error:
            if _says(error, (_NOT_MODIFIED,)):
                return
            if _says(error, _NO_CHAT):
                self.drop(chat_id)
            elif piece.entities and _says(error, _BAD_MARKUP):
                logger.warning("formatting refused, sent plain: %s", error.message)
                await attempt(chat_id, Piece(piece.text))
            elif _says(error, _NOT_EDITABLE):
                raise
            else:
                raise InternalError(f"Telegram refused a message: {error.message}") from error


def _later(what: str, error: TelegramError) -> TransientError:
    """Say that something was not taken, and when it may be."""
    later = TransientError(f"Telegram does not take {what}")
    if isinstance(error, RetryAfter):
        later.wait_s = seconds_of(error)
    return later


def _says(error: BadRequest, parts: tuple[str, ...]) -> bool:
    return any(part in error.message.lower() for part in parts)
