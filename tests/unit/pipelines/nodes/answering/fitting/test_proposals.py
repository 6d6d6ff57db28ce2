"""What was turned down tells how nothing is, but to whoever asks what became of it."""

import pytest

from pipelines.nodes.answering.fitting.proposals import is_only_proposed

REJECTED = "The proposal to heat the chapel in summer was rejected by 5 votes."
ОТКЛОНЕНО = "Предложение Лапина топить в мае отклонено: нет дров."


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("is the chapel heated in summer", REJECTED),
        ("в мае топят?", ОТКЛОНЕНО),
        ("do you lend boats", "The idea of the club to lend boats was turned down."),
    ],
)
def test_how_it_is_is_not_told_by_what_was_turned_down(question: str, sentence: str) -> None:
    assert is_only_proposed(question, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("what did they decide on heating the chapel", REJECTED),
        ("which bishop heated the chapel", REJECTED),
        ("was the proposal to heat the chapel carried", REJECTED),
        ("что решили про отопление в мае", ОТКЛОНЕНО),
        (
            "is the chapel heated in summer",
            "The proposal to heat the chapel in summer was carried.",
        ),
        ("is the chapel heated in summer", "The chapel is heated from October to April."),
    ],
)
def test_what_became_of_it_is(question: str, sentence: str) -> None:
    assert not is_only_proposed(question, sentence)
