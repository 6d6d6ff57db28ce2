"""How much a message leans on what was said before."""

import pytest

from pipelines.nodes.questions.follow_up.leaning import LITTLE, leaning_of

_BEFORE = "When is my appointment with Dr Ellis?"


@pytest.mark.parametrize(
    "question",
    ["Do they take paint?", "When do they empty the bins?", "Can they take my old fridge away?"],
)
def test_what_they_do_to_a_thing_may_be_asked_of_whoever_does_it(question: str) -> None:
    assert leaning_of(question, _BEFORE, opened=False) == LITTLE


@pytest.mark.parametrize(
    "question",
    [
        *("When do they open?", "How much do they cost?", "Do they have parking?"),
        *("сколько стоит", "где находится", "was kostet das", "cuánto cuesta"),
    ],
)
def test_what_names_no_other_thing_leans(question: str) -> None:
    assert leaning_of(question, _BEFORE, opened=False) == 0.9


@pytest.mark.parametrize("question", ["what's on next week?", "какие события в декабре?"])
def test_what_is_on_is_asked_by_itself(question: str) -> None:
    assert leaning_of(question, _BEFORE, opened=False) == 0.0
