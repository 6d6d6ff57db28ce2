"""Change: by how much a number of one row went up from one year to another."""

from datetime import date
from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

RENTS = table_of(
    ("Room", "Rent 2024, £", "Rent 2025, £", "Seats"),
    ("Loft", "1,250", "1,400", "30"),
    ("Cellar", "900", "850", "45"),
    heading="Rooms",
)
TARIFFS = table_of(
    ("Абонемент", "2023, руб.", "2024, руб.", "2025, руб."),
    ("Бассейн", "1900", "2100", "2450"),
    ("Сауна", "700", "700", "650"),
    heading="Абонементы",
    language="ru",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "value", "cells"),
    [
        ("by how much did the rent of the loft rise", RENTS, 150, ["1,250", "1,400"]),
        ("how much has the cellar gone up", RENTS, -50, ["900", "850"]),
        ("на сколько подорожал бассейн с 2023 по 2025 год", TARIFFS, 550, ["1900", "2450"]),
        ("На сколько снизилась цена на сауну в 2025 по сравнению с 2024?", TARIFFS, -50, None),
    ],
)
def test_by_how_much_is_what_is_between_the_columns_of_two_years(
    question: str, table: Table, value: int, cells: list[str] | None
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("difference", Decimal(value))
    assert cells is None or [line.value for line in answer.lines] == cells


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("на сколько подорожал бассейн", TARIFFS),  # of three years none is said
        ("на сколько подорожал бассейн с 2022 по 2025 год", TARIFFS),
        ("by how much did the rents rise", RENTS),
        ("how much is the loft", RENTS),
    ],
)
def test_there_is_no_difference_unless_one_row_and_two_years_are_meant(
    question: str, table: Table
) -> None:
    answer = ask(question, table)
    assert answer is None or answer.aggregate is None or answer.aggregate.kind != "difference"


HEATING = table_of(
    ("Услуга", "Единица", "Тариф 2025, руб.", "Тариф 2026, руб.", "Тариф 2027, руб."),
    ("Горячая вода", "м³", "168.40", "189.10", "200.00"),
    ("Отопление", "Гкал", "2140.00", "2395.50", "2500.00"),
    heading="Тарифы",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("тариф на отопление", ["2026", "2025", "2027"]),
        ("сколько сейчас стоит отопление", ["2026"]),
        ("сколько стоило отопление в 2025", ["2025"]),
        ("тариф на отопление в прошлом году", ["2025", "2026", "2027"]),
        ("тариф на отопление в этом году", ["2026", "2025", "2027"]),
        ("тариф на отопление в следующем году", ["2027", "2025", "2026"]),
        ("тариф на отопление в позапрошлом году", ["2025", "2026", "2027"]),
    ],
)
def test_of_several_years_the_newest_that_has_come_is_first(
    question: str, years: list[str]
) -> None:
    day = date(2026, 11, 28)
    answer = answer_from_table(question, query_of(question), HEATING, {}, language="ru", today=day)
    assert answer is not None
    assert [line.label for line in answer.lines] == [
        f"Отопление, Тариф {year}, руб." for year in years
    ]


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("adult fee", ["2026", "2025", "2027"]),
        ("adult fee last year", ["2025", "2026", "2027"]),
        ("what was last year's adult fee", ["2025", "2026", "2027"]),
        ("adult fee next year", ["2027", "2025", "2026"]),
    ],
)
def test_the_year_that_is_meant_by_the_day_one_asks_on_is_first(
    question: str, years: list[str]
) -> None:
    fees = table_of(
        ("Member", "Fee 2025", "Fee 2026", "Fee 2027"),
        ("Adult", "£40", "£44", "£50"),
        ("Junior", "£20", "£22", "£25"),
        heading="Fees",
    )
    day = date(2026, 11, 28)
    answer = answer_from_table(question, query_of(question), fees, {}, language="en", today=day)
    assert answer is not None
    assert [line.label for line in answer.lines] == [f"Adult, Fee {year}" for year in years]


def test_what_a_price_is_for_is_no_part_of_how_much_it_changed() -> None:
    two = table_of(
        ("Услуга", "Единица", "Тариф 2025, руб.", "Тариф 2026, руб."),
        ("Горячая вода", "м³", "168.40", "189.10"),
        ("Отопление", "Гкал", "2140.00", "2395.50"),
        heading="Тарифы",
        language="ru",
    )
    question = "на сколько подорожало отопление"
    answer = answer_from_table(question, query_of(question), two, {}, language="ru")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == Decimal("255.50")


YEARS = table_of(
    ("Fees", "2025", "2026", "2027"),
    ("Adult", "9.50", "10.00", "11.00"),
    ("Child", "5.00", "5.00", "4.50"),
    heading="Prices",
)
TARIFFS_BY_YEAR = table_of(
    ("Тариф", "2025", "2026"),
    ("Холодная вода", "31.20", "34.85"),
    ("Отопление", "2140.00", "2395.50"),
    ("Домофон", "50", "50"),
    heading="Тарифы",
    language="ru",
)


