"""Clears a chat of its messages, as far as Telegram lets a bot."""

from telegram.error import BadRequest
from telegram.ext import ExtBot

from bot.transport.delivery import says

MOST_REMOVED = 2000  # ids of messages that are tried
_DELETED_AT_ONCE = 100
_NOT_DELETABLE = ("can't be deleted",)


async def remove_recent(bot: ExtBot[int], chat_id: int, newest: int) -> bool:
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
