"""How quotes are written: items of a list with what leads to them, or with their heading."""

from dataclasses import replace

import pytest

from pipelines.answer.quoting.lines import (
    clause_alone,
    headed,
    is_cut_off,
    led,
    listed,
    sentence,
    signed,
    told_once,
    whole_reply,
    with_denials,
)
from pipelines.models.answers import Passage
from pipelines.models.documents import Anchor, Span
from pipelines.nodes.answering.cite import Line, Quote
from tests.support.nodes.passage_maker import make_passage

MAPS, NEWS, BOATS = "maps of the harbour", "loose newspapers", "old engravings of boats"


def quote_of(passage: Passage, words: str) -> Quote:
    start = passage.text.index(words)
    return Quote(passage, Span(start, start + len(words)))


def written(text: str, *items: str) -> list[str]:
    passage = make_passage(text, anchors=(Anchor(0, heading="Rules › What we lend to nobody"),))
    lines = listed([quote_of(passage, item) for item in items])
    return [line.text or (line.quote.text if line.quote else "") for line in lines]


def test_of_several_items_under_a_heading_the_best_has_it_and_the_others_follow() -> None:
    listing = f"- {MAPS}\n- {NEWS}\n- {BOATS}"
    assert written(listing, NEWS, BOATS) == [f"What we lend to nobody: {NEWS}", MAPS, BOATS]
    assert written(listing, NEWS) == [], "one alone is written by itself"


def test_of_several_behind_a_sentence_that_leads_to_them_that_stands_first() -> None:
    listing = f"We keep here:\n- {MAPS}\n- {NEWS}\n- {BOATS}"
    assert written(listing, NEWS, BOATS) == ["We keep here:", MAPS, NEWS, BOATS]


KNOW = (
    "Good to know:\n- buckets are with Ida;\n- water is brought at 12:00;\n- the laundry is shut."
)


@pytest.mark.parametrize(
    ("question", "is_whole"),
    [
        ("what time is water brought", False),
        ("what about water and the laundry", True),
        ("what time is it good to come", True),
        ("how much is the water", True),
    ],
)
def test_one_thing_that_is_asked_for_is_no_list(question: str, *, is_whole: bool) -> None:
    passage = make_passage(KNOW)
    items = [quote_of(passage, w) for w in ("water is brought at 12:00;", "the laundry is shut.")]
    assert bool(listed(items, question)) == is_whole


HUMMUS = "HUMMUS\n4 tins chickpeas\n200g tahini\nlasts 3 days"


def asked_of_block(question: str, words: str) -> list[str]:
    lines = listed([quote_of(make_passage(HUMMUS), words)], question)
    return [line.text or (line.quote.text if line.quote else "") for line in lines]


def test_a_block_is_shown_whole_to_whoever_asks_what_goes_in() -> None:
    whole = ["HUMMUS:", "4 tins chickpeas", "200g tahini", "lasts 3 days"]
    assert asked_of_block("what goes in the hummus", "200g tahini") == whole
    assert asked_of_block("how much tahini goes in the hummus", "200g tahini") == []
    assert asked_of_block("what tahini goes in the hummus", "200g tahini") == []
    assert asked_of_block("what goes in the tart", "200g tahini") == []


def test_a_line_below_capitals_stands_behind_them() -> None:
    assert led(quote_of(make_passage(HUMMUS), "lasts 3 days")) == "HUMMUS: lasts 3 days"


def test_a_line_that_is_quoted_with_what_stands_under_it_has_a_colon() -> None:
    note = make_passage("If you are ill\nRing Callum before seven.\nRest.\nThen come back soon.")
    ill = "If you are ill\nRing Callum before seven."
    assert led(quote_of(note, ill)) == "If you are ill: Ring Callum before seven."
    assert led(quote_of(note, "Rest.\nThen come back soon.")) == "", "two sentences need none"


def test_all_of_a_reply_is_quoted_that_a_text_gives_to_its_own_question() -> None:
    reply = "1. Open the valve. 2. Bleed it. 3. Still cold: text Stan."
    faq = make_passage(f"Q: The heating is cold, what do I do?\nA: {reply}\n\nQ: Who cleans?")
    assert whole_reply(quote_of(faq, "Open the valve.")).text == reply.removeprefix("1. ")
    later = quote_of(faq, "Bleed it.")
    assert whole_reply(later) == later, "it is not how the reply begins"
    told = make_passage("A: Open the valve. Bleed it.")
    assert whole_reply(quote_of(told, "Open the valve.")).text == "Open the valve.", "no question"


def test_the_heading_that_is_asked_for_stands_before_a_quote_without_its_number() -> None:
    terms = make_passage(
        "The first half is due on signing, the rest a month later.",
        anchors=(Anchor(0, heading="Contract › 2. Payment"),),
    )
    whole = quote_of(terms, terms.text)
    assert headed("payment of the rest, when", whole) == f"Payment: {terms.text}"
    assert headed("when is the rest due", whole) == ""


CHAT = (
    "[02.03.2025, 18:05] Ida Moor: The kiln is hot until noon. The spare gloves are with me.\n"
    "[02.03.2025, 18:30] Пётр Лис: Глину привезут в среду. Тележка у меня в гараже.\n"
    "14/03/2025, 09:12 - Olu: The van is full. Ring the office first."
)


def signed_in_chat(*quoted: str) -> list[str]:
    lines = signed([Line(quote_of(make_passage(CHAT), words)) for words in quoted])
    return [line.text or (line.quote.text if line.quote else "") for line in lines]


