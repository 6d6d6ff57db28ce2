"""A rota: rows by date, and in each column whose turn it is."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from tests.support.nodes.table_maker import query_of, table_of

ROTA = table_of(
    ("Week starting", "Coffee after service", "Flowers", "Lock up"),
    ("4 May", "Tom", "Elspeth", "Moira"),
    ("11 May", "Archie", "Ruth", "Tom"),
    ("18 May", "Moira", "Tom", "Ruth"),
    ("25 May", "Tom", "Elspeth", "Archie"),
    heading="Rota",
)
DUTIES = table_of(
    ("Дата", "Дежурит", "Уборка"),
    ("3 июня", "Петров", "Иванова"),
    ("4 июня", "Сидоров", "Петров"),
    ("5 июня", "Петров", "Козлов"),
    heading="Дежурства",
    language="ru",
)


def ask(question: str) -> TableAnswer | None:
    table, language = (ROTA, "en") if question.isascii() else (DUTIES, "ru")
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("when does Tom lock up?", ["11 May, Lock up"]),
        ("when is archie on coffee", ["11 May, Coffee after service"]),
        ("when does elspeth do the flowers", ["4 May, Flowers", "25 May, Flowers"]),
        ("когда дежурит Петров?", ["3 июня, Дежурит", "5 июня, Дежурит"]),
        ("когда у Козлова уборка", ["5 июня, Уборка"]),
    ],
)
def test_somebodys_turns_are_those_of_one_column(question: str, told: list[str]) -> None:
    answer = ask(question)
    assert answer is not None
    assert [line.label for line in answer.lines] == told


def test_where_a_month_is_missing_the_dates_are_named() -> None:
    answer = ask("who does the flowers in july")
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.present == ("4 May", "11 May", "18 May", "25 May")


@pytest.mark.parametrize("question", ["when do I lock up?", "who is on coffee next week"])
def test_whose_turn_nobody_knows_is_not_told(question: str) -> None:
    answer = ask(question)
    assert answer is None or not (answer.lines or answer.missing)
