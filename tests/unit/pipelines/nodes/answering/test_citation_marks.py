"""marks: every way models write them, and nothing else in brackets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.answering.citation_marks import join_marks, split_marks, strip_marks


@pytest.mark.parametrize(
    ("text", "clean", "numbers"),
    [
        ("Two years [1].", "Two years.", [(1,)]),
        ("Two years[2].", "Two years.", [(2,)]),
        ("A [1, 3] b", "A b", [(1, 3)]),
        ("A [1; 2] b", "A b", [(1, 2)]),
        ("A [1][2] b", "A b", [(1, 2)]),
        ("A [1], [2]. B", "A. B", [(1, 2)]),
        ("A 【1】 b", "A b", [(1,)]),
        ("A 【2†manual.pdf】 b", "A b", [(2,)]),
        ("A [1-3] b", "A b", [(1, 2, 3)]),
        ("A [1–2, 3] b", "A b", [(1, 2, 3)]),
        ("A [^1] b", "A b", [(1,)]),
        ("A [Source 2] b", "A b", [(2,)]),
        ("А [источник 2] б", "А б", [(2,)]),
        ("A [1 и 2] b", "A b", [(1, 2)]),
        ("A ［1］ b", "A b", [(1,)]),
        ("A [99] b", "A b", [()]),
        ("A [0] b", "A b", [()]),
        ("A [2-999999] b", "A b", [(2, 3)]),
        ("A [3, 3, 1] b", "A b", [(3, 1)]),
        ("`x[1]` and ```\ny[2]\n``` [3]", "`x[1]` and ```\ny[2]\n```", [(3,)]),
        ("[x] and [see 1] and (1)", "[x] and [see 1] and (1)", []),
    ],
)
def test_marks_are_read(text: str, clean: str, numbers: list[tuple[int, ...]]) -> None:
    found, marks = split_marks(text, highest=3)
    assert found == clean
    assert [mark.numbers for mark in marks] == numbers


def test_join_puts_them_back_where_they_stood() -> None:
    assert join_marks(*split_marks("A [1,2], b[3]. C [9].", highest=3)) == "A [1][2], b[3]. C."


def test_strip_leaves_words_only() -> None:
    assert strip_marks("Two years [1]. Really 【2】!") == "Two years. Really!"


@given(st.text(alphabet="a [],1-9【】†`\n", max_size=60))
def test_what_is_left_holds_no_number_that_points_nowhere(text: str) -> None:
    clean, marks = split_marks(text, highest=5)
    assert all(1 <= number <= 5 for mark in marks for number in mark.numbers)
    assert [mark.at for mark in marks] == sorted(mark.at for mark in marks)
    assert len(clean) <= len(text)
