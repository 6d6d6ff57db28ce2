"""Two parts of an answer become one, whatever of the first part the second repeats."""

import pytest

from pipelines.llms.continuing import GO_ON, join, to_continue, total
from pipelines.models.chat import Turn, Usage

BEGUN = "The warranty is 24 months [1]. It can be exten"
WHOLE = "The warranty is 24 months [1]. It can be extended by a year [2]."


@pytest.mark.parametrize(
    "rest",
    [
        "extended by a year [2].",
        "… extended by a year [2].",
        "It can be extended by a year [2].",
        "24 months [1]. It can be extended by a year [2].",
        " can be extended by a year [2].\n",
        WHOLE,
    ],
)
def test_what_is_repeated_is_said_once(rest: str) -> None:
    assert join(BEGUN, rest) == WHOLE


def test_lines_stay_lines() -> None:
    assert join("- one\n- two\n- th", "three") == "- one\n- two\n- three"
    assert join("- one\n- two\n- ", "three") == "- one\n- two\n- three"


def test_text_without_blanks_is_joined_as_it_is() -> None:
    assert join("保修期是", "二十四个月。") == "保修期是二十四个月。"


@pytest.mark.parametrize("rest", ["", " \n", "…", BEGUN[:-5]])
def test_without_a_rest_nothing_changes(rest: str) -> None:
    assert join(BEGUN, rest) == BEGUN


def test_a_model_goes_on_after_its_last_whole_word() -> None:
    *_, said, order = to_continue([Turn("user", "How long?")], BEGUN)
    assert said == Turn("assistant", "The warranty is 24 months [1]. It can be")
    assert order == Turn("user", GO_ON)


def test_tokens_are_added_up_where_all_are_known() -> None:
    assert total([Usage(10, 2), Usage(20, 3)]) == Usage(30, 5)
    assert total([Usage(10, 2), None]) is None
