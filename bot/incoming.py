"""Reads a Telegram message: its words, links and file. Pure; offsets are Telegram's UTF-16."""

import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass

from telegram import Document, Message, MessageEntity
from telegram.constants import MessageLimit

from bot.split import units
from pipelines.models import FileRef
from pipelines.models import Message as SourceMessage

_IN_TEXT = re.compile(r"\b[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_NOT_A_SOURCE = ("tg:", "mailto:", "tel:")
_PICTOGRAM = re.compile("[0-9#*]\ufe0f?\u20e3|.\ufe0f")  # keycaps, letters drawn as emoji
_KINDS = ("voice", "audio", "video", "photo", "sticker")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message as the handlers see it; `links` are all of them, also those in the text."""

    text: str = ""
    links: tuple[str, ...] = ()
    file: FileRef | None = None
    only_links: bool = False
    message: Message | None = None  # where it was read from

    @property
    def has_sources(self) -> bool:
        """Tell whether there is something that can be put into the base."""
        return bool(self.links or self.file)

    @property
    def has_words(self) -> bool:
        """Tell whether the text says anything: a letter or a digit that is not an emoji."""
        return any(char.isalnum() for char in _PICTOGRAM.sub("", self.text))


def read_message(message: Message) -> Incoming:
    """Take a message apart; captions count as text."""
    text = message.text or message.caption or ""
    kinds: list[str | None] = [MessageEntity.URL, MessageEntity.TEXT_LINK]
    found = message.parse_entities(kinds) or message.parse_caption_entities(kinds)
    links = [entity.url or _with_scheme(words) for entity, words in found.items()]
    links += [link for link in _IN_TEXT.findall(text) if not any(map(link.startswith, links))]
    links = [link for link in links if not link.startswith(_NOT_A_SOURCE)]
    return Incoming(
        text=text,
        links=tuple(dict.fromkeys(links)),
        file=_file_of(message.document) if message.document else None,
        only_links=bool(links) and not Incoming(_without(text, found)).has_words,
        message=message,
    )


def join_paste(parts: Sequence[Incoming]) -> Incoming:
    """Join the pieces of a long paste into the one text it was.

    A client cuts in the middle of a word only where a message is full; elsewhere it cuts at
    a space, which it leaves out.
    """
    links = dict.fromkeys(link for part in parts for link in part.links)
    ends = ["" if units(part.text) == MessageLimit.MAX_TEXT_LENGTH else " " for part in parts]
    return Incoming(
        text="".join(part.text + end for part, end in zip(parts, ends, strict=True)).rstrip(),
        links=tuple(links),
        only_links=all(part.only_links for part in parts),
    )


def as_sources(parts: Sequence[Incoming]) -> SourceMessage:
    """Hand one message, or all of an album, to the ingest pipeline."""
    text = "\n".join(part.text for part in parts if part.text)
    links = dict.fromkeys(link for part in parts for link in part.links)
    return SourceMessage(
        text=text,
        links=tuple(link for link in links if link not in text),
        files=tuple(part.file for part in parts if part.file),
    )


def kind_of(message: Message) -> str:
    """Name what a message is, for the sentence that says it cannot be read yet."""
    if message.animation or message.video_note:
        return "video"
    return next((kind for kind in _KINDS if getattr(message, kind)), "other")


def _file_of(document: Document) -> FileRef:
    suffix = mimetypes.guess_extension(document.mime_type or "") or ""
    return FileRef(
        place="telegram",
        key=document.file_id,
        file_name=document.file_name or f"file{suffix}",
        size=document.file_size,
    )


def _with_scheme(words: str) -> str:
    return words if "://" in words else f"https://{words}"


def _without(text: str, found: dict[MessageEntity, str]) -> str:
    for words in found.values():
        text = text.replace(words, " ", 1)
    return _IN_TEXT.sub(" ", text)
