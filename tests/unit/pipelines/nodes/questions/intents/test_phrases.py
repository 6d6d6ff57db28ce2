"""Phrases of word lists, and where they are said."""

import pytest

from pipelines.nodes.questions.intents.phrases import (
    Lexicon,
    fold,
    is_one_edit,
    matches,
    read_phrase,
    tokenize,
)


def ends(phrase: str, text: str) -> list[int]:
    read = read_phrase(phrase, {"here": ["in the? base", "here"]})
    lexicon = Lexicon(read.words(), typo_length=5)
    readings = [lexicon.readings(token.word) for token in tokenize(text, {})]
    return [match.end for match in matches(read, readings, 0, lambda *_: True)]


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("hello", "Hello", [1]),
        ("hello", "hellooo", [1]),
        ("hello", "hullo", [1]),
        ("hello", "shell", []),
        ("hi|hey there?", "hey there", [2, 1]),
        ("hi|hey there?", "hay there", []),
        ("документ*", "документами", [1]),
        ("документ*", "документация", []),
        ("list <here>?", "list in base", [3, 1]),
        ("of_course|sure", "of course", [2]),
        ("about {rest}", "about old pumps", [2, 3]),
        ("~(?:ha)+", "hahaha", [1]),
        ("你好", "你好", [2]),
    ],
)
def test_a_phrase_is_found_where_it_is_said(phrase: str, text: str, found: list[int]) -> None:
    assert ends(phrase, text) == found


def test_capitals_accents_and_apostrophes_make_no_difference() -> None:
    assert [fold(word) for word in ("Ёлка", "MÁS", "What’s", "мой")] == [
        "елка", "mas", "whats", "мой",
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["hllo", "helllo", "hallo", "ehllo"])
def test_one_letter_may_be_wrong(word: str) -> None:
    assert is_one_edit(word, "hello")
    assert not is_one_edit(word + "x", "hello")


def test_an_unknown_set_is_a_fault() -> None:
    with pytest.raises(KeyError):
        read_phrase("<nothing>", {})
