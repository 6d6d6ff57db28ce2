"""What a sentence leaves to an appendix stands there."""

from pipelines.models.answers import Passage
from pipelines.models.documents import Anchor, Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.sentences.references import left_to, points_on
from tests.support.nodes.passage_maker import make_passage

POINTS = "The keys handed over are listed in Schedule 2."
KEYS = "Key: front door; Number: 3\nKey: cellar; Number: 1"
ASKED = "Which keys were handed over?"


def quote(text: str) -> Quote:
    return Quote(make_passage(text), Span(0, len(text)))


def schedule(heading: str = "Schedule 2. Keys") -> Passage:
    second = KEYS.index("\n") + 1
    return make_passage(
        KEYS,
        id=2,
        anchors=(Anchor(0, heading=heading, row=1), Anchor(second, heading=heading, row=2)),
    )


def texts(question: str, sentence: str, passage: Passage) -> list[str]:
    return [one.text for one in left_to(question, quote(sentence), [passage])]


def test_the_rows_of_the_part_are_given() -> None:
    assert texts(ASKED, POINTS, schedule()) == KEYS.split("\n")


def test_another_part_is_not() -> None:
    assert texts(ASKED, POINTS, schedule("Schedule 1. Rooms")) == []
    assert texts(ASKED, POINTS, schedule("Schedule 21. Rooms")) == []


def test_a_part_within_another_is_found() -> None:
    assert texts(ASKED, POINTS, schedule("Lease › Schedule 2")) == KEYS.split("\n")


def test_it_is_found_in_russian_in_any_case() -> None:
    said = "Переданное оборудование перечислено в приложении № 2."
    assert texts("Какое оборудование передано?", said, schedule("Приложение 2. Опись"))


def test_of_sentences_those_of_the_part_are_given() -> None:
    text = "Dogs are welcome. Cats are welcome, too."
    there = make_passage(text, anchors=(Anchor(0, heading="Appendix B"),))
    said = "Which animals may live here is set out in Appendix B."
    assert texts("Which animals may live here?", said, there) == [
        "Dogs are welcome.",
        "Cats are welcome, too.",
    ]


def test_what_tells_the_number_itself_points_nowhere() -> None:
    said = "The deposit is 300 pounds, as set out in Schedule 2."
    assert texts("How much is the deposit?", said, schedule()) == []


def test_only_what_leaves_something_to_a_part_points_on() -> None:
    assert points_on(quote(POINTS))
    assert not points_on(quote("Schedule 2 was signed by both."))
    assert not points_on(quote("The keys are listed here."))
