"""Bands: which of several prices is for so many."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

BANQUETS = table_of(
    ("Меню", "8–19 гостей", "20–49 гостей", "от 50 гостей"),
    ("Пельменный стол", "900", "820", "750"),
    ("Рыбный ужин", "1900", "1700", "1550"),
    heading="Банкеты, цена за человека, руб.",
    language="ru",
)
BADGES = table_of(
    ("Badge", "1-24 pcs, £", "25-99 pcs, £", "100+ pcs, £"),
    ("Enamel pin", "3.20", "2.60", "1.90"),
    ("Woven patch", "2.10", "1.70", "1.20"),
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = "ru" if table is BANQUETS else "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "column", "price"),
    [
        ("рыбный ужин на 25 гостей", BANQUETS, "20–49 гостей", "1700"),
        ("пельменный стол на 60 человек", BANQUETS, "от 50 гостей", "750"),
        ("woven patch 30 pcs", BADGES, "25-99 pcs, £", "1.70"),
        ("enamel pin for 100", BADGES, "100+ pcs, £", "1.90"),
        ("how much is the enamel pin for 24", BADGES, "1-24 pcs, £", "3.20"),
    ],
)
def test_the_price_is_that_of_the_band_that_a_number_is_in(
    question: str, table: Table, column: str, price: str
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [(line.cell and line.cell.name, line.value) for line in answer.lines] == [
        (column, price)
    ]


def test_a_price_per_head_is_multiplied_where_the_whole_is_asked_for() -> None:
    answer = ask("сколько стоит рыбный ужин на 10 человек", BANQUETS)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("party", Decimal(19000))


def test_for_fewer_than_all_bands_there_is_no_price() -> None:
    answer = ask("рыбный ужин на 5 гостей", BANQUETS)
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.present == ("8–19 гостей", "20–49 гостей", "от 50 гостей")


@pytest.mark.parametrize("question", ["woven patch in 30 minutes", "sticker 30 pcs"])
def test_another_number_or_thing_is_of_no_band(question: str) -> None:
    answer = ask(question, BADGES)
    assert answer is None or len(answer.lines) != 1
