"""When something ends, and sentences that tell until when it is."""

import pytest

from pipelines.nodes.answering.sentences.endings import (
    asks_for_end,
    holds_end,
    says_end,
    tells_other_end,
)


@pytest.mark.parametrize(
    "question",
    [
        "When does the lease end?",
        "when will my pass run out",
        "What day does the warranty expire?",
        "Когда заканчивается договор?",
        "когда истекает гарантия",
        "Во сколько закончится концерт?",
        "Wann endet der Vertrag?",
        "¿Cuándo termina el curso?",
        "until when is the pool closed",
        "how long will there be no hot water",
        "до какого числа нет горячей воды",
        "как долго не будет воды",
        "bis wann ist das Bad geschlossen",
    ],
)
def test_it_is_asked_when_something_ends(question: str) -> None:
    assert asks_for_end(question)


@pytest.mark.parametrize(
    "question",
    [
        "When does the lease begin?",
        "How does the story end?",
        "Когда начинается договор?",
        "When?",
        "How long is the tour?",
    ],
)
def test_something_else_is_asked(question: str) -> None:
    assert not asks_for_end(question)


@pytest.mark.parametrize(
    "sentence",
    [
        "Договор действует с 10 июня 2024 года по 9 мая 2025 года.",
        "Valid until 30 April 2027.",
        "The course runs from 1 May to 14 May.",
        "Пропуск действителен до 31.12.2025.",
        "The shop is open from 9:30 to 18:00.",
        "Der Kurs geht bis 3. März.",
        "The mooring is let for three years from 1 March 2025.",
        "From 5 May 2026 for a period of 6 months the hall is ours.",
        "Сад сдан сроком на пять лет с 1 апреля 2024 года.",
        "С 3 июня 2025 г. на 11 месяцев.",
    ],
)
def test_a_sentence_tells_until_when(sentence: str) -> None:
    assert holds_end(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The lease begins on 1 May 2024.",
        "Плату вносят 5 числа.",
        "It is 14 miles to Leeds.",
        "Prices hold from 2 May 2026.",
    ],
)
def test_a_sentence_tells_no_end(sentence: str) -> None:
    assert not holds_end(sentence)


def test_a_word_says_end() -> None:
    assert says_end("заканчивается")
    assert says_end("Ends")
    assert not says_end("begins")


@pytest.mark.parametrize(
    ("question", "sentence", "is_other"),
    [
        ("when does the fair end", "The fair starts at noon.", True),
        ("во сколько начнётся ярмарка", "Ярмарка закончится в 18:00.", True),
        ("when does the fair end", "The fair is open from 10 to 4.", False),
        ("when does the fair start", "The fair is open from 10 to 4.", False),
        ("when does the fair start", "The fair starts at noon and ends at 5.", False),
        ("how much is the fair", "The fair starts at noon.", False),
    ],
)
def test_when_something_begins_is_not_when_it_ends(
    question: str, sentence: str, *, is_other: bool
) -> None:
    assert tells_other_end(question, sentence) is is_other
