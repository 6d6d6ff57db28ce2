"""Fetches updates by long polling, and confirms them only when they are written down.

An update is confirmed by asking for the ones after it. Whatever fails in between, Telegram sends
it again, and the inbox drops what it has.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from telegram import Update
from telegram.error import InvalidToken, RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.transport.outbox import DRAFT_STOPPED
from bot.transport.rate_limit import seconds_of
from pipelines.errors import ParagrafError

logger = logging.getLogger(__name__)

POLL_SECONDS = 20
# Without its name Telegram keeps the press on a draft's Stop button to itself.
ALLOWED = (*Update.ALL_TYPES, DRAFT_STOPPED)
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0

# As they came, not as the library's objects, of which one that cannot be made would stop them all.
# Written like this because the library warns of raw requests for which it has a method.
_RAW_UPDATES = "get__updates"

Json = dict[str, Any]
Receive = Callable[[Sequence[Json]], Awaitable[None]]


class Polling:
    """Polls for one bot; `receive` writes updates down, `report` hears of Telegram's errors."""

    def __init__(
        self,
        bot: ExtBot[int],
        receive: Receive,
        report: Callable[[TelegramError], Awaitable[None]],
        report_failure: Callable[[Sequence[Json]], Awaitable[None]],
        *,
        poll_seconds: int = POLL_SECONDS,
    ) -> None:
        """Prepare; `report_failure` is told of updates that cannot be written down now."""
        self._bot = bot
        self._receive = receive
        self._report = report
        self._apologise = report_failure
        self._poll_seconds = poll_seconds
        self._offset = 0

    async def run(self) -> None:
        """Poll until cancelled. Neither the network's faults nor a second poller end it."""
        pause, is_ours = FIRST_PAUSE, False
        while True:
            try:
                if not is_ours:  # a webhook that was set before would keep updates from us
                    is_ours = await self._bot.delete_webhook()
                await self._poll()
            except RetryAfter as error:
                await asyncio.sleep(seconds_of(error))
            except InvalidToken:
                logger.exception("the token is refused")
                await asyncio.sleep(LONGEST_PAUSE)
            except TelegramError as error:
                await self._report(error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            except ParagrafError as error:
                logger.warning("updates cannot be written down: %s", type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                pause = FIRST_PAUSE

    async def _poll(self) -> None:
        asked = {
            "offset": self._offset,
            "timeout": self._poll_seconds,
            "allowed_updates": ALLOWED,
        }
        updates: Any = await self._bot.do_api_request(
            _RAW_UPDATES, api_kwargs=asked, read_timeout=self._poll_seconds + 20
        )
        if not updates:
            return
        try:
            await self._receive(updates)
        except ParagrafError:
            await self._apologise(updates)
            raise
        self._offset = max(int(update["update_id"]) for update in updates) + 1
