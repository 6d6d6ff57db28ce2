"""What a button of a source carries, and what it shows."""

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram import MessageEntity

from bot.phrasebook import FluentPhrasebook
from bot.transport.buttons import Action, fits, read_button
from bot.transport.pieces import Piece, units
from bot.views.answers.citation import Opened, cited_view, page_quote, page_view
from bot.views.answers.sources import Cited, citation_rows
from bot.views.text import Reader
from pipelines.models.answers import Citation, Passage
from pipelines.models.documents import Anchor, Span
from pipelines.models.originals import PagePicture, PageQuote
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
    shown = cited_view(Opened(cited, passage, card), Reader(5, language, PHRASES))
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


def test_rows_that_follow_each_other_open_together() -> None:
    def row(n: int, number: int, at: int, passage_id: int = 7) -> Citation:
        return replace(citation(n, passage_id, at), row=number, quote="A: 1; B: 2")

    rows = [row(1, 2, 0), row(2, 3, 12), row(3, 4, 24), row(4, 9, 40), row(5, 10, 0, 8)]
    (keys,) = citation_rows(rows, 5)
    assert [key.text for key in keys] == ["1–3", "4", "5"]
    press = read_button(str(keys[0].callback_data))
    assert press is not None
    assert Cited.decode(press.argument) == Cited(1, 7, Span(0, 34))


def test_many_rows_of_a_table_have_one_button() -> None:
    rows = [
        replace(citation(n, n), row=3 * n, heading="Plots", quote="Plot: 1; Owner: Ivin")
        for n in range(1, 12)
    ]
    keys = citation_rows(rows, 5)
    assert [key.text for row in keys for key in row] == ["1–11"]


def test_telegram_takes_the_buttons_of_very_many_sources() -> None:
    keys = citation_rows([citation(n) for n in range(1, 300)], 5)
    assert 0 < sum(map(len, keys)) <= 100


def test_what_a_button_carries_fits_whoever_it_is_for() -> None:
    carried = Cited(300, 10**18 - 1, Span(10**8 - 1, 10**8 + 10**4)).encode()
    assert fits(Action.OPEN_CITATION, 2**52, carried)
    assert Cited.decode(carried) == Cited(300, 10**18 - 1, Span(10**8 - 1, 10**8 + 10**4))


@pytest.mark.parametrize(
    "carried",
    [
        "",
        "1",
        "1_2_3",
        "1_2_3_4_x",
        "1_2_3_4_5_6",
        "1_-2_3_4",
        "1_٣_3_4",
        "1_9999999999999999999_3_4",
    ],
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


def way_out(passage: Passage, quote: Span) -> list[str]:
    shown = cited_view(Opened(Cited(1, 7, quote), passage, CARD), Reader(5, "en", PHRASES))
    return [str(key.url) for row in shown.keys.inline_keyboard for key in row if key.url]


def test_a_button_opens_the_film_at_the_second_and_the_web_at_the_words() -> None:
    film = replace(PASSAGE, url="https://youtu.be/abc", page=None, file_name=None)
    film = replace(film, anchors=(Anchor(0, start_seconds=65.0),))
    assert way_out(film, Span(0, 10)) == ["https://youtu.be/abc?t=65s"]
    page = replace(PASSAGE, url="https://example.org/toll", anchors=(), page=None)
    assert way_out(page, Span(0, 10)) == ["https://example.org/toll#:~:text=Boats%20pay."]
    dashed = replace(page, text="A well-known, old rule.")
    assert way_out(dashed, Span(0, 23))[0].endswith("text=A%20well%2Dknown%2C%20old%20rule.")
    long = replace(page, text=" ".join(f"w{n}" for n in range(30)))
    assert way_out(long, Span(0, len(long.text)))[0].endswith(
        "text=w0%20w1%20w2%20w3%20w4%20w5,w24%20w25%20w26%20w27%20w28%20w29"
    )
    file = replace(PASSAGE, url="https://example.org/toll.pdf")
    assert way_out(file, CITED.span) == ["https://example.org/toll.pdf#page=2"]
    post = replace(page, url="https://t.me/lock/7")
    assert way_out(post, Span(0, 10)) == ["https://t.me/lock/7"]


@pytest.mark.parametrize("url", ["http://localhost/a", "http://10.0.0.1/", "javascript:x", None])
def test_no_button_for_an_address_that_telegram_refuses(url: str | None) -> None:
    assert way_out(replace(PASSAGE, url=url, anchors=()), Span(0, 10)) == []


PICTURE = PagePicture(b"jpeg", 1132, 1600, page=2, pages=3, is_marked=True)


def test_a_page_shows_the_quote_below_and_the_pages_beside() -> None:
    photo, shown = page_view(Opened(CITED, PASSAGE, CARD), PICTURE, Reader(5, "en", PHRASES))
    assert (photo.content, photo.name) == (b"jpeg", "page-2.jpg")
    assert shown.piece.text == f"[2] Toll, p. 2\n{QUOTE}"
    assert styled(shown.piece, MessageEntity.BLOCKQUOTE) == [QUOTE]
    keys = [key for row in shown.keys.inline_keyboard for key in row]
    assert [key.text for key in keys] == ["‹ p. 1", "p. 3 ›", "As text", "Open “Toll”"]
    carried = [read_button(str(key.callback_data)) for key in keys[:3]]
    steps = [Cited.decode(press.argument) for press in carried if press is not None]
    assert steps == [replace(CITED, step=-1), replace(CITED, step=1), CITED]


def test_another_page_shows_no_quote_and_an_unmarked_one_says_so() -> None:
    reader = Reader(5, "en", PHRASES)
    turned = Opened(replace(CITED, step=1), PASSAGE, CARD)
    _, shown = page_view(turned, replace(PICTURE, page=3, is_marked=False), reader)
    assert shown.piece.text == "[2] Toll, p. 3"
    _, shown = page_view(Opened(CITED, PASSAGE, CARD), replace(PICTURE, is_marked=False), reader)
    assert shown.piece.text == (
        f"[2] Toll, p. 2\n{QUOTE}\nThe place on the page could not be marked."
    )


def test_whatever_is_quoted_fits_under_a_page() -> None:
    passage = replace(PASSAGE, text="слово 😀 " * 900, title="Длинное название 😀 " * 40)
    opened = Opened(Cited(96, 7, Span(0, 6000)), passage, replace(CARD, superseded_at=ADDED))
    _, shown = page_view(opened, replace(PICTURE, is_marked=False), Reader(5, "ru", PHRASES))
    assert 600 < units(shown.piece.text) <= 1024


def test_of_a_quote_that_goes_over_a_page_the_first_part_is_marked() -> None:
    whole = Span(0, CITED.span.end)
    assert page_quote(PASSAGE, whole) == PageQuote(1, "Boats pay. ", "", PASSAGE.text[11:])
    found = page_quote(PASSAGE, CITED.span)
    assert found == PageQuote(2, QUOTE, "Boats pay. ", " Children pay nothing.")
    assert page_quote(PASSAGE, CITED.span, 1) == PageQuote(3)
    assert page_quote(replace(PASSAGE, page=None, anchors=()), CITED.span) is None
