"""A loop at the end of a text is cut to one copy; what is only alike is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.llms.repetition import end_of_first_copy

INTRODUCTION = "The warranty is 24 months [1].\n"
LINE = "It can be extended by another year at no cost.\n"

LOOPS: dict[str, tuple[str, str]] = {
    "a line": (INTRODUCTION + LINE * 6, INTRODUCTION + LINE),
    "a line and a part of it": (INTRODUCTION + LINE * 6 + LINE[:9], INTRODUCTION + LINE),
    "a short line": (INTRODUCTION + "Yes.\n" * 60, INTRODUCTION + "Yes.\n"),
    "one character": (INTRODUCTION + "G" * 300, INTRODUCTION + "G"),
    "marks": (INTRODUCTION + "!" * 1300, INTRODUCTION + "!"),
    "blank lines": (INTRODUCTION + "\n" * 1300, INTRODUCTION),
    "two lines in turn": ("A line.\nB line.\n" * 20, "A line.\nB line.\n"),
    "from the first word on": ("again and " * 40, "again and "),
}


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_is_cut_to_one_copy(name: str) -> None:
    text, kept = LOOPS[name]
    end = end_of_first_copy(text)
    assert end is not None
    assert text[:end].rstrip() == kept.rstrip()


@pytest.mark.parametrize(
    "text",
    [
        "",
        INTRODUCTION + LINE * 5,
        "| Month | Price |\n|" + "-" * 500 + "|",
        "| Month | Price |\n" + "| --- " * 12 + "|",
        "\n".join(f"{n}. The room is free on this day." for n in range(40)),
        "\n".join("| yes | no |" for _ in range(12)),
        INTRODUCTION + LINE * 8 + "And that is all there is to say about it.",
    ],
)
def test_what_is_only_alike_is_no_loop(text: str) -> None:
    assert end_of_first_copy(text) is None


@given(st.text("abc .\n", max_size=60), st.text("defg ", min_size=40, max_size=120))
def test_whatever_comes_six_times_is_cut_before_it_comes_a_third_time(
    before: str, unit: str
) -> None:
    text = before + unit * 6
    end = end_of_first_copy(text)
    assert end is not None
    assert end < len(before) + 2 * len(unit)
