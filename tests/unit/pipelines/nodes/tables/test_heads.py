"""Heads: a passage may hold the rows of several tables."""

from dataclasses import replace

from pipelines.models.answers import Passage
from pipelines.models.documents import Anchor
from pipelines.nodes.tables.answer import answer_from_table
from pipelines.nodes.tables.heads import heads_of_tables, table_of, with_notes
from tests.support.nodes.table_maker import passage_of, query_of, row_texts

RENT = row_texts(("Tenant", "Mar"), ("Adams", "400"), ("Baker", "390"))
DUTY = row_texts(("Person", "Wed"), ("Clark", "x"))


def two_in_one() -> Passage:
    first = passage_of(RENT, heading="Rent")
    text = f"{first.text}\n{DUTY[0]}"
    anchors = (*first.anchors, Anchor(len(first.text) + 1, heading="Duty", row=2))
    return replace(first, text=text, anchors=anchors)


def test_each_table_of_a_passage_is_looked_at() -> None:
    passage = two_in_one()
    heads = heads_of_tables([passage], 1)
    assert [head.heading for head in heads] == ["Rent", "Duty"]
    tables = [table_of(head, [passage]) for head in heads]
    assert [table and table.columns for table in tables] == [("Tenant", "Mar"), ("Person", "Wed")]


def test_a_table_is_looked_at_once_and_of_few_passages() -> None:
    passage = two_in_one()
    again, other = replace(passage, id=2), replace(passage, id=3, document_id="another")
    assert len(heads_of_tables([passage, again], 2)) == 2
    assert [head.passage.id for head in heads_of_tables([passage, again, other], 2)] == [
        passage.id,
        passage.id,
        3,
        3,
    ]
    assert heads_of_tables([other, passage], 1)[0].passage.id == 3


def test_the_line_above_a_table_is_no_table_in_its_place() -> None:
    passage = passage_of(["Prices of the ferry, from May", *RENT], heading="Fares")
    (head,) = heads_of_tables([passage], 1)
    table = table_of(head, [passage])
    assert table is not None
    assert table.columns == ("Tenant", "Mar")


def test_lines_below_a_table_are_no_table_in_its_place() -> None:
    """Where a passage holds no more than them, they are of the table before."""
    notes = ["Cats pay half of the rate.", "Left luggage (up to 3 bags): 2 pounds, any size."]
    above = passage_of(RENT, heading="Fares")
    below = passage_of(notes, heading="Fares", first=7, id=2, passage_idx=1)
    (head,) = heads_of_tables([below], 1)
    table = table_of(head, [above, below])
    assert table is not None
    assert table.columns == ("Tenant", "Mar")
    assert table_of(head, [below]) is None


FARES = row_texts(("Ride", "Price"), ("Pony", "6"), ("Donkey", "4"))
BELOW = ["Night rides cost twice the price.", "Helmets (all sizes): free with any ride."]


def noted(question: str) -> tuple[list[str], tuple[str, ...]]:
    passage = passage_of([*FARES, *BELOW], heading="Fares", title=None, file_name=None)
    (head,) = heads_of_tables([passage], 1)
    table = table_of(head, [passage])
    assert table is not None
    answer = answer_from_table(question, query_of(question), table, {}, language="en")
    assert answer is not None
    told = with_notes(answer, head, [passage])
    return [line.value for line in told.lines], told.unmatched


def test_a_line_below_is_told_with_the_cells_where_it_has_a_word_that_they_have_not() -> None:
    assert noted("price of the pony at night") == (["6", BELOW[0]], ())
    assert noted("price of the pony") == (["6"], ())
    assert noted("price of the pony on ice") == (["6"], ("ice",))
