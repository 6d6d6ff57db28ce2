"""Variants: whether a thing is dearer at one time, or for some."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

HIRE = table_of(
    ("Tariff", "Price"),
    ("Parking day", "£5"),
    ("Parking night", "£3"),
    ("Court hire weekday", "£10"),
    ("Court hire weekend", "£14"),
    heading="Prices",
)
COURTS = table_of(
    ("Item", "Weekday", "Weekend"),
    ("Court hire", "£10", "£14"),
    ("Hall hire", "£20", "£18"),
    heading="Prices",
)
BATHS = table_of(
    ("Тариф", "Цена"),
    ("Баня днём", "1500 ₽"),
    ("Баня ночью", "2000 ₽"),
    ("Беседка будни", "800 ₽"),
    ("Беседка выходные", "1200 ₽"),
    heading="Цены",
    language="ru",
)
CLUB = table_of(
    ("Activity", "Members", "Non-members"),
    ("Swim", "£3.00", "£5.50"),
    ("Sauna", "£4.00", "£7.00"),
    heading="Prices",
)
FARES = table_of(
    ("Mode", "Zone 1", "Central", "Off-peak"),
    ("Single", "£2.80", "£3.40", "£2.50"),
    ("Return", "£5.60", "£6.80", "£4.50"),
    heading="Fares",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("is the court dearer at the weekend", HIRE, ["£14", "£10"]),
        ("is parking cheaper at night", HIRE, ["£3", "£5"]),
        ("what's dearer, day or night parking", HIRE, ["£5", "£3"]),
        ("which is cheaper day or night", HIRE, ["£3", "£5"]),
        ("is the hall dearer at the weekend", COURTS, ["£20", "£18"]),
        ("is it cheaper on weekdays", COURTS, ["£10", "£14", "£18", "£20"]),
        ("что дороже, днём или ночью", BATHS, ["2000 ₽", "1500 ₽"]),
        ("беседка в выходные дороже?", BATHS, ["1200 ₽", "800 ₽"]),
        ("когда баня дешевле", BATHS, ["1500 ₽", "2000 ₽"]),
        ("do non members pay more for the sauna", CLUB, ["£7.00", "£4.00"]),
        ("is a single cheaper off peak", FARES, ["£2.50", "£2.80", "£3.40"]),
        ("is a single cheaper off peak than in zone 1", FARES, ["£2.50", "£2.80"]),
    ],
)
def test_what_it_is_otherwise_stands_beside_it(
    question: str, table: Table, values: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == values


@pytest.mark.parametrize(
    ("question", "table", "value", "of"),
    [
        (
            "how much dearer is the court at the weekend",
            HIRE,
            "4",
            "Court hire weekend, Price − Court hire weekday, Price",
        ),
        (
            "на сколько беседка дороже в выходные",
            BATHS,
            "400",
            "Беседка выходные, Цена − Беседка будни, Цена",
        ),
        (
            "how much more do non members pay for a swim",
            CLUB,
            "2.50",
            "Swim, Non-members − Members",
        ),
        ("how much cheaper is the sauna for members", CLUB, "3.00", "Sauna, Non-members − Members"),
    ],
)
def test_by_how_much_is_told_where_that_is_asked(
    question: str, table: Table, value: str, of: str
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    computed = answer.aggregate
    assert (computed.kind, computed.value) == ("difference", Decimal(value))
    assert computed.column == of


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("is the court cheaper than the parking", HIRE),
        ("is parking longer at night", HIRE),
        ("how much is parking at night", HIRE),
        ("is parking cheaper than £4", HIRE),
    ],
)
def test_other_questions_are_of_no_variants(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or answer.confidence != 0.85
