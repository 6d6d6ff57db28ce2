"""One thing that two sheets of a document tell of: both are told, or their sum."""

import pytest

from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.answered import TableAnswer
from pipelines.nodes.tables.rivals import is_of_another
from pipelines.nodes.tables.sheets import of_this_sheet, over_sheets
from tests.support.nodes.table_maker import query_of, table_of

COLUMNS = ("Plot", "Holder", "Charged", "Paid", "Owed")
LIGHT = table_of(COLUMNS, ("4", "Ada Orlow", "92", "62", "30"), ("7", "Ivo Gust", "31", "31", "0"),
                 heading="Light")  # fmt: skip
WATER = table_of(COLUMNS, ("4", "Ada Orlow", "18", "10", "8"), ("7", "Ivo Gust", "12", "12", "0"),
                 heading="Water")  # fmt: skip
OTHER = {"Light": "Water", "Water": "Light"}


def told(question: str) -> TableAnswer:
    answers = [
        answer_from_table(question, query_of(question), table, {}, language="en")
        for table in (LIGHT, WATER)
        if not is_of_another(table, [OTHER[table.rows[0].heading or ""]], question)
    ]
    held = [answer for answer in answers if answer]
    return over_sheets(held[0], held, question)


@pytest.mark.parametrize(
    "question",
    [
        "how much is owed by orlow for light and water",
        "how much is owed for water and light by orlow",
    ],
)
def test_what_two_sheets_hold_is_added_up_where_both_are_named(question: str) -> None:
    answer = told(question)
    assert answer.aggregate is not None
    assert answer.aggregate.value == 38
    assert [line.key for line in answer.lines] == ["Light, Ada Orlow", "Water, Ada Orlow"]


def test_a_word_for_the_other_sheet_is_not_asked_of_this_one() -> None:
    asked = "how much does orlow owe for light and water"
    assert of_this_sheet(asked, ["Water"]) == "how much does orlow owe for light and      "
    assert of_this_sheet(asked, ["Light", "Water"]) == asked
    assert of_this_sheet("light and gas", ["Water"]) == "light and gas"


def test_both_are_told_where_none_is_named() -> None:
    answer = told("how much is owed by orlow")
    assert answer.aggregate is None
    assert [line.value for line in answer.lines] == ["30", "8"]


def test_people_who_come_name_no_sheet_of_people() -> None:
    boats = table_of(("Boat", "Seats"), ("Raft", "8"), ("Canoe", "3"), heading="Hire")
    assert not is_of_another(boats, ["People to ring"], "which boat for 3 people")
    assert is_of_another(boats, ["People to ring"], "which people may i ring")


def test_of_one_that_is_named_no_other_is_told() -> None:
    assert [line.value for line in told("how much is owed by orlow for water").lines] == ["8"]
