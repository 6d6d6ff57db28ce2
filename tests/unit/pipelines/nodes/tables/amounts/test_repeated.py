"""Several of what a price is per: three nights, two hours."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

ROOMS = table_of(
    ("", "Услуга", "Ед. изм.", "Студент", "Гость"),
    ("Проживание и гости", "Гостевая комната 112 (двухместная)", "сутки", "600", "1100"),
    ("Проживание и гости", "Гостевая комната 113 (одноместная)", "сутки", "800", "1400"),
    ("Стирка и бельё", "Стиральная машина", "цикл", "90", "200"),
    ("Прочее", "Камера хранения", "месяц", "150", "300"),
    heading="Цены, ₽",
)
KENNELS = table_of(
    ("Service", "Members", "Others", "Unit"),
    ("Cat pen", "£13.50", "£17.00", "per night"),
    ("Dog kennel", "£21.00", "£26.50", "per night"),
    ("Late collection", "£10.00", "£12.00", "per started hour"),
)
HALLS = table_of(("Hall", "Price per hour, £"), ("Small hall", "12"), ("Main hall", "30"))


def ask(question: str, table: Table, language: str = "en") -> TableAnswer | None:
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "total"),
    [
        ("три ночи в 112 гостю", ROOMS, "3300"),
        ("сколько стоят трое суток в комнате 113 студенту", ROOMS, "2400"),
        ("камера хранения на 3 месяца студент", ROOMS, "450"),
        ("how much are three nights for a cat, members", KENNELS, "40.50"),
        ("how much is the main hall for 4 hours", HALLS, "120"),
    ],
)
def test_several_of_a_unit_cost_so_many_times_its_price(
    question: str, table: Table, total: str
) -> None:
    answer = ask(question, table, "ru" if table is ROOMS else "en")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal(total)
    assert len(answer.lines) == 1


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("how much are three weeks for a cat, members", KENNELS),  # which the list has no price for
        ("how much is a cat for a night, members", KENNELS),
        ("can members leave a cat for three nights", KENNELS),
        ("three nights for a cat and two nights for a dog, members", KENNELS),
        ("3 ночи в 112", ROOMS),  # for whom
    ],
)
def test_nothing_is_multiplied_that_the_list_does_not_price_so(question: str, table: Table) -> None:
    answer = ask(question, table, "ru" if table is ROOMS else "en")
    assert answer is None or answer.aggregate is None


def test_a_column_that_a_word_is_all_the_name_of_is_asked_for_beside_rows() -> None:
    answer = ask("сколько стоит стирка для гостя", ROOMS, "ru")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["200 / цикл"]


BOXES = table_of(
    ("Бокс", "Цена в месяц, руб.", "Залог, руб."),
    ("Шкафчик", "900", "1 000"),
    ("Большой бокс", "6 900", "7 000"),
    heading="Склад",
    language="ru",
)
UNITS = table_of(
    ("Unit", "Price per month", "Deposit"),
    ("Locker", "£18", "£20"),
    ("Small room", "£72", "£80"),
    heading="Storage",
)


@pytest.mark.parametrize(
    ("question", "table", "value", "said"),
    [
        ("полгода большой бокс сколько", BOXES, 41_400, "6 × Большой бокс, Цена в месяц, руб."),
        ("half a year in a small room how much", UNITS, 432, "6 × Small room, Price per month"),
        ("what do three months cost for a locker", UNITS, 54, "3 × Locker, Price per month"),
    ],
)
def test_half_a_year_is_six_months(question: str, table: Table, value: int, said: str) -> None:
    language = table.rows[0].passage.language
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.value, answer.aggregate.column) == (value, said)
