"""What passages a model is shown once it has had tools called."""

from pipelines.answer.state import ToolUse
from pipelines.answer.tools.toolbox import computed_beside, numbered
from pipelines.models.chat import ToolCall

FIRST = (1, 2, 3, 4, 5, 6)
SEARCH = ToolCall("a", "search_documents", "{}")
TABLE = ToolCall("b", "read_table", "{}")


def test_what_was_asked_for_is_not_crowded_out_by_what_was_found_at_first() -> None:
    assert numbered(FIRST, ()) == FIRST
    assert numbered(FIRST, (ToolUse(SEARCH, told="Nothing was found."),)) == FIRST
    assert numbered(FIRST, (ToolUse(SEARCH, (9, 2)), ToolUse(SEARCH, (9, 6)))) == (1, 2, 3, 4, 9, 6)


def test_only_what_a_table_came_to_supports_beside_its_passages() -> None:
    used = (
        ToolUse(SEARCH, (1,), "12"),
        ToolUse(TABLE, (2, 3), "sum: 5"),
        ToolUse(TABLE, (3,), "6"),
    )
    assert computed_beside(used) == {2: "sum: 5", 3: "sum: 5\n6"}


def test_a_model_with_room_keeps_all_passages_under_their_numbers() -> None:
    use = ToolUse(SEARCH, (9, 2))
    assert numbered(FIRST, (use,), is_roomy=True) == (*FIRST, 9)
