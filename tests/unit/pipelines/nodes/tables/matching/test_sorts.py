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
