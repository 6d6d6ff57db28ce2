"""Staffing: people are counted by their names, whatever posts they have."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

POSTS = table_of(
    ("Post", "Monday", "Tuesday", "Friday"),
    ("Bar", "Ann, Bob", "Cat", "Ann"),
    ("Kitchen", "Dan", "Dan (10:00-14:00), Eve", "Dan and Bob"),
    ("Door", "—", "Fred", "Ann"),
    heading="Staff rota",
)
POSTY = table_of(
    ("Пост", "Понедельник", "Вторник", "Пятница"),
    ("Бар", "Анна, Борис", "Катя", "Анна"),
    ("Кухня", "Денис", "Денис, Ева", "Денис и Борис"),
    heading="График смен",
    language="ru",
)
DIENST = table_of(
    ("Posten", "Montag", "Dienstag"),
    ("Kasse", "Anna, Bernd", "Cora"),
    ("Tor", "Dirk und Anna", "Dirk"),
    heading="Dienstplan",
    language="de",
)
DAYS = table_of(
    ("Day", "Bar", "Kitchen"),
    ("Monday", "Ann, Bob", "Dan"),
    ("Friday", "Ann", "Dan and Bob"),
    heading="Rota",
)
PEOPLE = table_of(
    ("Volunteer", "Monday", "Tuesday"),
    ("Ann", "Desk", "Cafe"),
    ("Bill", "Desk", ""),
    ("Cora", "Cafe", "Desk"),
    heading="Rota",
)
BARE = table_of(
    ("", "Monday", "Tuesday"), ("Ann", "Desk", "Cafe"), ("Bill", "Desk", ""), heading="Rota"
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "count"),
    [
        ("how many people work on monday", POSTS, 3),
        ("how many staff on tuesday", POSTS, 4),
        ("how many people are on friday", POSTS, 3),
        ("how many are in the kitchen on tuesday", POSTS, 2),
        ("сколько человек работает в понедельник", POSTY, 3),
        ("сколько человек на кухне во вторник", POSTY, 2),
        ("wie viele leute arbeiten am montag", DIENST, 3),
        ("how many people work on monday", DAYS, 3),
        ("how many people work on monday", PEOPLE, 3),
        ("how many people are on the desk on monday", PEOPLE, 2),
        ("how many are in on monday", BARE, 2),
    ],
)
def test_each_is_counted_once_and_no_post_is(question: str, table: Table, count: int) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == count


CLINIC = table_of(
    ("Врач", "Пн", "Вт", "Ср"),
    ("Соколова А. П. (терапевт)", "8–14", "14–20", "8–14"),
    ("Дёмин И. В. (хирург)", "–", "9–13", "–"),
    ("Карпова Л. С. (окулист)", "10–15", "–", "–"),
    heading="Приём, декабрь",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("сколько врачей в понедельник", 2),
        ("сколько врачей во вторник", 2),
        ("сколько врачей в среду", 1),
    ],
)
def test_of_those_that_rows_are_called_who_has_no_hours_is_not_there(
    question: str, count: int
) -> None:
    answer = answer_from_table(question, query_of(question), CLINIC, {}, language="ru")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == count
