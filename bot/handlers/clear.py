"""Clean chat: what was said is forgotten, after a second thought; the base stays.

What stands on the screen stays there, unless it is to go too and Telegram lets it.
"""

from telegram import InlineKeyboardMarkup, Message

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.transport.buttons import Action, keyboard
from bot.transport.removal import remove_recent

TURNS_OF_A_PAIR = 2  # a question and its answer, which are saved together


async def ask(message: Message, context: BotContext) -> None:
    """Ask whether to clear, on the command."""
    await message.chat.send_message(context.say("clear-confirm"), reply_markup=_choice(context))


async def ask_in_place(press: Press, context: BotContext) -> None:
    """Ask whether to clear, on the button of the mode message."""
    await press.edit(context.say("clear-confirm"), _choice(context))


async def clear(press: Press, context: BotContext) -> None:
    """Forget the chat's history, and say how much of it was kept and what stays."""
    turns = await context.services.store.chats.clear_history(str(press.chat_id))
    await press.edit(context.say("chat-cleared", count=turns // TURNS_OF_A_PAIR))


async def clear_and_delete(press: Press, context: BotContext) -> None:
    """Forget the history, and delete the messages that Telegram lets a bot delete."""
    await press.acknowledge()
    await context.services.store.chats.clear_history(str(press.chat_id))
    is_all = await remove_recent(context.bot, press.chat_id, press.message_id)
    await context.bot.send_message(
        press.chat_id, context.say("chat-deleted", left="none" if is_all else "some")
    )


async def keep(press: Press, context: BotContext) -> None:
    """Leave everything as it is."""
    await press.edit(context.say("nothing-changed"))


def _choice(context: BotContext) -> InlineKeyboardMarkup:
    key = context.reader.key
    return keyboard(
        [key("button-clear-yes", Action.CLEAR), key("button-cancel", Action.KEEP)],
        [key("button-clear-delete", Action.CLEAR_AND_DELETE)],
    )
