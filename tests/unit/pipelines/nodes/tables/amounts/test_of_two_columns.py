"""Which of two columns has less, or more, in the rows that are named."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

VET = table_of(
    ("Item", "Dog", "Cat", "Rabbit"),
    ("Neutering, male", "£210", "£82", "£95"),
    ("Neutering, female", "£285", "£130", "£125"),
    ("Kennel cough", "£36", "", ""),
    ("Microchip", "£22", "£21", "£22"),
    heading="List",
)
TARIFFS = table_of(
    ("Услуга", "Взрослый", "Ребёнок"),
    ("Абонемент", "3100 руб.", "2400 руб."),
    ("Разовое занятие", "500 руб.", "450 руб."),
    ("Справка", "200 руб.", "200 руб."),
    heading="Бассейн",
    language="ru",
)


def told(question: str, table: Table = VET, language: str = "en") -> list[str]:
    answer = answer_from_table(question, query_of(question), table, {}, language=language)
    return [line.value for line in answer.lines] if answer else []


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("whats cheaper for neutering a male, a cat or a rabbit", ["£82", "£95"]),
        ("what costs more, neutering a female cat or a female rabbit", ["£130", "£125"]),
        ("what is cheaper to microchip, a dog or a cat", ["£21", "£22"]),
    ],
)
def test_the_column_that_is_asked_for_comes_first(question: str, values: list[str]) -> None:
    assert told(question) == values


def test_so_it_does_in_russian() -> None:
    said = told("что дешевле по абонементу, взрослый или ребёнок", TARIFFS, "ru")
    assert said == ["2400 руб.", "3100 руб."]


def test_where_a_cell_is_empty_that_is_told() -> None:
    question = "what is cheaper for kennel cough, a dog or a cat"
    answer = answer_from_table(question, query_of(question), VET, {}, language="en")
    assert answer is not None
    assert [(line.label, line.value, line.empty) for line in answer.lines] == [
        ("Kennel cough, Dog", "£36", ""),
        ("Kennel cough, Cat", "", "Cat"),
    ]


def test_columns_that_share_a_word_are_told_apart_by_another_in_another_language() -> None:
    table = table_of(
        ("Услуга", "Студент (бюджет)", "Студент (контракт)", "Сотрудник"),
        ("Тренажёрный зал", "500", "600", "700"),
        ("Прокат утюга", "30", "20", "50"),
        heading="Цены, ₽",
    )
    question = "is the gym cheaper for budget or contract students"
    answer = answer_from_table(question, query_of(question), table, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["500", "600"]


CABINS = table_of(
    ("Season", "Small cabin, £", "Large cabin, £", "A-cabin, £"),
    ("Spring", "60", "95", "80"),
    ("Summer", "85", "130", "140"),
    heading="Cabins",
)


def test_a_word_that_all_columns_share_does_not_hide_between_which_it_is_asked() -> None:
    assert told("what is cheaper in summer, a large cabin or an a-cabin", CABINS) == ["130", "140"]


def test_by_how_much_one_of_two_is_cheaper_is_told_with_both() -> None:
    question = "is a large cabin or a small cabin cheaper in summer and by how much"
    answer = answer_from_table(question, query_of(question), CABINS, {}, language="en")
    assert answer is not None
    assert answer.aggregate is not None
    assert (answer.aggregate.kind, answer.aggregate.value) == ("difference", 45)
