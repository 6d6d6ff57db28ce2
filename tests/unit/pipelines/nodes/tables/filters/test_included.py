"""Included: rows whose price is "included in the fee" do not tell what the fee is."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from tests.support.nodes.table_maker import query_of, sheet_of

LESSONS = sheet_of(
    ("День", "Кто", "Цена занятия"),
    ("Понедельник", "Весь хор", "входит во взнос"),
    ("Вторник", "Сольфеджио", "300 ₽"),
    ("Четверг", "Женские голоса", "входит во взнос"),
    ("Четверг", "Вокал", "900 ₽"),
    heading="Расписание",
)


def test_what_others_are_paid_for_with_has_no_price_there() -> None:
    question = "сколько стоит членский взнос?"
    assert answer_from_table(question, query_of(question), LESSONS, {}, language="ru") is None


def test_what_is_included_is_told() -> None:
    question = "что входит во взнос"
    answer = answer_from_table(question, query_of(question), LESSONS, {}, language="ru")
    assert answer is not None
    assert len(answer.lines) == 2


@pytest.mark.parametrize("question", ["сколько всего занятий в неделю?", "сколько занятий"])
def test_lessons_are_counted_though_a_column_has_the_price_of_each(question: str) -> None:
    answer = answer_from_table(question, query_of(question), LESSONS, {}, language="ru")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == 4
