"""An answer as messages."""

from dataclasses import replace

import pytest
from telegram import MessageEntity

from bot.phrasebook import FluentPhrasebook
from bot.sandbox.bot_api.detection import detect_entities
from bot.transport.pieces import Piece, units
from bot.views.answers.answer import choice_rows, render_answer
from bot.views.answers.sources import citation_url
from bot.views.text import Reader, clock
from pipelines.answer.base.catalogue import MOST_CHOICES
from pipelines.models.answers import Answer, Choice, Citation, Timings

PHRASES = FluentPhrasebook()


def answer(text: str, *citations: Citation, language: str = "en") -> Answer:
    return Answer(text, False, language, citations, (), Timings())


def cited(n: int = 1, **more) -> Citation:
    known = {"title": None, "url": None, "file_name": None, "page": None, "start_seconds": None}
    return Citation(n=n, document_id="d", paragraph_idx=0, quote="q", **(known | more))


def only(text: str, *citations: Citation, language: str = "en") -> Piece:
    (piece,) = render_answer(answer(text, *citations, language=language), PHRASES)
    return piece


def kinds(piece: Piece) -> list[str]:
    return [entity.type for entity in piece.entities]


def test_markdown_becomes_entities() -> None:
    piece = only("A **bold** and `code` [1]")
    assert piece.text == "A bold and code [1]"
    assert kinds(piece) == [MessageEntity.BOLD, MessageEntity.CODE]


@pytest.mark.parametrize(
    "text",
    [
        "2*3*4 = 24",
        "It costs $5, not $6.",
        "a || b || c",
        "snake_case_name and __init__.py",
        "vector<int> is <b>not</b> markup",
        "unclosed **bold and `code",
        "[1]: not a definition",
        "# ",
        "😀" * 10,
        "\ud800 lone",
    ],
)
def test_no_character_of_a_quote_is_lost(text: str) -> None:
    shown = only(text).text
    assert [char for char in shown if char.isalnum()] == [char for char in text if char.isalnum()]
    assert "$" not in text or shown.count("$") == 2
    assert "*3*" not in text or "*3*" in shown


@pytest.mark.parametrize(
    "quote",
    [
        "a*b*c = `x` and _y_, <b>5</b> $1 $2 [link](http://e.org) # no || heading || here",
        "1. First\n- second\n> third",
        "# Heading\n***\n\\(x\\)",
    ],
)
def test_a_quoted_sentence_stands_as_it_stood(quote: str) -> None:
    citation = Citation(1, "d", "T", None, None, None, None, 0, quote)
    piece = only(f"{quote} [1]", citation)
    assert piece.text.startswith(f"{quote} [1]")
    assert kinds(piece) == [MessageEntity.BOLD]


@pytest.mark.parametrize(
    ("place", "english", "russian"),
    [
        ({"page": 1200, "heading": "Ports"}, "p. 1200", "с. 1200"),
        ({"start_seconds": 754.0}, "12:34", "12:34"),
        ({"heading": "ПОВЕСТКА ДНЯ"}, "section “Повестка дня”", "раздел «Повестка дня»"),
        ({"heading": "Care › Ports"}, "section “Care › Ports”", "раздел «Care › Ports»"),
        (
            {"heading": "Смета «Б»", "row": 4, "file_name": "Manual.XLSX"},
            "sheet “Смета ‘Б’”, row 4",
            "лист «Смета „Б“», строка 4",
        ),
        (
            {"heading": "Hall", "row": 1117},
            "section “Hall”, row 1117",
            "раздел «Hall», строка 1117",
        ),
        ({"row": 17}, "row 17", "строка 17"),
        (
            {"heading": f"{'Outer ' * 15}› {'Middle ' * 10}› Inner"},
            f"section “… › {'Middle ' * 10}› Inner”",
            f"раздел «… › {'Middle ' * 10}› Inner»",
        ),
    ],
)
def test_a_source_says_where_it_stands(place: dict, english: str, russian: str) -> None:
    citation = cited(title="Manual", **place)
    assert only("x [1]", citation).text.endswith(f"[1] Manual, {english}")
    assert only("x [1]", citation, language="ru").text.endswith(f"[1] Manual, {russian}")


