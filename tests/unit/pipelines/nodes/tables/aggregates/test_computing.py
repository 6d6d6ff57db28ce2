"""Computing: what words of a sum and of a month say together, under names in two rows."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from tests.support.nodes.table_maker import query_of, sheet_of, table_of

COSTS = sheet_of(
    ("Cost centre", "Q1", "", "Q2", "", "Total"),
    ("", "January", "February", "April", "May", ""),
    ("Fuel", "5", "6", "1", "7", "19"),
    ("Rent", "8", "8", "9", "9", "34"),
    ("Power", "2", "3", "2", "1", "8"),
    heading="Ledger",
)


@pytest.mark.parametrize(
    ("question", "column", "value"),
    [
        ("sum of costs in January", "Q1, January", 15),
        ("total of all costs in Jan", "Q1, January", 15),  # not of the column of totals
        ("how many costs in all in January", "Q1, January", 15),  # an amount: no rows are counted
        ("average total cost", "Total", Decimal("20.33")),
    ],
)
def test_a_column_that_is_named_goes_before_one_of_totals(
    question: str, column: str, value: Decimal
) -> None:
    answer = answer_from_table(question, query_of(question), COSTS, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.column, answer.aggregate.value) == (column, value)


@pytest.mark.parametrize("question", ["сколько всего потрачено?", "how much was spent in all?"])
def test_what_was_spent_is_summed_though_things_stand_under_that_name(question: str) -> None:
    spent = sheet_of(("Потрачено", "Сумма"), ("Цветы", "1200"), ("Торт", "2300"))
    answer = answer_from_table(question, query_of(question), spent, {}, language="ru")
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.column, answer.aggregate.value) == ("Сумма", 3500)


def test_the_total_of_a_row_in_a_part_of_the_year_is_not_that_of_the_whole() -> None:
    question = "total cost of fuel in the first quarter"
    answer = answer_from_table(question, query_of(question), COSTS, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["5", "6"]


@pytest.mark.parametrize(
    ("question", "row"),
    [("which repair cost the most?", "Roof"), ("what costs the least", "Gutter")],
)
def test_what_cost_most_is_looked_for_in_all_rows(question: str, row: str) -> None:
    repairs = sheet_of(
        ("Repair", "Kind", "Price"),
        ("Roof", "Building", "900"),
        ("Boiler", "Shared costs", "400"),
        ("Gutter", "Shared costs", "120"),
        ("Lift", "Shared costs", "310"),
    )
    answer = answer_from_table(question, query_of(question), repairs, {}, language="en")
    assert answer is not None
    assert [line.row.cells[0].value for line in answer.lines] == [row]


REPAIRS = sheet_of(
    ("Flat", "What", "Who", "Cost £", "Paid"),
    ("3", "boiler valve", "Heatway", "185", "yes"),
    ("5", "skylight leaking", "Dunn", "420", "yes"),
    ("3", "boiler again, the pump was replaced", "Heatway", "265", "no"),
    ("2", "kitchen tap", "Stan", "35", "yes"),
    heading="Repairs",
)
RENTS = sheet_of(
    ("Flat", "Tenant", "Size m2", "Rent £", "Deposit £"),
    ("1", "Okafor", "48", "690", "1380"),
    ("2", "Brandt", "85", "780", "1560"),
    ("3", "Nowak", "61", "650", "1680"),
    heading="Rents",
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("how much have we paid Heatway", 450),
        ("what did Heatway cost so far", 450),
        ("how much did we spend on the boiler", 450),  # however long what is said of it
        ("how much did we spend on repairs", 905),
        ("how much do all flats pay together", 905),  # money, no numbers of flats
    ],
)
def test_what_was_paid_for_several_rows_is_summed(question: str, value: int) -> None:
    answer = answer_from_table(question, query_of(question), REPAIRS, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.column, answer.aggregate.value) == ("Cost £", value)


def test_what_was_paid_for_one_row_is_its_cell() -> None:
    question = "how much have we paid Stan"
    answer = answer_from_table(question, query_of(question), REPAIRS, {}, language="en")
    assert answer is not None
    assert answer.aggregate is None
    assert [line.value for line in answer.lines] == ["35"]


@pytest.mark.parametrize(
    ("question", "label", "value"),
    [
        ("which flat pays the most", "Flat 2, Brandt, Rent £", "780"),  # a deposit is not paid away
        ("which tenant pays least", "Nowak, Rent £", "650"),
        ("how many square metres does flat 2 have", "Flat 2, Size m2", "85"),
        ("how many metres does flat 2 have", "Flat 2, Size m2", "85"),
    ],
)
def test_the_measure_that_is_asked_for_is_looked_at(question: str, label: str, value: str) -> None:
    answer = answer_from_table(question, query_of(question), RENTS, {}, language="en")
    assert answer is not None
    assert [(line.label, line.value) for line in answer.lines] == [(label, value)]


def test_one_who_is_there_is_named_though_there_is_but_one() -> None:
    people = sheet_of(
        ("Name", "Does what", "Available"),
        ("Stan", "locks", "Mon-Sat, after 4pm"),
        ("Bates", "pipes", "Mon-Fri 8-17"),
        ("Lopes", "stairs", "Fri morning"),
        heading="Contractors",
    )
    question = "which contractors work on saturday"
    answer = answer_from_table(question, query_of(question), people, {}, language="en")
    assert answer is not None
    assert [(line.label, line.value) for line in answer.lines] == [("Name", "Stan")]


SPEND = sheet_of(
    ("Supplier", "Aug", "Sep", "Oct"),
    ("Wye Dairy", "612.4", "655.1", "590.75"),
    ("Severn Fish", "240", "318.5", "164"),
    heading="Spend",
)


@pytest.mark.parametrize(
    ("question", "kind", "value"),
    [
        ("how much did we spend on severn fish over the 3 months", "sum", "722.5"),
        ("average spend on severn fish", "average", "240.83"),
        ("in which month was severn fish the most expensive", "largest", "318.5"),
    ],
)
def test_the_months_of_a_row_are_taken_together(question: str, kind: str, value: str) -> None:
    answer = answer_from_table(question, query_of(question), SPEND, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == (kind, Decimal(value))
    assert answer.aggregate.is_across


def test_a_month_that_is_named_is_a_cell() -> None:
    question = "how much did we spend on severn fish in sep"
    answer = answer_from_table(question, query_of(question), SPEND, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["318.5"]


def test_the_highest_minimum_is_the_highest() -> None:
    orders = sheet_of(
        ("Supplier", "Order by", "Min order £", "Notes"),
        ("Bishop", "daily", "25", "no delivery on Sundays"),
        ("Severn Fish", "Tue", "80", "only if order over minimum, otherwise collect"),
        ("Brock", "Fri", "120", "engineer once a year"),
        heading="Suppliers",
    )
    question = "which supplier has the highest minimum order"
    answer = answer_from_table(question, query_of(question), orders, {}, language="en")
    assert answer is not None
    assert [(line.label, line.value) for line in answer.lines] == [("Brock, Min order £", "120")]


BOOKINGS = sheet_of(
    ("Date", "Group", "Hours", "Fee £", "Deposit returned"),
    ("2025-09-02", "Yoga with Petra", "2", "24", "yes"),
    ("2025-10-04", "Wedding", "15", "340", "no"),
    ("2025-10-11", "Yoga with Petra", "2", "24", "yes"),
    ("2025-11-08", "Craft Market", "6", "95", "no"),
    heading="Bookings",
)


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("how many bookings in october", 2),
        ("how many yoga bookings are there", 2),
        ("how many deposits are marked no for returned", 2),  # and not of the market
    ],
)
def test_what_a_list_is_of_is_counted_by_month_and_by_name(question: str, count: int) -> None:
    answer = answer_from_table(question, query_of(question), BOOKINGS, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == count


def test_how_much_for_asks_for_no_quantity() -> None:
    lights = sheet_of(
        ("Room", "Quantity", "Rate £"),
        ("Stage lights", "8", "15"),
        ("Main hall", "1", "30"),
        heading="Charges",
    )
    question = "how much for the stage lights"
    answer = answer_from_table(question, query_of(question), lights, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["15"]


def test_the_one_cell_of_a_row_is_not_counted() -> None:
    rooms = table_of(
        ("Номер", "Будни", "Завтрак"),
        ("Эконом", "2500 ₽", "+400 ₽"),
        ("Люкс", "5600 ₽", "включён"),
        language="ru",
    )
    question = "эконом с завтраком сколько"
    answer = answer_from_table(question, query_of(question), rooms, {}, language="ru")
    assert answer is not None
    assert answer.aggregate is None
    assert [line.value for line in answer.lines] == ["+400 ₽"]


MISSED = table_of(
    ("Пловец", "Дорожка", "Прогулы", "Замечания"),
    ("Тая Рогова", "левая", "2", "1"),
    ("Лев Сомов", "левая", "5", "0"),
    ("Ян Белый", "правая", "0", "4"),
    heading="Журнал",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "value", "rows"),
    [
        ("сколько прогулов", 7, ["Тая Рогова", "Лев Сомов"]),  # who has none adds nothing
        ("сколько прогулов на левой дорожке", 7, ["Тая Рогова", "Лев Сомов"]),
        ("сколько прогулы", 7, ["Тая Рогова", "Лев Сомов"]),
        ("сколько замечаний", 5, ["Тая Рогова", "Ян Белый"]),
    ],
)
def test_a_column_that_says_how_many_is_added_up(
    question: str, value: int, rows: list[str]
) -> None:
    answer = answer_from_table(question, query_of(question), MISSED, {}, language="ru")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == value
    assert [line.key for line in answer.lines] == rows


def test_the_no_of_a_name_denies_nothing() -> None:
    shows = table_of(("Guest", "No-shows"), ("Ada Moss", "3"), ("Ben Hale", "0"), heading="Guests")
    question = "how many no-shows"
    answer = answer_from_table(question, query_of(question), shows, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == 3


def test_a_column_is_not_added_up_where_another_is_named_without_a_value() -> None:
    question = "сколько прогулов на дорожке"
    assert answer_from_table(question, query_of(question), MISSED, {}, language="ru") is None
