"""Period names: rows that are called by how long they are for."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

FARES = table_of(
    ("Mode", "Zone 1", "Zones 1–2"),
    ("Single", "£2.80", "£3.40"),
    ("Day pass", "£7.60", "£8.10"),
    ("Weekly", "£36", "£42"),
    ("Monthly", "£140", "£163"),
    heading="Fares",
)
KAYAKS = table_of(
    ("Hire", "Price"),
    ("Hour", "£5"),
    ("Half day", "£12"),
    ("Day", "£20"),
    ("Week", "£80"),
    heading="Kayak hire",
)
ROOMS = table_of(
    ("Room", "Rate"),
    ("Hall per hour", "£20"),
    ("Hall per day", "£120"),
    ("Studio per hour", "£15"),
    ("Studio per day", "£90"),
    heading="Room hire",
)
PASSES = table_of(
    ("Абонемент", "Цена"),
    ("Разовое занятие", "500 ₽"),
    ("Абонемент на месяц", "3000 ₽"),
    ("Абонемент на год", "25000 ₽"),
    heading="Цены",
    language="ru",
)
BIKES = table_of(
    ("Срок", "Цена"),
    ("Час", "200 ₽"),
    ("Сутки", "900 ₽"),
    ("Неделя", "4000 ₽"),
    heading="Аренда велосипеда",
    language="ru",
)
CLASSES = table_of(
    ("Class", "Price"), ("Yoga 60 min", "£8"), ("Yoga 90 min", "£11"), heading="Classes"
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("how much is a monthly pass zones 1-2", FARES, ["£163"]),
        ("how much per month zone 1", FARES, ["£140"]),
        ("day pass zone 1", FARES, ["£7.60"]),
        ("how much for a day", KAYAKS, ["£20"]),
        ("half a day price", KAYAKS, ["£12"]),
        ("how much per hour", KAYAKS, ["£5"]),
        ("studio for the day price", ROOMS, ["£90"]),
        ("годовой абонемент цена", PASSES, ["25000 ₽"]),
        ("сколько стоит месячный", PASSES, ["3000 ₽"]),
        ("на неделю почем", BIKES, ["4000 ₽"]),
        ("90 min yoga price", CLASSES, ["£11"]),
    ],
)
def test_a_period_names_the_row_that_is_called_by_it(
    question: str, table: Table, values: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == values


@pytest.mark.parametrize(
    ("question", "table", "total"),
    [("how much for 3 days", KAYAKS, "60"), ("сколько за 3 часа", BIKES, "600")],
)
def test_several_of_a_period_are_added_up(question: str, table: Table, total: str) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(total)


def test_unless_a_longer_one_costs_no_more() -> None:
    answer = ask("how much for 4 hours", KAYAKS)
    assert answer is None or answer.aggregate is None


def test_a_period_that_is_counted_or_of_a_date_names_none() -> None:
    assert ask("how many hours is half a day", KAYAKS) is None
    assert ask("what day are you open", KAYAKS) is None
