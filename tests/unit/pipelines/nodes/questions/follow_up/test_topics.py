"""Topics: what a question is about, with what was asked of it and without."""

import pytest

from pipelines.nodes.questions.follow_up.tokens import measures_of
from pipelines.nodes.questions.follow_up.topics import thing_of, topic_of
from tests.support.processor_time import takes_less_than


def test_a_topic_is_what_is_asked_about() -> None:
    assert topic_of("Who is the head of the board?") == "head of the board"
    assert topic_of("Где хранится ключ от ворот?") == "хранится ключ от ворот"
    assert topic_of("Who?") == ""
    assert topic_of("Извините, что опять беспокою: какая скидка на лодки?") == "скидка на лодки"
    assert topic_of("One more thing, if I may: who hires out the barge?") == "hires out the barge"
    assert topic_of("What " + "very long question " * 10) == ""


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("when the ticket office is open", "ticket office"),
        ("Who is the head of the board?", "head of the board"),
        ("Где хранится ключ от ворот?", "ключ от ворот"),
        ("Сколько будет стоить перевозка лодки в Тверь?", "перевозка лодки в Тверь"),
        ("Какой срок гарантии на лодку?", "гарантии на лодку"),
        ("Сколько минут варить смолу?", "смолу"),
        ("Сколько весит тот якорь, который нашли в порту?", "якорь"),
        ("How long is the rope, which was lent to us?", "rope"),
        ("What does code F4 mean?", "code F4"),
        ("When does the train leave?", "train"),
        ("what time do the bakers begin", "bakers"),
        ("which days does he take the ferry", "ferry"),
        ("which ferry does he take", "ferry"),
        ("who voted against the bridge", "bridge"),
        ("who abstained on the bridge", "bridge"),
        ("кто голосовал против моста", "моста"),
        ("which is cheaper, oak or ash", "oak or ash"),
        ("До какого числа нужно сдать ключи?", "ключи"),
        ("in which hall is the choir", "choir"),
        ("lessons during the repair", "lessons during the repair"),
        ("how I pay bond for the key?", "bond for the key"),
        ("when we get back deposit?", "deposit"),
        ("can i bring my dog", "dog"),
        ("how do I end it then", ""),
        ("who pays for it", ""),
        ("how do we get there", ""),
        ("кто их выдаёт", ""),
        ("кто за печь отвечает", "печь"),
        ("а если отменить?", ""),
        ("how old is he", ""),
        ("Кто?", ""),
    ],
)
def test_a_thing_is_a_topic_without_what_was_asked_of_it(question: str, thing: str) -> None:
    assert thing_of(question) == thing


def test_no_thing_is_as_long_as_a_text() -> None:
    assert thing_of("What " + "very long question " * 10) == ""


@pytest.mark.parametrize(
    ("question", "measures"),
    [
        ("Когда тренировки?", set()),
        ("Во сколько обед?", set()),
        ("Кто директор школы?", set()),
        ("Когда выпускной?", set()),
        ("Кто такой treasurer?", set()),  # nor is a word of another language
        ("Когда последняя прививка?", {"последняя"}),
        ("Где лежит ключ?", {"лежит"}),
        ("До какого числа?", {"числа"}),
        ("How long is it?", {"long"}),
    ],
)
def test_a_russian_noun_after_when_is_no_measure(question: str, measures: set[str]) -> None:
    assert measures_of(question) == measures


def test_the_thing_of_many_words_takes_no_time() -> None:
    thing_of("what is the fee")
    with takes_less_than(0.3):
        assert thing_of("no, not 8" + "1," * 5_000 + " but the fee") == "fee"
