"""What the admins of a group decide: who may ask, who may add, whether and where there are answers.

An admin must be one who may use the bot, too: else whoever adds somebody's private bot to a group
of their own could open it to everybody there. Nothing of it widens what may be read.
"""

from dataclasses import replace

from telegram import Message, User
from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest

from bot.context import BotContext
from bot.handlers.groups import tags
from bot.handlers.groups.door import is_from_hidden_admin, person_of
from bot.handlers.presses import Press
from bot.transport.buttons import ANYBODY
from bot.views.access import group_role_key, group_role_view
from bot.views.people.people import NONE
from bot.views.settings import POLICY, menu_view, pick, setting_view
from bot.views.text import View, untappable
from pipelines.errors import UserError
from pipelines.models.preferences import GroupPolicy

_ADMINS = (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)


async def show(message: Message, context: BotContext) -> None:
    """Show the group's settings to an admin."""
    if not is_from_hidden_admin(message):  # one who hides is known by the press
        await _check(person_of(message), context)
    view = await _menu(context)
    await message.reply_text(view.piece.text, reply_markup=view.keys)


async def back(press: Press, context: BotContext) -> None:
    """Show all of the settings again."""
    await _check(press.query.from_user, context)
    view = await _menu(context)
    await press.edit(view.piece, view.keys)


async def open_setting(press: Press, context: BotContext) -> None:
    """Show what a setting can be."""
    await _check(press.query.from_user, context)
    await _show_setting(press.argument, press, context)


async def choose(press: Press, context: BotContext) -> None:
    """Set something, and show it chosen.

    Raises:
        UserError: it would let all members ask or add, and whoever chooses may invite nobody.
    """
    await _check(press.query.from_user, context)
    field, value = pick(POLICY, press.argument)
    if field == "shows_roles" and value:
        await tags.check(press.user_id, context)
    is_set = await context.services.preferences.change_group(
        context.chat_id,
        lambda policy: replace(policy, **{field: value}),
        actor=press.user_id,
    )
    if not is_set:
        raise UserError("group-not-yours-to-open")
    await press.notice("setting-kept")
    await _show_setting(press.argument.partition("_")[0], press, context)
    if field == "shows_roles":
        tags.refresh(context)


async def open_role(press: Press, context: BotContext) -> None:
    """Show the role that the group has, to an admin who may give roles.

    Raises:
        UserError: they may give none.
    """
    await _check(press.query.from_user, context)
    administration = context.services.store.administration
    user = await context.services.store.people.get_user(press.user_id)
    roles = await administration.list_roles(press.user_id)
    if user is None or not user.is_admin:
        raise UserError("group-role-not-yours")
    current = await administration.get_group_role(context.chat_id)
    view = group_role_view(roles, current, context.reader)
    await press.edit(view.piece, view.keys)


async def choose_role(press: Press, context: BotContext) -> None:
    """Give the group a role, or take it away; whether one may is decided in SQL.

    Raises:
        UserError: one may not.
    """
    await _check(press.query.from_user, context)
    if not press.argument.isdecimal():
        raise UserError("button-outdated")
    administration = context.services.store.administration
    role = int(press.argument) or None
    if not await administration.set_group_role(context.chat_id, role, actor=press.user_id):
        raise UserError("group-role-not-yours")
    await press.notice("setting-kept")
    await open_role(press, context)
    tags.refresh(context)


async def clear(message: Message, context: BotContext) -> None:
    """Forget what was said here, for an admin; in a topic, what was said in it."""
    await _check(person_of(message), context)
    turns = await context.services.store.chats.clear_history(context.origin().memory)
    await message.reply_text(context.say("chat-cleared", count=turns // 2))


async def _show_setting(name: str, press: Press, context: BotContext) -> None:
    reader = replace(context.reader, user_id=ANYBODY)
    view = setting_view(POLICY, name, await _current(context), reader)
    await press.edit(view.piece, view.keys)


async def _menu(context: BotContext) -> View:
    role = await context.services.store.administration.get_group_role(context.chat_id)
    reader = replace(context.reader, user_id=ANYBODY)
    named = NONE if role is None else untappable(reader.role(role))
    key = group_role_key(role, reader)
    return menu_view(POLICY, await _current(context), reader, key, role=named)


async def _current(context: BotContext) -> GroupPolicy:
    return await context.services.preferences.of_group(context.chat_id)


async def _check(user: User | None, context: BotContext) -> None:
    """See that somebody may decide for the group.

    Raises:
        UserError: they may not.
    """
    if user is None or not await _is_admin(user, context):
        raise UserError("group-admins-only")
    if not await context.services.access.admits(user):
        raise UserError("group-users-only")


async def _is_admin(user: User, context: BotContext) -> bool:
    try:
        member = await context.bot.get_chat_member(context.chat_id, user.id)
    except BadRequest:  # nobody of the group
        return False
    return member.status in _ADMINS
