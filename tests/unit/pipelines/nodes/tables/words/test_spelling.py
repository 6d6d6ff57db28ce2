"""Spelling: a superlative of two words whose second is misspelt by a letter."""

import pytest

from pipelines.nodes.tables.words.spelling import respelled


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("самый дишевый тур", "самый дешевый тур"),
        ("самая далгая", "самая далгая"),  # a short word may be another one
        ("у кого самая дорагая", "у кого самая дорогая"),
        ("the most expansive tour", "the most expensive tour"),
        ("самый большой зал", "самый большой зал"),
        ("самый вкусный торт", "самый вкусный торт"),
        ("дишевый тур", "дишевый тур"),
    ],
)
def test_what_is_misspelt_by_a_letter_behind_most_is_put_right(said: str, meant: str) -> None:
    assert respelled(said) == meant
