"""Telegram's HTML parse mode, with the error texts of its server."""

import re
from dataclasses import dataclass, replace

from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.utf16 import utf16_length
from bot.sandbox.world.values import Entity, Formatted

_TYPES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_REFERENCE = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(lt|gt|amp|quot));?")
_NAME = re.compile(r"[^\s>/]*")
_ATTRIBUTE = re.compile(r"\s*([^\s=>\"']+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([\w.-]+)))?")
_USER_LINK = re.compile(r"tg://user\?id=(\d+)$")
_WEB_ADDRESS = re.compile(r"^(?:https?|ftp|tg|ton|mailto|tel)://?\S+$|^[^\s:/]+\.[^\s]+$", re.I)


@dataclass(frozen=True, slots=True)
class _Open:
    tag: str
    offset: int
    attributes: dict[str, str]


class _Reader:
    """Reads a source once, left to right."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._out: list[str] = []
        self._length = 0
        self._open: list[_Open] = []
        self._entities: list[Entity] = []

    def read(self) -> Formatted:
        while self._at < len(self._source):
            letter = self._source[self._at]
            if letter == "<" and self._source.startswith("</", self._at):
                self._end_tag()
            elif letter == "<":
                self._start_tag()
            elif letter == "&" and (match := _REFERENCE.match(self._source, self._at)):
                self._write(_decode(match))
                self._at = match.end()
            else:
                self._write(letter)
                self._at += 1
        if self._open:
            raise _refusal(f'Can\'t find end tag corresponding to start tag "{self._open[-1].tag}"')
        ordered = sorted(self._entities, key=lambda entity: (entity.offset, -entity.length))
        return Formatted("".join(self._out), tuple(ordered))

    def _write(self, text: str) -> None:
        self._out.append(text)
        self._length += utf16_length(text)

    def _start_tag(self) -> None:
        begin = self._at
        name = _NAME.match(self._source, begin + 1)
        tag = name[0].lower() if name else ""
        where = f"at byte offset {self._byte_offset(begin)}"
        if tag not in _TYPES:
            raise _refusal(f'Unsupported start tag "{tag}" {where}')
        at = begin + 1 + len(tag)
        attributes: dict[str, str] = {}
        while match := _ATTRIBUTE.match(self._source, at):
            values = [value for value in match.groups()[1:] if value is not None]
            attributes[match[1].lower()] = _REFERENCE.sub(_decode, values[0] if values else "")
            at = match.end()
        close = re.compile(r"\s*>").match(self._source, at)
        if not close:
            raise _refusal(f'Unclosed start tag "{tag}" {where}')
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise _refusal(f'Tag "span" must have class "tg-spoiler" {where}')
        self._open.append(_Open(tag, self._length, attributes))
        self._at = close.end()

    def _end_tag(self) -> None:
        close = self._source.find(">", self._at)
        where = f"at byte offset {self._byte_offset(self._at)}"
        if close < 0:
            raise _refusal(f"Unclosed end tag {where}")
        tag = self._source[self._at + 2 : close].strip().lower()
        if not self._open:
            raise _refusal(f"Unexpected end tag {where}")
        opened = self._open.pop()
        if tag not in ("", opened.tag):
            raise _refusal(
                f'Unmatched end tag {where}, expected "</{opened.tag}>", found "</{tag}>"'
            )
        self._at = close + 1
        if self._length > opened.offset:
            self._finish(opened)

    def _finish(self, opened: _Open) -> None:
        entity = Entity(_TYPES[opened.tag], opened.offset, self._length - opened.offset)
        if opened.tag == "code" and self._open and self._open[-1].tag == "pre":
            language = opened.attributes.get("class", "").removeprefix("language-")
            self._open[-1].attributes["language"] = language
            return
        if opened.tag == "pre":
            entity = replace(entity, language=opened.attributes.get("language") or None)
        elif opened.tag == "blockquote" and "expandable" in opened.attributes:
            entity = replace(entity, type="expandable_blockquote")
        elif opened.tag == "tg-emoji":
            entity = replace(entity, custom_emoji_id=opened.attributes.get("emoji-id"))
        elif opened.tag == "a":
            written = "".join(self._out).encode("utf-16-le")[opened.offset * 2 :]
            link = link_entity(entity, opened.attributes.get("href", written.decode("utf-16-le")))
            if not link:
                return
            entity = link
        self._entities.append(entity)

    def _byte_offset(self, at: int) -> int:
        return len(self._source[:at].encode())


def link_entity(entity: Entity, url: str) -> Entity | None:
    """Make an entity a link or a mention; None when the address is none: it stays plain text."""
    if user := _USER_LINK.match(url):
        return replace(entity, type="text_mention", user_id=int(user[1]))
    if not _WEB_ADDRESS.match(url):
        return None
    full = url if ":" in url.split("/", 1)[0] else f"http://{url}"
    return replace(entity, type="text_link", url=full)


def parse_html(source: str) -> Formatted:
    """Parse HTML as Telegram does; raise its error when a tag is wrong."""
    return _Reader(source).read()


def _decode(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        return _NAMED[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code <= 0xDFFF else match[0]


def _refusal(reason: str) -> ApiError:
    return bad_request(f"can't parse entities: {reason}")
