"""What a button of a source carries, and what it shows."""

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from telegram import MessageEntity

from bot.phrasebook import FluentPhrasebook
from bot.transport.buttons import Action, fits, read_button
from bot.transport.outbox import Piece, units
from bot.views.answer import Cited, citation_rows, cited_view
from bot.views.library import Reader
from pipelines.models.answers import Citation, Passage
from pipelines.models.documents import Anchor, Span
from pipelines.store.documents import DocumentCard
from tests.support.nodes.passage_maker import make_passage

PHRASES = FluentPhrasebook()
ADDED = dt.datetime(2026, 11, 3, tzinfo=dt.UTC)
DOCUMENT = "6b7f3a52-3c1e-4d0c-9a55-0d6f1c2b9e10"
NEWER = "11111111-3c1e-4d0c-9a55-0d6f1c2b9e10"
CARD = DocumentCard(
    document_id=DOCUMENT,
    title="Toll",
    kind="file",
    url=None,
    file_name="toll.txt",
    language="en",
    pages=None,
    chunks=1,
    author=None,
    published=None,
    added_at=ADDED,
    superseded_at=None,
    owner_telegram_id=5,
    owner_name="Anna",
    readers=(),
    may_change=True,
    current_id=DOCUMENT,
    versions=1,
    beginning="",
)
PASSAGE = make_passage(
    "Boats pay. <b>The toll</b> is nine crowns 😀. Children pay nothing.",
    id=7,
    document_id=DOCUMENT,
    title="Toll",
    file_name="toll.txt",
    anchors=(Anchor(0, page=1), Anchor(11, page=2)),
)
QUOTE = "<b>The toll</b> is nine crowns 😀."
CITED = Cited(2, 7, Span(11, 11 + len(QUOTE)))


def citation(n: int, passage_id: int | None = 7, quote_at: int | None = 0) -> Citation:
    return Citation(
        n, "d", None, None, None, None, None, 0, "q", passage_id=passage_id, quote_at=quote_at
    )


def view(
    cited: Cited = CITED, passage: Passage = PASSAGE, card: DocumentCard = CARD, language="en"
) -> tuple[Piece, list[tuple[str, str]]]:
    shown = cited_view(cited, passage, card, Reader(5, language, PHRASES))
    return shown.piece, [
        (key.text, str(key.callback_data)) for row in shown.keys.inline_keyboard for key in row
    ]


def styled(piece: Piece, style: str) -> list[str]:
    coded = piece.text.encode("utf-16-le", "surrogatepass")
    return [
        coded[2 * e.offset : 2 * (e.offset + e.length)].decode("utf-16-le", "surrogatepass")
        for e in piece.entities
        if e.type == style
    ]


def test_a_button_for_each_source_several_in_a_row() -> None:
    keys = citation_rows([citation(n) for n in range(1, 11)], 5)
    assert [[key.text for key in row] for row in keys] == [
        ["1", "2", "3", "4", "5", "6", "7", "8"],
        ["9", "10"],
    ]
    press = read_button(str(keys[1][1].callback_data))
    assert press is not None
    assert (press.user_id, press.action) == (5, Action.OPEN_CITATION)
    assert Cited.decode(press.argument) == Cited(10, 7, Span(0, 1))


def test_no_button_for_a_source_whose_record_is_older_than_the_buttons() -> None:
    keys = citation_rows([citation(1, None), citation(2, quote_at=None), citation(3)], 5)
    assert [key.text for row in keys for key in row] == ["3"]
    assert citation_rows([citation(1, None)], 5) == []
    assert citation_rows([], 5) == []


def test_telegram_takes_the_buttons_of_very_many_sources() -> None:
    keys = citation_rows([citation(n) for n in range(1, 300)], 5)
    assert 0 < sum(map(len, keys)) <= 100


def test_what_a_button_carries_fits_whoever_it_is_for() -> None:
    carried = Cited(300, 10**18 - 1, Span(10**8 - 1, 10**8 + 10**4)).encode()
    assert fits(Action.OPEN_CITATION, 2**52, carried)
    assert Cited.decode(carried) == Cited(300, 10**18 - 1, Span(10**8 - 1, 10**8 + 10**4))


@pytest.mark.parametrize(
    "carried", ["", "1", "1_2_3", "1_2_3_4_5", "1_-2_3_4", "1_٣_3_4", "1_9999999999999999999_3_4"]
)
def test_anything_else_names_no_source(carried: str) -> None:
    assert Cited.decode(carried) is None


def test_the_quote_is_marked_letter_by_letter() -> None:
    piece, keys = view()
    assert piece.text == f"[2] Toll, p. 2\nAdded on 3 Nov 2026\n{PASSAGE.text}"
    assert styled(piece, MessageEntity.BOLD) == [QUOTE]
    assert styled(piece, MessageEntity.BLOCKQUOTE) == [PASSAGE.text]
    assert keys == [("Open “Toll”", f"1:5:do:{DOCUMENT}")]


def test_a_film_opens_at_the_second() -> None:
    film = replace(
        PASSAGE,
        url="https://youtu.be/abc",
        file_name=None,
        page=None,
        anchors=(Anchor(0, start_seconds=2.0), Anchor(11, start_seconds=65.0)),
    )
    piece, _ = view(passage=film, language="ru")
    assert piece.text.startswith("[2] Toll, youtu.be, 1:05\nДобавлен 3 нояб. 2026\n")
    assert [e.url for e in piece.entities if e.type == MessageEntity.TEXT_LINK] == [
        "https://youtu.be/abc?t=65s"
    ]


def test_a_newer_version_is_named_and_opens() -> None:
    superseded = replace(CARD, superseded_at=ADDED + dt.timedelta(days=1), current_id=NEWER)
    piece, keys = view(card=superseded)
    assert piece.text.endswith(
        "\nThis is a former version: a newer one took its place on 4 Nov 2026."
    )
    assert keys[1:] == [("Current version", f"1:5:do:{NEWER}")]
    piece, keys = view(card=replace(superseded, current_id=None), language="ru")
    assert "её сменила новая" in piece.text
    assert len(keys) == 1


def test_a_quote_in_a_long_passage_is_shown_with_what_is_around() -> None:
    text = "before. " * 2000 + QUOTE + " after." * 2000
    at = text.index(QUOTE)
    piece, _ = view(Cited(1, 7, Span(at, at + len(QUOTE))), replace(PASSAGE, text=text))
    assert styled(piece, MessageEntity.BOLD) == [QUOTE]
    (shown,) = styled(piece, MessageEntity.BLOCKQUOTE)
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert f"before. {QUOTE} after." in shown


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["слово ", "😀", "\n\n", "word. ", "x" * 700]), min_size=1),
    st.integers(0, 5000),
    st.integers(0, 5000),
    st.integers(1, 9),
)
def test_whatever_is_cited_fits_into_a_message(
    parts: list[str], start: int, length: int, times: int
) -> None:
    passage = replace(
        PASSAGE,
        text="".join(parts) * times,
        title="Длинное название 😀 " * 40,
        anchors=(Anchor(0, heading="Глава " * 300),),
        page=None,
    )
    superseded = replace(CARD, superseded_at=ADDED, current_id=NEWER)
    piece, _ = view(Cited(96, 7, Span(start, start + length)), passage, superseded, "ru")
    assert units(piece.text) <= 4096
    for entity in piece.entities:
        assert entity.offset >= 0
        assert entity.length > 0
        assert entity.offset + entity.length <= units(piece.text)
