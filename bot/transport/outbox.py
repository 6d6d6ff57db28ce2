"""Sends and edits messages, and knows what each of Telegram's errors means."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from telegram import (
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    ReplyParameters,
)
from telegram.constants import ChatAction
from telegram.error import (
    BadRequest,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)
from telegram.ext import ExtBot

from bot.transport.delivery import BAD_MARKUP, Delivery, later
from bot.transport.last_buttons import LastButtons
from bot.transport.lost_message import says
from bot.transport.photos import Photos
from bot.transport.pieces import Piece
from bot.transport.rate_limit import Pace, seconds_of
from bot.transport.send_once import UNKNOWN, is_receipt_lost
from pipelines.concurrency import background
from pipelines.errors import ParagrafError

logger = logging.getLogger(__name__)

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
TYPING_EVERY_SECONDS = 4.0  # Telegram shows the sign for five


# A Stop button on drafts, and the update that it brings: Bot API 10.3, newer than the library.
# Servers and clients that do not know it leave it out.
STOPPABLE = {"can_stop": True, "keep_on_stop": True}
DRAFT_STOPPED = "stopped_message_generation"
RICH_MESSAGE = "sendRichMessage"  # Bot API 10.1, newer than the library, too
DRAFT_AGAIN_S = 2.0  # after a draft that got lost


class Outbox:
    """Writes to chats. Whoever blocked the bot, or is gone, is counted and left alone."""

    def __init__(self, bot: ExtBot[int]) -> None:
        self._bot = bot
        self._delivery = Delivery()
        self.photos = Photos(bot, self._delivery)
        self.last_buttons = LastButtons()

    @property
    def dropped(self) -> int:
        """How much was for somebody who does not want it."""
        return self._delivery.dropped

    def drop(self, chat_id: int) -> None:
        """Count an update of somebody who has blocked the bot."""
        self._delivery.drop(chat_id)

    async def send(
        self,
        chat_id: int,
        piece: Piece,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
        reply_to: int | None = None,
        thread_id: int | None = None,
        pace: Pace = Pace.REPLY,
    ) -> int | None:
        """Send a message, plain if its formatting is refused.

        Returns:
            Its id; 0 where that is not known: a message that Telegram may have taken, though its
            receipt was lost, is not sent again. None: the chat takes none from us.

        Raises:
            TransientError: it was not sent, and may be on the next try.
        """
        reply = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None
        sent_id = UNKNOWN

        async def attempt(chat: int, shown: Piece) -> None:
            nonlocal sent_id
            sent = await self._bot.send_message(
                chat,
                shown.text,
                entities=shown.entities or None,
                reply_markup=keyboard,
                reply_parameters=reply if chat == chat_id else None,
                message_thread_id=thread_id if chat == chat_id else None,
                link_preview_options=NO_PREVIEW,
                rate_limit_args=pace,
            )
            sent_id = sent.message_id

        return sent_id if await self._delivery.send(attempt, chat_id, piece) else None

    async def send_rich(
        self,
        chat_id: int,
        html: str,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
        reply_to: int | None = None,
        pace: Pace = Pace.REPLY,
    ) -> int | None:
        """Send a rich message, once, as a message is sent.

        Returns its id; None where Telegram, or a server of its Bot API before 10.1, takes none.

        Raises:
            TransientError: it was not sent, and may be on the next try.
        """
        said: dict[str, Any] = {
            "chat_id": chat_id,
            "rich_message": {"html": html, "skip_entity_detection": True},
        }
        if keyboard is not None:
            said["reply_markup"] = keyboard
        if reply_to:
            said["reply_parameters"] = ReplyParameters(reply_to, allow_sending_without_reply=True)
        try:
            sent = await self._bot.do_api_request(
                RICH_MESSAGE, api_kwargs=said, rate_limit_args=pace
            )
        except (BadRequest, Forbidden, InvalidToken, EndPointNotFound) as error:
            logger.info("no rich message in chat %s: %s", chat_id, type(error).__name__)
            return None
        except (NetworkError, RetryAfter) as error:
            if is_receipt_lost(error):
                logger.warning("no receipt for a message to %s; not sent twice", chat_id)
                return UNKNOWN
            raise later("the message", error) from error
        return int(sent["message_id"])

    async def deliver(
        self,
        chat_id: int,
        pieces: Sequence[Piece],
        *,
        over: int | None = None,
        keyboard: InlineKeyboardMarkup | None = None,
        reply_to: int | None = None,
        thread_id: int | None = None,
        pace: Pace = Pace.REPLY,
    ) -> int | None:
        """Say something in as many messages as it takes; the buttons stand under the last.

        Returns what `send` does, of the last.

        Args:
            over: a message of ours that the first is to take the place of, if it is still there.

        Raises:
            TransientError: not all of it was taken, and may be on the next try.
        """
        last: int | None = UNKNOWN
        for number, piece in enumerate(pieces):
            below = keyboard if number == len(pieces) - 1 else None
            place = over if number == 0 else None
            if place and await self.edit(chat_id, place, piece, keyboard=below, pace=pace):
                last = place
                continue
            last = await self.send(
                *(chat_id, piece),
                keyboard=below,
                reply_to=reply_to if number == 0 else None,
                thread_id=thread_id,
                pace=pace,
            )
        return last

    async def place(
        self,
        chat_id: int,
        piece: Piece,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
        reply_to: int | None = None,
        thread_id: int | None = None,
    ) -> int | None:
        """Send a message that is to be edited into another; its id, None if it cannot be had."""
        try:
            sent = await self.send(
                chat_id, piece, keyboard=keyboard, reply_to=reply_to, thread_id=thread_id
            )
        except (ParagrafError, TelegramError) as error:
            logger.info("nothing to edit could be sent: %s", type(error).__name__)
            return None
        return sent or None

    async def draft(self, chat_id: int, draft_id: int, piece: Piece) -> float | None:
        """Show a text that is still being written, if that is possible right now.

        Returns:
            The seconds until it may be tried again, 0 if it is shown; None: this chat shows none.
        """

        async def attempt(chat: int, shown: Piece) -> None:
            await self._bot.send_message_draft(
                chat,
                draft_id,
                shown.text,
                entities=shown.entities or None,
                api_kwargs=STOPPABLE,
                rate_limit_args=Pace.SKETCH,
            )

        try:
            try:
                await attempt(chat_id, piece)
            except BadRequest as error:
                if not (piece.entities and says(error, BAD_MARKUP)):
                    raise
                await attempt(chat_id, Piece(piece.text))
        except RetryAfter as error:
            return seconds_of(error)
        except (BadRequest, Forbidden, InvalidToken) as error:  # the last is what a 404 becomes
            logger.info("no drafts in chat %s: %s", chat_id, type(error).__name__)
            return None
        except TelegramError as error:
            logger.debug("a draft got lost: %s", type(error).__name__)
            return DRAFT_AGAIN_S
        return 0.0

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

        return await self._delivery.edit(
            attempt, chat_id, Piece(piece) if isinstance(piece, str) else piece
        )

    async def remove(self, chat_id: int, message_id: int) -> None:
        """Delete a message, if it can be; that it cannot stops nothing."""
        try:
            await self._bot.delete_message(chat_id, message_id)
        except TelegramError as error:
            logger.info("a message could not be deleted: %s", type(error).__name__)

    async def take_buttons(self, chat_id: int, message_id: int) -> None:
        """Take the buttons off a message that stays."""
        await self.change_buttons(chat_id, message_id, None)

    async def change_buttons(
        self, chat_id: int, message_id: int, keyboard: InlineKeyboardMarkup | None
    ) -> None:
        """Put other buttons under a message that stays."""
        try:
            await self._bot.edit_message_reply_markup(chat_id, message_id, reply_markup=keyboard)
        except BadRequest as error:
            logger.info("buttons could not be changed: %s", error.message)
            return
        self.last_buttons.note(chat_id, message_id, keyboard)

    async def acknowledge(
        self, query_id: str, text: str | None = None, *, alert: bool = False
    ) -> None:
        """End the sign of waiting on a pressed button; a press that is too old has none."""
        try:
            await self._bot.answer_callback_query(query_id, text, show_alert=alert)
        except BadRequest as error:
            logger.info("a press could not be acknowledged: %s", error.message)

    @asynccontextmanager
    async def typing(
        self,
        chat_id: int,
        action: ChatAction = ChatAction.TYPING,
        *,
        thread_id: int | None = None,
        after: float = 0.0,
        unless: Callable[[], bool] = lambda: False,
    ) -> AsyncIterator[None]:
        """Show "typing…", or what else is done, until the block ends.

        That it cannot be shown stops nothing.

        Args:
            after: seconds, in which something better may come.
            unless: tells that something better is shown just now.
        """

        async def repeat() -> None:
            await asyncio.sleep(after)
            while True:
                if not unless():
                    with suppress(TelegramError):  # "typing…" is worth neither a retry nor a word
                        await self._bot.send_chat_action(
                            chat_id, action, message_thread_id=thread_id
                        )
                await asyncio.sleep(TYPING_EVERY_SECONDS)

        async with background(repeat()):
            yield

    async def sketch(
        self,
        chat_id: int,
        message_id: int,
        shown: Piece | str,
        *,
        keyboard: InlineKeyboardMarkup | None = None,
        is_first: bool = False,
    ) -> bool:
        """Edit a message if that is possible right now; False if it may be in a while.

        The first of its edits comes sooner in a group.
        """
        piece = Piece(shown) if isinstance(shown, str) else shown
        try:
            await self._bot.edit_message_text(
                piece.text,
                chat_id,
                message_id,
                entities=piece.entities or None,
                reply_markup=keyboard,
                link_preview_options=NO_PREVIEW,
                rate_limit_args=Pace.FIRST_SKETCH if is_first else Pace.SKETCH,
            )
        except RetryAfter:
            return False
        except TelegramError as error:
            logger.debug("progress not shown: %s", type(error).__name__)
        return True
