"""Fares: by which row each of a family pays, and what they pay together."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

BARBER = table_of(
    ("Service", "Price"),
    ("Haircut adult", "£18"),
    ("Haircut child under 12", "£12"),
    ("Beard trim", "£8"),
    heading="Prices",
)
ZOO = table_of(
    ("Ticket", "Price"),
    ("Adult", "£10"),
    ("Child (3-15)", "£6"),
    ("Under 3", "free"),
    ("Senior 65+", "£8"),
    heading="Tickets",
)
AGED = table_of(
    ("Ticket", "Age", "Price"),
    ("Adult", "16+", "£10"),
    ("Junior", "5–15", "£6"),
    ("Infant", "under 5", "free"),
    heading="Tickets",
)
MUSEUM = table_of(
    ("Билет", "Цена"),
    ("Взрослый", "500 ₽"),
    ("Детский (3–12 лет)", "300 ₽"),
    ("Дети до 3 лет", "бесплатно"),
    ("Пенсионеры", "350 ₽"),
    heading="Цены на билеты",
    language="ru",
)
CINEMA = table_of(
    ("Билет", "Цена, ₽"), ("Взрослый", "500"), ("Детский", "250"), heading="Цены", language="ru"
)
BATHS = table_of(
    ("Activity", "Price"),
    ("Swim adult", "£5"),
    ("Swim child", "£3"),
    ("Sauna adult", "£7"),
    heading="Prices",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "total"),
    [
        ("how much for me and my 10 year old son", BARBER, "30"),
        ("how much for a haircut for me and my 14 year old", BARBER, "36"),
        ("two of us and a baby how much", ZOO, "20"),
        ("how much for me and my 70 year old mum", ZOO, "18"),
        ("how much for me and my 2 kids aged 4 and 6", ZOO, "22"),
        ("how much are 2 adults and a 2 year old", ZOO, "20"),
        ("how much for me and my 9 year old", AGED, "16"),
        ("сколько за меня и сына 10 лет", MUSEUM, "800"),
        ("я, жена и ребенок 2 лет, сколько", MUSEUM, "1000"),
        ("сколько стоит взрослый и ребёнок 7 лет", MUSEUM, "800"),
        ("сколько за меня и двоих детей", CINEMA, "1000"),
        ("how much is a swim for me and 3 kids", BATHS, "14"),
    ],
)
def test_a_family_is_added_up(question: str, table: Table, total: str) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("party", Decimal(total))


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("how much for a 10 year old", ZOO, "£6"),
        ("сколько стоит билет для ребенка 10 лет", MUSEUM, "300 ₽"),
    ],
)
def test_one_pays_by_one_row(question: str, table: Table, value: str) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is None
    assert [line.value for line in answer.lines] == [value]


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("сколько за двух взрослых и младенца", CINEMA),  # who may be free
        ("сколько за меня и сына 15 лет", CINEMA),  # who may be either
        ("how much for me and my 10 year old", BATHS),  # for what?
        ("how much for me and my son", ZOO),  # of which age?
        ("сколько за меня и ребенка 3 лет", table_of(("Билет", "Цена"), ("Взрослый", "500 ₽"),
            ("Дети до 3 лет", "бесплатно"), language="ru")),
    ],
)  # fmt: skip
def test_of_whom_no_row_is_for_certain_nothing_is_added_up(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or answer.aggregate is None


def test_an_age_that_no_row_has_is_missing() -> None:
    answer = ask(
        "сколько стоит билет для ребенка 7 лет",
        table_of(
            ("Билет", "Цена"),
            ("Дети до 3 лет", "0 ₽"),
            ("Подростки 10–15 лет", "200 ₽"),
            language="ru",
        ),
    )
    assert answer is not None
    assert answer.missing is not None


def test_a_row_for_just_so_many_together_stands_first_where_it_costs_less() -> None:
    pool = table_of(
        ("Ticket", "Price"), ("Adult", "£9"), ("Child (4–15)", "£6"), ("Family (2+2)", "£24")
    )
    museum = table_of(
        ("Билет", "Цена"),
        ("Взрослый", "600 ₽"),
        ("Детский", "350 ₽"),
        ("Семейный (2 взрослых и 2 детей)", "1700 ₽"),
        language="ru",
    )
    for question, table, language, family in (
        ("how much for 2 adults and 2 children", pool, "en", "£24"),
        ("сколько за 2 взрослых и 2 детей", museum, "ru", "1700 ₽"),
    ):
        answer = answer_from_table(question, query_of(question), table, {}, language=language)
        assert answer is not None
        assert answer.aggregate is not None
        assert answer.aggregate.rows[0] is table.rows[2]
        assert f"{answer.aggregate.value}" in family
        assert len(answer.lines) == 2
    for question in ("how much for 2 adults and 1 child", "how much for 2 adults and 3 children"):
        answer = answer_from_table(question, query_of(question), pool, {}, language="en")
        assert answer is not None
        assert answer.aggregate is not None
        assert answer.aggregate.column == "Price"
