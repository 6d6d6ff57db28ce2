"""A number in the name of a row, which is the bound of what the row is for."""

import pytest

from pipelines.answer.quoting.tables.cells import compared_with
from pipelines.nodes.questions.anchors import anchors_of
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


KENNELS = table_of(
    ("Service", "Members", "Others", "Unit"),
    ("Kennel small dog (up to 10 kg)", "£18", "£23", "per night"),
    ("Kennel medium dog (10–25 kg)", "£21", "£26", "per night"),
    ("Kennel large dog (over 25 kg)", "£25", "£31", "per night"),
    ("Dog bath", "£14", "£16", "per dog"),
)


@pytest.mark.parametrize(
    ("question", "cells"),
    [
        ("kennel for a 15 kg dog, members", ["£21"]),
        ("price of a kennel for a 30kg dog, members", ["£25"]),
        ("price of a kennel for a dog of 4 kg, members", ["£18"]),
    ],
)
def test_a_measure_lies_in_the_range_of_one_row(question: str, cells: list[str]) -> None:
    answer = answer_from_table(question, query_of(question), KENNELS, {}, language="en")
    assert answer is not None
    assert [line.value.split(" / ")[0] for line in answer.lines] == cells


def test_a_measure_in_another_unit_leaves_them_all() -> None:
    question = "kennel for a 15 cm dog, members"
    answer = answer_from_table(question, query_of(question), KENNELS, {}, language="en")
    assert answer is None or len(answer.lines) > 1


POST = table_of(
    ("Вес", "До пункта", "Курьером"),
    ("до 2 кг", "190", "290"),
    ("2–5 кг", "240", "350"),
    ("5–10 кг", "310", "440"),
    ("свыше 10 кг", "420", "600"),
    heading="Доставка, руб.",
    language="ru",
)
PARKING = table_of(
    ("Stay", "Car", "Van"),
    ("up to 1 hour", "£1.50", "£2.00"),
    ("up to 3 hours", "£3.20", "£5.00"),
    ("up to 8 hours", "£5.50", "£8.50"),
    ("over 8 hours", "£9.00", "£14.00"),
    heading="Car park",
)


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("сколько курьером 3 кг", POST, ["350"]),
        ("7 кг до пункта", POST, ["310"]),
        ("посылка 1 кг курьером", POST, ["290"]),
        ("25 кг курьером сколько", POST, ["600"]),
        ("2 hours for a van", PARKING, ["£5.00"]),
        ("how much for a car for 10 hours", PARKING, ["£9.00"]),
        ("car 7 hours price", PARKING, ["£5.50"]),
    ],
)
def test_a_measure_names_the_row_whose_range_holds_it(
    question: str, table: Table, values: list[str]
) -> None:
    language = table.rows[0].passage.language
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert [line.value for line in answer.lines] == values
    assert answer.aggregate is None


PARTIES = table_of(
    ("Package", "Children", "Price"),
    ("Puddle", "up to 8", "£160"),
    ("Lagoon", "up to 14", "£235"),
    ("School", "up to 24", "£190"),
)
SETS = table_of(
    ("Набор", "Дети", "Цена"),
    ("Малый", "до 10", "900 ₽"),
    ("Большой", "до 25", "1500 ₽"),
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "table", "package"),
    [
        ("which package for 12 children", PARTIES, "Lagoon"),
        ("what does a party for 7 children cost", PARTIES, "Puddle"),
        ("какой набор на 20 детей", SETS, "Большой"),
    ],
)
def test_a_number_of_what_a_column_counts_names_the_narrowest_row_with_room(
    question: str, table: Table, package: str
) -> None:
    language = "ru" if table is SETS else "en"
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert answer.lines
    assert all(package in line.row.text for line in answer.lines)


def test_a_comma_stands_before_the_decimals_of_a_measure() -> None:
    parcels = table_of(
        ("Посылка", "Цена, руб."),
        ("До 5 кг", "300"),
        ("5–10 кг", "450"),
        ("10–20 кг", "700"),
        language="ru",
    )
    question = "сколько стоит посылка 7,2 кг"
    answer = answer_from_table(question, query_of(question), parcels, {}, language="ru")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["450"]


SLIPS = table_of(
    ("Length of van", "Summer", "Winter"),
    ("up to 5 m", "14", "8"),
    ("5.01 - 7 m", "19", "11"),
    ("7.01 - 9 m", "25", "16"),
    ("over 9 m", "33", "21"),
    heading="Pitches, £ per night",
)
BOXES = table_of(
    ("Длина лыж", "Зима", "Лето"),
    ("до 1.5 м", "140", "80"),
    ("1.5-2 м", "190", "110"),
    ("свыше 2 м", "330", "210"),
    heading="Хранение, руб. в месяц",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("pitch for a 6 m van in summer", SLIPS, "19"),
        ("pitch for 6m van in summer", SLIPS, "19"),
        ("8.5 m in winter", SLIPS, "16"),
        ("хранение лыж 1.7 м зимой", BOXES, "190"),
    ],
)
def test_a_measure_within_the_range_of_a_row_need_not_stand_in_it(
    question: str, table: Table, value: str
) -> None:
    language = table.rows[0].passage.language
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]
    assert {anchor.text for anchor in anchors_of(question)} <= compared_with(answer, question)
