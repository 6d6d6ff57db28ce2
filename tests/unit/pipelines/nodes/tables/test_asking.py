"""Asking: which questions may ask a column of a table as a whole."""

import pytest

from pipelines.nodes.tables.asking import asks_of_column


@pytest.mark.parametrize(
    "question",
    [
        "где меньше всего врачей",
        "which bell is the heaviest",
        "list all routes",
        "в какие города возите?",
        "Wie viele Plätze gibt es insgesamt?",
    ],
)
def test_a_column_may_be_asked_as_a_whole(question: str) -> None:
    assert asks_of_column(question)


@pytest.mark.parametrize("question", ["кто директор", "when does it open", "Wo ist das Büro?"])
def test_one_thing_is_asked_of_a_row(question: str) -> None:
    assert not asks_of_column(question)