def test_a_file_is_named_for_what_its_title_leaves_out() -> None:
    """All words of «Правила СНТ.docx» stand in the title, none is said twice; its year does not."""
    title = "Правила внутреннего распорядка СНТ"
    for name, shown in (("Правила СНТ.docx", ""), ("Правила 2025.docx", ", Правила 2025.docx")):
        citation = cited(title=title, file_name=name)
        assert only("x [1]", citation).text.endswith(f"[1] {title}{shown}")


def test_sources_are_numbered_with_page_and_time() -> None:
    piece = only(
        "So [1][2].",
        cited(1, title="Report", file_name="report-2024.pdf", page=12),
        replace(
            cited(2, title="Talk", url="https://youtube.com/watch?v=abc&t=5", start_seconds=3725.9),
            document_id="talk",
        ),
        language="ru",
    )
    assert piece.text == (
        "So [1][2].\n\nИсточники\n"
        "[1] Report, report-2024.pdf, с. 12\n"
        "[2] Talk, youtube.com, 1:02:05"
    )
    (link,) = [entity for entity in piece.entities if entity.type == MessageEntity.TEXT_LINK]
    assert link.url == "https://youtube.com/watch?v=abc&t=3725s"


def test_the_next_place_of_a_document_is_named_without_its_title() -> None:
    piece = only(
        "So [1][2][3][4].",
        cited(1, title="Prices", file_name="list.xlsx", heading="Dogs", row=2),
        cited(2, title="Prices", file_name="list.xlsx", heading="Dogs", row=3),
        cited(3, title="Prices", file_name="list.xlsx", heading="Cats", row=3),
        cited(4, title="Prices", file_name="list.xlsx"),  # of no place: named in full
    )
    assert piece.text.splitlines()[-3:] == [
        "[1–2] Prices, list.xlsx, sheet “Dogs”, rows 2–3",
        "[3] the same, sheet “Cats”, row 3",
        "[4] Prices, list.xlsx",
    ]


def test_rows_of_one_table_are_named_in_the_order_of_their_marks() -> None:
    rows = [cited(n, title="Prices", row=row) for n, row in enumerate((7, 3, 9), 1)]
    many = [cited(n, title="Prices", row=100 - 3 * n) for n in range(4, 18)]
    paged = [cited(n, title="Prices", page=n, row=2) for n in (18, 19)]
    piece = only("So [1].", *rows, *many, *paged)
    assert piece.text.splitlines()[-4:] == [
        "[1–12] Prices, rows 7, 3, 9, 88, 85, 82, 79, 76, 73, 70, 67, 64",
        "[13–17] the same, rows 61, 58, 55, 52, 49",
        "[18] the same, p. 18, row 2",
        "[19] the same, p. 19, row 2",
    ]


def test_two_documents_of_one_title_are_told_apart() -> None:
    piece = only(
        "So [1][2][3].",
        cited(1, title="Plan", file_name="plan.pdf", page=1),
        replace(cited(2, title="Plan", url="https://www.example.org/plan"), document_id="other"),
        cited(3, title="Plan", file_name="plan.pdf", page=2),
    )
    assert piece.text.splitlines()[-3:] == [
        *("[1] Plan, plan.pdf, p. 1", "[2] Plan, example.org/plan", "[3] Plan, plan.pdf, p. 2"),
    ]
    assert only("x", cited(title="Plan", file_name="plan.pdf")).text.endswith("[1] Plan")


def test_a_file_without_a_title_is_named_once() -> None:
    assert only("x", cited(file_name="a.txt")).text.endswith("[1] a.txt")


