"""A number in the name of a row, which is the bound of what the row is for."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

VET = table_of(
    ("Item", "Dog", "Cat"),
    ("Male, under 10 kg", "210", "82"),
    ("Male, over 10 kg", "265", "90"),
    ("Microchip", "22", "21"),
    ("Yearly booster", "49", "47"),
    heading="Prices, GBP",
)
BOARDING = table_of(
    ("Animal", "Per night"),
    ("Small dog (under 10 kg)", "24"),
    ("Large dog", "31"),
    ("Cat", "17"),
    heading="Boarding",
)
ANIMALS = table_of(
    ("Животное", "Цена"),
    ("Кобель до 10 кг", "5200 руб."),
    ("Кобель свыше 10 кг", "7100 руб."),
    ("Кот", "2900 руб."),
    heading="Кастрация",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("castrating a male dog over 10 kilo", VET, ["265"]),
        ("male dog under 10 kg", VET, ["210"]),
        ("dog over 10 kg per night", BOARDING, ["31"]),
        ("dog under 10 kg per night", BOARDING, ["24"]),
        ("сколько стоит кобель больше 10 кило", ANIMALS, ["7100 руб."]),
        ("цена кобель меньше 10 кг", ANIMALS, ["5200 руб."]),
    ],
)
def test_the_row_on_the_other_side_of_the_number_is_not_meant(
    question: str, table: Table, values: list[str]
) -> None:
    language = "ru" if table is ANIMALS else "en"
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert [line.value for line in answer.lines] == values


def test_another_number_or_unit_leaves_the_rows_alone() -> None:
    for question in ("male dog over 8 kg", "male dog over 10 weeks"):
        answer = answer_from_table(question, query_of(question), VET, {}, language="en")
        assert answer is not None
        assert [line.value for line in answer.lines] == ["210", "265"]
