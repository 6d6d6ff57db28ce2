"""Fleeting vowels: words that lose one in other cases, and words that only look so."""

import pytest

from pipelines.nodes.text.fleeting import lose_vowel


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("лен", "льна"),
        ("перец", "перцев"),
        ("павла", "павел"),
        ("сумка", "сумок"),
        ("писем", "письмо"),
        ("кухонь", "кухня"),
        ("копеек", "копейка"),
        ("день", "дней"),
        ("швы", "швов"),
    ],
)
def test_a_word_is_one_with_and_without_its_vowel(one: str, other: str) -> None:
    assert lose_vowel(one, other)
    assert lose_vowel(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("пол", "плата"),
        ("дает", "дата"),
        ("отель", "отлив"),
        ("кофе", "кофта"),
        ("лен", "лен"),
        ("рты", "рвы"),
        ("pel", "pla"),
    ],
)
def test_other_words_are_not(one: str, other: str) -> None:
    assert not lose_vowel(one, other)
