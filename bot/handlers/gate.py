"""The door: every update passes here before any other handler sees it."""

import logging

from telegram import Update
from telegram.constants import ChatType
from telegram.ext import ApplicationHandlerStop

from bot.context import BotContext
from bot.handlers.mode import greeting

logger = logging.getLogger(__name__)


async def admit(update: Update, context: BotContext) -> None:
    """Let allowed users in; answer everybody else here."""
    user, chat = update.effective_user, update.effective_chat
    if user is None or chat is None or user.is_bot:
        logger.info("update %s has no person behind it; dropped", update.update_id)
        raise ApplicationHandlerStop
    if chat.type != ChatType.PRIVATE:
        await _explain_in_group(update, context)
        raise ApplicationHandlerStop
    if not await context.services.access.admits(user):
        await _turn_away(update, context)
        raise ApplicationHandlerStop


async def _explain_in_group(update: Update, context: BotContext) -> None:
    message = update.message
    if message is not None and (message.text or "").startswith("/start"):
        await message.reply_text(context.say("private-chats-only"))
    elif update.callback_query is not None:
        await context.services.outbox.acknowledge(update.callback_query.id)


async def _turn_away(update: Update, context: BotContext) -> None:
    user, message = update.effective_user, update.message
    assert user is not None
    if message is not None and await context.services.access.claim(user, message.text or ""):
        await message.reply_text(context.say("owner-welcome"))
        await message.reply_text(await greeting(None, context))
    elif message is not None:
        await message.reply_text(context.say("not-allowed"))
    elif update.callback_query is not None:
        await context.services.outbox.acknowledge(
            update.callback_query.id, context.say("not-allowed"), alert=True
        )
