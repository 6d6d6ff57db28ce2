"""How surely a sentence answers, by what stands in it."""

import pytest

from pipelines.answer.quoting.sureness import is_bare_number


@pytest.mark.parametrize(
    ("sentence", "is_bare"),
    [
        ("Телефон: 8 905 600 17 23.", True),
        ("Phone: 01632 960 214", True),
        ("Телефон сторожа: 8 905 600 17 23.", False),
        ("Call the porter on 01632 960 214.", False),
    ],
)
def test_a_number_that_says_not_whose_it_is(sentence: str, *, is_bare: bool) -> None:
    assert is_bare_number(sentence) == is_bare
