"""Topics that stand beside what was cited."""

from pipelines.models.answers import Citation, Passage
from pipelines.models.documents import Anchor
from pipelines.nodes.questions.next_questions import LONGEST, next_questions


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


def test_other_columns_of_the_cited_row_are_named() -> None:
    rows = (
        "Tool: Drill; Price: 40 crowns; Warranty: two years",
        "Tool: Saw; Price: 25 crowns; Warranty: one year",
    )
    text = "\n".join(rows)
    table = passage(0, text, Anchor(0, row=1), Anchor(len(rows[0]) + 1, row=2))
    topics = next_questions("What is the price of the saw?", "25 crowns", [cited(row=2)], [table])
    assert topics == ("Saw: Warranty",)


def test_a_row_that_begins_with_a_number_is_known_by_its_name() -> None:
    row = "Участок: 41; Владелец: Сидорова Е.; Май: 36; Долг: 7200"
    table = passage(0, row, Anchor(0, row=1))
    topics = next_questions("какой долг у Сидоровой", "7200", [cited(row=1)], [table])
    assert topics == ("Сидорова Е.: Участок", "Сидорова Е.: Май")
