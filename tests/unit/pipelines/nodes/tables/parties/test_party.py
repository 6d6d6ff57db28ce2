"""Party: what several of what a price list has cost together."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of
from tests.support.processor_time import takes_less_than

TICKETS = table_of(
    ("Ticket", "Entry (£)", "Ride (£)", "Valid"),
    ("Adult", "9.50", "6.00", "one day"),
    ("Child 5-15", "5.00", "3.50", "one day"),
    ("Child under 5", "free", "free", "one day"),
    ("Student", "7.50", "", "one day"),
    ("Family (2 adults and up to 3 children)", "25.00", "16.00", "one day"),
    heading="Prices",
)
MENU = table_of(
    ("Dish", "Calories", "Price", "Breakfast"),
    ("Espresso", "5 kcal", "€2.50", "€1"),
    ("Brownie", "350 kcal", "€3.00 (gluten free)", "€1"),
    ("6 eggs", "400 kcal", "€12", "€1"),
    ("Steak", "800 kcal", "€18–24", "€1"),
    ("Size 42 boots", "", "£5", "€1"),
    heading="Menu",
)
CINEMA = table_of(
    ("Билет", "Цена, ₽"),
    ("Взрослый", "500"),
    ("Детский", "250"),
    ("Пенсионер", "300"),
    heading="Цены",
    language="ru",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "total", "lines"),
    [
        (
            "we are 2 adults and a child under 5, what do we pay to get in",
            TICKETS,
            "19.00",
            ["2 × Adult: 9.50", "1 × Child under 5: free"],
        ),
        ("how much for three adults, one student", TICKETS, "36.00", None),
        ("price of the ride for 2 adults", TICKETS, "12.00", ["2 × Adult: 6.00"]),
        (
            "двое взрослых и пенсионер, сколько",
            CINEMA,
            "1300",
            ["2 × Взрослый: 500", "1 × Пенсионер: 300"],
        ),
        ("сколько стоит 3 взрослых билета", CINEMA, "1500", ["3 × Взрослый: 500"]),
        ("how much are two brownies", MENU, "6.00", ["2 × Brownie: €3.00 (gluten free)"]),
    ],
)
def test_several_are_added_up(
    question: str, table: Table, total: str, lines: list[str] | None
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("party", Decimal(total))
    assert lines is None or [f"{line.label}: {line.value}" for line in answer.lines] == lines


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("price for 2 adults and 4 children", TICKETS),  # of two rows of children, which?
        ("сколько за двух взрослых и младенца", CINEMA),
        ("price for 2 adults and 3 giraffes", TICKETS),
        ("price of the ride for 2 adults and a student", TICKETS),  # which is told nowhere
        ("how much is an adult and a student", TICKETS),
        ("how many adults came", TICKETS),
        ("how much after 5 pm is an adult", TICKETS),
        ("price for more than 2 adults", TICKETS),
        ("what is the fine for 2 adults", TICKETS),
        ("how much is zone 3 for an adult", TICKETS),
        ("how much did 2 adults pay last year", TICKETS),
        ("how much for 2 adults, 1 of them a student", TICKETS),
        ("how many calories in 2 espressos", MENU),
        ("how much are 6 eggs", MENU),
        ("how much are two steaks", MENU),  # of a span the sum is none
        ("how much are size 42 boots", MENU),
        ("how much are 2 brownies and 2 size 42 boots", MENU),  # euros and pounds
        ("how much are 2 espressos with breakfast", MENU),  # which comes on top, perhaps
        ("9 мая взрослый цена", CINEMA),
        ("сколько в 18:00 стоит взрослый", CINEMA),
        ("сколько стоит взрослый со скидкой 10%", CINEMA),
        ("сколько стоит взрослый и детский билет", CINEMA),
    ],
)
def test_what_may_be_another_sum_is_not_added_up(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or answer.aggregate is None or answer.aggregate.kind != "party"


def test_very_many_parts_take_no_time() -> None:
    question = "how much for " + "2 adults and " * 100 + "a student"
    with takes_less_than(1.0):
        ask(question, TICKETS)


BARBER = table_of(
    ("Service", "Price", "Minutes"),
    ("Haircut", "£22", "30"),
    ("Haircut, child under 12", "£14", "25"),
    ("Beard trim", "£12", "15"),
    heading="Razor",
)
SALON = table_of(
    ("Услуга", "Цена, руб."),
    ("Стрижка", "900"),
    ("Стрижка детская, до 12 лет", "600"),
    ("Стрижка бороды", "500"),
    ("Окрашивание", "2 800"),
    heading="Локон",
    language="ru",
)
CAR_PARK = table_of(
    ("Stay", "Car", "Van"),
    ("1–3 hours", "£3.20", "£5.00"),
    ("4–6 hours", "£5.50", "£8.50"),
    heading="Car park",
)


@pytest.mark.parametrize(
    ("question", "table", "total"),
    [
        ("how much for me and my 10 year old son, haircut", BARBER, "36"),
        ("haircut + beard trim how much", BARBER, "34"),
        ("price of a haircut and a beard trim together", BARBER, "34"),
        ("сколько стоит стрижка мне и сыну 8 лет", SALON, "1500"),
        ("стрижка + окрашивание сколько", SALON, "3700"),
        ("сколько стоят две стрижки", SALON, "1800"),
        ("2 adults and a child 7 years, entry", TICKETS, "24.00"),
    ],
)
def test_what_has_one_like_it_for_children_is_the_adults(
    question: str, table: Table, total: str
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("party", Decimal(total))


def test_of_two_names_that_are_said_whole_no_other_sort_is_listed() -> None:
    answer = ask("how much for a haircut and a beard trim", BARBER)
    assert answer is not None
    assert [line.value for line in answer.lines] == ["£22", "£12"]


def test_hours_within_a_span_are_no_count_of_it() -> None:
    answer = ask("price for a car for 2 hours", CAR_PARK)
    assert answer is not None
    assert answer.aggregate is None
    assert [line.value for line in answer.lines] == ["£3.20"]


@pytest.mark.parametrize(
    ("question", "value"),
    [("total deposit for 2 canoes", 80), ("deposit for 3 paddles", 15), ("price of 2 canoes", 50)],
)
def test_a_deposit_is_paid_for_each_as_a_price_is(question: str, value: int) -> None:
    hire = table_of(("Item", "Price £", "Deposit £"), ("Canoe", "25", "40"), ("Paddle", "2", "5"))
    answer = answer_from_table(question, query_of(question), hire, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == value


TENTS = table_of(
    ("Tent", "Max weight", "Price per day", "Deposit"),
    ("3x6 m marquee", "40 kg", "£120", "£50"),
    ("3x3 m gazebo", "25 kg", "£70", "£30"),
    ("6x12 m pavilion", "90 kg", "£340", "£150"),
    heading="Tents for hire",
)
TENTS_RU = table_of(
    ("Шатёр", "Цена за сутки, руб."),
    ("Шатёр 3х6", "4200"),
    ("Шатёр 3х3", "2500"),
    heading="Шатры",
    language="ru",
)
PASSES = table_of(("Pass", "Price"), ("5 lessons", "£50"), ("10 lessons", "£90"), heading="Passes")


@pytest.mark.parametrize(
    ("question", "table", "total"),
    [
        ("price of two 3x6 m marquees", TENTS, "240"),
        ("two 3x6 marquees how much", TENTS, "240"),
        ("deposit for two 3x6 marquees", TENTS, "100"),
        ("сколько за два шатра 3х6", TENTS_RU, "8400"),
        ("сколько за 3 шатра 3х3", TENTS_RU, "7500"),
    ],
)
def test_a_size_in_a_name_is_no_number_of_things(question: str, table: Table, total: str) -> None:
    language = table.rows[0].passage.language or "en"
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is not None
    assert answer.aggregate is not None
    assert str(answer.aggregate.value) == total


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("how much is the 3x6 m marquee", TENTS),
        ("how much is a 3 x 6 m marquee", TENTS),
        ("шатёр 3 х 6 цена", TENTS_RU),
        ("сколько стоит шатёр 3х6", TENTS_RU),
        ("how much for 5 lessons", PASSES),
        ("how much for 2 lessons", PASSES),
    ],
)
def test_a_number_of_a_name_multiplies_nothing(question: str, table: Table) -> None:
    language = table.rows[0].passage.language or "en"
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    assert answer is None or answer.aggregate is None
