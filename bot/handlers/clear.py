"""Clean chat: what was said is forgotten, after a second thought; the base stays.

What stands on the screen stays there, unless it is to go too and Telegram lets it.
"""

from telegram import InlineKeyboardMarkup, Message
from telegram.error import BadRequest
from telegram.ext import ExtBot

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.transport.buttons import Action, keyboard
from bot.transport.lost_message import says

TURNS_OF_A_PAIR = 2  # a question and its answer, which are saved together
MOST_REMOVED = 2000  # ids of messages that are tried
_DELETED_AT_ONCE = 100
_NOT_DELETABLE = ("can't be deleted",)


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
    is_all = await _remove_recent(context.bot, press.chat_id, press.message_id)
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


async def _remove_recent(bot: ExtBot[int], chat_id: int, newest: int) -> bool:
    """Delete the messages of a private chat from this one back, the person's too.

    Telegram passes over what is not there, or is another chat's, and takes none that is older
    than 48 hours. Returns whether it is sure that nothing is left.
    """
    oldest = max(1, newest - MOST_REMOVED + 1)
    for end in range(newest, oldest - 1, -_DELETED_AT_ONCE):
        start = max(oldest, end - _DELETED_AT_ONCE + 1)
        if not await _remove_all(bot, chat_id, range(start, end + 1)):
            return False
    return oldest == 1


async def _remove_all(bot: ExtBot[int], chat_id: int, ids: range) -> bool:
    """Delete messages, newest first; False once one is too old, as are those before it."""
    try:
        await bot.delete_messages(chat_id, list(ids))
    except BadRequest as error:
        if len(ids) == 1:
            return not says(error, _NOT_DELETABLE)
        half = len(ids) // 2
        newer = await _remove_all(bot, chat_id, ids[half:])
        return newer and await _remove_all(bot, chat_id, ids[:half])
    return True
