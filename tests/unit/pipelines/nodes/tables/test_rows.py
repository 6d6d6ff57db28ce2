"""Rows: cells are read back as they were written, whatever their values hold."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.models.documents import Anchor
from pipelines.nodes.tables.rows import TableRow, read_rows, same_table
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import all_rows, passage_of, row_texts, table_of

FERRIES = (
    ("Ferry", "Leaves", "Pier"),
    ("Alder", "10:00", "2"),
    ("Birch", "12:30", "1"),
    ("Cedar", "18:15", "4"),
)


def cells_of(row: TableRow) -> list[tuple[str, str]]:
    return [(cell.name, cell.value) for cell in row.cells]


def test_cells_have_their_names_and_values() -> None:
    rows = read_rows(passage_of(row_texts(*FERRIES)))
    assert [row.number for row in rows] == [2, 3, 4]
    assert cells_of(rows[0]) == [("Ferry", "Alder"), ("Leaves", "10:00"), ("Pier", "2")]


def test_spans_are_those_of_the_passage() -> None:
    passage = passage_of(row_texts(*FERRIES), above="All ferries of the harbour:")
    for row in read_rows(passage):
        for cell in row.cells:
            assert passage.text[cell.name_span.start : cell.name_span.end] == cell.name
            assert passage.text[cell.value_span.start : cell.value_span.end] == cell.value


def test_text_around_a_table_is_no_row() -> None:
    passage = passage_of(row_texts(*FERRIES), above="Note: tickets are sold on board; cash only.")
    assert len(read_rows(passage)) == 3


def test_a_passage_without_rows_has_none() -> None:
    assert read_rows(make_passage("Ferry: Alder", anchors=(Anchor(0, page=1),))) == ()


def test_a_first_column_may_have_no_name() -> None:
    rows = read_rows(passage_of(row_texts(("", "2023", "2024"), ("Север", "10", "12"))))
    assert cells_of(rows[0]) == [("", "Север"), ("2023", "10"), ("2024", "12")]


def test_a_semicolon_in_a_value_ends_nothing() -> None:
    rows = read_rows(
        passage_of(row_texts(("Врач", "Дни"), ("Седов", "вторник; пятница"), ("Юсупов", "среда")))
    )
    assert cells_of(rows[0]) == [("Врач", "Седов"), ("Дни", "вторник; пятница")]


def test_a_colon_in_a_value_ends_no_name() -> None:
    rows = read_rows(
        passage_of(row_texts(("Talk", "Site"), ("Rivers: a map", "https://x.example")))
    )
    assert cells_of(rows[0]) == [("Talk", "Rivers: a map"), ("Site", "https://x.example")]


def test_what_looks_like_a_name_in_one_row_alone_belongs_to_the_value_before() -> None:
    table = [(f"K-{n}", "free", str(n)) for n in range(5)]
    table[2] = ("K-2", "taken; until: Monday", "2")
    rows = read_rows(passage_of(row_texts(("Key", "State", "Shelf"), *table)))
    assert cells_of(rows[2])[1] == ("State", "taken; until: Monday")


def test_names_that_share_a_beginning_stay_apart() -> None:
    rows = read_rows(
        passage_of(row_texts(("Цех", "Срок: план", "Срок: факт"), ("1", "5", "7"), ("2", "6", "6")))
    )
    assert cells_of(rows[0]) == [("Цех", "1"), ("Срок: план", "5"), ("Срок: факт", "7")]


def test_a_row_over_several_lines_is_one() -> None:
    passage = make_passage("A: one\nmore; B: two", anchors=(Anchor(0, row=2), Anchor(6, row=2)))
    (row,) = read_rows(passage)
    assert cells_of(row) == [("A", "one more"), ("B", "two")]


def test_rows_of_several_passages_in_any_order_are_one_table() -> None:
    texts = row_texts(*FERRIES)
    later = passage_of(texts[2:], first=4, id=2, passage_idx=1, paragraph_idx=1)
    earlier = passage_of(texts[:2], id=1)
    (table,) = same_table([*all_rows([later, earlier]), *all_rows([later])])
    assert [row.number for row in table.rows] == [2, 3, 4]
    assert table.columns == ("Ferry", "Leaves", "Pier")


def test_tables_of_two_headings_stay_apart() -> None:
    texts = row_texts(*FERRIES)
    summer = passage_of(texts, heading="Summer")
    winter = passage_of(texts, heading="Winter", id=2, passage_idx=1)
    assert len(same_table(all_rows([summer, winter]))) == 2


def test_numbers_that_begin_anew_begin_another_table() -> None:
    texts = row_texts(*FERRIES)
    one = passage_of(texts)
    other = passage_of(texts[1:], id=2, passage_idx=1)
    assert [len(table.rows) for table in same_table(all_rows([one, other]))] == [3, 2]


def test_empty_cells_do_not_part_a_table() -> None:
    table = table_of(("Item", "Note", "Price"), ("Rope", "", "4"), ("Hook", "new", ""))
    assert table.columns == ("Item", "Note", "Price") or set(table.columns) == {
        "Item", "Note", "Price"
    }  # fmt: skip
    assert table.rows[0].cell("Note") is None


def test_the_line_above_is_the_caption() -> None:
    passage = passage_of(row_texts(*FERRIES), above="Departures on weekdays:")
    (table,) = same_table(all_rows([passage]))
    assert table.caption == "Departures on weekdays:"


def test_the_caption_may_stand_in_the_passage_before() -> None:
    before = make_passage("Some text.\nDepartures on weekdays:", id=1, passage_idx=0)
    rows = passage_of(row_texts(*FERRIES), id=2, passage_idx=1)
    (table,) = same_table(all_rows([rows]), [before, rows])
    assert table.caption == "Departures on weekdays:"


def test_a_line_of_a_sheet_above_the_names_is_the_caption() -> None:
    """An extractor takes it for a row, as it does with all lines above."""
    passage = passage_of(["Departures on weekdays", *row_texts(*FERRIES)], first=1)
    *_, table = same_table(all_rows([passage]))
    assert table.caption == "Departures on weekdays"
    other = passage_of(["Pier: 1; Length: 40 m", *row_texts(*FERRIES)], first=1)
    assert all(table.caption == "" for table in same_table(all_rows([other])))


def test_lines_of_what_is_what_are_a_form() -> None:
    passage = passage_of(["Телефон: 55-10", "Площадь: 40 м²", "Этаж: 3"])
    (table,) = same_table(all_rows([passage]))
    assert table.form
    assert table.columns == ("Телефон", "Площадь", "Этаж")


_PLAIN = st.text(st.characters(categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=8)


@given(
    names=st.lists(_PLAIN, min_size=1, max_size=4, unique=True),
    values=st.lists(st.lists(_PLAIN, min_size=4, max_size=4), min_size=1, max_size=5),
)
def test_plain_cells_come_back_as_they_were(names: list[str], values: list[list[str]]) -> None:
    rows = read_rows(passage_of(row_texts(names, *[row[: len(names)] for row in values])))
    assert [[cell.value for cell in row.cells] for row in rows] == [
        row[: len(names)] for row in values
    ]


@pytest.mark.parametrize("text", ["", ";", ": ", "; ; :", "a: ", ": b", "; a: b;"])
def test_no_text_is_too_odd(text: str) -> None:
    rows = read_rows(make_passage(text, anchors=(Anchor(0, row=2),)))
    assert all(cell.value is not None for row in rows for cell in row.cells)
    same_table(rows)


def test_what_is_found_out_of_a_table_is_of_that_table_alone() -> None:
    table = table_of(("Boat", "Fee, £"), ("Kestrel", "140"), ("Dunlin", "95"))
    assert [cell.value for _, cell in table.cells("Boat")] == ["Kestrel", "Dunlin"]
    fewer = replace(table, rows=table.rows[:1])
    assert [cell.value for _, cell in fewer.cells("Boat")] == ["Kestrel"]
    assert table.once("asked", lambda: 1) == table.once("asked", lambda: 2) == 1
    assert fewer.once("asked", lambda: 3) == 3
    assert fewer == replace(table, rows=table.rows[:1])


def test_a_note_of_sentences_below_a_table_names_no_column() -> None:
    note = "Members borrow at half price and leave no deposit. Cleaning is £6. Late: £2 a day."
    (row,) = read_rows(passage_of([note]))
    assert [cell.name for cell in row.cells] == [""]


@pytest.mark.parametrize(
    "name",
    [
        "Cost per person per night incl. VAT",
        "Number of places for cars (max. 3)",
        "Сумма взноса за один участок руб. в год",
    ],
)
def test_a_long_name_with_something_in_short_names_its_column(name: str) -> None:
    table = table_of(("Room", name), ("Attic", "40"), ("Cellar", "35"))
    assert table.columns == ("Room", name)
