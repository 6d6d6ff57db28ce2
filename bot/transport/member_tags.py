"""Tags beside the names of a group's members, put as the database says that they should be."""

import logging

from telegram import Bot
from telegram.error import BadRequest, Forbidden, TelegramError

from pipelines.models.people import MemberTag
from pipelines.store.access.people import PeopleStore

logger = logging.getLogger(__name__)


async def put_right(people: PeopleStore, bot: Bot) -> None:
    """Put, change and take away what tags differ from the roles."""
    for tag in await people.due_member_tags():
        try:
            await _put(tag, bot)
        except TelegramError as error:  # what is left is put right the next time
            logger.warning("tags are left as they are: %s", error.message)
            return
        await people.note_member_tag(tag)


async def _put(tag: MemberTag, bot: Bot) -> None:
    """Put a tag, or take it away, where Telegram allows that.

    Raises:
        TelegramError: it cannot be told now whether it does.
    """
    try:
        await bot.set_chat_member_tag(tag.chat_id, tag.telegram_id, tag.tag)
    except (BadRequest, Forbidden) as error:  # an admin has a title; or the bot may no longer
        logger.info("no tag for %s in %s: %s", tag.telegram_id, tag.chat_id, error.message)
