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
