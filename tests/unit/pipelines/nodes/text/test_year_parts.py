"""Halves and quarters of a year, however they are written."""

import pytest

from pipelines.nodes.questions.anchors import anchors_of, missing
from pipelines.nodes.text.year_parts import year_parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("rent in the first half", ["half 1"]),
        ("H1, Jan", ["half 1"]),
        ("I полугодие, Янв", ["half 1"]),
        ("аренда за 2-е полугодие", ["half 2"]),
        ("полугодие 2", ["half 2"]),
        ("erstes Halbjahr", ["half 1"]),
        ("Q3", ["quarter 3"]),
        ("3. Quartal", ["quarter 3"]),
        ("в первом квартале", ["quarter 1"]),
        ("2nd quarter", ["quarter 2"]),
        ("half a pound", []),
        ("third half", []),
        ("H3, H2O", []),
    ],
)
def test_parts_of_a_year_are_read(text: str, parts: list[str]) -> None:
    assert [part for part, _ in year_parts(text)] == parts


def test_a_part_of_a_year_stands_where_it_is_written_otherwise() -> None:
    for question, language in (
        ("rent in the first half", "en"),
        ("аренда в первом полугодии", "ru"),
    ):
        anchors = anchors_of(question, language)
        assert anchors
        assert not missing(anchors, "Rent; H1: 1000")
        assert missing(anchors, "Rent; H2: 1000")
