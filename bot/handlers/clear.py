"""Clean chat: the history goes, after a second thought; the base stays."""

from telegram import InlineKeyboardMarkup, Message

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.transport.buttons import Action, keyboard


async def ask(message: Message, context: BotContext) -> None:
    """Ask whether to clear, on the command."""
    await message.chat.send_message(context.say("clear-confirm"), reply_markup=_choice(context))


async def ask_in_place(press: Press, context: BotContext) -> None:
    """Ask whether to clear, on the button of the mode message."""
    await press.edit(context.say("clear-confirm"), _choice(context))


async def clear(press: Press, context: BotContext) -> None:
    """Delete the chat's history and say how much it was."""
    count = await context.services.store.chats.clear_history(str(press.chat_id))
    await press.edit(context.say("chat-cleared", count=count))


async def keep(press: Press, context: BotContext) -> None:
    """Leave everything as it is."""
    await press.edit(context.say("nothing-changed"))


def _choice(context: BotContext) -> InlineKeyboardMarkup:
    yes = context.reader.key("button-clear-yes", Action.CLEAR)
    return keyboard([yes, context.reader.key("button-cancel", Action.KEEP)])
