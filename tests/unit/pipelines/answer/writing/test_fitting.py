"""Whether what a model wrote answers what is asked, or tells of another in its place."""

import pytest

from pipelines.answer.state import Reading
from pipelines.answer.writing.fitting import (
    Lacking,
    holds_what_is_asked,
    is_beside,
    is_figure_of_another,
)
from pipelines.models.answers import Passage
from pipelines.nodes.answering.cite import CitedText, cite_answer

_ABROAD = "Проезд по области стоит 300 крон, за рубежом стоит 900 крон."
_TRIP = "В Твери проезд стоит 300 крон."
_PONIES = "At most two ponies may stand in the yard."


def passage(text: str, language: str = "en", n: int = 1) -> Passage:
    return Passage(
        *(n, "d", n, text, "file", "T", None, "t.md", language, None, None), anchors=(),
        similarity=0.0,
    )  # fmt: skip


def told(answer: str, source: str, language: str = "en", n: int = 1) -> CitedText:
    return cite_answer(answer, [passage(source, language, n)])


def lacking(asked: str, source: str, language: str = "en", **more: object) -> Lacking:
    reading = Reading(asked, hangs_on=more.get("hangs_on", ()))  # type: ignore[arg-type]
    shown = [passage(source, language)]
    return Lacking.of(reading, language, shown, str(more.get("before", "")))


@pytest.mark.parametrize(
    ("asked", "source", "answer", "language"),
    [
        ("Can we bring our Haflingers?", _PONIES, "Two ponies may stand there [1].", "en"),
        ("May Ulvik moor here?", "Guests moor for 9 crowns.", "You moor for 9 [1].", "en"),
        ("Сколько стоит проезд в Осло?", _ABROAD, "За рубежом 900 крон [1].", "ru"),
    ],
)
def test_a_name_has_what_is_told_of_all_and_that_it_is_not_named_is_known(
    asked: str, source: str, answer: str, language: str
) -> None:
    found = lacking(asked, source, language)
    assert found.names
    assert not found.is_told_of_another(told(answer, source, language))


@pytest.mark.parametrize(
    ("asked", "source", "answer", "language"),
    [
        ("Сколько стоит проезд в Курске?", _TRIP, "Проезд стоит 300 крон [1].", "ru"),
        ("What does the bus to Ulvik cost?", "To Bergen it costs 9.", "It costs 9 [1].", "en"),
        ("What does Ulvik charge?", "Skarvik: 9 crowns a day.", "It is 9 crowns [1].", "en"),
        ("What is the fare in Ulvik?", "Prague costs 70 crowns.", "It is 70 [1].", "en"),
        ("What does Ulvik pay?", "Turkey pays 70 crowns.", "It is 70 [1].", "en"),
        ("What was sold in 2031?", "In 2030 we sold 40 carts.", "We sold 40 carts [1].", "en"),
        ("What fails with E-77?", "With E-12 the pump fails.", "The pump fails [1].", "en"),
    ],
)
def test_the_figure_of_another_is_no_answer(
    asked: str, source: str, answer: str, language: str
) -> None:
    found = lacking(asked, source, language)
    assert found.is_told_of_another(told(answer, source, language))


def test_a_word_of_a_follow_up_is_not_answered_by_what_it_takes_the_place_of() -> None:
    more = {"hangs_on": ("morning",), "before": "What does the evening walk cost?"}
    asked = "What does the morning walk cost?"
    evening, any_walk = "The evening walk costs 8 crowns.", "A walk costs 8 crowns."
    of_evening = lacking(asked, evening, **more)
    assert of_evening.is_told_of_another(told("It costs 8 crowns [1].", evening))
    of_any = lacking(asked, any_walk, **more)
    assert of_any
    assert not of_any.names
    assert not of_any.is_told_of_another(told("It costs 8 crowns [1].", any_walk))


def test_what_is_in_a_passage_lacks_nothing() -> None:
    assert not lacking("What does the bus to Bergen cost?", "To Bergen it costs 9.")


def test_a_true_sentence_beside_the_point_gives_way_to_a_quote() -> None:
    asked, quote = "Who mends the lift?", "The landlord mends the roof, the lift and the facade."
    quoted = told(f"{quote} [1]", quote)
    filters = "The filters are cleaned by Anna until May."
    assert is_beside(told(f"{filters} [1]", filters, n=2), quoted, asked)
    same = "The lift is mended by the landlord, and the roof."
    assert not is_beside(told(f"{same} [1]", same, n=2), quoted, asked)
    assert not is_beside(told("The owner of the house does [1].", quote), quoted, asked)
    foreign = told("Фильтры чистит Анна [1].", quote)
    assert is_beside(foreign, quoted, asked)


def test_a_role_and_how_long_after_hold_what_is_asked() -> None:
    assert holds_what_is_asked("Who opens the gate?", "The caretaker opens it [1].")
    assert not holds_what_is_asked("How many carts are there?", "There are carts [1].")


_FEES = (
    "The yearly dues are 90 pounds, and 35 pounds for apprentices. A locker is lent for 2 years."
)


@pytest.mark.parametrize(
    ("answer", "of_another"),
    [
        ("The dues are 90 pounds [1].", True),
        ("It is 90 pounds a year [1].", True),
        ("It is 35 pounds [1].", False),
        ("Apprentices pay 35 pounds [1].", False),
        ("Dues are 90 pounds, 35 pounds for apprentices [1].", False),
        ("For apprentices dues are lower [1].", False),
        ("They get a locker for 2 years [1].", False),
    ],
)
def test_the_figure_of_all_is_not_that_of_some(answer: str, *, of_another: bool) -> None:
    quoted = told("The yearly dues are 90 pounds, and 35 pounds for apprentices. [1]", _FEES)
    asked = "What are the dues of apprentices?"
    assert is_figure_of_another(told(answer, _FEES), quoted, asked) == of_another
