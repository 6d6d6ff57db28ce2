"""A reference to a document by the title that somebody gave it."""

import psycopg
import pytest

WHOLE = "Ada Mill. Mill. 2024. mill.example. https://mill.example/Mill [2024-01-02]"


@pytest.mark.parametrize(
    ("cited", "title", "new", "expected"),
    [
        (WHOLE, "Mill", "Weir", WHOLE.replace(" Mill. 2024", " Weir. 2024")),
        ("a. a.txt.", "a", "Harvest", "Harvest. a.txt."),
        ("Why? a.pdf. 1 p.", "Why?", "Because", "Because. a.pdf. 1 p."),
        ("plan. plan.txt.", "plan", "Why?", "Why? plan.txt."),
        ("A+B (draft). f.", "A+B (draft)", r"C\1", r"C\1. f."),
        ("Mill.", "Mill", "Weir", "Weir."),
        ("Nothing of it.", "", "Weir", "Nothing of it."),
        (None, "Mill", "Weir", None),
    ],
)
def test_the_title_is_another_and_the_rest_the_same(
    admin: psycopg.Connection, cited: str | None, title: str, new: str, expected: str | None
) -> None:
    row = admin.execute("select cited_as(%s, %s, %s)", [cited, title, new]).fetchone()
    assert row == (expected,)
