"""clauses: what tells something, and how long it is."""

import pytest

from pipelines.nodes.questions.asking import words_of
from pipelines.nodes.sources.clauses import length, tells_what_is


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(("the lift isn't out", 4), ("Ann's number", 2), ("закрыто до 9:30", 4), ("", 0)),
        *(("明天停水", 2), ("明天10点停水", 3), ("钥匙在 Ann 那里", 3)),
    ],
)
def test_two_signs_of_an_unspaced_script_are_a_word(text: str, words: int) -> None:
    assert length(text) == words


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        *(("the lift is out", True), ("the fee that was high", False), ("рынок закрыт", True)),
        *(("our meeting moved", True), ("meeting moved", False), ("明天停水", True)),
    ],
)
def test_a_predicate_tells_what_is(text: str, *, tells: bool) -> None:
    assert tells_what_is(text, words_of(text)) is tells
