"""Whom a view is for, and how days, times, long names and formatted words are written."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity

from bot.phrasebook import day as day
from bot.transport.buttons import Action, button
from bot.transport.pieces import Piece, units
from pipelines.models.people import ADMIN, EVERYONE, OWNER
from pipelines.nodes.answering.tappable import untappable as untappable
from pipelines.ports import Phrasebook

_TAPPED = frozenset({"url", "username", "command", "reason", "id"})  # stay as they are
_BUILT_IN = {EVERYONE: "access-everyone", OWNER: "role-owner", ADMIN: "role-admin"}
_LANGUAGES = "en", "ru"  # of the interface


def written_day(iso: str, language: str | None) -> str:
    """Write a day that a source gives as ISO 8601; what is no such day stays as it is."""
    try:
        return day(dt.date.fromisoformat(iso[:10]), language)
    except ValueError:
        return iso


def moment(at: dt.datetime, language: str | None) -> str:
    """Write a day and a time, as the clock says it where the bot is: "3 Nov 2026, 14:05"."""
    local = at.astimezone()
    return f"{day(local, language)}, {local:%H:%M}"


def clock(seconds: float) -> str:
    """Write a position in a video as people read it: 4:05 or 1:04:05."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def shortened(text: str, limit: int) -> str:
    """Cut a text that is too long, and say so with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def role_name(role: str, language: str | None, phrases: Phrasebook) -> str:
    """Return what people read for a role: one that every copy has is named in their language."""
    return phrases.say(_BUILT_IN[role], language) if role in _BUILT_IN else role


def role_called(said: str, phrases: Phrasebook) -> str | None:
    """Return the role that every copy has and people call so, in whichever language."""
    named = (
        (phrases.say(key, language).casefold(), role)
        for role, key in _BUILT_IN.items()
        for language in _LANGUAGES
    )
    return next((role for name, role in named if name == said.casefold()), None)


def readers_of(roles: Sequence[str], language: str | None, phrases: Phrasebook) -> str:
    """Return who may read, as texts take it: "everyone", "owner-", or the names of roles.

    No name of a role ends so: a role may be all that a document is open to, and owners hold one.
    """
    if EVERYONE in roles:
        return "everyone"
    return ", ".join(untappable(role_name(each, language, phrases)) for each in roles) or "owner-"


def harmless(values: Mapping[str, str | int | float]) -> dict[str, str | int | float]:
    """Return what texts are given, with nothing to tap in it but what is meant to be tapped.

    Names and titles come from strangers and from documents. Addresses are called so, a reason is
    a text of ours, of which the values were made harmless, and an id is copied.
    """
    return {
        name: untappable(value) if isinstance(value, str) and name not in _TAPPED else value
        for name, value in values.items()
    }


def styled(text: str, style: str, url: str | None = None) -> Piece:
    """Give a text one format; an empty one none, and no link without an address."""
    if not text or (style == MessageEntity.TEXT_LINK and url is None):
        return Piece(text)
    return Piece(text, (MessageEntity(style, 0, units(text), url=url),))


@dataclass(frozen=True, slots=True)
class View:
    """A message and the buttons under it."""

    piece: Piece
    keys: InlineKeyboardMarkup


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a view is for."""

    user_id: int
    language: str | None
    phrases: Phrasebook

    def say(self, key: str, **values: str | int | float) -> str:
        """Return an interface text in the reader's language."""
        return self.phrases.say(key, self.language, **harmless(values))

    def role(self, role: str) -> str:
        """Return what the reader reads for a role."""
        return role_name(role, self.language, self.phrases)

    def key(
        self, text: str, action: Action, argument: str = "", **values: str | int | float
    ) -> InlineKeyboardButton:
        """Make a button for the reader alone, named by a text's id."""
        said = self.phrases.say(text, self.language, **values)  # nothing is tapped within a button
        return button(said, action, self.user_id, argument)
