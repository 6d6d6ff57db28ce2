"""languages: letters and little words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.questions.spelling import languages
from pipelines.nodes.questions.spelling.languages import (
    LANGUAGES,
    LATIN,
    RUSSIAN,
    is_everyday,
    is_right,
    latin_cost,
    mean_cost,
    read_everyday_words,
    usual,
)
from pipelines.nodes.text.words import fold


@pytest.mark.parametrize("language", [RUSSIAN, *LATIN], ids=lambda language: language.code)
def test_every_pair_of_letters_has_a_cost(language) -> None:  # type: ignore[no-untyped-def]
    letters = {pair[0] for pair in language.costs}
    assert set(language.costs) == {one + other for one in letters for other in letters}
    assert all(0 <= cost <= 9 for cost in language.costs.values())


def test_function_words_are_folded() -> None:
    for language in LANGUAGES.values():
        assert all(word == fold(word) for word in language.function_words)


def test_words_cost_less_than_letters_drawn_by_lot() -> None:
    assert RUSSIAN.word_cost("договор") < 4.6 < RUSSIAN.word_cost("взбзд")
    assert latin_cost("müller") < 4.6 < latin_cost("jajhvbnm")
    assert RUSSIAN.word_cost("") == latin_cost("договор") == mean_cost([]) == 9.0


@given(st.text(max_size=30))
def test_any_word_has_a_cost(word: str) -> None:
    assert 0.0 <= RUSSIAN.word_cost(fold(word)) <= 9.0
    assert 0.0 <= latin_cost(fold(word)) <= 9.0


def test_all_is_read_before_a_misspelt_word_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    read_everyday_words()
    for function in ("_words_of", "_own"):
        monkeypatch.delattr(languages, function)
    monkeypatch.delattr("wordfreq.read_cBpack")
    for code, misspelt in (("en", "brekfasst"), ("ru", "завтрокк")):
        assert not is_everyday(misspelt)
        assert not is_right(misspelt, misspelt[:-1])
        assert usual(code)
