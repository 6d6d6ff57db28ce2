"""Where a forwarded message comes from: its author, its day, and the link that opens it."""

import datetime as dt
from dataclasses import dataclass

from telegram import (
    Chat,
    Message,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
)

_PRIVATE = "-100"  # what the Bot API puts before the number of a channel


@dataclass(frozen=True, slots=True)
class Forward:
    """The origin of a forwarded message."""

    name: str  # of the channel, the group or the person
    author: str
    date: dt.datetime
    url: str | None = None  # only a channel's post can be opened


def forward_of(message: Message) -> Forward | None:
    """Return where a message was forwarded from; None if it was written here."""
    match message.forward_origin:
        case MessageOriginChannel() as origin:
            name = origin.chat.title or "?"
            url = _post_url(origin.chat, origin.message_id)
            return Forward(name, origin.author_signature or name, origin.date, url)
        case MessageOriginChat() as origin:
            name = origin.sender_chat.title or "?"
            return Forward(name, origin.author_signature or name, origin.date)
        case MessageOriginUser() as origin:
            name = origin.sender_user.full_name
            return Forward(name, name, origin.date)
        case MessageOriginHiddenUser() as origin:
            return Forward(origin.sender_user_name, origin.sender_user_name, origin.date)
    return None


def _post_url(channel: Chat, message_id: int) -> str:
    """Return the link of a post; only members can open that of a private channel."""
    if channel.username:
        return f"https://t.me/{channel.username}/{message_id}"
    return f"https://t.me/c/{str(channel.id).removeprefix(_PRIVATE)}/{message_id}"
