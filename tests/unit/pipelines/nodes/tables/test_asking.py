"""Asking: an aggregate, a comparison, all of a column, or whether something is so."""

from decimal import Decimal

import pytest

from pipelines.nodes.tables.asking import (
    asked_aggregates,
    asked_condition,
    asks_of_column,
    asks_whether,
)
from tests.support.processor_time import takes_less_than


@pytest.mark.parametrize(
    "question",
    [
        "где меньше всего врачей",
        "which bell is the heaviest",
        "list all routes",
        "в какие города возите?",
        "Wie viele Plätze gibt es insgesamt?",
        "anything under 30 pounds",
        "who works on Saturdays",
    ],
)
def test_a_column_may_be_asked_as_a_whole(question: str) -> None:
    assert asks_of_column(question)


@pytest.mark.parametrize("question", ["кто директор", "when does it open", "Wo ist das Büro?"])
def test_one_thing_is_asked_of_a_row(question: str) -> None:
    assert not asks_of_column(question)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("В каком городе самая высокая норма?", "largest"),
        ("Где дешевле всего?", "smallest"),
        ("Сколько это в сумме?", "sum"),
        ("средняя цена билета", "average"),
        ("Сколько складов?", "count"),
        ("Which pier has the most ferries?", "largest"),
        ("What is the cheapest ticket?", "smallest"),
        ("total weight", "sum"),
        ("average price", "average"),
        ("How many ferries are there?", "count"),
        ("Welcher Garten ist der größte?", "largest"),
        ("Wie hoch ist die Pacht im Durchschnitt?", "average"),
        ("¿Cuál es el precio más alto?", "largest"),
        ("哪个最便宜", "smallest"),
        ("平均价格是多少", "average"),
    ],
)
def test_words_say_what_is_asked_of_a_column(question: str, kind: str) -> None:
    assert asked_aggregates(question)[0].kind == kind


@pytest.mark.parametrize(
    "question",
    [
        "Кто дежурит в мае?",
        "When does the Alder leave?",
        "谁负责",
        "what is the phone number of the gas service",
    ],
)
def test_a_question_of_one_cell_asks_for_no_aggregate(question: str) -> None:
    assert asked_aggregates(question) == ()


@pytest.mark.parametrize(
    ("question", "comparison", "bound"),
    [
        ("у скольких отсрочка больше 20 дней", "more", 20),
        ("не меньше 5 мест", "at_least", 5),
        ("не более 100", "at_most", 100),
        ("how many have fewer than 30 seats", "less", 30),
        ("mehr als 1.200 m²", "more", 1200),
        ("más de 3 hijos", "more", 3),
        ("超过50", "more", 50),
        ("what takes up to 30 minutes", "at_most", 30),
        ("что не дольше 30 минут", "at_most", 30),
        ("не дешевле 500 рублей", "at_least", 500),
        ("30 pounds or less", "at_most", 30),
        ("от 500 рублей и выше", "at_least", 500),
        ("дороже 5 тысяч рублей", "more", 5000),
        ("is it more than £2k?", "more", 2000),
    ],
)
def test_a_comparison_is_read_with_its_number(question: str, comparison: str, bound: int) -> None:
    condition = asked_condition(question)
    assert condition is not None
    assert (condition.comparison, condition.bound) == (comparison, bound)


@pytest.mark.parametrize(
    "question",
    ["which cost between 20 and 40 pounds", "from £20 to £40", "от 20 до 40 рублей"],
)
def test_a_range_has_two_bounds(question: str) -> None:
    condition = asked_condition(question)
    assert condition is not None
    assert (condition.comparison, condition.bound, condition.upper) == ("between", 20, 40)
    held = [condition.holds(Decimal(value)) for value in (19, 20, 40, 41)]
    assert held == [False, True, True, False]


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("under 30 pounds", "pounds"),
        ("over £30", "£"),
        ("дороже 5 тыс. рублей", "рублей"),
        ("over 30", ""),
    ],
)
def test_a_comparison_has_the_unit_of_its_number(question: str, unit: str) -> None:
    condition = asked_condition(question)
    assert condition is not None
    assert condition.unit == unit


@pytest.mark.parametrize(
    "question", ["открыто до 18:00?", "до 25 мая", "before 15 June", "after the 5th floor"]
)
def test_hours_days_and_ordinals_are_not_compared_with(question: str) -> None:
    assert asked_condition(question) is None


def test_whether_something_is_so_is_asked_first_or_by_a_particle() -> None:
    assert asks_whether("Is the chip more than 20 quid?")
    assert asks_whether("дороже ли чип, чем 20")
    assert not asks_whether("which is more than 20")


def test_any_adjective_makes_a_superlative_and_the_cheapest_is_not_the_most() -> None:
    assert [one.kind for one in asked_aggregates("самый калорийный сыр")] == ["largest"]
    assert [one.kind for one in asked_aggregates("самый дешёвый сыр")] == ["smallest"]
    assert [one.kind for one in asked_aggregates("наименее калорийный сыр")] == ["smallest"]


@pytest.mark.parametrize(
    "question",
    [
        "Во сколько отбой?",
        "через сколько привезут",
        "до скольки",
        "сколько взнос",
        "сколько детский",
    ],
)
def test_at_what_time_counts_nothing(question: str) -> None:
    assert asked_aggregates(question) == ()


@pytest.mark.parametrize("numbers", ["1 ", "8 - ", "from 2 to "])
def test_many_numbers_take_no_time(numbers: str) -> None:
    asked_condition("between 20 and 40 pounds")
    with takes_less_than(0.5):
        asked_condition("what is the fee" + numbers * (16_000 // len(numbers)))
