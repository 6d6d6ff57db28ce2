"""Sorts: of another sort of what a row is called by half a table tells nothing."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from tests.support.nodes.table_maker import query_of, table_of

WORKS = table_of(
    ("Работа", "Цена, руб."),
    ("Покраска потолка", "330"),
    ("Выезд мастера", "500"),
    ("Розетка", "250"),
    heading="Работы",
    language="ru",
)
HIRE = table_of(("Thing", "Price, £"), ("Wall painting", "330"), ("Ladder", "5"), heading="Works")
FLEET = table_of(
    ("Boat", "Type", "Max crew", "Full day £", "Level needed"),
    ("Old Faithful", "Gig", "7", "30", "3"),
    ("Puffin", "Safety boat", "4", "25", "3"),
    ("Cormorant", "Motor launch", "6", "42", "3"),
    ("Oyster", "Paddleboard", "1", "6", "1"),
    heading="Fleet",
)


def ask(question: str) -> TableAnswer | None:
    language = "en" if question.isascii() else "ru"
    table = HIRE if language == "en" else WORKS
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    "question", ["сколько стоит натяжной потолок", "how much is the face painting"]
)
def test_of_another_sort_nothing_is_told(question: str) -> None:
    answer = ask(question)
    assert answer is None or not answer.lines


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("сколько стоит покраска потолка", "330"),
        ("сколько стоит накладная розетка", "250"),  # all that the row is called
        ("how much is wall painting", "330"),
    ],
)
def test_what_is_called_so_is_told(question: str, value: str) -> None:
    answer = ask(question)
    assert answer is not None
    assert [line.value for line in answer.lines] == [value]


YARD = table_of(
    ("What", "For", "Price, £"),
    ("Berth", "yacht", "330"),
    ("Berth", "dinghy", "150"),
    ("Washing", "dinghy", "25"),
    ("Storage", "trailer", "90"),
    heading="Yard",
)


@pytest.mark.parametrize(
    ("question", "missing", "values"),
    [
        ("how much is washing a yacht", "washing a yacht", []),
        ("how much is washing a dinghy", None, ["25"]),
        ("how much is a berth for a yacht", None, ["330"]),
    ],
)
def test_two_words_that_no_row_has_together_name_neither(
    question: str, missing: str | None, values: list[str]
) -> None:
    answer = answer_from_table(question, query_of(question), YARD, {}, language="en")
    assert answer is not None
    assert (answer.missing.word if answer.missing else None) == missing
    assert [line.value for line in answer.lines] == values


def of_fleet(question: str) -> TableAnswer | None:
    return answer_from_table(question, query_of(question), FLEET, {}, language="en")


def test_a_number_alone_names_no_row_for_another_thing() -> None:
    """What a course of level 3 costs, no price of a boat for it tells."""
    assert of_fleet("how much is the level 3 course") is None
    assert of_fleet("how much is a level 3 boat") is not None


@pytest.mark.parametrize(
    "question", ["how many boats have we got", "how many boats are there in all"]
)
def test_what_all_rows_are_names_none_of_them(question: str) -> None:
    """A safety boat is no more a boat than the others."""
    answer = of_fleet(question)
    assert answer is not None
    assert answer.aggregate is not None
    assert answer.aggregate.value == 4


def test_the_cheapest_is_sought_among_all() -> None:
    answer = of_fleet("whats the cheapest boat to have for a whole day")
    assert answer is not None
    assert [line.label.split(",")[0] for line in answer.lines] == ["Oyster"]


def test_a_word_is_no_slip_of_another_word() -> None:
    """Lunch is no launch."""
    assert of_fleet("had a pint at lunch can i take a boat out") is None


def test_what_is_hired_out_is_not_sold() -> None:
    """The price of a hired helmet is none to buy one for."""
    hire = table_of(
        ("Услуга", "Цена, руб."), ("Прокат шлема", "150"), ("Заточка коньков", "400"), language="ru"
    )
    question = "купить шлем сколько стоит"
    answer = answer_from_table(question, query_of(question), hire, {}, language="ru")
    assert answer is None or not answer.lines
    question = "сколько стоит прокат шлема"
    answer = answer_from_table(question, query_of(question), hire, {}, language="ru")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["150"]


def test_the_year_of_a_feast_is_no_column() -> None:
    """«Новый год» asks for nobody's year of birth."""
    groups = table_of(
        ("Группа", "Год рождения", "Дни льда"),
        ("Папы на льду", "взрослые", "вс"),
        ("Торос", "2015", "пн, ср"),
        language="ru",
    )
    question = "на новый год когда льда не будет"
    answer = answer_from_table(question, query_of(question), groups, {}, language="ru")
    assert answer is None or not any(line.value == "взрослые" for line in answer.lines)
