"""Sends and edits messages, and knows what each of Telegram's errors means.

Formatted text, cut to what Telegram takes in one message; lengths are UTF-16 units.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from telegram import InlineKeyboardMarkup, LinkPreviewOptions, MessageEntity, ReplyParameters
from telegram.constants import ChatAction, MessageLimit
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
)
from telegram.ext import ExtBot

from bot.transport.rate_limit import Pace, seconds_of
from bot.transport.send_once import is_receipt_lost
from pipelines.concurrency import background
from pipelines.errors import InternalError, TransientError

_DELETED_AT_ONCE = 100
MOST_REMOVED = 2000  # ids of messages that are tried when a chat is cleared
_NOT_DELETABLE = ("can't be deleted",)
_BREAKS = ("\n\n", "\n", ". ", " ")


@dataclass(frozen=True, slots=True)
class Piece:
    """A text and its formatting."""

    text: str
    entities: tuple[MessageEntity, ...] = ()


def units(text: str) -> int:
    """Count UTF-16 code units, as Telegram does."""
    return len(text) + sum(char > "\uffff" for char in text)


def join(pieces: Sequence[Piece]) -> Piece:
    """Put pieces behind one another; their entities move along."""
    entities: list[MessageEntity] = []
    offset = 0
    for piece in pieces:
        entities += [_moved(entity, offset, entity.length) for entity in piece.entities]
        offset += units(piece.text)
    return Piece("".join(piece.text for piece in pieces), tuple(entities))


def split(piece: Piece, limit: int = MessageLimit.MAX_TEXT_LENGTH) -> tuple[Piece, ...]:
    """Cut at a blank line, else at a line, a sentence, a word; nothing but space is lost.

    A part that is cut inside a bold stretch stays bold on both sides of the cut.
    """
    return tuple(_part(piece, start, end) for start, end in _ranges(piece.text, limit))


def _ranges(text: str, limit: int) -> Iterator[tuple[int, int]]:
    start = _skip_space(text, 0)
    while start < len(text):
        end = _fitting(text, start, limit)
        if end < len(text):
            end = _break_before(text, start, end)
        yield start, start + len(text[start:end].rstrip())
        start = _skip_space(text, end)


def _skip_space(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip())


def _fitting(text: str, start: int, limit: int) -> int:
    end = min(len(text), start + limit)
    while units(text[start:end]) > limit:
        end -= max(1, (units(text[start:end]) - limit) // 2)
    return end


def _break_before(text: str, start: int, end: int) -> int:
    for mark in _BREAKS:
        at = text.rfind(mark, start, end)
        if at > start + (end - start) // 4:
            return at + len(mark)
    return end


def _part(piece: Piece, start: int, end: int) -> Piece:
    text = piece.text[start:end]
    first = units(piece.text[:start])
    last = first + units(text)
    kept = []
    for entity in piece.entities:
        begin, stop = max(entity.offset, first), min(entity.offset + entity.length, last)
        if begin < stop:
            kept.append(_moved(entity, begin - entity.offset - first, stop - begin))
    return Piece(text, tuple(kept))


def _moved(entity: MessageEntity, by: int, length: int) -> MessageEntity:
    return MessageEntity(
        entity.type, entity.offset + by, length, url=entity.url, language=entity.language
    )


logger = logging.getLogger(__name__)

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
TYPING_EVERY_SECONDS = 4.0  # Telegram shows the sign for five
_NOT_MODIFIED = "message is not modified"
_NOT_EDITABLE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message identifier is not specified",  # of one whose receipt was lost: we do not know its id
)
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

        A message that Telegram may have taken, though its receipt was lost, is not sent again.

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
        except TelegramError as error:
            if is_receipt_lost(error):
                logger.warning("no receipt for a message to %s; not sent twice", chat_id)
            elif isinstance(error, NetworkError | RetryAfter):
                raise _later("the message", error) from error
            else:
                raise

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

    async def remove_recent(self, chat_id: int, newest: int) -> bool:
        """Delete the messages of a private chat from this one back, the person's too.

        Telegram passes over what is not there, or is another chat's, and takes none that is older
        than 48 hours. Returns whether it is sure that nothing is left.
        """
        oldest = max(1, newest - MOST_REMOVED + 1)
        for end in range(newest, oldest - 1, -_DELETED_AT_ONCE):
            start = max(oldest, end - _DELETED_AT_ONCE + 1)
            if not await self._remove_all(chat_id, range(start, end + 1)):
                return False
        return oldest == 1

    async def _remove_all(self, chat_id: int, ids: range) -> bool:
        """Delete messages, newest first; False once one is too old, as are those before it."""
        try:
            await self._bot.delete_messages(chat_id, list(ids))
        except BadRequest as error:
            if len(ids) == 1:
                return not _says(error, _NOT_DELETABLE)
            half = len(ids) // 2
            newer = await self._remove_all(chat_id, ids[half:])
            return newer and await self._remove_all(chat_id, ids[:half])
        return True

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
