"""Clean chat: the history goes, after a second thought; the base stays."""

from telegram import InlineKeyboardMarkup, Message, Update

from bot.context import BotContext
from bot.transport.buttons import Action, button, keyboard
from pipelines.errors import ParagrafError


async def ask(update: Update, context: BotContext) -> None:
    """Ask whether to clear, on the command."""
    assert update.effective_chat is not None
    assert update.effective_user is not None
    await update.effective_chat.send_message(
        context.say("clear-confirm"), reply_markup=_choice(context, update.effective_user.id)
    )


async def ask_in_place(update: Update, context: BotContext) -> None:
    """Ask whether to clear, on the button of the mode message."""
    query = update.callback_query
    assert query is not None
    await context.services.outbox.acknowledge(query.id)
    assert query.message is not None
    await context.services.outbox.edit(
        query.message.chat.id,
        query.message.message_id,
        context.say("clear-confirm"),
        keyboard=_choice(context, query.from_user.id),
    )


async def clear(update: Update, context: BotContext) -> None:
    """Delete the chat's history and say how much it was."""
    query = update.callback_query
    assert query is not None
    assert isinstance(query.message, Message)
    await context.services.outbox.acknowledge(query.id)
    chat_id, message_id = query.message.chat.id, query.message.message_id
    if not context.services.presses.take(chat_id, message_id):
        return
    try:
        count = await context.services.store.chats.clear_history(str(chat_id))
    except ParagrafError:
        context.services.presses.give_back(chat_id, message_id)
        raise
    text = context.say("chat-cleared", count=count)
    await context.services.outbox.edit(chat_id, message_id, text)


async def keep(update: Update, context: BotContext) -> None:
    """Leave everything as it is."""
    query = update.callback_query
    assert query is not None
    assert isinstance(query.message, Message)
    await context.services.outbox.acknowledge(query.id)
    chat_id, message_id = query.message.chat.id, query.message.message_id
    if context.services.presses.take(chat_id, message_id):
        await context.services.outbox.edit(chat_id, message_id, context.say("cancelled"))


def _choice(context: BotContext, user_id: int) -> InlineKeyboardMarkup:
    yes = button(context.say("button-clear-yes"), Action.CLEAR, user_id)
    no = button(context.say("button-cancel"), Action.KEEP, user_id)
    return keyboard([yes, no])