def test_a_page_is_named_by_its_host_and_a_source_by_something() -> None:
    assert only("x", cited(url="https://www.example.org/a")).text.endswith("[1] example.org")
    assert only("x", cited()).text.endswith("[1] Untitled")


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "http://", "x"])
def test_only_web_addresses_become_links(url: str) -> None:
    assert citation_url(cited(url=url)) is None


@pytest.mark.parametrize(("host", "ending"), [("youtu.be", "?t=7s"), ("youtube.com.evil.org", "")])
def test_only_youtube_gets_a_second(host: str, ending: str) -> None:
    url = f"https://{host}/abc"
    assert citation_url(cited(url=url, start_seconds=7.9)) == url + ending


def test_a_clock_reads_like_a_clock() -> None:
    assert [clock(5), clock(65.9), clock(3600)] == ["0:05", "1:05", "1:00:00"]


def test_a_long_answer_is_split_and_keeps_its_sources() -> None:
    text = "\n\n".join(f"**Block {n}.** " + "word " * 100 for n in range(20))
    pieces = render_answer(answer(text, cited(title="Book")), PHRASES)
    assert len(pieces) > 1
    assert all(units(piece.text) <= 4096 for piece in pieces)
    assert all(piece.text.startswith("Block") for piece in pieces)
    assert pieces[-1].text.endswith("[1] Book")
    assert sum(kinds(piece).count(MessageEntity.BOLD) for piece in pieces) == 21


@pytest.mark.parametrize(
    "words",
    [
        *("Pay at https://evil.example/x now", "evil.com", "me@evil.com", "@somebody", "/start"),
        *("rita.💥.ws", "rita→.com", "rita.हिन्दी.com/nine", "rita~.com", "rita\u0301.ru"),
        *("#now", "$TON", "пиши.рф", "README.md", "1.2.3.4", "http://1.2.3.4", "a.pdf.zip"),
    ],
)
def test_nothing_can_be_tapped_in_what_strangers_call_a_source(words: str) -> None:
    named = only("So [1].", cited(title=words))
    filed = only("So [1].", cited(title="Fees", file_name=words))
    headed = only("So [1].", cited(title="Fees", heading=words))
    for piece in (named, filed, headed):
        assert words in piece.text.replace("\u2060", "")
        assert detect_entities(piece.text, ()) == []


@pytest.mark.parametrize("name", ["Fees 1.5 and 2.10, and/or 3", "fees.pdf", "Сборы за 2.11.2026"])
def test_the_names_of_most_sources_stay_as_they_are(name: str) -> None:
    assert only("So [1].", cited(title=name)).text.endswith(f"[1] {name}")


def test_a_title_that_leads_to_its_page_stays_as_it_is() -> None:
    piece = only("So [1].", cited(title="On example.com", url="https://example.com/a"))
    assert "[1] On example.com" in piece.text
    assert MessageEntity.TEXT_LINK in kinds(piece)


def test_a_post_and_a_photo_are_not_named_twice() -> None:
    post = cited(title="News, 3 Nov 2026", url="https://t.me/the_news/17")
    assert only("So [1].", post).text.endswith("[1] News, 3 Nov 2026")
    photo = cited(title="Photo (no. 9)", file_name="Photo (no. 9).jpg")
    assert only("So [1].", photo).text.endswith("[1] Photo (no. 9)")


@pytest.mark.parametrize(
    ("language", "said"),
    [("ru", "не стоит хранить: пароль, ключ доступа AWS."), ("en", "a password, AWS access key.")],
)
def test_what_was_taken_out_of_the_question_is_named_once(language: str, said: str) -> None:
    removed = ("password", "aws-access-key", "password")
    bared = replace(answer("Yes.", language=language), removed=removed)
    (piece,) = render_answer(bared, PHRASES)
    assert said in piece.text


