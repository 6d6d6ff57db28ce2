"""The door: every update passes here before any other handler sees it."""

import logging

from telegram import Update, User
from telegram.constants import ChatType
from telegram.ext import ApplicationHandlerStop

from bot.context import BotContext
from bot.handlers.elsewhere import guest, inline
from bot.handlers.groups import door
from bot.handlers.people import joining
from bot.handlers.start import start
from bot.transport.attempt import current_attempt

logger = logging.getLogger(__name__)


async def admit(update: Update, context: BotContext) -> None:
    """Let allowed users in; answer everybody else here."""
    if update.inline_query is not None or update.guest_message is not None:
        await _admit_from_elsewhere(update, context)
        return
    user, chat = update.effective_user, update.effective_chat
    if chat is not None and chat.type in (ChatType.GROUP, ChatType.SUPERGROUP):
        await door.admit(update, context)
        return
    if user is None or chat is None or user.is_bot:
        logger.info("update %s has no person behind it; dropped", update.update_id)
        raise ApplicationHandlerStop
    if chat.type != ChatType.PRIVATE:
        raise ApplicationHandlerStop
    if not await context.services.access.admits(user):
        await _turn_away(update, context)
        await _forget(user, context)
        raise ApplicationHandlerStop


async def _admit_from_elsewhere(update: Update, context: BotContext) -> None:
    """Let in who asks from a chat that the bot is no member of; what is not for all stays here."""
    user = update.effective_user
    if user is None or user.is_bot:
        logger.info("update %s has no person behind it; dropped", update.update_id)
    elif await context.services.access.admits(user):
        return
    elif update.inline_query is not None:
        await inline.refuse(update.inline_query, context)
    elif update.guest_message is not None:
        await guest.refuse(update.guest_message, context)
    if user is not None:
        await _forget(user, context)
    raise ApplicationHandlerStop


async def _forget(user: User, context: BotContext) -> None:
    """Have nothing stay of what a stranger sent, who is still one."""
    attempt = current_attempt()
    if attempt is not None and await context.services.store.people.get_user(user.id) is None:
        attempt.is_of_stranger = True


async def _turn_away(update: Update, context: BotContext) -> None:
    user, message = update.effective_user, update.message
    assert user is not None
    if message is not None and await context.services.access.claim(user, message.text or ""):
        await message.reply_text(context.say("owner-welcome"))
        await start(message, context)
    elif message is not None:
        await joining.turn_away(message, context)
    elif update.callback_query is not None:
        await joining.take_press(update.callback_query, context)
