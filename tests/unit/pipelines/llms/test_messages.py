"""Endpoints refuse a call without a result, and a result without a call: neither is sent."""

from pipelines.llms.messages import alternate
from pipelines.models.chat import ToolCall, Turn

ASK = Turn("user", "How long?")
SEARCH, READ = ToolCall("a", "search", '{"q": "x"}'), ToolCall("b", "read", "not json")
CALLS = Turn("assistant", "Let me look.", calls=(SEARCH, READ))
FOUND, TEXT = Turn("tool", "found", call_id="a"), Turn("tool", "text", call_id="b")


def roles(*turns: Turn) -> list[str]:
    return [message["role"] for message in alternate(turns, with_calls=True)]


def test_every_call_has_its_result_after_it_in_order() -> None:
    _, called, *results = alternate([ASK, CALLS, TEXT, FOUND], with_calls=True)
    assert [call["id"] for call in called["tool_calls"]] == ["a", "b"]
    assert [(one["tool_call_id"], one["content"]) for one in results] == [
        ("a", "found"),
        ("b", "text"),
    ]


def test_a_call_without_a_result_gets_an_empty_one() -> None:
    *_, missing = alternate([ASK, CALLS, FOUND], with_calls=True)
    assert missing == {"role": "tool", "tool_call_id": "b", "content": "no result"}


def test_a_result_that_nobody_asked_for_is_told() -> None:
    assert alternate([ASK, FOUND], with_calls=True) == [
        {"role": "user", "content": "How long?\n\nResult of a tool:\nfound"}
    ]


def test_calls_before_the_user_begins_are_left_out_with_their_results() -> None:
    assert roles(CALLS, FOUND, TEXT, ASK) == ["user"]


def test_calls_do_not_melt_into_each_other() -> None:
    again = Turn("assistant", "", calls=(ToolCall("c", "read", "{}"),))
    turns = (ASK, CALLS, FOUND, TEXT, again, Turn("tool", "x", call_id="c"), Turn("assistant", "."))
    assert roles(*turns) == ["user", "assistant", "tool", "tool", "assistant", "tool", "assistant"]


def test_arguments_that_are_no_object_are_wrapped_for_the_template() -> None:
    _, called, *_ = alternate([ASK, CALLS], with_calls=True)
    said = [call["function"]["arguments"] for call in called["tool_calls"]]
    assert said == ['{"q": "x"}', '{"unreadable": "not json"}']


def test_in_words_each_result_names_its_call() -> None:
    assert alternate([ASK, CALLS, FOUND, TEXT, Turn("user", "Now answer.")]) == [
        {"role": "user", "content": "How long?"},
        {"role": "assistant", "content": "Let me look."},
        {
            "role": "user",
            "content": 'Result of search({"q": "x"}):\nfound\n\n'
            "Result of read(not json):\ntext\n\nNow answer.",
        },
    ]
