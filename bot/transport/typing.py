"""The "typing…" sign while an answer is being worked out."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from telegram import Bot
from telegram.constants import ChatAction
from telegram.error import TelegramError

from pipelines.concurrency import background

EVERY_SECONDS = 4.0  # Telegram shows the sign for five


@asynccontextmanager
async def typing_sign(bot: Bot, chat_id: int) -> AsyncIterator[None]:
    """Show the sign until the block ends; that it cannot be shown stops nothing."""
    async with background(_repeat(bot, chat_id)):
        yield


async def _repeat(bot: Bot, chat_id: int) -> None:
    while True:
        with suppress(TelegramError):
            await bot.send_chat_action(chat_id, ChatAction.TYPING)
        await asyncio.sleep(EVERY_SECONDS)
