"""A number with a unit names what is measured so, and what a price is per names no row."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.matching.reading import read_question
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

PLANS = table_of(
    ("Service", "Unit", "Student", "Staff"),
    ("Internet 100 Mbit/s", "month", "300", "400"),
    ("Internet 300 Mbit/s", "month", "450", "600"),
    ("Iron", "hour", "5", "30"),
)
KENNELS = table_of(
    ("Service", "Members", "Others", "Unit"),
    ("Cat pen", "£13.50", "£17.00", "per night"),
    ("Dog kennel", "£21.00", "£26.50", "per night"),
    ("Nail clipping", "£9.00", "£13.00", "per pet"),
)
GYM = table_of(
    ("Service", "Unit", "Price"),
    ("Gym", "month", "£30"),
    ("Gym", "visit", "£5"),
    ("Pool", "visit", "£4"),
)


def ask(question: str, table: Table) -> TableAnswer | None:
    return answer_from_table(question, query_of(question), table, {}, language="en")


@pytest.mark.parametrize("unit", ["mbit", "Mbit/s", "мбит"])
def test_a_number_with_a_unit_is_no_bare_number_of_another_column(unit: str) -> None:
    answer = ask(f"price of internet 300 {unit} for students", PLANS)
    assert answer is not None
    assert [line.row.number for line in answer.lines] == [3]


def test_a_number_in_a_column_of_its_unit_is_meant() -> None:
    table = table_of(("Walk", "Days", "Fee, £"), ("North", "3", "40"), ("South", "40", "3"))
    question = "what is the fee for 3 days"
    reading = read_question(question, query_of(question), table, {}, language="en")
    at = [word.folded for word in reading.words].index("3")
    assert reading.values[at].tolist() == [[0, 1, 0], [0, 0, 0]]


def test_what_a_price_is_per_names_no_row() -> None:
    assert ask("how much to board a pet", KENNELS) is None
    answer = ask("how much is nail clipping for members", KENNELS)
    assert answer is not None
    assert [line.label for line in answer.lines] == ["Nail clipping, Members"]


def test_what_a_price_is_per_tells_rows_apart_that_are_called_alike() -> None:
    answer = ask("price of the gym per visit", GYM)
    assert answer is not None
    assert [line.value for line in answer.lines] == ["£5 / visit"]


def test_a_row_that_several_words_name_is_shown_though_another_stands_in_its_name() -> None:
    table = table_of(
        ("Услуга", "Бюджет", "Контракт", "Сотрудник", "Гость"),
        ("Восстановление электронного пропуска", "400", "410", "420", "430"),
        ("Изготовление дубликата ключа", "250", "260", "270", "280"),
        heading="Цены, ₽",
    )
    question = "сколько стоит восстановление пропуска"
    answer = answer_from_table(question, query_of(question), table, {}, language="ru")
    assert answer is not None
    assert {line.row.number for line in answer.lines} == {2}
