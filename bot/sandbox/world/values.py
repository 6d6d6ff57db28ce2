"""The values the sandbox keeps: people, messages, files, buttons. Frozen, free of HTTP."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bot.sandbox.jsonvalues import JsonObject

Sender = Literal["bot", "user"]
FileKind = Literal["document", "photo", "voice", "audio", "video", "video_note"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who talks to the bot."""

    id: int
    first_name: str
    language_code: str


@dataclass(frozen=True, slots=True)
class Entity:
    """A stretch of a text with a meaning; offset and length count UTF-16 units."""

    type: str
    offset: int
    length: int
    url: str | None = None
    language: str | None = None
    custom_emoji_id: str | None = None
    user_id: int | None = None

    @property
    def end(self) -> int:
        """Return the first UTF-16 unit after the entity."""
        return self.offset + self.length


@dataclass(frozen=True, slots=True)
class Formatted:
    """A text and what its stretches mean."""

    text: str
    entities: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class Button:
    """An inline button; exactly one of `data`, `url` and `copy_text` is set."""

    text: str
    data: str | None = None
    url: str | None = None
    copy_text: str | None = None
    style: str | None = None


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of the sandbox; its bytes lie in the files folder under `file_path`."""

    file_id: str
    file_unique_id: str
    kind: FileKind
    file_path: str
    name: str
    media_type: str
    size: int
    width: int = 0
    height: int = 0
    duration: int = 0  # seconds of a recording or a film


@dataclass(frozen=True, slots=True)
class Message:
    """One message in its current state; the text of a message with a file is its caption."""

    message_id: int
    chat_id: int
    sender: Sender
    user_id: int
    date: int
    text: str = ""
    entities: tuple[Entity, ...] = ()
    buttons: tuple[tuple[Button, ...], ...] = ()
    file: StoredFile | None = None
    sticker: str | None = None
    forward_origin: JsonObject | None = None
    reply_to: int | None = None
    media_group_id: str | None = None
    preview_disabled: bool = False
    edit_date: int | None = None
    reaction: str | None = None  # the bot's, an emoji
    is_via_bot: bool = False  # of a user: it was chosen from the bot's inline results
    thread_id: int | None = None  # the topic of a group
    service: JsonObject | None = None  # what Telegram itself tells in place of a text
    is_rich: bool = False  # its text was sent as blocks
    user_reactions: tuple[tuple[int, str], ...] = ()  # who reacted, with which emoji


def message_from_record(record: Mapping[str, Any]) -> Message:
    """Rebuild a message from the plain values `dataclasses.asdict` made of it."""
    nested = {
        "entities": tuple(Entity(**entity) for entity in record["entities"]),
        "buttons": tuple(tuple(Button(**button) for button in row) for row in record["buttons"]),
        "file": StoredFile(**record["file"]) if record["file"] else None,
        "user_reactions": tuple(tuple(each) for each in record.get("user_reactions", ())),
    }
    return Message(**{**record, **nested})
