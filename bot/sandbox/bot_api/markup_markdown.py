"""Telegram's MarkdownV2 parse mode, with the error texts of its server."""

import re
from dataclasses import dataclass, replace

from bot.sandbox.bot_api.markup_html import link_entity
from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.utf16 import utf16_length
from bot.sandbox.world.values import Entity, Formatted

_RESERVED = "_*[]()~`>#+-=|{}.!"
_LANGUAGE = re.compile(r"([^\s`]*)(?:\n|(?=[ \t]))")
_MARKS = (  # the longer first
    ("```", "pre"),
    ("__", "underline"),
    ("||", "spoiler"),
    ("*", "bold"),
    ("_", "italic"),
    ("~", "strikethrough"),
    ("`", "code"),
)
_ENDS = {kind: mark for mark, kind in _MARKS} | {"text_link": "]", "custom_emoji": "]"}
_NAMES = {
    "pre": "Pre",
    "underline": "Underline",
    "spoiler": "Spoiler",
    "bold": "Bold",
    "italic": "Italic",
    "strikethrough": "Strikethrough",
    "code": "Code",
    "text_link": "TextUrl",
    "custom_emoji": "CustomEmoji",
}


@dataclass(frozen=True, slots=True)
class _Open:
    kind: str
    offset: int
    at: int
    language: str = ""


class _Reader:
    """Reads a source once, left to right."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._out: list[str] = []
        self._length = 0
        self._open: list[_Open] = []
        self._entities: list[Entity] = []
        self._quote: int | None = None
        self._line_start = True

    def read(self) -> Formatted:
        while self._at < len(self._source):
            self._step()
        self._end_quote("blockquote")
        if self._open:
            last = self._open[-1]
            where = self._byte_offset(last.at)
            raise _refusal(f"Can't find end of {_NAMES[last.kind]} entity at byte offset {where}")
        ordered = sorted(self._entities, key=lambda entity: (entity.offset, -entity.length))
        return Formatted("".join(self._out), tuple(ordered))

    def _step(self) -> None:
        letter = self._source[self._at]
        following = self._source[self._at + 1 : self._at + 2]
        if letter == "\\" and following and 0 < ord(following) <= 126:
            self._write(following, 2)
        elif self._open and self._open[-1].kind in ("code", "pre"):
            self._inside_code()
        elif self._line_start and letter == ">":
            self._begin_quote()
        elif letter == "\n":
            self._write(letter, 1)
            self._line_start = True
            if not self._source.startswith(">", self._at):
                self._end_quote("blockquote")
        elif letter in _RESERVED:
            self._mark()
        else:
            self._write(letter, 1)

    def _write(self, text: str, consumed: int) -> None:
        self._out.append(text)
        self._length += utf16_length(text)
        self._at += consumed
        self._line_start = False

    def _inside_code(self) -> None:
        mark = _ENDS[self._open[-1].kind]
        if self._source.startswith(mark, self._at):
            self._at += len(mark)
            self._finish(self._open.pop())
        elif self._source[self._at] == "`":
            raise self._reserved()
        else:
            self._write(self._source[self._at], 1)

    def _begin_quote(self) -> None:
        if self._quote is None:
            self._quote = self._length
        self._at += 1
        self._line_start = False

    def _end_quote(self, kind: str) -> None:
        if self._quote is not None:
            length = self._length - self._quote
            if length:
                self._entities.append(Entity(kind, self._quote, length))
            self._quote = None

    def _mark(self) -> None:
        if self._ends_expandable_quote():
            self._at += 2
            self._end_quote("expandable_blockquote")
            return
        if self._open and self._source.startswith(_ENDS[self._open[-1].kind], self._at):
            opened = self._open[-1]
            doubled = opened.kind == "italic" and self._source.startswith("__", self._at)
            if not doubled:
                self._open.pop()
                self._at += len(_ENDS[opened.kind])
                self._finish(opened)
                return
        for mark, kind in (*_MARKS, ("![", "custom_emoji"), ("[", "text_link")):
            if self._source.startswith(mark, self._at):
                self._begin(kind, mark)
                return
        raise self._reserved()

    def _ends_expandable_quote(self) -> bool:
        spoiler_open = any(opened.kind == "spoiler" for opened in self._open)
        return (
            self._quote is not None
            and not spoiler_open
            and self._source.startswith("||", self._at)
            and self._source[self._at + 2 : self._at + 3] in ("", "\n")
        )

    def _begin(self, kind: str, mark: str) -> None:
        begin = self._at
        self._at += len(mark)
        language = ""
        if kind == "pre" and (match := _LANGUAGE.match(self._source, self._at)):
            language = match[1]
            self._at = match.end()
        self._open.append(_Open(kind, self._length, begin, language))
        self._line_start = False

    def _finish(self, opened: _Open) -> None:
        url = self._target() if opened.kind in ("text_link", "custom_emoji") else None
        entity = Entity(opened.kind, opened.offset, self._length - opened.offset)
        if not entity.length:
            return
        if opened.kind == "text_link":
            written = "".join(self._out).encode("utf-16-le")[opened.offset * 2 :]
            link = link_entity(entity, url if url is not None else written.decode("utf-16-le"))
            if not link:
                return
            entity = link
        elif opened.kind == "custom_emoji":
            emoji_id = (url or "").removeprefix("tg://emoji?id=")
            if not emoji_id.isdigit():
                raise _refusal("Custom emoji entity must contain a tg://emoji URL")
            entity = replace(entity, custom_emoji_id=emoji_id)
        elif opened.kind == "pre":
            entity = replace(entity, language=opened.language or None)
        self._entities.append(entity)

    def _target(self) -> str | None:
        if not self._source.startswith("(", self._at):
            return None
        begin = self._at
        letters: list[str] = []
        self._at += 1
        while self._at < len(self._source) and self._source[self._at] != ")":
            if self._source[self._at] == "\\" and self._at + 1 < len(self._source):
                self._at += 1
            letters.append(self._source[self._at])
            self._at += 1
        if self._at >= len(self._source):
            where = self._byte_offset(begin)
            raise _refusal(f"Can't find end of a URL at byte offset {where}")
        self._at += 1
        return "".join(letters)

    def _reserved(self) -> ApiError:
        letter = self._source[self._at]
        return _refusal(
            f"Character '{letter}' is reserved and must be escaped with the preceding '\\'"
        )

    def _byte_offset(self, at: int) -> int:
        return len(self._source[:at].encode())


def parse_markdown(source: str) -> Formatted:
    """Parse MarkdownV2 as Telegram does; raise its error when a mark is left open or bare."""
    return _Reader(source).read()


def _refusal(reason: str) -> ApiError:
    return bad_request(f"can't parse entities: {reason}")
