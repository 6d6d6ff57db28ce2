"""Formatted text as the HTML of rich messages, which take thirty thousand characters in one piece.

A line is a paragraph, so that nothing leans on how clients break lines; around those of a quotation
stands its block, and what is folded unfolds.
"""

from html import escape
from itertools import pairwise

from telegram import MessageEntity

from bot.transport.pieces import Piece, units
from bot.views.text import styled

_FOLDED = MessageEntity.EXPANDABLE_BLOCKQUOTE
_AROUND = (MessageEntity.BLOCKQUOTE, _FOLDED, MessageEntity.PRE)
_TAGS = {
    MessageEntity.BOLD: "b",
    MessageEntity.ITALIC: "i",
    MessageEntity.UNDERLINE: "u",
    MessageEntity.STRIKETHROUGH: "s",
    MessageEntity.CODE: "code",
}
_FEWEST_BLOCKS = 5  # of a text that is easier to read as a rich message


def is_for_rich(piece: Piece, messages: int) -> bool:
    """Tell whether a text gains by being one rich message: it is long, or of several blocks."""
    return messages > 1 or piece.text.strip().count("\n\n") + 1 >= _FEWEST_BLOCKS


def rich_html(piece: Piece, unfold: str) -> str:
    """Write formatted text as HTML; `unfold` is what is shown of what is folded."""
    blocks: list[str] = []
    lines: list[str] = []
    around, at = None, 0
    for line in piece.text.split("\n"):
        now = _around(piece, at)
        if now is not around:
            blocks.append(_block(lines, around, unfold))
            lines, around = [], now
        lines.append(_inline(piece, at, at + units(line)))
        at += units(line) + 1
    blocks.append(_block(lines, around, unfold))
    return "".join(blocks)


def trial(title: str, text: str) -> str:
    """Write a message by which somebody sees whether their Telegram shows such ones."""
    pieces = styled(title, MessageEntity.BOLD), styled(text, MessageEntity.BLOCKQUOTE)
    return "".join(rich_html(piece, "") for piece in pieces)


def _around(piece: Piece, at: int) -> MessageEntity | None:
    """Return what stands around the line that begins here; of several, the outermost."""
    found = (each for each in piece.entities if each.type in _AROUND)
    return next((each for each in found if each.offset <= at < each.offset + each.length), None)


def _block(lines: list[str], around: MessageEntity | None, unfold: str) -> str:
    if around is not None and around.type == MessageEntity.PRE:
        text = "\n".join(lines)
        return f"<pre>{text}</pre>"
    paragraphs = "".join(f"<p>{line}</p>" for line in lines if line.strip())
    if around is None or not paragraphs:
        return paragraphs
    if around.type == _FOLDED:
        return f"<details><summary>{escape(unfold)}</summary>{paragraphs}</details>"
    return f"<blockquote>{paragraphs}</blockquote>"


def _inline(piece: Piece, start: int, end: int) -> str:
    """Write a stretch of a line: between two borders of entities all letters are alike."""
    coded = piece.text.encode("utf-16-le")
    inside = [each for each in piece.entities if each.type not in _AROUND]
    borders = {edge for each in inside for edge in (each.offset, each.offset + each.length)}
    cuts = sorted({start, end, *(edge for edge in borders if start < edge < end)})
    written = []
    for first, last in pairwise(cuts):
        text = escape(coded[2 * first : 2 * last].decode("utf-16-le"), quote=False)
        for entity in inside:
            if entity.offset <= first < entity.offset + entity.length:
                text = _tagged(text, entity)
        written.append(text)
    return "".join(written)


def _tagged(text: str, entity: MessageEntity) -> str:
    if entity.type == MessageEntity.TEXT_LINK and entity.url:
        return f'<a href="{escape(entity.url)}">{text}</a>'
    tag = _TAGS.get(entity.type)
    return f"<{tag}>{text}</{tag}>" if tag else text
