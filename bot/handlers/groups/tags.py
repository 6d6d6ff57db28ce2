"""Roles as tags beside the names of a group's members, where its admins want that.

Which tag somebody should have is decided in SQL, and which one they have is kept there: whatever
changes, a role or the group's settings, what differs is put right by `refresh`, and by the clock
what changed elsewhere, at the machine or in Telegram.
"""

from bot.context import BotContext
from bot.transport.member_tags import put_right
from pipelines.errors import UserError


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
    work = put_right(context.services.store.people, context.bot)
    context.application.create_task(work, context.event)
