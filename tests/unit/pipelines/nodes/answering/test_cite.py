"""cite: every number has its place, every place the sentence that supports it."""

from dataclasses import replace

import pytest

from pipelines.models.answers import Passage
from pipelines.models.documents import Anchor, Span
from pipelines.nodes.answering import cite
from pipelines.nodes.answering.cite import (
    CitedText,
    Line,
    Place,
    Quote,
    best_support,
    cite_answer,
    cite_lines,
    cite_quote,
    cite_quotes,
    place_at,
)
from tests.support.nodes.passage_maker import make_passage

LAMP = make_passage(
    "The lamp has three modes. The guarantee runs for 24 months. Keep it dry.",
    paragraph_idx=4,
    page=2,
    anchors=(Anchor(0, page=2), Anchor(26, page=3)),
)
TALK = replace(
    LAMP,
    id=2,
    document_id="talk",
    paragraph_idx=0,
    text="Hello and welcome. We sold nine lamps. Read more at https://shop.example/help today.",
    kind="video",
    title="Talk",
    url="https://youtube.com/watch?v=1",
    file_name=None,
    page=None,
    start_seconds=0.0,
    anchors=(Anchor(0, start_seconds=0.0), Anchor(19, start_seconds=12.5)),
)
NOTE = replace(LAMP, id=3, document_id="note", text="Water is wet.", page=None, anchors=())


def test_a_place_changes_at_its_anchor() -> None:
    assert place_at(LAMP, 25) == Place("manual", 2, None)
    assert place_at(LAMP, 26) == Place("manual", 3, None)
    assert place_at(TALK, 40) == Place("talk", None, 12.5)


def test_a_quote_is_cited_by_the_place_where_it_begins() -> None:
    cited = cite_quote(Quote(LAMP, Span(26, 59)), 3)
    assert (cited.n, cited.page, cited.quote_at) == (3, 3, 26)
    assert cited.quote == "The guarantee runs for 24 months."
    assert cite_quote(Quote(TALK, Span(0, 0))).start_seconds == 0.0


ROWS = replace(
    NOTE,
    document_id="prices",
    text="Item: valve; Price: 12\n\nItem: pump; Price: 99",
    anchors=(Anchor(0, heading="Hall", row=2), Anchor(24, heading="Hall", row=3)),
)


def test_rows_and_sections_are_places_of_their_own() -> None:
    assert place_at(ROWS, 30) == Place("prices", heading="Hall", row=3)
    cited = cite_quotes([Quote(ROWS, Span(0, 22)), Quote(ROWS, Span(24, 44))])
    assert [(c.n, c.heading, c.row, c.page) for c in cited.citations] == [
        (1, "Hall", 2, None),
        (2, "Hall", 3, None),
    ]


def test_a_page_is_one_place_whatever_sections_it_has() -> None:
    anchors = (Anchor(0, page=2, heading="Modes"), Anchor(26, page=2, heading="Guarantee"))
    lamp = replace(LAMP, anchors=anchors)
    cited = cite_quotes([Quote(lamp, Span(0, 25)), Quote(lamp, Span(26, 59))])
    assert [(c.n, c.page, c.heading) for c in cited.citations] == [(1, 2, "Modes")]


def test_several_rows_on_a_page_are_no_row_of_it() -> None:
    text = "Name: A; Price: 1\nName: B; Price: 2"
    second = text.index("\n") + 1
    anchors = (Anchor(0, page=2, row=2), Anchor(second, page=2, row=3))
    table = make_passage(text, anchors=anchors)
    rows = [Quote(table, Span(0, second - 1)), Quote(table, Span(second, len(text)))]
    assert [(one.page, one.row) for one in cite_quotes(rows[:1]).citations] == [(2, 2)]
    assert [(one.page, one.row) for one in cite_quotes(rows).citations] == [(2, None)]


def test_without_anchors_the_passage_says_where_it_stands() -> None:
    assert place_at(replace(LAMP, anchors=()), 60) == Place("manual", 2, None)
    assert place_at(NOTE, 0) == Place("note", None, None)


def test_text_before_the_first_anchor_stands_where_the_passage_begins() -> None:
    assert place_at(replace(LAMP, anchors=(Anchor(10, page=9),)), 3).page == 2


def test_quotes_are_numbered_by_place() -> None:
    quotes = [
        Quote(LAMP, Span(26, 59)),
        Quote(TALK, Span(19, 38)),
        Quote(LAMP, Span(60, 72)),
        Quote(LAMP, Span(0, 25)),
    ]
    cited = cite_quotes(quotes)
    assert cited.text == (
        "The guarantee runs for 24 months. [1]\n\nWe sold nine lamps. [2]\n\n"
        "Keep it dry. [1]\n\nThe lamp has three modes. [3]"
    )
    assert [(c.n, c.document_id, c.page, c.start_seconds) for c in cited.citations] == [
        (1, "manual", 3, None),
        (2, "talk", None, 12.5),
        (3, "manual", 2, None),
    ]
    assert cited.citations[0].quote == "The guarantee runs for 24 months."
    assert cited.citations[0].paragraph_idx == 4
    assert cited.citations[1].url == "https://youtube.com/watch?v=1"


def test_a_citation_says_where_in_which_passage_its_quote_stands() -> None:
    quoted = cite_quotes([Quote(LAMP, Span(26, 59))])
    written = cite_answer("We sold nine lamps [2].", [LAMP, TALK])
    for passage, cited in ((LAMP, quoted), (TALK, written)):
        (citation,) = cited.citations
        at = citation.quote_at
        assert citation.passage_id == passage.id
        assert passage.text[at : at + len(citation.quote)] == citation.quote


