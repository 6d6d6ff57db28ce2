"""What was asked in vain joins what is the same question, also in another language."""

import pytest

from pipelines.models.owner_questions import NearGap
from pipelines.nodes.learning.clusters import cluster_of

KEY = NearGap("key", "Who keeps the key of room 12?", "en", 0.0)


def asked(question: str, language: str) -> NearGap:
    """A question; what it is near to is for others to say."""
    return NearGap("", question, language, 1.0)


def near(similarity: float, question: str = KEY.text, language: str = "en") -> NearGap:
    return NearGap("key", question, language, similarity)


@pytest.mark.parametrize(
    ("question", "language", "similarity", "joins"),
    [
        ("Кто хранит ключ от комнаты 12?", "ru", 0.86, True),
        ("Кто хранит ключ от комнаты 12?", "ru", 0.80, False),
        ("Кто хранит ключ от комнаты 14?", "ru", 0.95, False),
        ("Who has the key of room 12?", "en", 0.93, True),
        ("Who has the key of room 12?", "en", 0.86, False),
        ("Who has the key of room 14?", "en", 0.97, False),
        ("When is the key of room 12 handed out?", "en", 0.93, False),
    ],
)
def test_it_joins_what_is_near_and_hangs_on_the_same(
    question: str, language: str, similarity: float, joins: bool
) -> None:
    assert cluster_of(asked(question, language), [near(similarity)]) == ("key" if joins else None)


def test_names_within_a_language_tell_questions_apart() -> None:
    when = asked("Когда приезжает Анна Петрова?", "ru")
    assert cluster_of(when, [near(0.97, "Когда приезжает Ольга Сомова?", "ru")]) is None
    assert cluster_of(when, [near(0.97, "Когда приедет Анна Петрова?", "ru")]) == "key"


def test_the_nearest_that_is_the_same_is_joined() -> None:
    other = NearGap("other", "Кто хранит ключ от комнаты 14?", "ru", 0.97)
    assert cluster_of(asked("Кто хранит ключ от комнаты 12?", "ru"), [other, near(0.9)]) == "key"
    assert cluster_of(asked("Кто хранит ключ от комнаты 12?", "ru"), []) is None


@pytest.mark.parametrize(
    ("question", "other", "language"),
    [
        ("Which room is the cheapest?", "Which room is the dearest?", "en"),
        ("Какой номер самый дешёвый?", "Which room is the most expensive?", "en"),
        ("Во сколько приезжают гости?", "Во сколько уезжают гости?", "ru"),
        ("When do the guests arrive?", "Во сколько отъезд гостей?", "ru"),
        ("Что раздают в начале смены?", "Что раздают в конце смены?", "ru"),
    ],
)
def test_opposites_are_two_questions(question: str, other: str, language: str) -> None:
    both = asked(question, "ru" if "о" in question else "en")
    assert cluster_of(both, [near(0.98, other, language)]) is None


def test_who_names_both_sides_asks_the_same_as_before() -> None:
    first, again = "When do guests arrive and leave?", "When do the guests arrive and leave?"
    assert cluster_of(asked(again, "en"), [near(0.98, first)]) == "key"
