"""A growing answer is told often, cheaply, and never with what the model thinks."""

import pytest

from pipelines.llms import growth
from pipelines.llms.growth import Growth
from pipelines.llms.reasoning import answer_so_far


def grow(*words: str, opened: bool = False) -> list[str]:
    told: list[str] = []
    growing = Growth(told.append, opened=opened, clock=lambda: 0.0)
    for word in words:
        growing.add(word)
    return told


def test_words_are_told_as_they_come() -> None:
    assert grow("The ", "war", "ranty ", "is ") == ["The", "The warranty", "The warranty is"]


def test_without_blanks_it_is_told_all_the_same() -> None:
    assert grow(*["保修期"] * 20) == ["保修期" * 14]


def test_reasoning_is_never_told() -> None:
    words = ["<thi", "nk>so the", " user ", "wants</th", "ink> Yes ", "or no ", "<think>hm, ", "x "]
    assert grow(*words) == ["Yes", "Yes or no"]
    assert grow("so the ", "user </think>", " Yes ", opened=True) == ["Yes"]


def test_what_turns_out_to_be_reasoning_is_taken_back() -> None:
    assert grow("so the ", "user ", "</think> ", "Yes ") == ["so the", "so the user", "", "Yes"]


def test_a_long_answer_is_looked_through_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def count(text: str, **options: bool) -> str:
        looked.append(len(text))
        return answer_so_far(text, **options)

    monkeypatch.setattr(growth, "answer_so_far", count)
    grow(*["word "] * 20_000)
    assert len(looked) < 250
    assert sum(looked) < 20 * 100_000


def test_a_slow_answer_is_told_by_the_clock() -> None:
    seconds, told = [0.0], list[str]()
    growing = Growth(told.append, clock=lambda: seconds[0])
    growing.add("word " * 100)
    growing.add("more ")
    assert len(told) == 1
    seconds[0] = 0.3
    growing.add("words ")
    assert told[-1].endswith("more words")