def ask_today(question: str, table: Table) -> TableAnswer | None:
    language, day = table.rows[0].passage.language or "en", date(2026, 11, 28)
    return answer_from_table(question, query_of(question), table, {}, language=language, today=day)


@pytest.mark.parametrize(
    ("question", "table", "labels"),
    [
        ("adult price this year", YEARS, ["Adult, 2026"]),
        ("adult last year", YEARS, ["Adult, 2025"]),
        ("what will a child be next year", YEARS, ["Child, 2027"]),
        ("сколько стоит холодная вода в этом году", TARIFFS_BY_YEAR, ["Холодная вода, 2026"]),
        ("отопление в прошлом году", TARIFFS_BY_YEAR, ["Отопление, 2025"]),
        ("did the adult fee go up in 2027", YEARS, ["Adult, 2026", "Adult, 2027"]),
    ],
)
def test_a_column_that_a_year_alone_names_is_meant_by_the_day_one_asks_on(
    question: str, table: Table, labels: list[str]
) -> None:
    answer = ask_today(question, table)
    assert answer is not None
    assert [line.label for line in answer.lines] == labels


@pytest.mark.parametrize(
    ("question", "table", "value", "unit"),
    [
        ("did adult go up", YEARS, "0.50", ""),
        ("will child be cheaper next year", YEARS, "-0.50", ""),
        ("how much more is adult than last year", YEARS, "0.50", ""),
        ("by how much does adult go up in 2027", YEARS, "1.00", ""),
        ("подорожало ли отопление", TARIFFS_BY_YEAR, "255.50", ""),
        ("на сколько процентов подорожало отопление", TARIFFS_BY_YEAR, "11.9", "%"),
    ],
)
def test_whether_it_changed_is_told_by_how_much(
    question: str, table: Table, value: str, unit: str
) -> None:
    answer = ask_today(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.value, answer.aggregate.unit) == (Decimal(value), unit)


def test_what_has_not_changed_is_shown_in_both_years() -> None:
    answer = ask_today("домофон подорожал?", TARIFFS_BY_YEAR)
    assert answer is not None
    assert answer.aggregate is None
    assert [line.value for line in answer.lines] == ["50", "50"]


def test_a_year_that_no_column_is_of_is_missing() -> None:
    answer = ask_today("сколько стоит отопление в следующем году", TARIFFS_BY_YEAR)
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.present == ("2025", "2026")


FEES = table_of(
    ("Вид участка", "Членский взнос 2024, руб.", "Членский взнос 2025, руб.", "Целевой 2025, руб."),
    ("Малый", "7500", "8200", "3000"),
    ("Большой", "13000", "14700", "5500"),
    heading="Взносы",
    language="ru",
)
KEYS = table_of(
    ("Услуга", "2024", "2025", "Как платить"),
    ("Брелок от ворот", "1300", "1450", "у бухгалтера"),
    ("Пропуск грузовика", "500", "700", "картой на посту"),
    heading="Тарифы",
    language="ru",
)
PEOPLE = table_of(
    ("Город", "2019", "2020", "Как считали"),
    ("Тула", "467", "475", "по домам"),
    heading="Население",
    language="ru",
)


def test_what_is_measured_otherwise_in_the_same_year_is_no_side_of_a_change() -> None:
    told = ask("на сколько вырос взнос за малый участок с 2024 по 2025", FEES)
    assert told is not None
    assert told.aggregate is not None
    assert told.aggregate.value == Decimal(700)


def test_a_short_adjective_names_its_row_in_another_case() -> None:
    told = ask("членский взнос малого участка 2025", FEES)
    assert told is not None
    assert [line.value for line in told.lines] == ["8200"]


@pytest.mark.parametrize("question", ["сколько стоит брелок от ворот", "брелок от ворот почем"])
def test_years_hold_the_price_where_nothing_else_does_the_newest_first(question: str) -> None:
    told = ask(question, KEYS)
    assert told is not None
    assert [line.value for line in told.lines] == ["1450", "1300"]


def test_who_asks_how_one_pays_is_told_so() -> None:
    told = ask("как платить за брелок от ворот", KEYS)
    assert told is not None
    assert [line.value for line in told.lines] == ["у бухгалтера"]


def test_years_of_a_table_without_a_word_on_money_are_no_price() -> None:
    told = ask("сколько стоит тула", PEOPLE)
    assert told is None or not {"467", "475"} & {line.value for line in told.lines}


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("сколько стоила стрижка в прошлом году", ["1000"]),
        ("цена стрижки в этом году", ["1100"]),
        ("цена стрижки в следующем году", []),
    ],
)
def test_last_year_is_the_column_of_that_year_with_its_currency(
    question: str, values: list[str]
) -> None:
    table = table_of(
        ("Услуга", "2024, руб.", "2025, руб.", "2026, руб."),
        ("Стрижка", "900", "1000", "1100"),
        ("Укладка", "700", "800", "950"),
        heading="Цены",
        language="ru",
    )
    today = date(2026, 11, 28)
    work = question, query_of(question), table, {}
    answer = answer_from_table(*work, language="ru", today=today)
    assert answer is not None
    assert [line.value for line in answer.lines] == values
