"""More of what rows are for than any of them takes, and measures that none of them has."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from tests.support.nodes.table_maker import query_of, table_of

HIRE = table_of(
    ("What", "For", "Price"),
    ("Sauna", "up to 6 people", "£18"),
    ("Barn", "up to 40 people", "£90"),
    ("Boat", "a day", "£30"),
)


@pytest.mark.parametrize(
    ("question", "missing", "value"),
    [
        ("how much is the sauna for 12 people", "12 people", None),
        ("how much is the sauna for 5 people", None, "£18"),
        ("how much is the barn for 12 people", None, "£90"),
    ],
)
def test_more_than_a_row_takes_it_has_no_price_for(
    question: str, missing: str | None, value: str | None
) -> None:
    answer = answer_from_table(question, query_of(question), HIRE, {}, language="en")
    assert answer is not None
    assert (answer.missing.word if answer.missing else None) == missing
    assert [line.value for line in answer.lines] == ([value] if value else [])
