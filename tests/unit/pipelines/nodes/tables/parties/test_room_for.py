"""Which of several holds so many people."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

ROOMS = table_of(
    ("Space", "Holds", "Per hour", "Projector"),
    ("Main hall", "120", "24", "yes"),
    ("Green room", "25", "11", "no"),
    ("Annexe", "40", "15", "yes"),
    heading="Rooms",
)
CABINS = table_of(
    ("Домик", "Мест", "Проживание"),
    ("Белка", "2", "2600"),
    ("Лось", "8", "7800"),
    ("Сова", "6", "5400"),
    heading="Домики",
    language="ru",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "named"),
    [
        ("which room fits 30 people", ROOMS, ["Annexe", "Main hall"]),
        ("room for 110 guests", ROOMS, ["Main hall"]),
        ("в какой домик влезет 5 человек", CABINS, ["Сова", "Лось"]),
        ("какой домик на пятерых", CABINS, ["Сова", "Лось"]),
        ("куда поместятся 7 человек", CABINS, ["Лось"]),
    ],
)
def test_rows_that_hold_as_many_are_told_the_smallest_first(
    question: str, table: Table, named: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.key for line in answer.lines] == named


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("how many people fit the annexe", ROOMS),
        ("what does the green room cost for 12 people", ROOMS),
        ("which room fits 300 people", ROOMS),
    ],
)
def test_where_something_else_is_asked_they_are_not(question: str, table: Table) -> None:
    answer = ask(question, table)
    assert answer is None or not answer.is_list


def test_what_a_sheet_is_called_is_said_of_all_its_rows() -> None:
    answer = ask("dearest room", ROOMS)  # a "Green room" beside others
    assert answer is not None
    assert [line.key for line in answer.lines] == ["Main hall"]
