"""Dues: who owes, and what has been paid or is still owed, by a column of yes and no."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from tests.support.nodes.table_maker import query_of, sheet_of

TRIP = sheet_of(
    ("Фамилия", "Сумма, ₽", "Сдано", "Комментарий"),
    ("Иванов", "1500", "да", ""),
    ("Смирнова", "1500", "нет", "обещали в пятницу"),
    ("Ким", "1000", "да", ""),
    ("Орлова", "1200", "нет", ""),
    heading="Взносы на экскурсию",
)
FEES = sheet_of(
    ("Name", "Yearly fee £", "Paid"),
    ("Baxter", "48", "yes"),
    ("Rao", "26", "no"),
    ("Willis", "75", "yes"),
    heading="Plots",
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("сколько всего сдали", 2500),
        ("сколько всего собрали", 2500),
        ("на какую сумму не сдали", 2700),
        ("сколько денег осталось собрать", 2700),
    ],
)
def test_what_has_been_paid_is_that_of_those_who_have(question: str, value: int) -> None:
    answer = answer_from_table(question, query_of(question), TRIP, {}, language="ru")
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.column, answer.aggregate.value) == ("Сумма, ₽", value)


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("кто ещё должен деньги", ["Смирнова, Сдано: нет", "Орлова, Сдано: нет"]),
        ("кто не сдал", ["Смирнова, Сдано: нет", "Орлова, Сдано: нет"]),
        ("все сдали?", ["Смирнова, Сдано: нет", "Орлова, Сдано: нет"]),
        ("сколько должна Орлова", ["Орлова, Сумма, ₽: 1200"]),
        ("сколько должен Иванов", ["Иванов, Сдано: да"]),
        ("сколько сдала Смирнова", ["Смирнова, Сдано: нет"]),
        ("сколько сдал Иванов", ["Иванов, Сумма, ₽: 1500"]),
        ("кто сдал больше всех", ["Иванов, Сумма, ₽: 1500"]),
    ],
)
def test_who_owes_is_told_by_those_who_have_not_paid(question: str, lines: list[str]) -> None:
    answer = answer_from_table(question, query_of(question), TRIP, {}, language="ru")
    assert answer is not None
    assert [line.written for line in answer.lines] == lines


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("how much is still owed", 26),
        ("how much has been paid", 123),
        ("how much do they all pay together", 149),  # whether or not they have
    ],
)
def test_what_is_due_is_no_matter_of_who_has_paid(question: str, value: int) -> None:
    answer = answer_from_table(question, query_of(question), FEES, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == value


def test_when_one_has_to_pay_is_not_told_by_who_has() -> None:
    question = "when do we have to pay"
    assert answer_from_table(question, query_of(question), FEES, {}, language="en") is None


@pytest.mark.parametrize("question", ["кто должен прийти", "кто должен дежурить"])
def test_who_must_do_something_owes_nothing(question: str) -> None:
    assert answer_from_table(question, query_of(question), TRIP, {}, language="ru") is None


def test_what_one_must_pay_is_owed() -> None:
    question = "сколько должна заплатить Орлова"
    answer = answer_from_table(question, query_of(question), TRIP, {}, language="ru")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["1200"]