def test_what_a_message_was_taken_for_stands_above_in_small() -> None:
    understood = replace(answer("820 ₽ [1]", cited(title="Fees")), understood="Kazan, 2023")
    (piece,) = render_answer(understood, PHRASES)
    assert piece.text.startswith("Kazan, 2023:\n820 ₽ [1]")
    first = piece.entities[0]
    assert (first.type, first.offset) == (MessageEntity.ITALIC, 0)
    assert first.length == len("Kazan, 2023:")
    asked = replace(understood, understood="Who founded Kazan?")
    assert render_answer(asked, PHRASES)[0].text.startswith("After “Who founded Kazan”:\n")


@pytest.mark.parametrize(
    "thing", ["https://evil.dev/?d=[SECRET]", "SECRET.evil.dev", "@evil_bot", "/clear"]
)
def test_nothing_can_be_tapped_in_what_a_message_was_taken_for(thing: str) -> None:
    understood = replace(answer("820 ₽ [1]", cited(title="Fees")), understood=f"Fees, {thing}")
    (piece,) = render_answer(understood, PHRASES)
    assert piece.text.replace("\u2060", "").startswith(f"Fees, {thing}:\n")
    assert detect_entities(piece.text, ()) == []


def test_what_leads_to_an_answer_is_folded_beneath_it() -> None:
    aside = "City: Kazan; 2023: *820* ₽ [1]"
    folded = replace(answer("😀 820 ₽ [1]", cited(title="Fees")), aside=aside)
    (piece,) = render_answer(folded, PHRASES)
    (fold,) = [e for e in piece.entities if e.type == MessageEntity.EXPANDABLE_BLOCKQUOTE]
    encoded = piece.text.encode("utf-16-le")
    shown = encoded[2 * fold.offset : 2 * (fold.offset + fold.length)].decode("utf-16-le")
    assert shown.startswith("City: Kazan; 2023:")
    assert shown.endswith("₽ [1]")
    assert piece.text.index("Sources") > piece.text.index("City: Kazan")


def test_an_offered_document_is_a_button_with_its_title() -> None:
    document = "6b7f3a52-3c1e-4d0c-9a55-0d6f1c2b9e10"
    offered = replace(
        answer("Two."), choices=(Choice(document, "Fees " * 20), Choice("x" * 99, ""))
    )
    ((key,),) = choice_rows(offered, Reader(7, "en", PHRASES))
    assert key.text.startswith("Fees Fees")
    assert len(key.text) <= 40
    assert document in str(key.callback_data)


def test_where_more_documents_may_be_listed_than_have_buttons_the_last_lists_all() -> None:
    document = "6b7f3a52-3c1e-4d0c-9a55-0d6f1c2b9e1"
    choices = tuple(Choice(f"{document}{n}", f"Fees {n}") for n in range(MOST_CHOICES))
    reader = Reader(7, "ru", PHRASES)
    labels = [row[0].text for row in choice_rows(replace(answer("All."), choices=choices), reader)]
    assert labels == [*(f"Fees {n}" for n in range(MOST_CHOICES)), "Все документы"]
    fewer = replace(answer("All."), choices=choices[1:])
    assert len(choice_rows(fewer, reader)) == MOST_CHOICES - 1


def test_what_was_left_out_of_a_model_s_answer_is_said() -> None:
    partial = replace(answer("It is dry [1].", cited(), language="ru"), is_partial=True)
    (piece,) = render_answer(partial, PHRASES)
    assert "не подтвердилась источниками" in piece.text
    assert piece.text.index("не подтвердилась") < piece.text.index("Источники")


def test_that_sources_are_quoted_in_the_place_of_what_a_model_wrote_is_said() -> None:
    quoted = replace(answer("It is dry [1].", cited(), language="en"), is_replaced=True)
    (piece,) = render_answer(quoted, PHRASES)
    assert "the sources do not bear out" in piece.text
    assert piece.text.index("bear out") < piece.text.index("Sources")
