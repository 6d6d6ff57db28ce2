"""Two numbers in one question, each of a column of its own: "under £50 and an hour at most"."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

SERVICES = table_of(
    ("Service", "Price", "Minutes"),
    ("Cut", "£30", "45"),
    ("Colour", "£80", "120"),
    ("Beard trim", "£15", "20"),
    ("Cut and wash", "£45", "75"),
    heading="Services",
)
TRIPS = table_of(
    ("Поездка", "Цена, ₽", "Дней"),
    ("Суздаль", "12000", "2"),
    ("Байкал", "64000", "9"),
    ("Карелия", "28000", "5"),
    ("Казань", "19000", "3"),
    heading="Поездки",
    language="ru",
)


def names(question: str, table: Table, language: str = "en") -> list[str]:
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    return [line.label.split(",")[0] for line in answer.lines] if answer else []


@pytest.mark.parametrize(
    "question",
    [
        "which services are under £50 and take less than 60 minutes?",
        "services that take at most 60 minutes and cost less than 50",
    ],
)
def test_rows_fulfil_both_conditions(question: str) -> None:
    assert set(names(question, SERVICES)) == {"Cut", "Beard trim"}


def test_both_numbers_are_shown() -> None:
    question = "which services are under £50 and take less than 60 minutes?"
    answer = answer_from_table(question, query_of(question), SERVICES, {}, language="en")
    assert answer is not None
    assert {line.value for line in answer.lines} >= {"£30", "45", "£15", "20"}


def test_conditions_in_russian() -> None:
    question = "какие поездки дешевле 30000 рублей и дольше 3 дней?"
    assert set(names(question, TRIPS, "ru")) == {"Карелия"}


def test_where_nothing_fulfils_both_that_is_said() -> None:
    question = "which services are under £20 and take more than 60 minutes?"
    answer = answer_from_table(question, query_of(question), SERVICES, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == 0


def test_one_condition_is_as_it_was() -> None:
    assert set(names("which services are under £50?", SERVICES)) == {
        "Cut",
        "Beard trim",
        "Cut and wash",
    }


def test_a_bound_is_compared_in_the_units_of_the_column() -> None:
    """Two hours are 120 of its minutes."""
    groom = table_of(
        ("Breed", "Full groom (£)", "Time (min)"),
        ("Pug", "34", "75"),
        ("Labradoodle", "60", "180"),
        ("Cockapoo", "54", "135"),
        heading="Prices",
    )
    assert names("which breeds take longer than 2 hours", groom) == ["Labradoodle", "Cockapoo"]
