"""/invite: links that let people in, and their end."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass

from telegram import Message

from bot.access import derived_invitation_token, digest_of, new_invitation_token
from bot.context import BotContext
from bot.handlers.people.screen import show
from bot.handlers.presses import Press
from bot.transport.pieces import Photo, Piece
from bot.views.people.invitations import (
    invitations_view,
    link_of,
    made_keys,
    made_text,
    picture_of,
)
from bot.views.text import Reader, role_called, shortened
from pipelines.engine.work_context import current_work_context
from pipelines.errors import UserError
from pipelines.models.people import EVERYONE, Role

MOST_USES = 1000
MOST_DAYS = 365
_LIST = ("list", "список")
_ROLES = 500  # characters
_NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an invitation is to be."""

    role: Role | None = None
    uses: int = 1
    days: int = 7


async def invite(message: Message, context: BotContext) -> None:
    """Make an invitation, and send its link with a picture of it.

    Raises:
        UserError: the words cannot be made out, or it is not theirs to make.
    """
    words = context.args or []
    if " ".join(words).casefold() in _LIST:
        await _show_list(context)
        return
    store = context.services.store.administration
    wanted = read_words(words, await store.list_roles(context.user_id), context.reader)
    token = _token_for(message, context)
    made = await store.make_invitation(
        digest_of(token),
        role=wanted.role.number if wanted.role is not None else None,
        uses=wanted.uses,
        days=wanted.days,
        actor=context.user_id,
    )
    if made is None:
        raise UserError("invite-not-yours")
    link = link_of(context.bot.username, token)
    role = wanted.role.name if wanted.role is not None else None
    await context.services.outbox.photos.send(
        message.chat.id,
        Photo(await asyncio.to_thread(picture_of, link), "invitation.png"),
        made_text(link, token, role, wanted.uses, wanted.days, context.reader),
        keyboard=made_keys(made, link, context.reader),
    )


def _token_for(message: Message, context: BotContext) -> str:
    """Return the token: a command that is handled again after we died gives the same invitation."""
    work = current_work_context()
    if work is None:
        return new_invitation_token()
    made_for = f"{work.key} {message.chat.id} {message.message_id} {message.date.timestamp():.0f}"
    return derived_invitation_token(context.bot.token, made_for)


def read_words(words: Sequence[str], roles: Sequence[Role], reader: Reader) -> Wanted:
    """Make out a role's name, which may hold blanks and numbers, then how often, then how long.

    Raises:
        UserError: there is no such role that they may give, or the numbers are out of reach.
    """
    given = [role for role in roles if role.may_give]
    names = {role.name.casefold(): role for role in given}
    for end in range(len(words), -1, -1):
        said, numbers = " ".join(words[:end]).casefold(), words[end:]
        name = said if said in names else role_called(said, reader.phrases) or said
        is_role = name in names or name in ("", EVERYONE)
        if is_role and len(numbers) <= 2 and all(map(_NUMBER.fullmatch, numbers)):
            return _in_reach(names.get(name), list(map(int, numbers)))
    known = [reader.role(role.name) for role in given] or [reader.role(EVERYONE)]
    raise UserError("invite-usage", role=known[0], roles=shortened(", ".join(known), _ROLES))


def _in_reach(role: Role | None, numbers: Sequence[int]) -> Wanted:
    uses, days = (*numbers, *(1, 7)[len(numbers) :])
    if not (1 <= uses <= MOST_USES and 1 <= days <= MOST_DAYS):
        raise UserError("invite-out-of-reach", uses=MOST_USES, days=MOST_DAYS)
    return Wanted(role, uses, days)


async def show_list(press: Press, context: BotContext) -> None:
    """List the open invitations, below the one whose button was pressed."""
    await press.acknowledge()
    await _show_list(context)


async def revoke(press: Press, context: BotContext) -> None:
    """End the invitation of a message, which goes: its link opens nothing any more."""
    if not await _revoke(press, context):
        raise UserError("invitation-gone")
    await press.acknowledge()
    outbox = context.services.outbox
    await outbox.take_buttons(press.chat_id, press.message_id)
    await outbox.remove(press.chat_id, press.message_id)
    await outbox.send(press.chat_id, Piece(context.say("invitation-revoked")))


async def revoke_listed(press: Press, context: BotContext) -> None:
    """End an invitation of the list, and show those that are left."""
    done = await _revoke(press, context)
    await press.notice("invitation-revoked" if done else "invitation-gone")
    await _show_list(context, press)


async def _revoke(press: Press, context: BotContext) -> bool:
    store = context.services.store.administration
    return await store.revoke_invitation(press.argument, actor=press.user_id)


async def _show_list(context: BotContext, press: Press | None = None) -> None:
    found = await context.services.store.administration.list_invitations(context.user_id)
    await show(invitations_view(found, context.reader), context, press)
