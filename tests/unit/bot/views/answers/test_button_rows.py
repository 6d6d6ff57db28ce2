"""How the buttons under an answer share the width of a phone."""

import pytest

from bot.transport.buttons import Action, button
from bot.views.answers.feedback import beside_sources, follow_up_rows

RATING = [[button(sign, Action.RATE_UP, 1, "a") for sign in "👍👎🔁"]]


def numbered(count: int) -> list[list[str]]:
    sources = [button(str(n), Action.OPEN_CITATION, 1, "c") for n in range(1, count + 1)]
    rows = beside_sources([sources] if sources else [], RATING)
    return [[key.text for key in row] for row in rows]


def test_the_rating_stands_beside_few_sources() -> None:
    assert numbered(0) == [["👍", "👎", "🔁"]]
    assert numbered(2) == [["1", "2", "👍", "👎", "🔁"]]
    assert numbered(4) == [["1", "2", "3", "4"], ["👍", "👎", "🔁"]]


@pytest.mark.parametrize(
    ("questions", "rows"),
    [
        (["Lessons", "Tickets", "Opening hours"], [["Lessons", "Tickets"], ["Opening hours"]]),
        (["Tickets", "What does a lesson cost?"], [["Tickets"], ["What does a lesson cost?"]]),
        ([], []),
    ],
)
def test_two_short_questions_share_a_row(questions: list[str], rows: list[list[str]]) -> None:
    shown = follow_up_rows("6f", questions, 1)
    assert [[key.text for key in row] for row in shown] == rows
