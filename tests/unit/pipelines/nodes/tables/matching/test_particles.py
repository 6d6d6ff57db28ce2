"""Particles of verbs, which stand in the names of rows as well."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

PRICES = table_of(
    ("Item", "Dog", "Cat"),
    ("First consultation", "46", "44"),
    ("Out of hours consultation", "185", "180"),
    ("Tooth removal (each)", "38", "35"),
    ("Pick-up on Sundays", "15", "12"),
    ("Microchip", "22", "21"),
    heading="Prices, GBP",
)
TURNS = table_of(
    ("Name", "Friday", "Saturday"),
    ("Nora", "off", "early"),
    ("Ivo", "off sick", "off"),
    ("Mia", "late", "off sick"),
    ("Tom", "off sick", "late"),
    heading="Rota",
)
GERMAN = table_of(
    ("Leistung", "Hund"),
    ("Aus der Ferne beraten", "70"),
    ("Zahn ziehen", "38"),
    ("Impfung", "49"),
    ("Chip", "22"),
    heading="Preise, EUR",
    language="de",
)


def told(question: str, table: Table, language: str = "en") -> list[str]:
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    return [line.value for line in answer.lines] if answer else []


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("tooth out for a dog", ["38"]),
        ("out of hours consultation for a dog", ["185"]),
        ("dog out of hours", ["185"]),
        ("hair cut off for a dog", []),
    ],
)
def test_a_particle_names_no_row_by_itself(question: str, values: list[str]) -> None:
    assert told(question, PRICES) == values


def test_nor_in_german() -> None:
    assert told("Zahn raus aus dem Hund", GERMAN, "de") == ["38"]


def test_in_another_column_than_that_of_the_names_it_is_what_is_asked() -> None:
    assert told("who is off on saturday", TURNS) == ["off sick"]