def test_who_says_i_in_a_chat_is_named() -> None:
    assert signed_in_chat("The spare gloves are with me.") == [
        "Ida Moor: The spare gloves are with me."
    ]
    assert signed_in_chat("Тележка у меня в гараже.") == ["Пётр Лис: Тележка у меня в гараже."]


def test_who_is_shown_anyhow_or_says_nothing_of_himself_is_not() -> None:
    whole = "[02.03.2025, 18:05] Ida Moor: The kiln is hot until noon."
    assert signed_in_chat(whole, "The spare gloves are with me.") == [
        "The kiln is hot until noon — Ida Moor, 02.03.2025",
        "The spare gloves are with me.",
    ]
    assert signed_in_chat("Ring the office first.") == ["Ring the office first."]
    plain = make_passage("The rule is old. The key is with me.")
    assert signed([Line(quote_of(plain, "The key is with me."))])[0].text == ""


def test_who_wrote_a_message_that_begins_in_the_text_before_is_named() -> None:
    chat, said = CHAT.split("\n")[0], "It is mine, and the small wheel is with me."
    passage = make_passage(f"{said}\n[02.03.2025, 19:00] Olu: Fine. Bring me the big one.")
    cut = quote_of(replace(passage, passage_idx=1), said)
    other = quote_of(replace(passage, passage_idx=1), "Bring me the big one.")
    assert is_cut_off(cut)
    assert not is_cut_off(quote_of(passage, said)), "nothing stands before it"
    assert not is_cut_off(other)
    assert [line.text for line in signed([Line(cut), Line(other)], chat)] == [
        f"Ida Moor: {said}",
        "Olu: Bring me the big one.",
    ]
    assert signed([Line(cut)], "The rules of the kiln.")[0].text == ""


FORBIDDEN = "5.1. It is forbidden:\n- to smoke;\n- to keep dogs after ten;\n- to sing."


def denied(*quoted: Line, before: str = "") -> list[str]:
    lines = with_denials(quoted, {quoted[0].quote.passage.id: before} if quoted[0].quote else {})
    return [line.text or (line.quote.text if line.quote else "") for line in lines]


def test_no_item_is_told_without_the_lead_that_denies_it_and_that_stands_once() -> None:
    passage = make_passage(FORBIDDEN)
    dogs, sing = quote_of(passage, "to keep dogs after ten;"), quote_of(passage, "to sing.")
    assert denied(Line(dogs), Line(sing)) == [
        "It is forbidden: to keep dogs after ten;",
        "to sing.",
    ]
    assert denied(Line(dogs, "After ten.")) == ["It is forbidden: After ten."], "a clause of it"
    lead = Line(quote_of(passage, "5.1. It is forbidden:"))
    assert denied(lead, Line(dogs)) == ["5.1. It is forbidden:", "to keep dogs after ten;"]
    assert denied(Line(dogs, f"Prohibited: {dogs.text}")) == [f"Prohibited: {dogs.text}"]
    kept = make_passage(FORBIDDEN.replace("forbidden", "usual"))
    assert denied(Line(quote_of(kept, "to sing."))) == ["to sing."]


def test_the_lead_may_stand_in_the_text_before() -> None:
    above, below = FORBIDDEN.split("\n- to keep")
    sing = quote_of(make_passage(f"- to keep{below}"), "to sing.")
    assert denied(Line(sing), before=above) == ["It is forbidden: to sing."]
    assert denied(Line(sing)) == ["to sing."]


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (
            "Лодки не выдают при ветре сильнее 8 м/с для детей и сильнее 12 м/с для взрослых.",
            "при каком ветре не выдают лодки детям",
            "",
        ),
        (
            "3.1. Adults pay 9 pounds for a ticket, and students pay 4 pounds for theirs.",
            "how much do adults pay",
            "",
        ),
        (
            "A ticket costs 9 pounds, students pay 4 pounds.",
            "how much do students pay",
            "…students pay 4 pounds.",
        ),
        (
            "Взрослый билет стоит 90 рублей, студенты платят 40 рублей, дети платят 10 рублей.",
            "сколько платят студенты",
            "…студенты платят 40 рублей…",
        ),
    ],
)
def test_what_is_cut_off_a_sentence_is_seen(text: str, question: str, told: str) -> None:
    whole = quote_of(make_passage(text), text)
    clause = clause_alone(question, whole)
    assert (sentence(clause, whole) if clause else "") == told


def test_what_a_row_holds_besides_is_folded_once_beneath_two_of_its_cells() -> None:
    row = quote_of(make_passage("Lamp; Price: 9; Watts: 40; Colour: red"), "Lamp; Price: 9")
    other = quote_of(make_passage("Vase; Price: 4; Height: 12", id=2), "Vase; Price: 4")
    lines = [
        Line(row, "Lamp, Price: 9"),
        Line(row, "Watts: 40; Colour: red", is_aside=True),
        Line(row, "Lamp, Watts: 40"),
        Line(row, "Price: 9; Colour: red", is_aside=True),
        Line(other, "Height: 12", is_aside=True),
    ]
    assert [line.text for line in told_once(lines)] == [
        "Lamp, Price: 9",
        "Lamp, Watts: 40",
        "Colour: red",
        "Height: 12",
    ]


def test_of_a_row_that_is_shown_whole_nothing_is_folded() -> None:
    row = quote_of(make_passage("Lamp; Price: 9; Watts: 40"), "Lamp; Price: 9; Watts: 40")
    lines = [
        Line(row),
        Line(row, "Lamp, Watts: 40"),
        Line(row, "Price: 9", is_aside=True),
        Line(row, "Lamp, Price: 9", is_aside=True, is_item=True),  # a cell that was summed up
    ]
    assert told_once(lines) == [lines[0], lines[1], lines[3]]
