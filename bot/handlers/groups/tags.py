"""Roles as tags beside the names of a group's members, where its admins want that.

Which tag somebody should have is decided in SQL, and which one they have is kept there: whatever
changes, a role or the group's settings, what differs is put right by `refresh`.
"""

import logging

from telegram.error import BadRequest, Forbidden, TelegramError

from bot.context import BotContext
from pipelines.errors import UserError
from pipelines.models.people import MemberTag

logger = logging.getLogger(__name__)


async def check(user_id: int, context: BotContext) -> None:
    """See that roles can be shown in this group, and that this is somebody's to decide.

    Raises:
        UserError: the person gives no roles, the group has none, or the bot may set no tags.
    """
    user = await context.services.store.people.get_user(user_id)
    if user is None or not user.is_admin:
        raise UserError("group-tags-not-yours")
    if await context.services.store.administration.get_group_role(context.chat_id) is None:
        raise UserError("group-tags-no-role")
    member = await context.bot.get_chat_member(context.chat_id, context.bot.id)
    if not getattr(member, "can_manage_tags", None):
        raise UserError("group-tags-not-mine")


def refresh(context: BotContext) -> None:
    """Put right the tags of all groups, after what is being handled: nobody waits for them."""
    context.application.create_task(_refresh(context), context.event)


async def _refresh(context: BotContext) -> None:
    people = context.services.store.people
    for tag in await people.due_member_tags():
        try:
            await _put(tag, context)
        except TelegramError as error:  # what is left is put right with the next change
            logger.warning("tags are left as they are: %s", error.message)
            return
        await people.note_member_tag(tag)


async def _put(tag: MemberTag, context: BotContext) -> None:
    """Put a tag, or take it away, where Telegram allows that.

    Raises:
        TelegramError: it cannot be told now whether it does.
    """
    try:
        await context.bot.set_chat_member_tag(tag.chat_id, tag.telegram_id, tag.tag)
    except (BadRequest, Forbidden) as error:  # an admin has a title; or the bot may no longer
        logger.info("no tag for %s in %s: %s", tag.telegram_id, tag.chat_id, error.message)
