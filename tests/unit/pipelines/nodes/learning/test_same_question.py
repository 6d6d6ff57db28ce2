"""Whether a question is the one that was corrected: in one language, and in two."""

import numpy as np
import pytest

from pipelines.models.answers import QueryEmbedding
from pipelines.nodes.learning.same_question import (
    Wording,
    exchanges_word,
    is_same_question,
    likeness,
)

FLOOR = 0.6


def wording(text: str, language: str, *angles: float) -> Wording:
    """A question whose tokens point in these directions, in degrees."""
    turned = np.radians(np.array(angles, dtype=np.float32))
    tokens = np.stack([np.cos(turned), np.sin(turned)], axis=1)
    weights = np.full(len(angles), 1 / len(angles), dtype=np.float32)
    return Wording(text, language, QueryEmbedding(tokens.mean(axis=0), tokens, weights))


TAUGHT = wording("When is the office open?", "en", 0, 10)


def test_the_same_words_are_as_like_as_can_be() -> None:
    assert likeness(TAUGHT, TAUGHT, FLOOR) == pytest.approx(1.0)


def test_another_wording_is_the_same_question() -> None:
    again = wording("When does the office open its doors?", "en", 1, 11)
    assert is_same_question(again, TAUGHT, (), floor=FLOOR)


@pytest.mark.parametrize(
    "question",
    ["Where is the office?", "When is the office open in 2025?", "When is Marta open?"],
)
def test_what_hangs_on_something_else_is_another_question(question: str) -> None:
    assert not is_same_question(wording(question, "en", 0, 10), TAUGHT, (), floor=FLOOR)


def test_what_is_far_in_one_language_is_another_question() -> None:
    assert not is_same_question(wording("When is it shut?", "en", 40, 50), TAUGHT, (), floor=FLOOR)


def test_a_translation_may_be_farther_away() -> None:
    asked = wording("Когда открыт офис?", "ru", 40, 50)
    assert is_same_question(asked, TAUGHT, (), floor=FLOOR)


def test_a_translation_of_another_known_question_is_that_one() -> None:
    asked = wording("Когда открыт склад?", "ru", 40, 50)
    other = wording("When is the warehouse open?", "en", 41, 51)
    assert not is_same_question(asked, TAUGHT, [other], floor=FLOOR)


def test_what_is_known_to_be_something_else_is_another_question_in_any_language() -> None:
    lunch = wording("Сколько стоит обед?", "ru", 0, 10)
    for question in ("What does parking cost?", "How much is the rent?", "How much is the hotel?"):
        assert not is_same_question(wording(question, "en", 0, 10), lunch, (), floor=FLOOR)
    for question in ("How much is lunch?", "What does lunch cost?"):
        assert is_same_question(wording(question, "en", 0, 10), lunch, (), floor=FLOOR)


def test_a_known_wording_of_the_corrected_question_stands_in_nobodys_way() -> None:
    asked = wording("Когда открыт офис?", "ru", 40, 50)
    reworded = wording("When does the office open?", "en", 2, 12)
    assert is_same_question(asked, TAUGHT, [reworded], floor=FLOOR)


def test_digits_are_the_same_in_every_language() -> None:
    asked = wording("Когда открыт офис 12?", "ru", 0, 10)
    assert not is_same_question(asked, TAUGHT, (), floor=FLOOR)


@pytest.mark.parametrize(
    ("question", "other", "is_exchanged"),
    [
        ("how much is the booster for a rabbit?", "How much is the booster for a cat", True),
        ("сколько стоит прививка кролику", "Сколько стоит прививка кошке?", True),
        ("how much is the booster for a rabbit?", "How much is the booster for rabbits", False),
        ("how much is the booster for a rabbit?", "What does a rabbit booster cost", False),
        ("how much is the booster?", "how much is a booster?", False),
    ],
)
def test_one_word_in_the_place_of_another_asks_of_something_else(
    question: str, other: str, is_exchanged: bool
) -> None:
    one, two = wording(question, "en", 0), wording(other, "en", 0)
    assert exchanges_word(one, two) == exchanges_word(two, one) == is_exchanged
