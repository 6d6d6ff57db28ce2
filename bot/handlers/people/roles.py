"""/roles: what one holds oneself; for admins, all roles, to be made, changed and deleted."""

import re
import unicodedata
from collections.abc import Sequence

from telegram import Message

from bot.context import BotContext
from bot.handlers.groups import tags
from bot.handlers.people.screen import check_admin, show
from bot.handlers.presses import Press
from bot.views.people.roles import (
    RIGHTS,
    delete_view,
    own_roles_view,
    role_view,
    roles_view,
)
from bot.views.text import role_called
from pipelines.errors import UserError
from pipelines.models.people import Role

LONGEST_NAME = 32  # characters; the schema has the same rule
_NAME = re.compile(r"[^\W_](?:[\w .-]{0,30}[^\W_])?")


async def show_roles(_message: Message, context: BotContext) -> None:
    """Show the roles; with a name behind the command, make one, or open the one of that name.

    Raises:
        UserError: it can be no name, or whoever asks may make none.
    """
    name = unicodedata.normalize("NFC", " ".join(context.args or []))
    if name:
        await check_admin(context)
        await _make(name, context)
        return
    store = context.services.store
    known = await store.people.get_user(context.user_id)
    roles = await store.administration.list_roles(context.user_id)
    is_admin = known is not None and known.is_admin
    view = roles_view(roles, context.reader) if is_admin else own_roles_view(roles, context.reader)
    await show(view, context)


async def show_list(press: Press, context: BotContext) -> None:
    """Show all roles again."""
    await _show_list(press, context)


async def open_role(press: Press, context: BotContext) -> None:
    """Show a role."""
    await check_admin(context)
    await show(role_view(await _role(int(press.argument), context), context.reader), context, press)


async def change_right(press: Press, context: BotContext) -> None:
    """Give a right to a role, or take it away.

    Raises:
        UserError: not theirs to do.
    """
    number, right, is_on = press.argument.split("_")
    store = context.services.store.administration
    wanted = next((each for each in RIGHTS if each == right), None)
    if wanted is None or not await store.set_role_right(
        int(number), wanted, is_on=is_on == "1", actor=press.user_id
    ):
        raise UserError("not-yours-to-do")
    await press.notice("setting-kept")
    await show(role_view(await _role(int(number), context), context.reader), context, press)


async def ask_delete(press: Press, context: BotContext) -> None:
    """Ask whether to delete a role."""
    await check_admin(context)
    role = await _role(int(press.argument), context)
    await show(delete_view(role, context.reader), context, press)


async def delete(press: Press, context: BotContext) -> None:
    """Delete a role, and show those that are left.

    Raises:
        UserError: not theirs to do.
    """
    role = await _role(int(press.argument), context)
    store = context.services.store.administration
    if not await store.delete_role(role.number, actor=press.user_id):
        raise UserError("not-yours-to-do")
    await _show_list(press, context, said=context.say("role-deleted", name=role.name))
    tags.refresh(context)


async def _make(name: str, context: BotContext) -> None:
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        raise UserError("role-name-wrong", limit=LONGEST_NAME)
    store = context.services.store.administration
    number = None
    if role_called(name, context.services.phrases) is None:
        number = await store.make_role(name, actor=context.user_id)
    roles = await store.list_roles(context.user_id)
    made = next((role for role in roles if role.number == number), None)
    known = _role_of(name, roles, context)
    if made is None and known is None:
        raise UserError("role-name-wrong", limit=LONGEST_NAME)
    said = context.say("role-made" if made is not None else "role-known")
    shown = made or known
    assert shown is not None
    await show(role_view(shown, context.reader, said=said), context)


def _role_of(name: str, roles: Sequence[Role], context: BotContext) -> Role | None:
    """Return the role of this name, else the one that people read it for."""
    for meant in name, role_called(name, context.services.phrases):
        for role in roles:
            if meant is not None and role.name.casefold() == meant.casefold():
                return role
    return None


async def _show_list(press: Press, context: BotContext, *, said: str = "") -> None:
    await check_admin(context)
    roles = await context.services.store.administration.list_roles(press.user_id)
    await show(roles_view(roles, context.reader, said=said), context, press)


async def _role(number: int, context: BotContext) -> Role:
    """Return a role that the reader sees.

    Raises:
        UserError: there is none any more.
    """
    roles = await context.services.store.administration.list_roles(context.user_id)
    for role in roles:
        if role.number == number:
            return role
    raise UserError("role-gone")
