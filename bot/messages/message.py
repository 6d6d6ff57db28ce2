"""Reads a Telegram message: its words, links, file and origin. Pure; offsets are UTF-16.

The file in a message, whatever Telegram calls it: document, photo, voice, video.

Where a forwarded message comes from: its author, its day, and the link that opens it.
"""

import datetime as dt
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Literal

from telegram import (
    Chat,
    Message,
    MessageEntity,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
    PhotoSize,
)
from telegram.constants import MessageLimit

from bot.transport.pieces import units
from pipelines.models.documents import FileRef
from pipelines.nodes.sources.classify import find_links
from pipelines.nodes.text.clean import strip_invisible

AttachmentKind = Literal["document", "photo", "voice", "audio", "video", "round"]

_LONGEST_NAME = 120
_SPACES = re.compile(r"\s+")
_SUFFIXES = {"audio/ogg": ".ogg", "audio/mpeg": ".mp3", "audio/mp4": ".m4a", "video/mp4": ".mp4"}


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file in a message. Photos and recordings have no name until they are given one."""

    kind: AttachmentKind
    key: str
    size: int | None
    media_type: str | None
    name: str | None

    @property
    def suffix(self) -> str:
        """The ending for a name that is made up."""
        kind = self.media_type or ""
        return _SUFFIXES.get(kind) or mimetypes.guess_extension(kind) or ""

    def named(self, name: str) -> FileRef:
        """Return the reference the pipelines take, under its own name or this one."""
        label = self.name or f"{name}{self.suffix}"
        return FileRef("telegram", self.key, label, self.size, self.media_type)


def attachment_of(message: Message, *, largest: int | None = None) -> Attachment | None:
    """Find the file of a message; of a photo the largest size of at most `largest` bytes."""
    if (document := message.document) and not message.animation:
        return Attachment(
            "document",
            document.file_id,
            document.file_size,
            document.mime_type,
            presentable(document.file_name),
        )
    if message.photo:
        photo = _best_size(message.photo, largest)
        return Attachment("photo", photo.file_id, photo.file_size, "image/jpeg", None)
    if voice := message.voice:
        kind = _sounding(voice.mime_type, "audio/ogg")
        return Attachment("voice", voice.file_id, voice.file_size, kind, None)
    if audio := message.audio:
        name = presentable(audio.file_name or audio.title)
        kind = _sounding(audio.mime_type, "audio/mpeg")
        return Attachment("audio", audio.file_id, audio.file_size, kind, name)
    if video := message.video:
        name = presentable(video.file_name)
        kind = _sounding(video.mime_type, "video/mp4")
        return Attachment("video", video.file_id, video.file_size, kind, name)
    if note := message.video_note:
        return Attachment("round", note.file_id, note.file_size, "video/mp4", None)
    return None


def presentable(name: str | None) -> str | None:
    """Make a label of a file name: one line without hidden characters, of bearable length.

    It is shown and never used as a path, so "../../x" may stay what it is.
    """
    line = _SPACES.sub(" ", strip_invisible(name or "")).strip()
    if len(line) <= _LONGEST_NAME:
        return line or None
    suffix = PurePath(line).suffix[:12]
    return f"{line[: _LONGEST_NAME - len(suffix) - 1].rstrip()}…{suffix}"


def _sounding(media_type: str | None, usual: str) -> str:
    """Return the type that the sender says, if it is one of a recording or a film at all."""
    return media_type if media_type and media_type.startswith(("audio/", "video/")) else usual


def _best_size(sizes: Sequence[PhotoSize], largest: int | None) -> PhotoSize:
    by_size = sorted(sizes, key=lambda size: size.width * size.height)
    fitting = [s for s in by_size if largest is None or (s.file_size or 0) <= largest]
    return (fitting or by_size[:1])[-1]


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


NEARLY_FULL = 4000  # a text this long may be the first piece of a longer paste

_IN_TEXT = re.compile(r"\b[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_NOT_A_SOURCE = ("tg:", "mailto:", "tel:")
_PICTOGRAM = re.compile("[0-9#*]\ufe0f?\u20e3|.\ufe0f")  # keycaps, letters drawn as emoji
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message as the handlers see it; `links` are all of them, also those in the text."""

    message: Message  # where it was read from
    text: str = ""
    links: tuple[str, ...] = ()
    file: Attachment | None = None
    forward: Forward | None = None
    words: int = 0  # besides addresses; those that a link stands behind count
    only_links: bool = False  # and nothing is said about them
    beside: str = ""  # the text without addresses

    @property
    def has_sources(self) -> bool:
        """Tell whether there is something that can be put into the base without asking."""
        return bool(self.links or self.file or self.is_post)

    @property
    def has_words(self) -> bool:
        """Tell whether the text says anything: a letter or a digit that is not an emoji."""
        return any(char.isalnum() for char in _PICTOGRAM.sub("", self.text))

    @property
    def is_post(self) -> bool:
        """Tell whether it is somebody's text, forwarded."""
        return self.forward is not None and self.words > 0


