"""Kinds: what a value is, by how it is written, and what a question asks for."""

import pytest

from pipelines.nodes.tables.words.kinds import asked_kinds, holds_hours, kind_of, kind_of_column


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("1 900 ₽", "number"),
        ("2019", "number"),
        ("10:00", "time"),
        ("9:00–17:30", "time"),
        ("14.06.2025", "time"),
        ("18 октября", "time"),
        ("3 May", "time"),
        ("8 4912 77-05-61", "phone"),
        ("+49 30 1234567", "phone"),
        ("HRN-02", "code"),
        ("А-01", "code"),
        ("Пётр Савельев", "person"),
        ("Olive Hartnell", "person"),
        ("restart the gateway", "text"),
        ("Москва", "text"),
        ("—", "text"),
    ],
)
def test_a_value_is_of_a_kind(value: str, kind: str) -> None:
    assert kind_of(value) == kind


def test_a_column_is_of_the_kind_of_most_of_its_values() -> None:
    assert kind_of_column(["5", "7", "—"]) == "number"
    assert kind_of_column(["5", "Olive Hartnell"]) == "text"
    assert kind_of_column([]) == "text"


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Кто отвечает за север?", "person"),
        ("Когда отходит паром?", "time"),
        ("Где это?", "place"),
        ("Сколько мест?", "number"),
        ("Who leads it?", "person"),
        ("How many seats?", "number"),
        ("Wann öffnet das Bad?", "time"),
        ("¿Quién atiende?", "person"),
        ("多少钱", "number"),
    ],
)
def test_a_question_word_asks_for_a_kind(question: str, kind: str) -> None:
    assert kind in asked_kinds(question)


def test_what_looks_like_times_is_numbers_beside_one_that_is_none() -> None:
    assert kind_of_column(["6.40", "8.30", "8.90"]) == "number"
    assert kind_of_column(["6.40", "8.30", "9.15"]) == "time"
    assert kind_of_column(["9", "9.30", "14.15"]) == "time"
    assert kind_of_column(["2.00", "2.50"], priced=True) == "number"
    assert kind_of_column(["4.2", "17.2", "3"]) == "number"
    assert kind_of_column(["8.30", "31", "22.10"]) == "number"


def test_prices_with_one_decimal_are_no_days() -> None:
    assert kind_of_column(["9.8", "10.5", "4.2"], priced=True) == "number"


def test_what_a_thing_comes_to_is_no_hour() -> None:
    assert "time" in asked_kinds("во сколько отходит автобус?")
    assert "time" not in asked_kinds("а во сколько мне обойдётся доставка?")
    assert "time" in asked_kinds("when is the fee due?")


@pytest.mark.parametrize(
    "question", ["до скольки касса", "к скольки быть?", "what time does the pool close?"]
)
def test_until_when_asks_for_an_hour_and_no_number(question: str) -> None:
    assert asked_kinds(question) & {"time", "number"} == {"time"}


@pytest.mark.parametrize(
    "question", ["до скольки лет берут?", "со скольки лет бокс", "до скольки баллов"]
)
def test_up_to_how_many_asks_for_a_number(question: str) -> None:
    assert asked_kinds(question) & {"time", "number"} == {"number"}


def test_hours_are_told_among_other_words() -> None:
    assert holds_hours("по звонку, до 20:00")
    assert not holds_hours("круглосуточно")
    assert holds_hours("weekdays till 6 pm")
    assert not any(map(holds_hours, ("от 6.50 евро", "v2.10", "12:50:01")))
