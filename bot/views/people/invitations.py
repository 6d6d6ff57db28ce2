"""Invitations: a link with its picture, and the list of those that can still be used."""

import io
from collections.abc import Sequence

import segno
from telegram import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity

from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece, join
from bot.views.people.people import NONE, name_of
from bot.views.text import Reader, View, day, styled, untappable
from pipelines.models.people import MACHINE, Invitation

MOST_SHOWN = 20
_PIXELS = 10  # of a module of the picture
_MARGIN = 4  # modules, as ISO/IEC 18004 wants


def link_of(username: str, token: str) -> str:
    """Return the address that opens the chat with the bot, and hands it a token."""
    return f"https://t.me/{username}?start={token}"


def picture_of(link: str) -> bytes:
    """Draw a link as a QR code: a PNG that a phone reads off another's screen."""
    drawn = io.BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="png", scale=_PIXELS, border=_MARGIN)
    return drawn.getvalue()


def made_text(
    link: str, token: str, role: str | None, uses: int, days: int, reader: Reader
) -> Piece:
    """Say whom an invitation lets in, for how long, and how to use it."""
    about = reader.say(
        "invitation-made",
        count=uses,
        days=days,
        role=untappable(reader.role(role)) if role is not None else NONE,
    )
    hint = reader.say("invitation-how")
    command = styled(f"/start {token}", MessageEntity.CODE)
    return join([Piece(f"{about}\n\n{link}\n\n{hint} "), command])


def made_keys(invitation_id: str, link: str, reader: Reader) -> InlineKeyboardMarkup:
    """Lay out what can be done about an invitation that was just made."""
    copy = InlineKeyboardButton(reader.say("button-copy-link"), copy_text=CopyTextButton(link))
    revoke = reader.key("button-revoke", Action.REVOKE_INVITATION, invitation_id)
    return keyboard([copy, revoke], [reader.key("button-invitations", Action.INVITATIONS)])


def invitations_view(found: Sequence[Invitation], reader: Reader) -> View:
    """List invitations, each with a button that ends it."""
    lines = [reader.say("invitations-heading", count=len(found))]
    keys = []
    for number, each in enumerate(found[:MOST_SHOWN], start=1):
        lines.append(_line(number, each, reader))
        keys.append(reader.key("button-revoke-listed", Action.REVOKE_LISTED, each.id, n=number))
    rows = [keys[start : start + 2] for start in range(0, len(keys), 2)]
    return View(Piece("\n".join(lines)), keyboard(*rows))


def _line(number: int, invitation: Invitation, reader: Reader) -> str:
    maker = invitation.created_by
    by = (
        reader.say("audit-machine")
        if maker == MACHINE
        else name_of(invitation.created_by_name or "", maker, reader)
    )
    return reader.say(
        "invitation-line",
        n=number,
        role=NONE if invitation.role is None else untappable(reader.role(invitation.role)),
        count=invitation.uses_left,
        date=day(invitation.expires_at, reader.language),
        name=by,
    )
