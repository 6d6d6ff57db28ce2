"""Rows of other things than the one whose price is asked."""

import pytest

from pipelines.nodes.tables.filters.unpriced import rows_of_other_things
from tests.support.nodes.table_maker import query_of, table_of

HIRE = table_of(
    ("Tool", "Day", "Week"),
    ("Hedge trimmer", "£9", "£30"),
    ("Carpet cleaner", "£24", "£80"),
    ("Cement mixer", "£18", "£60"),
    heading="Tool shed",
)
LAUNDRY = table_of(
    ("Услуга", "Цена"),
    ("Глажка рубашки", "150"),
    ("Чистка ковра", "400"),
    heading="Прейскурант",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("how much is diesel", []),
        ("how much is a carpet cleaner", ["Carpet cleaner"]),
        ("how much is a mixer for a week", ["Cement mixer"]),
        ("how much is it", ["Hedge trimmer", "Carpet cleaner", "Cement mixer"]),
        ("who mends the carpet cleaner", ["Hedge trimmer", "Carpet cleaner", "Cement mixer"]),
    ],
)
def test_a_price_is_not_that_of_another_row(question: str, kept: list[str]) -> None:
    others = rows_of_other_things(question, query_of(question), HIRE, {}, language="en")
    assert [row.cells[0].value for row in HIRE.rows if row not in others] == kept


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("сколько стоит стрижка", []),
        ("сколько стоит почистить ковёр", ["Чистка ковра"]),
        ("сколько стоит погладить рубашку", ["Глажка рубашки"]),
    ],
)
def test_a_thing_may_be_said_in_another_form(question: str, kept: list[str]) -> None:
    others = rows_of_other_things(question, query_of(question), LAUNDRY, {}, language="ru")
    assert [row.cells[0].value for row in LAUNDRY.rows if row not in others] == kept


def test_what_stands_in_place_of_a_price_is_no_thing() -> None:
    question = "сколько стоит взнос"
    lessons = table_of(
        ("День", "Кто", "Цена занятия"),
        ("Понедельник", "Весь хор", "входит во взнос"),
        ("Вторник", "Сольфеджио", "300 ₽"),
        heading="Расписание",
        language="ru",
    )
    others = rows_of_other_things(question, query_of(question), lessons, {}, language="ru")
    assert others == lessons.rows
