"""Reads a Telegram message: its words, links, file and origin. Pure; offsets are UTF-16."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from telegram import Message, MessageEntity
from telegram.constants import MessageLimit

from bot.messages.attachments import Attachment, attachment_of
from bot.messages.forwards import Forward, forward_of
from bot.transport.split import units
from pipelines.nodes.sources.classify import find_links

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
    return Incoming(
        message,
        text,
        links=tuple(dict.fromkeys(links)),
        file=attachment_of(message, largest=largest_photo),
        forward=forward_of(message),
        words=_count_words(_without(text, addresses) if links else text),
        only_links=bool(links) and not _count_words(_without(text, [*found.values()])),
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