def read_message(message: Message, *, largest_photo: int | None = None) -> Incoming:
    """Take a message apart; captions count as text, photos come in at most this many bytes."""
    text = message.text or message.caption or ""
    kinds: list[str | None] = [MessageEntity.URL, MessageEntity.TEXT_LINK]
    found = message.parse_entities(kinds) or message.parse_caption_entities(kinds)
    links = [entity.url or _with_scheme(words) for entity, words in found.items()]
    for link in (*find_links(text), *_IN_TEXT.findall(text)):  # what nobody marked
        if not any(_is_part(link, known) for known in links):
            links.append(link)
    addresses = [words for entity, words in found.items() if entity.type == MessageEntity.URL]
    links = [link for link in links if not link.startswith(_NOT_A_SOURCE)]
    beside = _without(text, addresses) if links else text
    return Incoming(
        message,
        text,
        links=tuple(dict.fromkeys(links)),
        file=attachment_of(message, largest=largest_photo),
        forward=forward_of(message),
        words=_count_words(beside),
        only_links=bool(links) and not _count_words(_without(text, [*found.values()])),
        beside=beside.strip(),
    )


def join_pastes(parts: Sequence[Incoming]) -> tuple[Incoming, ...]:
    """Join the pieces of each long paste into the one text it was; leave the rest as it is."""
    pastes: list[list[Incoming]] = []
    for part in parts:
        if pastes and _goes_on(pastes[-1][-1], part):
            pastes[-1].append(part)
        else:
            pastes.append([part])
    return tuple(_join(paste) for paste in pastes)


def _goes_on(before: Incoming, after: Incoming) -> bool:
    is_text = not (after.file or after.forward or before.file or before.forward)
    return is_text and len(before.text) >= NEARLY_FULL


def _join(paste: Sequence[Incoming]) -> Incoming:
    """Put a text together again.

    A client cuts in the middle of a word only where a message is full; elsewhere it cuts at
    a space, which it leaves out.
    """
    if len(paste) == 1:
        return paste[0]
    ends = ["" if units(part.text) == MessageLimit.MAX_TEXT_LENGTH else " " for part in paste]
    return replace(
        paste[0],
        text="".join(part.text + end for part, end in zip(paste, ends, strict=True)).rstrip(),
        links=tuple(dict.fromkeys(link for part in paste for link in part.links)),
        words=sum(part.words for part in paste),
        only_links=all(part.only_links for part in paste),
    )


def kind_of(message: Message) -> str:
    """Name what a message is, for the sentence that says it cannot be read."""
    if message.animation:
        return "gif"
    if message.venue:
        return "location"
    kinds = ("sticker", "poll", "contact", "location", "dice", "game", "story", "paid_media")
    return next((kind for kind in kinds if getattr(message, kind)), "other")


def _with_scheme(words: str) -> str:
    return words if "://" in words else f"https://{words}"


def _is_part(link: str, known: str) -> bool:
    return link.startswith(known) or _with_scheme(link) == known or known.startswith(link)


def _without(text: str, shown: Sequence[str]) -> str:
    for words in shown:
        text = text.replace(words, " ", 1)
    return _IN_TEXT.sub(" ", text)


def _count_words(text: str) -> int:
    return len(_WORD.findall(_PICTOGRAM.sub(" ", text)))
