"""Topics that stand beside what was cited."""

from dataclasses import replace

from pipelines.models.answers import Citation, Passage
from pipelines.models.documents import Anchor
from pipelines.nodes.questions.next_questions import LONGEST, next_questions, topics_of


def passage(number: int, text: str, *anchors: Anchor) -> Passage:
    return Passage(
        *(number, "d", number, text, "file", "Handbook", None, "h.md", "en", None, None),
        anchors=anchors,
        similarity=0.0,
        passage_idx=number,
    )


def cited(heading: str | None = None, row: int | None = None) -> Citation:
    return Citation(
        *(1, "d", "Handbook", None, "h.md", None, None, 0, "q"), heading=heading, row=row
    )


def under(number: int, heading: str, text: str = "Some words.") -> Passage:
    return passage(number, text, Anchor(0, heading=heading))


def test_the_headings_that_follow_come_first() -> None:
    around = [
        under(n, h) for n, h in enumerate(("Earlier part", "Cited here", "Next one", "Later"))
    ]
    topics = next_questions("asked", "answered", [cited("Cited here")], around)
    assert topics == ("Next one", "Earlier part", "Later")


def test_a_heading_of_one_word_says_of_what() -> None:
    around = [under(0, "Drill › 2.1. Price"), under(1, "Drill › Warranty")]
    topics = next_questions("What does it cost?", "x", [cited("Drill › 2.1. Price")], around)
    assert topics == ("Drill: Warranty",)


def test_a_heading_is_offered_as_people_write_and_a_sheet_without_a_name_is_not() -> None:
    around = [under(0, "Cited"), under(1, "НОЧНОЙ ШУМ"), under(2, "Лист1"), under(3, "НДС и VAT")]
    topics = next_questions("asked", "answered", [cited("Cited")], around)
    assert topics == ("Ночной шум", "НДС и VAT")


def test_what_was_asked_or_said_is_left_out() -> None:
    around = [
        under(0, "Sick leave"),
        under(1, "Parental leave"),
        under(2, "Handbook"),
        under(3, "1.2"),
        under(4, "x" * LONGEST + " y"),
    ]
    topics = next_questions("Who takes parental leave?", "Not the sick.", [cited("x")], around)
    assert topics == ()


def test_questions_of_the_text_are_taken_as_they_stand() -> None:
    text = "How is a trip accounted for? Within three days. Why? What does a ticket cost?"
    topics = next_questions("What does a ticket cost?", "Ten.", [cited()], [passage(0, text)])
    assert topics == ("How is a trip accounted for?",)


def test_what_was_just_answered_is_not_asked_nor_what_is_asked_in_a_chat() -> None:
    text = "Q: Who cleans the stairs? A: Mrs Lopes does.\nQ: Who keeps the spare keys?\nA: Stan."
    chat = "[07/05/2025, 19:41] Ewa N: the whole house, or only our stairs?"
    quoted = replace(cited(), quote="Mrs Lopes does.")
    topics = next_questions("stairs", "x", [quoted], [passage(0, text), passage(1, chat)])
    assert topics == ("Who keeps the spare keys?",)


def test_a_document_may_be_asked_about_its_short_headings() -> None:
    around = [under(0, "Handbook"), under(1, "1. Your pay"), under(2, "A heading " * 5)]
    assert topics_of(around) == ("Your pay",)
    assert topics_of([passage(0, "Some words.")]) == ()
    assert topics_of([passage(0, "It is free.", Anchor(0, heading="Times"))]) == ()
    assert topics_of([passage(0, "Name: Tom", Anchor(0, heading="Week one", row=2))]) == ()