def test_line_breaks_inside_a_quote_are_closed_up_in_the_text_only() -> None:
    passage = replace(NOTE, text="Water\nis wet.")
    cited = cite_quotes([Quote(passage, Span(0, 13))])
    assert cited.text == "Water is wet. [1]"
    assert cited.citations[0].quote == "Water\nis wet."


def test_no_quotes() -> None:
    assert cite_quotes([]).text == ""


def test_an_answer_is_renumbered_by_first_appearance() -> None:
    cited = cite_answer("Nine lamps were sold [2]. The guarantee is 24 months [1].", [LAMP, TALK])
    assert cited.text == "Nine lamps were sold [1]. The guarantee is 24 months [2]."
    assert [c.document_id for c in cited.citations] == ["talk", "manual"]


def test_the_quote_supports_the_sentence_that_carries_the_mark() -> None:
    cited = cite_answer("It is dry here. The guarantee runs 24 months. [1] More.", [LAMP])
    (citation,) = cited.citations
    assert citation.quote == "The guarantee runs for 24 months."
    assert citation.page == 3


def test_one_passage_on_two_pages_is_two_places() -> None:
    cited = cite_answer("Three modes of lamp [1]. Guarantee of 24 months [1].", [LAMP])
    assert cited.text == "Three modes of lamp [1]. Guarantee of 24 months [2]."
    assert [c.page for c in cited.citations] == [2, 3]


def test_marks_of_one_place_are_one_mark() -> None:
    again = replace(LAMP, id=9, paragraph_idx=5, anchors=(Anchor(0, page=3),))
    cited = cite_answer("The guarantee runs 24 months [1][2].", [LAMP, again])
    assert cited.text == "The guarantee runs 24 months [1]."


@pytest.mark.parametrize(
    "answer",
    [
        "The guarantee is 24 months [1] [99].",
        "The guarantee is 24 months [1, 99].",
        "The guarantee is 24 months 【1】[0].",
        "The guarantee is 24 months [1](https://evil.example).",
    ],
)
def test_marks_that_point_nowhere_are_removed(answer: str) -> None:
    assert cite_answer(answer, [LAMP]).text == "The guarantee is 24 months [1]."


def test_an_answer_without_marks_cites_nothing() -> None:
    cited = cite_answer("The guarantee is 24 months.", [LAMP])
    assert cited.text == "The guarantee is 24 months."
    assert cited.citations == ()


def test_a_mark_before_any_words_still_counts() -> None:
    assert cite_answer("[1] Guarantee.", [LAMP]).text == "[1] Guarantee."


def test_links_only_cited_sources_hold_stay() -> None:
    answer = "Read https://shop.example/help [2], not https://evil.example/x."
    assert "shop.example" in cite_answer(answer, [LAMP, TALK]).text
    assert "evil.example" not in cite_answer(answer, [LAMP, TALK]).text
    uncited = cite_answer("Read https://shop.example/help [1].", [LAMP, TALK])
    assert "shop.example" not in uncited.text


def test_best_support_of_another_language_is_the_first_sentence() -> None:
    assert best_support("Здравствуйте", LAMP).text == "The lamp has three modes."
    assert best_support("24 месяца", LAMP).text == "The guarantee runs for 24 months."


def test_lines_are_written_below_each_other_and_asides_apart() -> None:
    valve, pump = Quote(ROWS, Span(0, 22)), Quote(ROWS, Span(24, 44))
    cited = cite_lines(
        [
            Line(valve, is_aside=True),
            Line(None, "There are two:"),
            Line(valve, "- Valve: 12;", is_item=True),
            Line(pump, "Pump: 99", is_item=True),
        ]
    )
    assert cited.text == "There are two:\n• Valve: 12 [1]\n• Pump: 99 [2]"
    assert cited.aside == "Item: valve; Price: 12 [1]"
    assert [citation.quote for citation in cited.citations] == [valve.text, pump.text]


def test_lines_without_a_source_have_no_mark() -> None:
    cited = cite_lines([Line(None, "Nothing about Samara."), Line(Quote(NOTE, Span(0, 13)))])
    assert cited.text == "Nothing about Samara.\n\nWater is wet. [1]"
    assert cite_lines([]) == CitedText("", ())


def test_a_sentence_is_held_against_a_passage_once_however_many_marks_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def counted(claim: str, passage: Passage) -> Quote:
        asked.append(claim)
        return best_support(claim, passage)

    monkeypatch.setattr(cite, "best_support", counted)
    cited = cite_answer(
        "Herons wade [1] and wait [1] and fish [1].", [make_passage("Herons fish.")]
    )
    assert cited.text.count("[1]") == 3
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("Stop: Mill; Line A: 7:05; Line B: -", "Stop: Mill; Line A: 7:05 [1]"),
        (
            "Остановка: Пристань; Утром: —; Вечером: 18:10",
            "Остановка: Пристань; Вечером: 18:10 [1]",
        ),
    ],
)
def test_empty_cells_of_a_row_are_left_out(row: str, told: str) -> None:
    quote = Quote(make_passage(row, anchors=(Anchor(0, row=2),)), Span(0, len(row)))
    assert cite_quotes([quote]).text == told


def test_a_mark_behind_code_cites_the_sentence_that_holds_the_code() -> None:
    pump = replace(NOTE, text="It is old. To start it run pumpctl start. Then wait.")
    cited = cite_answer("So it is done:\n```\npumpctl start\n```\n[1]", [pump])
    assert cited.text.endswith("```\n[1]")
    assert cited.citations[0].quote == "To start it run pumpctl start."


def test_marks_in_code_go_behind_it_and_its_own_brackets_stay() -> None:
    cited = cite_answer("Run:\n```\nset a[2] 1 [2]\nget a [2]\n```", [LAMP, NOTE])
    assert cited.text == "Run:\n```\nset a[2] 1\nget a\n```\n[1]"
