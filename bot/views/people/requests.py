"""A stranger who asks to be let in, as admins see it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from telegram import InlineKeyboardMarkup, MessageEntity

from bot.transport.buttons import Action, button, keyboard
from bot.transport.pieces import Piece, join
from bot.views.people.people import NONE, name_of
from bot.views.text import Reader, styled, untappable
from pipelines.models.people import ADMIN, Role

MOST_ROLES = 20  # that have a button
_NO_ROLE = 0
_LANGUAGE = re.compile("[A-Za-z]{2,3}(-[A-Za-z0-9]{2,4})?")


@dataclass(frozen=True, slots=True)
class Stranger:
    """Somebody who asks to be let in; nothing of them is kept but in messages to admins."""

    telegram_id: int
    name: str
    username: str | None
    language: str | None


@dataclass(frozen=True, slots=True)
class Decision:
    """What the button of an admin says."""

    person: int
    language: str
    role: int | None = None  # the number of the role to give


def request_text(stranger: Stranger, reader: Reader) -> Piece:
    """Show an admin who asks."""
    name = name_of(stranger.name, stranger.telegram_id, reader)
    language = (stranger.language or "en").partition("-")[0]
    about = reader.say(
        "access-request",
        id=str(stranger.telegram_id),
        username=f"@{stranger.username} · " if stranger.username else "",
        spoken=reader.say("language-name", language_code=language),
    )
    return join([styled(name, MessageEntity.BOLD), Piece(f" {about}")])


def request_keys(stranger: Stranger, roles: Sequence[Role], reader: Reader) -> InlineKeyboardMarkup:
    """Lay out a "yes" without a role, a "no", and a "yes" for each role that may be given.

    Nobody becomes an admin by the tap that lets them in.
    """
    none = _approval(stranger, _NO_ROLE)
    no = f"{stranger.telegram_id}_{_language(stranger)}"
    rows = [
        [
            reader.key("button-approve", Action.APPROVE_PERSON, none),
            reader.key("button-decline", Action.DECLINE_PERSON, no),
        ]
    ]
    rows += [
        [
            button(
                reader.say("button-approve-role", role=reader.role(role.name)),
                Action.APPROVE_PERSON,
                reader.user_id,
                _approval(stranger, role.number),
            )
        ]
        for role in roles[:MOST_ROLES]
        if role.may_give and role.name != ADMIN
    ]
    return keyboard(*rows)


def read_decision(argument: str) -> Decision:
    """Take apart what a button of `request_keys` carries."""
    person, *role, language = argument.split("_")
    number = int(role[0]) if role else _NO_ROLE
    return Decision(int(person), language, number or None)


def settled_text(name: str, by: str, role: str | None, reader: Reader) -> Piece:
    """Show an admin that somebody was let in, by whom and with which role."""
    given = untappable(reader.role(role)) if role is not None else NONE
    return Piece(reader.say("access-settled", name=untappable(name), by=untappable(by), role=given))


def declined_text(name: str, by: str, reader: Reader) -> Piece:
    """Show an admin that somebody was not let in."""
    return Piece(reader.say("access-declined-by", name=untappable(name), by=untappable(by)))


def is_in_text(name: str, reader: Reader) -> Piece:
    """Show an admin that somebody was in before they decided, and that they still are."""
    return Piece(reader.say("access-is-in", name=untappable(name)))


def _approval(stranger: Stranger, role: int) -> str:
    return f"{stranger.telegram_id}_{role}_{_language(stranger)}"


def _language(stranger: Stranger) -> str:
    """Return the language of a stranger, as a button can carry it."""
    language = stranger.language or ""
    return language if _LANGUAGE.fullmatch(language) else "en"
