"""Formatted text: put together, and cut to what Telegram takes in one message.

Lengths are UTF-16 units, as Telegram counts.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from telegram import MessageEntity
from telegram.constants import MessageLimit

_LEFT_OUT = "…"
_BREAKS = ("\n\n", "\n", ". ", " ")


@dataclass(frozen=True, slots=True)
class Piece:
    """A text and its formatting."""

    text: str
    entities: tuple[MessageEntity, ...] = ()


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture and what its file is called."""

    content: bytes
    name: str


def units(text: str) -> int:
    """Count UTF-16 code units, as Telegram does."""
    return len(text) + sum(char > "\uffff" for char in text)


def join(pieces: Sequence[Piece]) -> Piece:
    """Put pieces behind one another; their entities move along."""
    entities: list[MessageEntity] = []
    offset = 0
    for piece in pieces:
        entities += [_moved(entity, offset, entity.length) for entity in piece.entities]
        offset += units(piece.text)
    return Piece("".join(piece.text for piece in pieces), tuple(entities))


def split(piece: Piece, limit: int = MessageLimit.MAX_TEXT_LENGTH) -> tuple[Piece, ...]:
    """Cut at a blank line, else at a line, a sentence, a word; nothing but space is lost.

    A part that is cut inside a bold stretch stays bold on both sides of the cut.
    """
    return tuple(_part(piece, start, end) for start, end in _ranges(piece.text, limit))


def _ranges(text: str, limit: int) -> Iterator[tuple[int, int]]:
    start = _skip_space(text, 0)
    while start < len(text):
        end = _fitting(text, start, limit)
        if end < len(text):
            end = _break_before(text, start, end)
        yield start, start + len(text[start:end].rstrip())
        start = _skip_space(text, end)


def _skip_space(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip())


def _fitting(text: str, start: int, limit: int) -> int:
    end = min(len(text), start + limit)
    while units(text[start:end]) > limit:
        end -= max(1, (units(text[start:end]) - limit) // 2)
    return end


def _break_before(text: str, start: int, end: int) -> int:
    for mark in _BREAKS:
        at = text.rfind(mark, start, end)
        if at > start + (end - start) // 4:
            return at + len(mark)
    return end


def _part(piece: Piece, start: int, end: int) -> Piece:
    text = piece.text[start:end]
    first = units(piece.text[:start])
    last = first + units(text)
    kept = []
    for entity in piece.entities:
        begin, stop = max(entity.offset, first), min(entity.offset + entity.length, last)
        if begin < stop:
            kept.append(_moved(entity, begin - entity.offset - first, stop - begin))
    return Piece(text, tuple(kept))


def tail(piece: Piece, limit: int) -> Piece:
    """Return the end of what is too long, from a line, a sentence or a word on, after "…"."""
    if units(piece.text) <= limit:
        return piece
    start = len(piece.text) - _fitting(piece.text[::-1], 0, limit - units(_LEFT_OUT))
    ends = ((each, piece.text.find(each, start, start + limit // 4)) for each in _BREAKS)
    at = next((at + len(each) for each, at in ends if at >= 0), start)
    rest = _part(piece, _skip_space(piece.text, at), len(piece.text))
    return join([Piece(_LEFT_OUT), rest])


def stretched(entity: MessageEntity, offsets: Sequence[int]) -> MessageEntity:
    """Return where an entity is once a unit was put in at each of these offsets, ascending.

    What is put in where it begins or ends is outside it.
    """
    begin = bisect_right(offsets, entity.offset)
    inside = bisect_left(offsets, entity.offset + entity.length) - begin
    return _moved(entity, begin, entity.length + max(0, inside))


def _moved(entity: MessageEntity, by: int, length: int) -> MessageEntity:
    return MessageEntity(
        entity.type, entity.offset + by, length, url=entity.url, language=entity.language
    )
