"""Stock: what has run out, by the column that tells how many there are."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from tests.support.nodes.table_maker import query_of, sheet_of

PARTS = sheet_of(
    ("Part", "Brand", "Price EUR", "In stock"),
    ("Chain 9-speed", "KMC", "24.9", "7"),
    ("Chain 11-speed", "KMC", "39.9", "0"),
    ("Brake pads", "Shimano", "13.5", "16"),
    ("Mudguard set", "SKS", "37.9", "0"),
    heading="Parts",
)


@pytest.mark.parametrize(
    "question",
    [
        "which parts are out of stock",
        "what has run out",
        "what's sold out",
        "каких запчастей нет в наличии",
    ],
)
def test_what_has_run_out_has_a_nought(question: str) -> None:
    answer = answer_from_table(question, query_of(question), PARTS, {}, language="en")
    assert answer is not None
    assert [line.key for line in answer.lines] == ["Chain 11-speed", "Mudguard set"]


def test_what_is_there_is_more_than_nothing() -> None:
    question = "which parts are in stock"
    answer = answer_from_table(question, query_of(question), PARTS, {}, language="en")
    assert answer is not None
    assert [line.value for line in answer.lines] == ["7", "16"]
