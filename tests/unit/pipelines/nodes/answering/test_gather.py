"""Gather: what a section says, and the items of a list, when all of something is asked for."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.models.answers import Passage
from pipelines.models.documents import Anchor, Span
from pipelines.nodes.answering.cite import Place, Quote
from pipelines.nodes.answering.gather import (
    all_that_is_asked_for,
    all_told,
    asks_for_all,
    asks_for_section,
    asks_for_several,
    called,
    denial_of,
    heading_of_item,
    innermost_heading,
    is_cut_off_list,
    items_beside,
    items_under,
    lead_of,
    of_paragraph,
    of_section,
    posed_by_heading,
    rule_for_others,
)
from tests.support.nodes.passage_maker import make_passage


def under(heading: str, text: str, number: int = 0) -> Passage:
    return make_passage(
        text, id=number + 1, passage_idx=number, anchors=(Anchor(0, heading=heading),)
    )


def quote_of(passage: Passage, words: str) -> Quote:
    start = passage.text.index(words)
    return Quote(passage, Span(start, start + len(words)))


DECIDED = under("Minutes › Decisions of the meeting", "The path is widened. The pond stays.")
FURTHER = under("Minutes › Decisions of the meeting › Money", "The fee rises to 40 euros.", 1)
OTHERS = under("Minutes › Guests", "Two guests came by bus.", 2)
TOOLS = under("Shed", "In the shed there are:\n- two spades\n- one barrow\n- five rakes")


@pytest.mark.parametrize(
    "question",
    [
        "List all decisions of the meeting",
        "What are the decisions?",
        "Which tools are in the shed?",
        "Какие решения приняли?",
        "Перечисли инструменты",
        "Что в тот день решили?",
        "Welche Werkzeuge gibt es?",
        "¿Cuáles son las reglas?",
    ],
)
def test_all_of_something_is_asked_for(question: str) -> None:
    assert asks_for_several(question)


@pytest.mark.parametrize(
    "question",
    [
        "When is the water turned off?",
        "Кто ведёт протокол?",
        "Сколько стоит пропуск?",
        "Who is tall?",
        "Wie hoch ist die Hecke?",
    ],
)
def test_one_thing_is_asked_for(question: str) -> None:
    assert not asks_for_several(question)


def test_a_section_says_all_that_stands_under_its_heading() -> None:
    best = quote_of(DECIDED, "The pond stays.")
    around = (DECIDED, FURTHER, OTHERS)
    found = of_section("What were the decisions of the meeting?", best, around)
    assert [quote.text for quote in found] == [
        "The path is widened.",
        "The pond stays.",
        "The fee rises to 40 euros.",
    ]


def test_a_heading_about_something_else_is_no_section() -> None:
    best = quote_of(DECIDED, "The pond stays.")
    assert of_section("Which birds nest in the hedges?", best, (DECIDED, FURTHER)) == ()


def test_items_beside_the_best_one_are_its_list() -> None:
    best = quote_of(TOOLS, "one barrow")
    assert [quote.text for quote in items_beside(best, (TOOLS, OTHERS))] == [
        *("two spades", "one barrow", "five rakes")
    ]


def test_a_sentence_is_no_item() -> None:
    assert items_beside(quote_of(DECIDED, "The pond stays."), (DECIDED, TOOLS)) == ()


def test_the_innermost_heading_is_the_last_of_its_path() -> None:
    assert innermost_heading(Place("d", heading="Minutes › Decisions")) == "Decisions"
    assert innermost_heading(Place("d")) == ""


@given(st.text(max_size=60), st.text(min_size=1, max_size=120), st.text(max_size=20))
def test_what_is_gathered_stands_to_the_letter(question: str, text: str, heading: str) -> None:
    passage = under(heading, text)
    best = Quote(passage, Span(0, len(text)))
    for quote in (*of_section(question, best, [passage]), *items_beside(best, [passage])):
        assert quote.text in text
    assert asks_for_several(question) in (True, False)


def test_an_item_has_the_words_that_lead_to_it() -> None:
    lead = lead_of(quote_of(TOOLS, "one barrow"))
    assert lead is not None
    assert lead.text == "In the shed there are:"
    assert [item.text for item in items_under(lead)] == ["two spades", "one barrow", "five rakes"]
    assert lead_of(lead) is None
    assert lead_of(quote_of(under("Shed", "- two spades\n- one barrow"), "one barrow")) is None


def test_an_item_that_says_little_has_its_heading() -> None:
    lines = "- small toy sewing machines\n- We buy all parts.\n- lamps – bring them along"
    items = under("Rules › 5. What we mend", lines)
    assert heading_of_item(quote_of(items, "small toy sewing machines")) == "What we mend"
    assert heading_of_item(quote_of(items, "We buy all parts.")) == "", "it is a sentence"
    assert heading_of_item(quote_of(items, "lamps – bring them along")) == "", "it says of them"
    refused = under("Rules › Machines", "- machines of toys\n- parts")
    assert heading_of_item(quote_of(refused, "machines of toys")) == "", "it says so itself"
    titled = replace(items, title="What we mend")
    assert heading_of_item(quote_of(titled, "small toy sewing machines")) == ""


def test_an_item_has_the_heading_that_denies_it_whatever_it_says() -> None:
    lines = "- Motors of toys are sent on.\n- We buy no parts.\n- lamps – of glass"
    items = replace(under("Rules › 5. What we refuse", lines), title="What we refuse")
    for said in ("Motors of toys are sent on.", "lamps – of glass"):
        assert heading_of_item(quote_of(items, said)) == "What we refuse"
    assert heading_of_item(quote_of(items, "We buy no parts.")) == "", "it denies by itself"
    plain = make_passage("Not covered:\nglasses\njourneys home\ndiving", title="Leaflet")
    assert denial_of(quote_of(plain, "journeys home")) == "Not covered:"
    allowed = make_passage("Covered:\nglasses\njourneys home\ndiving", title="Leaflet")
    assert denial_of(quote_of(allowed, "journeys home")) == ""


KITCHEN = (
    "4. Guests leave at ten.\n5. In the house it is forbidden:\n- to smoke;\n"
    "- to use heaters in the rooms. Kettles only in the kitchen;\n\n- to keep dogs;\n\n"
    "- to charge scooters in the corridors."
)


def test_what_leads_to_a_list_is_found_past_items_of_several_sentences_and_behind_a_number() -> (
    None
):
    passage = under("Rules", KITCHEN)
    scooters = quote_of(passage, "to charge scooters in the corridors.")
    assert denial_of(scooters) == "In the house it is forbidden:"
    lead = lead_of(scooters)
    assert lead is not None
    heaters = "to use heaters in the rooms. Kettles only in the kitchen;"
    shown = [item.text for item in items_under(lead)]
    assert shown == ["to smoke;", heaters, "to keep dogs;", scooters.text]


def test_a_list_may_begin_in_the_text_before_its_passage() -> None:
    cut = replace(
        under("Rules", "- to smoke;\n- to keep dogs. Or cats;\n- to sing."), passage_idx=3
    )
    assert is_cut_off_list(quote_of(cut, "to sing."))
    assert not is_cut_off_list(quote_of(replace(cut, passage_idx=0), "to sing."))
    assert not is_cut_off_list(quote_of(replace(TOOLS, passage_idx=3), "one barrow"))


def test_what_the_document_is_called_need_not_stand_in_the_heading() -> None:
    clubs = replace(
        under("Clubs", "Chess meets on Mondays. Reading aloud is for the small."),
        title="Rules of the Bank Street library",
    )
    best = quote_of(clubs, "Chess meets on Mondays.")
    asked = of_section("What are the clubs of the library?", best, [clubs])
    assert [quote.text for quote in asked] == [
        "Chess meets on Mondays.",
        "Reading aloud is for the small.",
    ]
    assert of_section("What are the guests of the library?", best, [clubs]) == ()


def numbered(passage: Passage) -> Passage:
    """Put its heading before a passage, as it stands in its document."""
    return replace(passage, text=f"7. What has changed since edition 2\n{passage.text}")


def test_whoever_asks_for_a_heading_asks_for_its_list() -> None:
    changes = under(
        "7. What has changed since edition 2",
        "- The fee rose to 40 euros.\n- The hall opens at nine.",
    )
    item = quote_of(changes, "The fee rose to 40 euros.")
    assert asks_for_section("What has changed since the second edition?", item)
    assert not asks_for_section("What has changed?  And who mows the lawn by the pond?", item)
    assert not asks_for_section("What are the edges of the lawn?", item)
    listed = of_section("What has changed since edition 2?", item, [numbered(changes)])
    assert [quote.text for quote in listed] == [
        "The fee rose to 40 euros.",
        "The hall opens at nine.",
    ]
    prose = under("What has changed", "The fee rose to 40 euros.")
    assert not asks_for_section("What has changed?", quote_of(prose, "The fee rose to 40 euros."))


@pytest.mark.parametrize(
    ("question", "text", "rule"),
    [
        (
            "What is the hotel limit in Bath?",
            "Breakfast is paid. In other towns the limit is 95 euros.",
            "In other towns the limit is 95 euros.",
        ),
        (
            "Какой предел на гостиницу в Сочи?",
            "В остальных городах предел 3 950 рублей.",
            "В остальных городах предел 3 950 рублей.",
        ),
        ("How much is a room in Bath?", "Elsewhere ask the office.", None),
        ("How much is the sauna?", "We spent 84,950 pounds for other things.", None),
        ("How much is a room in Bath?", "A room is 40 euros.", None),
    ],
)
def test_the_rule_for_all_others_is_found(question: str, text: str, rule: str | None) -> None:
    found = rule_for_others(question, [make_passage(text)])
    assert (found.text if found else None) == rule


def test_where_no_word_tells_what_is_asked_the_rule_stands_under_the_same_heading() -> None:
    best = under("Hotels", "Leeds: 120")
    rule = under("Hotels", "In other towns it is 95.", 1)
    found = rule_for_others("Leeds, room, in Bath?", [best, rule])
    assert found is not None
    assert found.passage == rule
    assert rule_for_others("Leeds, room, in Bath?", [under("Trains", "Leeds: 9"), rule]) is None


def test_a_rule_of_another_document_is_none() -> None:
    best = make_passage("In Rome the limit is 120 euros.", id=1, document_id="one")
    other = make_passage("In other towns the limit is 95 euros.", id=2, document_id="two")
    assert rule_for_others("What is the limit in Bath?", [best, other]) is None


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("list all deadlines", "deadlines"),
        ("Перечисли все сроки", "сроки"),
        ("When is the deadline?", ""),
    ],
)
def test_what_all_is_asked_of_is_said_without_the_words_that_ask(question: str, name: str) -> None:
    assert all_that_is_asked_for(question) == name


def test_a_section_is_found_by_what_it_is_called() -> None:
    anchors = (Anchor(0, heading="Guide › Prices"), Anchor(26, heading="Guide › Deadlines"))
    text = "A guest pays four pounds.\n\n- Draft: 3 April\n- Final version: 8 May"
    passage = make_passage(text, anchors=anchors)
    first = called("deadlines", [passage])
    assert first is not None
    assert "Draft: 3 April" in first.text
    assert called("late deadlines", [passage]) is None
    assert called("", [passage]) is None


VISITS = make_passage(
    "Visits\n- Do not feed the goats.\n- Shut every gate.\n- Fires are not allowed.",
    id=31,
    title="Rules of Hill Farm",
    anchors=(Anchor(0, heading="Visits"),),
)
BARN = make_passage(
    "Barn\nHay is not to be climbed on. You may stroke the lambs, not lifting them.",
    id=32,
    passage_idx=1,
    title="Rules of Hill Farm",
    anchors=(Anchor(0, heading="Barn"),),
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what is not allowed on the farm", ["Do not feed", "Fires are", "Hay is not"]),
        ("what can't we do", ["Do not feed", "Fires are", "Hay is not"]),
        ("what is forbidden in the barn of the farm", ["Hay is not"]),
    ],
)
def test_all_that_is_forbidden_is_told_where_that_is_asked(question: str, told: list[str]) -> None:
    best = quote_of(BARN, "Hay is not to be climbed on.")
    assert asks_for_all(question, best)
    said = [quote.text for quote in all_told(question, best, [VISITS, BARN])]
    assert [text[: len(start)] for text, start in zip(said, told, strict=True)] == told


def test_nothing_is_told_as_forbidden_beside_what_is_not() -> None:
    best = quote_of(VISITS, "Shut every gate.")
    assert all_told("what is not allowed on the farm", best, [VISITS, BARN]) == ()


@pytest.mark.parametrize(
    ("heading", "question", "is_posed"),
    [
        ("4. When to ring the keeper", "when should i ring the keeper", True),
        ("When to ring the keeper", "when do i ring the doctor", False),
        ("When to ring", "when do i ring the keeper", False),
        ("How to ring the keeper", "when do i ring the keeper", False),
        ("Когда звать сторожа", "когда нужно звать сторожа", True),
        ("Когда звать", "когда звать сторожа", False),
        ("Сторож", "когда звать сторожа", False),
    ],
)
def test_a_heading_that_puts_the_question_is_answered_below_it(
    heading: str, question: str, is_posed: bool
) -> None:
    below = under(heading, "If the pump stops, or water stands in the yard.")
    assert (posed_by_heading(question, [OTHERS, below]) is not None) is is_posed


def test_of_a_section_its_first_paragraph_or_its_whole_list_is_told() -> None:
    passage = under(
        "When to ring", "If the pump stops. If water stands.\n\nThe keeper is Ida Moor."
    )
    parts = ("If the pump stops.", "If water stands.", "The keeper is Ida Moor.")
    quotes = [quote_of(passage, each) for each in parts]
    assert of_paragraph(quotes[0], quotes) == tuple(quotes[:2])
    items = [quote_of(TOOLS, each) for each in ("two spades", "one barrow")]
    assert of_paragraph(items[0], items) == tuple(items)
