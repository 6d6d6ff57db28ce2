"""Columns that are numbered, "Room 3", and asked for by ordinals: "the third room"."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from tests.support.nodes.table_maker import query_of, sheet_of

ROOMS = sheet_of(
    ("День", "Кабинет 1", "Кабинет 2", "Кабинет 3", "Администратор"),
    ("Понедельник", "Ярцева 10-17", "Хасанов 12-19", "", "Морозова"),
    ("Среда", "Ярцева 10-17", "Хасанов 12-19", "Лебедева 14-20", "Пак"),
    heading="График",
)
COURTS = sheet_of(
    ("Day", "Court 1", "Court 2"),
    ("Monday", "Ann", "Tim"),
    ("Tuesday", "Bob", "Eve"),
    heading="Courts",
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("кто сидит в третьем кабинете в среду", "Лебедева 14-20"),
        ("кто во втором кабинете в понедельник", "Хасанов 12-19"),
        ("кто администратор в среду", "Пак"),
    ],
)
def test_a_room_is_meant_by_its_number(question: str, value: str) -> None:
    answer = answer_from_table(question, query_of(question), ROOMS, {}, language="ru")
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


def test_a_court_is_meant_by_its_number() -> None:
    question = "who has the second court on tuesday"
    answer = answer_from_table(question, query_of(question), COURTS, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["Eve"]
