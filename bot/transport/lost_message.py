"""Looks for a message that Telegram may have taken before whoever sent it died.

The Bot API shows no message to a bot, but tells one that is there from one that is not: to put
under a message the very buttons that it has is refused as no change; under what is not there, or is
not ours, as not to be edited. A message's number is above all that were known before it went out,
and what came meanwhile is mostly known by the time somebody looks; so it is one of the next few.

What is tried is only what is known to be nobody else's: a message of ours would get these buttons.
Should one get them all the same, Telegram tells what it says, which is not what was looked for.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache
from telegram import InlineKeyboardMarkup
from telegram.error import BadRequest, Forbidden, NetworkError

from bot.transport.rate_limit import Reply
from pipelines.store.inbox import BegunMessage

logger = logging.getLogger(__name__)

MOST_TRIED = 10  # numbers; of the twenty edits that a chat takes in a row
BEYOND = 5  # numbers above the highest that is known: of what nobody has heard of yet
NOT_MODIFIED = "message is not modified"
NOT_EDITABLE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message identifier is not specified",  # of one whose receipt was lost: we do not know its id
)
_ATTEMPTS = 4  # at a number
EDIT = "editMessageReplyMarkup"
_FIRST_SUPERGROUP = -(10**12)  # and those below: each numbers its messages by itself
_REMEMBERED = 10_000  # counters

Ask = Callable[[dict[str, Any]], Awaitable[Reply]]


def counter_of(bot_id: int, chat_id: int) -> str:
    """Name what numbers a chat's messages: the bot's account, but for supergroups and channels."""
    return f"{bot_id}/{chat_id}" if chat_id < _FIRST_SUPERGROUP else str(bot_id)


class SeenNumbers:
    """The highest number of a message that was seen of each counter, ours and others'."""

    def __init__(self) -> None:
        self._highest: LRUCache[str, int] = LRUCache(_REMEMBERED)

    def note(self, counter: str, message_id: int) -> None:
        """Take note of a message that is there."""
        self._highest[counter] = max(message_id, self.highest(counter))

    def highest(self, counter: str) -> int:
        """Return the highest; 0 when none was seen."""
        return self._highest.get(counter, 0)


@dataclass(frozen=True, slots=True)
class LostMessage:
    """A message that was begun: what was to be sent, and what is known of its number.

    highest: the highest number that was seen by now.
    """

    data: dict[str, Any]
    begun: BegunMessage
    highest: int

    @property
    def can_be_found(self) -> bool:
        """Whether it is known where it may be, and that nothing else of ours may be there."""
        keys = self.data.get("reply_markup")
        is_inline = keys is None or isinstance(keys, InlineKeyboardMarkup)
        return self.begun.is_alone and self.begun.above > 0 and is_inline

    async def find(self, ask: Ask) -> int | None:
        """Return its number; None if it is not there, or cannot be told from others.

        Args:
            ask: makes a request of `EDIT`.

        Raises:
            TelegramError: Telegram cannot be asked now.
        """
        if not self.can_be_found:
            return None
        for message_id in self._numbers():
            is_it = await self._is_at(message_id, ask)
            if is_it is None:
                return None
            if is_it:
                return message_id
        return None

    def _numbers(self) -> Iterator[int]:
        noted = frozenset(self.begun.noted)
        last = max(self.begun.above, self.highest, *noted, 0) + BEYOND
        tried = 0
        for message_id in range(self.begun.above + 1, last + 1):
            if message_id not in noted:
                tried += 1
                yield message_id
            if tried == MOST_TRIED:
                return

    async def _is_at(self, message_id: int, ask: Ask) -> bool | None:
        """Tell whether it has this number; None if that cannot be told of any."""
        tried = {"chat_id": self.data["chat_id"], "message_id": message_id}
        if (keys := self.data.get("reply_markup")) is not None:
            tried["reply_markup"] = keys
        try:
            changed = await _insistently(ask, tried)
        except BadRequest as error:
            if says(error, (NOT_MODIFIED,)):
                return True
            if says(error, NOT_EDITABLE):
                return False
            logger.warning("a lost message cannot be looked for: %s", error.message)
            return None
        except Forbidden:  # whoever sends it is told so, too
            return None
        if self._says(changed):  # somebody has pressed a button there
            return True
        logger.warning("a message has got the buttons of another: %s", message_id)
        return False

    def _says(self, changed: Reply) -> bool:
        """Tell whether a message, as Telegram shows it, says what was to be said."""
        if not isinstance(changed, dict):
            return False
        meant = self.data.get("text", self.data.get("caption"))
        shown = changed.get("text", changed.get("caption"))
        return isinstance(meant, str) and isinstance(shown, str) and meant.strip() == shown.strip()


async def _insistently(ask: Ask, tried: dict[str, Any]) -> Reply:
    """Ask again where no answer came, which changes nothing.

    Raises:
        NetworkError: without a cause, as no receipt of a message was lost.
    """
    fault = ""
    for _ in range(_ATTEMPTS):
        try:
            return await ask(tried)
        except BadRequest:  # which the library derives from the other
            raise
        except NetworkError as error:
            fault = error.message
    raise NetworkError(f"a lost message cannot be looked for: {fault}")


def says(error: BadRequest, parts: tuple[str, ...]) -> bool:
    """Tell whether Telegram's words hold one of these."""
    return any(part in error.message.lower() for part in parts)
