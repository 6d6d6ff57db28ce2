"""Columns that a word means though none is called so: how many people there are."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

COURSES = table_of(
    ("Course", "Lessons", "Places taken", "Fee"),
    ("Spanish beginners", "24", "11", "£240"),
    ("Italian beginners", "20", "8", "£210"),
    heading="Courses",
)
CLUBS = table_of(
    ("Кружок", "Занятий в месяц", "Детей", "Цена, руб."),
    ("Шахматы", "8", "14", "1 600"),
    ("Керамика", "4", "9", "2 400"),
    heading="Кружки",
    language="ru",
)
SHARED = table_of(
    ("Trip", "Adults", "Children"), ("Castle", "12", "20"), ("Zoo", "5", "31"), heading="Trips"
)


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("how many people are on the spanish course", COURSES, "11"),
        ("how many lessons are in the spanish course", COURSES, "24"),
        ("сколько человек на керамике", CLUBS, "9"),
        ("сколько занятий у шахмат", CLUBS, "8"),
    ],
)
def test_how_many_people_asks_for_the_column_that_counts_them(
    question: str, table: Table, value: str
) -> None:
    language = table.rows[0].passage.language
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


def test_of_two_such_columns_neither_is_all_of_them() -> None:
    question = "how many people went to the zoo"
    answer = answer_from_table(question, query_of(question), SHARED, {}, language="en")
    assert answer is None or not any(line.cell for line in answer.lines)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("when do you close on Sundays", "09:00–16:00"),
        ("when do you close on Boxing Day", "11:00–15:00"),
        ("what time do you open on 26 December", "11:00–15:00"),
    ],
)
def test_when_one_closes_is_told_by_the_hours(question: str, value: str) -> None:
    cafe = table_of(
        ("Day", "Opening hours"),
        ("Monday to Saturday", "08:00–18:00"),
        ("Sunday", "09:00–16:00"),
        ("Easter Sunday", "closed"),
        ("Boxing Day", "11:00–15:00"),
        heading="Heron Café",
    )
    answer = answer_from_table(question, query_of(question), cafe, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]
