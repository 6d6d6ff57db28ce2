"""Days: on which days something is, of a table with a row for each day of the week."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

BINS = table_of(
    ("Day", "General waste", "Recycling", "Garden"),
    ("Monday", "✓", "", ""),
    ("Tuesday", "", "✓", ""),
    ("Wednesday", "–", "–", "✓"),
    ("Thursday", "✓", "–", "–"),
    ("Friday", "–", "–", "–"),
    heading="Bin collection",
)
WASTE = table_of(
    ("День", "Бытовой", "Пластик"),
    ("Понедельник", "с 7:00", "–"),
    ("Вторник", "–", "с 9:00"),
    ("Среда", "–", "–"),
    ("Четверг", "с 8:00", "–"),
    heading="Вывоз мусора",
    language="ru",
)
LUNCH = table_of(
    ("Day", "Soup", "Main"),
    ("Monday", "leek", "pie"),
    ("Tuesday", "pea", "stew"),
    heading="Lunch",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("when is garden waste collected", BINS, ["Wednesday"]),
        ("which days is general waste collected", BINS, ["Monday", "Thursday"]),
        ("when do they take recycling", BINS, ["Tuesday"]),
        ("какие дни мусор вывозят", WASTE, ["Понедельник", "Вторник", "Четверг"]),
        ("по каким дням бытовой мусор", WASTE, ["Понедельник", "Четверг"]),
        ("когда забирают пластик", WASTE, ["Вторник"]),
    ],
)
def test_the_days_that_have_something_are_told(
    question: str, table: Table, told: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.label.split(", ")[0] for line in answer.lines] == told
    assert answer.is_list


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("when is glass waste collected by Smith", BINS),
        ("when is the soup", LUNCH),  # on each day
    ],
)
def test_of_what_is_on_every_day_or_on_none_no_days_are_told(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or not answer.is_list


HOURS = table_of(
    ("Day", "Library", "Reading room"),
    ("Monday", "closed", "8:00–20:00"),
    ("Tuesday", "9:00–19:00", "8:00–20:00"),
    ("Friday", "9:00–21:00", "8:00–22:00"),
    ("Sunday", "closed", "closed"),
    heading="Opening hours",
)
MUSEUM = table_of(
    ("День", "Музей", "Парк"),
    ("Понедельник", "закрыт", "6:00–22:00"),
    ("Вторник", "10:00–18:00", "6:00–22:00"),
    ("Пятница", "10:00–21:00", "6:00–23:00"),
    heading="Часы работы",
    language="ru",
)
DEPOT = table_of(
    ("Day", "Opens", "Closes", "Note"),
    ("Monday", "–", "–", "closed"),
    ("Tuesday", "7:00", "16:00", ""),
    ("Saturday", "8:00", "13:00", "scales closed"),
    heading="Depot",
)


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("when does the library close on friday", HOURS, [("Friday, Library", "9:00–21:00")]),
        ("what time does the library close on Monday", HOURS, [("Monday, Library", "closed")]),
        ("во сколько закрывается музей в пятницу", MUSEUM, [("Пятница, Музей", "10:00–21:00")]),
        ("во сколько закрывается музей в понедельник", MUSEUM, [("Понедельник, Музей", "закрыт")]),
        ("when does the depot close on Saturday", DEPOT, [("Saturday, Closes", "13:00")]),
    ],
)
def test_when_one_closes_is_no_day_on_which_one_is_closed(
    question: str, table: Table, told: list[tuple[str, str]]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [(line.label, line.value) for line in answer.lines] == told


@pytest.mark.parametrize(
    ("question", "table", "told"),
    [
        ("when is the library closed", HOURS, [("Monday", "closed"), ("Sunday", "closed")]),
        ("когда музей закрыт", MUSEUM, [("Понедельник", "закрыт")]),
        ("when is the depot closed", DEPOT, [("Monday", "closed")]),
    ],
)
def test_when_one_is_closed_the_days_without_hours_tell(
    question: str, table: Table, told: list[tuple[str, str]]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [(line.label.split(", ")[0], line.value) for line in answer.lines] == told
