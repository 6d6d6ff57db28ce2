"""Differences: by how much one cell is more than another, in a row or in two."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

POOL = table_of(
    ("Возраст", "Утренний абонемент, руб.", "Вечерний абонемент, руб.", "Мест"),
    ("Школьники", "2400", "3100", "14"),
    ("Студенты", "2900", "3600", "20"),
    ("Пенсионеры", "1800", "2500", "12"),
    language="ru",
)
BIKES = table_of(
    ("Model", "Per hour £", "Per week £", "In stock", "Weight kg"),
    ("City bike Raven three gears", "6", "70", "5", "14.5"),
    ("Cargo bike with a box Ox", "11", "130", "2", "38"),
    ("Tandem", "12", "140", "1", "19"),
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = "ru" if table is POOL else "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "value", "cells"),
    [
        ("на сколько вечерний абонемент дороже утреннего у студентов", POOL, 700, ["3600", "2900"]),
        ("на сколько утренний дешевле вечернего у школьников", POOL, 700, ["3100", "2400"]),
        ("разница между утренним и вечерним для пенсионеров", POOL, 700, ["2500", "1800"]),
        ("разница в цене вечернего у студентов и школьников", POOL, 500, ["3600", "3100"]),
        ("difference in price per week between the raven and the ox", BIKES, 60, ["130", "70"]),
        ("raven vs tandem per hour", BIKES, 6, ["12", "6"]),
        ("how much heavier is the ox than the tandem", BIKES, 19, ["38", "19"]),
    ],
)
def test_one_of_two_cells_is_taken_from_the_other(
    question: str, table: Table, value: int, cells: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("difference", Decimal(value))
    assert [line.value for line in answer.lines] == cells


def test_where_no_price_of_several_is_named_they_are_shown_and_not_subtracted() -> None:
    answer = ask("raven against tandem", BIKES)
    assert answer is not None
    assert answer.aggregate is None
    assert [line.value for line in answer.lines] == ["6", "70", "12", "140"]


@pytest.mark.parametrize(
    "question",
    [
        "difference in price per week between the raven and the unicycle",
        "what is the difference between the raven and the tandem",  # in what, nothing tells
        "difference in insurance between the raven and the tandem",
    ],
)
def test_of_what_is_not_told_nothing_is_subtracted(question: str) -> None:
    answer = ask(question, BIKES)
    assert answer is None or answer.aggregate is None


@pytest.mark.parametrize(
    "question", ["how much cheaper is a net than a rod", "how much dearer is the net"]
)
def test_one_cell_alone_does_not_tell_by_how_much_it_is_more(question: str) -> None:
    table = table_of(("Thing", "Hire, £"), ("Net", "4"), ("Boat", "30"), ("Oars", "6"))
    answer = answer_from_table(question, query_of(question), table, {}, language="en")
    assert answer is None or not answer.lines
