"""Formatted text as the HTML of rich messages: nothing is lost, nothing becomes markup."""

from telegram import MessageEntity

from bot.transport.pieces import Piece, join
from bot.views.answers.rich import is_for_rich, rich_html
from bot.views.text import styled

BOLD, QUOTED = MessageEntity.BOLD, MessageEntity.BLOCKQUOTE
FOLDED, CODE = MessageEntity.EXPANDABLE_BLOCKQUOTE, MessageEntity.PRE


def test_a_line_is_a_paragraph_and_signs_are_no_markup() -> None:
    piece = join([Piece("😀 a < b & c\n\n"), styled("bold\nlines", BOLD), Piece(" on")])
    assert rich_html(piece, "More") == (
        "<p>😀 a &lt; b &amp; c</p><p><b>bold</b></p><p><b>lines</b> on</p>"
    )


def test_quotations_stand_in_blocks_and_what_is_folded_unfolds() -> None:
    inner = join([styled("said", BOLD), Piece(" so")])
    fold = MessageEntity(FOLDED, 0, 7)
    piece = join([styled("words", QUOTED), Piece("\n"), Piece(inner.text, (fold, *inner.entities))])
    assert rich_html(piece, "More…") == (
        "<blockquote><p>words</p></blockquote>"
        "<details><summary>More…</summary><p><b>said</b> so</p></details>"
    )


def test_code_keeps_its_lines() -> None:
    assert rich_html(styled("a\n\n b", CODE), "") == "<pre>a\n\n b</pre>"


def test_an_address_cannot_end_its_attribute() -> None:
    piece = styled("here", MessageEntity.TEXT_LINK, 'https://a.example/"><b>')
    assert rich_html(piece, "") == (
        '<p><a href="https://a.example/&quot;&gt;&lt;b&gt;">here</a></p>'
    )


def test_what_is_short_stays_a_message() -> None:
    assert not is_for_rich(Piece("a\n\nb"), 1)
    assert is_for_rich(Piece("a\n\nb"), 2)
    assert is_for_rich(Piece("a\n\nb\n\nc\n\nd\n\ne"), 1)
