"""Long texts are cut where a reader would cut them, and their formatting survives."""

from hypothesis import given
from hypothesis import strategies as st
from telegram import MessageEntity

from bot.transport.pieces import Piece, join, split, units

WORDS = st.text(st.sampled_from("ab я😀\n."), max_size=400)


def bold(offset: int, length: int) -> MessageEntity:
    return MessageEntity(MessageEntity.BOLD, offset, length)


def marked(piece: Piece) -> str:
    """Return the characters under any entity."""
    raw = piece.text.encode("utf-16-le")
    return "".join(
        raw[2 * e.offset : 2 * (e.offset + e.length)].decode("utf-16-le") for e in piece.entities
    )


@given(WORDS, st.integers(2, 60))
def test_parts_fit_and_nothing_but_space_is_lost(text: str, limit: int) -> None:
    parts = split(Piece(text), limit)
    assert all(part.text.strip() and units(part.text) <= limit for part in parts)
    assert "".join("".join(part.text.split()) for part in parts) == "".join(text.split())


@given(WORDS, st.integers(2, 60), st.data())
def test_entities_stay_over_their_characters(text: str, limit: int, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    entity = bold(units(text[:start]), units(text[start:end]))
    parts = split(Piece(text, (entity,) if entity.length else ()), limit)
    shown = "".join("".join(marked(part).split()) for part in parts)
    assert shown == "".join(text[start:end].split())


def test_cuts_at_a_blank_line_before_it_cuts_at_a_sentence() -> None:
    text = "First one. And more.\n\nSecond block. It goes on and on."
    assert split(Piece(text), 40)[0].text == "First one. And more."


def test_joined_entities_move_along() -> None:
    whole = join([Piece("😀 "), Piece("bold", (bold(0, 4),)), Piece("!")])
    assert whole.text == "😀 bold!"
    assert marked(whole) == "bold"
