"""How many were for and how many against: columns that are called by small words."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

BALLOT = table_of(
    ("Вопрос", "За", "Против", "Воздержались", "Стоимость, руб."),
    ("Новые ворота", "41", "6", "3", "90000"),
    ("Детская площадка", "12", "35", "2", "150000"),
    heading="Собрание",
    language="ru",
)
MOTIONS = table_of(
    ("Motion", "Votes for", "Votes against", "Cost, £"),
    ("New gate", "41", "6", "900"),
    ("Playground", "12", "35", "1500"),
    heading="Meeting",
)


def ask(question: str, table: Table) -> TableAnswer | None:
    language = table.rows[0].passage.language or "en"
    return answer_from_table(question, query_of(question), table, {}, language=language)


@pytest.mark.parametrize(
    ("question", "table", "votes"),
    [
        ("сколько проголосовало за площадку и сколько против", BALLOT, ["12", "35"]),
        ("сколько голосов за ворота", BALLOT, ["41"]),
        ("сколько было против ворот", BALLOT, ["6"]),
        ("how many voted for and against the gate", MOTIONS, ["41", "6"]),
        ("how many votes were against the playground", MOTIONS, ["35"]),
        ("how many voted for the playground", MOTIONS, ["12"]),
    ],
)
def test_both_sides_of_a_vote_are_told_by_their_names(
    question: str, table: Table, votes: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert answer.aggregate is None
    assert [line.value for line in answer.lines] == votes


@pytest.mark.parametrize(
    ("question", "table", "values"),
    [
        ("сколько стоимость за ворота", BALLOT, ["90000"]),
        ("how much is the cost for the gate", MOTIONS, ["900"]),
    ],
)
def test_what_is_paid_for_something_asks_for_no_votes(
    question: str, table: Table, values: list[str]
) -> None:
    answer = ask(question, table)
    assert answer is not None
    assert [line.value for line in answer.lines] == values
