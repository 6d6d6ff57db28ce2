"""What a store room has: how many of a thing there are, and a thing by one of its sizes."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

BOARDS = table_of(
    ("Артикул", "Наименование", "Размер, мм", "Остаток", "Мин. запас", "Цена за ед., руб."),
    ("D-103", "Бук, доска", "40x130x2500", "1.7", "1", "97500"),
    ("P-206", "Фанера берёзовая", "18x1525x1525", "63", "35", "2760"),
    ("P-207", "Фанера берёзовая", "9x1525x1525", "88", "40", "1490"),
    ("P-208", "Сосна, доска", "40x150x6000", "6.3", "4", "26800"),
    language="ru",
)
TOOLS = table_of(
    ("Code", "What", "How many", "Hire per day, £"),
    ("TL-1", "Spade", "24", "1"),
    ("TL-2", "Hand saw, folding", "19", "2"),
    ("TL-3", "Bow saw", "8", "2"),
)


def told(question: str, table: Table, language: str) -> list[str]:
    query = query_of(question)
    answer = answer_from_table(question, query, table, {}, language=language)
    return [line.value for line in answer.lines] if answer else []


@pytest.mark.parametrize(
    "question",
    ["сколько бука", "сколько у нас сейчас бука на складе?", "сколько бука в наличии"],
)
def test_how_many_there_are_is_no_least_that_there_must_be(question: str) -> None:
    assert told(question, BOARDS, "ru") == ["1.7"]


def test_a_column_may_be_called_how_many() -> None:
    assert told("how many folding saws do we own", TOOLS, "en") == ["19"]


@pytest.mark.parametrize("question", ["почём фанера 9 мм", "цена фанеры 9мм"])
def test_a_thing_is_found_by_one_of_its_sizes(question: str) -> None:
    (value,) = told(question, BOARDS, "ru")
    assert value.startswith("1490")
