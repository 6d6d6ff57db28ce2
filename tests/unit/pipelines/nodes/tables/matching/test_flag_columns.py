"""Columns that say yes or no of every row, in whatever words or by whatever mark."""

import pytest

from pipelines.nodes.tables.matching.flag_columns import flag_columns, said_of_rows
from pipelines.nodes.tables.matching.reading import Reading
from tests.support.nodes.table_maker import read_of, table_of


def reading_of(
    *values: str, name: str = "Nuts", other: str = "", question: str = "nuts"
) -> Reading:
    """A question before a column with these values; `other` is the last of another column."""
    rows = [(f"Cake {at}", value, "") for at, value in enumerate(values)]
    rows[-1] = (*rows[-1][:2], other)
    return read_of(question, table_of(("Cake", name, "Milk"), *rows), "en")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (("x", "", "x"), ["yes", "no", "yes"]),
        (("✓", "–", "✔️"), ["yes", "no", "yes"]),
        (("✔", "x", "✗"), ["yes", "no", "no"]),  # a cross, beside a tick
        (("Y", "N", "y"), ["yes", "no", "yes"]),
        (("yes (v)", "no, sorry", "?"), ["yes", "no", "perhaps"]),
        (("nuts", "nut free", "may contain nuts"), ["yes", "no", "perhaps"]),
        (("contains nuts", "no nuts", "-"), ["yes", "no", "no"]),
    ],
)
def test_words_and_marks_say_yes_and_no(values: tuple[str, ...], said: list[str]) -> None:
    reading = reading_of(*values)
    assert list(said_of_rows(reading, 1)) == said
    assert 1 in flag_columns(reading)


def test_a_mark_in_every_row_is_a_cross_where_another_column_has_ticks() -> None:
    assert set(said_of_rows(reading_of("x", "x", other="✓"), 1)) == {"no"}
    assert set(said_of_rows(reading_of("x", "x"), 1)) == {"yes"}


def test_an_empty_cell_says_nothing_beside_a_no() -> None:
    reading = reading_of("yes", "no", "no", "no", "", "no")
    assert said_of_rows(reading, 1)[4] == ""
    assert not said_of_rows(reading_of("yes", "no", "", "", "no"), 1)  # too many are unknown


@pytest.mark.parametrize("values", [("almond", "", "x"), ("12", "x", ""), ("yes", "yes", "yes")])
def test_a_column_that_says_more_or_the_same_of_all_is_none(values: tuple[str, ...]) -> None:
    assert 1 not in flag_columns(reading_of(*values))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("vegan", ["yes", "no", "no", "yes"]),
        ("veggie", ["yes", "yes", "no", "yes"]),  # what is vegan is vegetarian, too
        ("vegetarian", ["yes", "yes", "no", "yes"]),
    ],
)
def test_a_value_says_which_part_of_its_columns_name_is_so(question: str, said: list[str]) -> None:
    values = ("vegan", "veggie", "no", "yes (v)")
    reading = reading_of(*values, name="Veggie / vegan", question=question)
    assert list(said_of_rows(reading, 1, reading.words)) == said
