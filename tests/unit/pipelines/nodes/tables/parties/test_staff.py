"""Staff: who has been here longest, what one is paid by the hour, and what a remark tells."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from tests.support.nodes.table_maker import query_of, sheet_of

STAFF = sheet_of(
    ("Имя", "Должность", "Работает с", "€/час", "Детей", "Примечание"),
    ("Инга", "хозяйка", "2014", "", "1", ""),
    ("Тимур", "старший механик", "2017", "17.5", "0", ""),
    ("Янис", "механик", "2019", "14.6", "2", "нужна кроватка летом"),
    ("Роберт", "ученик", "2024", "9.2", "0", ""),
    heading="Люди",
)
SERVICES = sheet_of(
    ("Service", "Price EUR", "Notes"),
    ("Fork service, full", "145", "with seals"),
    ("Full service", "119", ""),
    ("Bike wash", "15", ""),
    heading="Services",
)


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("кто дольше всех работает", ["Инга, Работает с: 2014"]),
        ("сколько получает в час янис", ["Янис, €/час: 14.6"]),
    ],
)
def test_what_is_told_of_people_who_work(question: str, lines: list[str]) -> None:
    answer = answer_from_table(question, query_of(question), STAFF, {}, language="ru")
    assert answer is not None
    assert [line.written for line in answer.lines] == lines


def test_a_word_of_a_remark_finds_no_other_cell() -> None:
    question = "есть ли кроватка для детей"
    assert answer_from_table(question, query_of(question), STAFF, {}, language="ru") is None


def test_a_name_that_is_said_whole_is_meant() -> None:
    question = "what does a full service cost"
    answer = answer_from_table(question, query_of(question), SERVICES, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["119"]
