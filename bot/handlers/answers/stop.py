"""Stopping an answer that is being written: by Telegram's own button, by ours, or by /stop.

What was shown stays, with a line that says so: `ask` sends it, which waits for the answer. These
updates are handled past the others of their chat; see `bot/updates/triage.py`.
"""

from functools import partial
from typing import Any

from telegram import Message, Update
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError
from telegram.ext import ApplicationHandlerStop

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.reporting.draft_board import draft_id_of
from bot.transport.outbox import DRAFT_STOPPED
from bot.transport.reply_address import run_named

_ADMINS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)


async def stop(message: Message, context: BotContext) -> None:
    """Stop what is being written for whoever says so; in a group an admin stops everything."""
    chat_id, user_id = context.chat_id, context.user_id
    runs = context.services.answering.runs_in(chat_id, user_id)
    if not runs and await _is_admin(chat_id, user_id, context):
        runs = context.services.answering.runs_in(chat_id)
    # That these may be stopped was found out above; also an admin's question as somebody else.
    stopped = [await _stop(run_id, None, context) for run_id in runs]
    if not stopped:
        await message.reply_text(context.say("nothing-to-stop"))
    elif not any(stopped):
        await message.reply_text(context.say("answer-there"))


async def press(press: Press, context: BotContext) -> None:
    """Stop the answer under which the button stands: whoever asked may, or a group's admin."""
    run_id = run_named(press.argument, bot_id=context.bot.id, chat_id=press.chat_id)
    is_other = press.user_id != press.made_for
    if is_other and not await _is_admin(press.chat_id, press.user_id, context):
        await press.notice("answer-not-yours", alert=True)
        return
    is_stopped = await _stop(run_id, press.user_id if press.chat_id > 0 else None, context)
    await press.notice("answer-stopping" if is_stopped else "answer-there")


async def take_native(update: Update, context: BotContext) -> None:
    """Stop the answer whose draft was stopped in a private chat; nobody else sees that button."""
    stopped: dict[str, Any] | None = update.api_kwargs.get(DRAFT_STOPPED)
    if stopped is None:
        return
    chat_id, draft_id = int(stopped["chat"]["id"]), int(stopped["draft_id"])
    for run_id in context.services.answering.runs_in(chat_id, chat_id):
        if draft_id_of(run_id) == draft_id:
            await _stop(run_id, chat_id, context)
    raise ApplicationHandlerStop


async def _stop(run_id: str, actor: int | None, context: BotContext) -> bool:
    cancel = partial(context.services.runs.stop_answer, run_id, actor=actor)
    return await context.services.drafts.stop(run_id, cancel)


async def _is_admin(chat_id: int, user_id: int, context: BotContext) -> bool:
    if chat_id > 0:
        return False
    try:
        member = await context.bot.get_chat_member(chat_id, user_id)
    except TelegramError:
        return False
    return member.status in _ADMINS
