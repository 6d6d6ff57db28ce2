"""Others: rows that share a word with the question, and are of another thing than it asks for."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rows import Table
from tests.support.nodes.table_maker import query_of, table_of

JOBS = table_of(
    ("Job", "Small boat", "Large boat", "Remarks"),
    ("Front seat cushions", "118", "149", "pair"),
    ("Rear seat cushions", "109", "138", "pair"),
    ("Sail cleaning", "46", "52", "price without varnish"),
    ("Rear mast stay", "260", "345", "fitted"),
    heading="Boatyard prices",
)
HULLS = table_of(
    ("Работа", "Лодка, руб.", "Катер, руб."),
    ("Замена паруса", "1400", "1850"),
    ("Замена киля", "350", "500"),
    ("Полировка", "900", "1200"),
    heading="Прайс",
    language="ru",
)


def ask(question: str, table: Table = JOBS, language: str = "en") -> TableAnswer | None:
    return answer_from_table(question, query_of(question), table, {}, language=language)


def named_by(answer: TableAnswer | None) -> list[str]:
    assert answer is not None
    return list(dict.fromkeys(line.label.split(", ")[0] for line in answer.lines))


def test_there_is_only_the_opposite_of_what_is_asked_for() -> None:
    answer = ask("how much is the front mast stay for a small boat")
    assert answer is not None
    assert answer.missing is not None
    assert answer.missing.word == "front mast stay"
    assert answer.missing.present == ("Rear mast stay",)


def test_a_word_that_names_a_column_says_nothing_of_the_rows() -> None:
    assert named_by(ask("rear mast stay, small boat")) == ["Rear mast stay"]


def test_one_of_two_opposites_is_meant() -> None:
    assert named_by(ask("front seat cushions on a small boat")) == ["Front seat cushions"]


def test_what_a_price_is_without_has_no_price() -> None:
    answer = ask("how much is varnish on a large boat")
    assert answer is None or not answer.lines
    assert named_by(ask("sail cleaning without varnish, large boat")) == ["Sail cleaning"]


def test_a_word_beside_a_name_belongs_to_it_and_names_no_other_row() -> None:
    assert named_by(ask("price of mast cleaning and sail cleaning, small boat")) != [
        "Sail cleaning",
        "Rear mast stay",
    ]
    assert named_by(ask("seat cushions rear on a small boat")) == ["Rear seat cushions"]


@pytest.mark.parametrize("question", ["почём мотор поменять на катере", "замена мотора на катере"])
def test_a_word_that_rows_share_names_none_of_them_where_another_thing_is_asked_for(
    question: str,
) -> None:
    answer = ask(question, HULLS, "ru")
    assert answer is None or not answer.lines


def test_a_word_that_rows_share_names_them_all_where_nothing_else_is_asked_for() -> None:
    assert named_by(ask("замена на катере", HULLS, "ru")) == ["Замена паруса", "Замена киля"]
    assert named_by(ask("почём киль поменять на катере", HULLS, "ru")) == ["Замена киля"]
