"""What a question leaves out is not what it asks for."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

ZOO = table_of(
    ("Ticket", "Entry (GBP)", "Boat trip (GBP)", "Entry and boat trip (GBP)", "Valid"),
    ("Grown-up", "11.00", "4.00", "14.00", "one day"),
    ("Pupil", "6.00", "2.50", "8.00", "one day"),
    ("Pensioner", "9.00", "3.00", "11.50", "one day"),
)
BATHS = table_of(
    ("Билет", "Вход, руб.", "Сауна, руб.", "Вход и сауна, руб."),
    ("Взрослый", "400", "300", "650"),
    ("Детский", "200", "150", "320"),
    language="ru",
)
TOWER = table_of(
    ("Karte", "Eintritt (EUR)", "Führung (EUR)", "Eintritt und Führung (EUR)"),
    ("Erwachsene", "8", "5", "12"),
    ("Schüler", "4", "3", "6"),
    language="de",
)
INN = table_of(
    ("Room", "Price"),
    ("Twin room with breakfast", "£90"),
    ("Twin room", "£74"),
    ("Attic with breakfast", "£70"),
    ("Attic", "£58"),
)
HOTEL = table_of(
    ("Номер", "Цена"),
    ("Двухместный с завтраком", "5200 руб."),
    ("Двухместный без завтрака", "4300 руб."),
    language="ru",
)
SPA = table_of(
    ("Билет", "Вход, руб.", "Сауна, руб.", "Вход и сауна, руб."),
    ("Взрослый", "400", "300", "650"),
    ("Детский", "200", "150", "320"),
    ("Детский выходной", "250", "180", "390"),
    language="ru",
)
TOOLS = table_of(
    ("Item", "Quantity", "Price without VAT", "Price with VAT"),
    ("Drill", "4", "80.00", "96.00"),
    ("Saw", "9", "20.00", "24.00"),
)
TAXED = table_of(
    ("Товар", "Остаток", "Цена без НДС", "Цена с НДС"),
    ("Дрель", "4", "800 руб.", "960 руб."),
    ("Пила", "9", "200 руб.", "240 руб."),
    language="ru",
)
BOARD = table_of(
    ("Номер", "Будни", "Завтрак"),
    ("Эконом", "2500 ₽", "+400 ₽"),
    ("Люкс", "5600 ₽", "включён"),
    language="ru",
)
DISHES = table_of(
    ("Dish", "Gluten", "Price"),
    ("Soup", "yes", "5.00"),
    ("Rice", "no", "6.00"),
)


def ask(question: str, table: Table, language: str = "en") -> TableAnswer | None:
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "language", "values"),
    [
        ("how much is a pupil ticket without the boat trip", ZOO, "en", ["6.00"]),
        ("pupil price without entry", ZOO, "en", ["2.50"]),
        ("сколько стоит детский билет без сауны", BATHS, "ru", ["200"]),
        ("сколько стоит взрослый без входа", BATHS, "ru", ["300"]),
        ("was kostet eine Karte für Schüler ohne Führung", TOWER, "de", ["4"]),
        ("how much is a twin room without breakfast", INN, "en", ["£74"]),
        ("сколько стоит двухместный номер без завтрака", HOTEL, "ru", ["4300 руб."]),
        ("price of the drill without VAT", TOOLS, "en", ["80.00"]),
        ("price of the drill with VAT", TOOLS, "en", ["96.00"]),
        ("цена дрели без НДС", TAXED, "ru", ["800 руб."]),
        ("почем эконом без завтрака", BOARD, "ru", ["2500 ₽"]),
        ("эконом без завтрака почем", BOARD, "ru", ["2500 ₽"]),
        ("цена дрели с НДС", TAXED, "ru", ["960 руб."]),
    ],
)
def test_what_is_left_out_names_no_column_and_no_row(
    question: str, table: Table, language: str, values: list[str]
) -> None:
    answer = ask(question, table, language)
    assert answer is not None
    assert [line.value for line in answer.lines] == values


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("how much is a pupil ticket with the boat trip", ZOO, {"8.00"}),
        ("how much is the boat trip for a pupil", ZOO, {"2.50"}),
        ("сколько стоит детский билет вместе с сауной", BATHS, {"320"}),
        ("сколько стоит детский вместе с сауной", SPA, {"320", "390"}),
        ("was kostet die Karte für Schüler mit Führung", TOWER, {"6"}),
        ("how much is a twin room with breakfast", INN, {"£90"}),
    ],
)
def test_what_is_asked_for_is_kept(question: str, table: Table, values: set[str]) -> None:
    language = {id(BATHS): "ru", id(SPA): "ru", id(TOWER): "de"}.get(id(table), "en")
    answer = ask(question, table, language)
    assert answer is not None
    assert {line.value for line in answer.lines} == values
    assert answer.aggregate is None, "what comes together in a column is not added up"


def test_a_column_of_yes_and_no_still_says_what_is_without_it() -> None:
    answer = ask("which dishes are without gluten", DISHES)
    assert answer is not None
    assert "Rice" in " ".join(line.label for line in answer.lines)
