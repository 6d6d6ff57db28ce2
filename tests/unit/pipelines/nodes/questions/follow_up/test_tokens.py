"""The words of a question that carry meaning."""

import pytest

from pipelines.nodes.questions.follow_up.tokens import measures_of, tokens_of
from tests.support.processor_time import takes_less_than


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("what is the fee of a boat", ["fee", "boat"]),
        ("when does Ann-Marie the cook come", ["Ann-Marie", "cook", "come"]),
        ("gibt es nen bootssteg", ["bootssteg"]),
    ],
)
def test_an_article_carries_none(text: str, held: list[str]) -> None:
    assert [token.text for token in tokens_of(text)] == held


@pytest.mark.parametrize("words", ["a ", "a'", "the ", "x=", "1\n"])
def test_each_word_is_looked_at_once(words: str) -> None:
    tokens_of("what is the fee")
    with takes_less_than(0.2):
        tokens_of("what is the fee" + words * (4_000 // len(words)))


def test_what_a_price_is_asked_of_is_no_measure() -> None:
    assert measures_of("почём мойка лодки") == frozenset()
    assert measures_of("сколько литров воды") == {"литров"}
