"""What each of Telegram's errors means when something is sent or edited, and what follows."""

import logging
from collections.abc import Awaitable, Callable

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.transport.lost_message import NOT_EDITABLE, NOT_MODIFIED, says
from bot.transport.pieces import Piece
from bot.transport.rate_limit import seconds_of
from bot.transport.send_once import is_receipt_lost
from pipelines.errors import InternalError, TransientError

logger = logging.getLogger(__name__)

_NO_CHAT = (
    "chat not found",
    "user is deactivated",
    "peer_id_invalid",
    "bot was kicked",
    "message thread not found",  # of a topic that was deleted
    "topic_closed",
    "topic_deleted",
    "not enough rights to send",  # in a group that has silenced the bot
    "have no rights to send",
)
BAD_MARKUP = ("can't parse entities", "entity", "entities")

Attempt = Callable[[int, Piece], Awaitable[None]]


class Delivery:
    """Attempts a call. Whoever blocked the bot, or is gone, is counted and left alone."""

    def __init__(self) -> None:
        self.dropped = 0

    async def send(self, attempt: Attempt, chat_id: int, piece: Piece) -> bool:
        """Make an attempt; False if the chat takes nothing from us."""
        try:
            return await self._deliver(attempt, chat_id, piece)
        except TelegramError as error:
            if is_receipt_lost(error):
                logger.warning("no receipt for a message to %s; not sent twice", chat_id)
                return True
            if isinstance(error, NetworkError | RetryAfter):
                raise later("the message", error) from error
            raise

    async def edit(self, attempt: Attempt, chat_id: int, piece: Piece) -> bool:
        try:
            await self._deliver(attempt, chat_id, piece)
        except BadRequest as error:
            if says(error, NOT_EDITABLE):
                return False
            raise
        except (NetworkError, RetryAfter) as error:
            raise later("the edit", error) from error
        return True

    def drop(self, chat_id: int) -> None:
        """Count a message or an update of somebody who has blocked the bot."""
        self.dropped += 1
        logger.info("chat %s does not want messages; dropped %s so far", chat_id, self.dropped)

    async def _deliver(self, attempt: Attempt, chat_id: int, piece: Piece) -> bool:
        try:
            await attempt(chat_id, piece)
        except Forbidden:
            self.drop(chat_id)
            return False
        except ChatMigrated as error:
            return await self._deliver(attempt, error.new_chat_id, piece)
        except BadRequest as error:
            if says(error, (NOT_MODIFIED,)):
                return True
            if says(error, _NO_CHAT):
                self.drop(chat_id)
                return False
            if piece.entities and says(error, BAD_MARKUP):
                logger.warning("formatting refused, sent plain: %s", error.message)
                return await self._deliver(attempt, chat_id, Piece(piece.text))
            if says(error, NOT_EDITABLE):
                raise
            raise InternalError(f"Telegram refused a message: {error.message}") from error
        return True


def later(what: str, error: TelegramError) -> TransientError:
    """Say that something was not taken, and when it may be."""
    later = TransientError(f"Telegram does not take {what}")
    if isinstance(error, RetryAfter):
        later.wait_s = seconds_of(error)
    return later
