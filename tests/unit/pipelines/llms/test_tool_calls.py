"""Calls come in pieces of many shapes, and only those of offered tools are read."""

import json
from typing import Any

import pytest

from pipelines.llms.tool_calls import LONGEST_ARGUMENTS, MOST_CALLS, ToolCallReader
from pipelines.models.chat import ToolCall

OFFERED = ["search", "read"]


def piece(name: str | None, arguments: object, **fields: Any) -> dict[str, Any]:
    function = {"arguments": arguments} | ({} if name is None else {"name": name})
    return {"function": function, **fields}


def read(*pieces: dict[str, Any], offered: list[str] = OFFERED) -> tuple[ToolCall, ...]:
    reader = ToolCallReader(offered)
    for one in pieces:
        reader.feed([one])
    return reader.calls()


SHAPES: dict[str, list[dict[str, Any]]] = {
    "as OpenAI sends them": [
        piece("search", "", index=0, id="a"),
        piece(None, '{"q": ', index=0),
        piece(None, "1}", index=0),
        piece("read", "", index=1, id="b"),
        piece(None, '{"q": 2}', index=1),
    ],
    "interleaved": [
        piece("search", "", index=0, id="a"),
        piece("read", '{"q":', index=1, id="b"),
        piece(None, '{"q": 1}', index=0),
        piece(None, " 2}", index=1),
    ],
    "each in one piece without an index": [
        piece("search", '{"q": 1}', id="a"),
        piece("read", '{"q": 2}', id="b"),
    ],
    "in pieces without an index": [
        piece("search", '{"q":', id="a"),
        piece(None, " 1}"),
        piece("read", '{"q": 2}', id="b"),
    ],
    "one index for all": [
        piece("search", '{"q": 1}', index=0, id="a"),
        piece("read", '{"q":', index=0, id="b"),
        piece(None, " 2}", index=0),
    ],
    "the name in pieces": [
        piece("sea", "", index=0, id="a"),
        piece("rch", '{"q": 1}', index=0),
        piece("read", '{"q": 2}', index=1, id="b"),
    ],
    "name and id in each piece": [
        piece("search", '{"q":', index=0, id="a"),
        piece("search", " 1}", index=0, id="a"),
        piece("read", '{"q": 2}', index=1, id="b"),
    ],
    "another id in each piece": [
        piece("search", '{"q":', index=0, id="a"),
        piece(None, " 1}", index=0, id="x"),
        piece("read", '{"q": 2}', index=1, id="b"),
    ],
    "arguments as an object": [
        piece("search", {"q": 1}, index=0, id="a"),
        piece("read", {"q": 2}, index=1, id="b"),
    ],
    "with what a model adds to names": [
        piece("functions.search", '{"q": 1}', index=0, id="a"),
        piece("read<|channel|>commentary", '{"q": 2}', index=1, id="b"),
    ],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_calls_are_put_together(shape: str) -> None:
    first, second = read(*SHAPES[shape])
    assert (first.id, first.name, json.loads(first.arguments)) == ("a", "search", {"q": 1})
    assert (second.id, second.name, json.loads(second.arguments)) == ("b", "read", {"q": 2})


def test_calls_without_an_id_get_one_each() -> None:
    calls = read(piece("search", '{"q": 1}'), piece("read", '{"q": 2}'), piece("read", "{}"))
    assert [(call.name, call.arguments) for call in calls] == [
        ("search", '{"q": 1}'),
        ("read", '{"q": 2}'),
        ("read", "{}"),
    ]
    assert len({call.id for call in calls}) == 3
    assert all(len(call.id) == 9 for call in calls)


def test_calls_of_one_id_are_told_apart() -> None:
    first, second = read(piece("search", "", index=0, id="a"), piece("read", "", index=1, id="a"))
    assert first.id == "a" != second.id


def test_arguments_that_are_no_json_are_handed_on() -> None:
    (call,) = read(piece("search", "warranty of", index=0, id="a"))
    assert call.arguments == "warranty of"


def test_without_an_offer_nothing_is_read() -> None:
    assert read(piece("search", "{}", index=0, id="a"), offered=[]) == ()


@pytest.mark.parametrize(
    "odd",
    [
        *(None, 7, "x", [], {"a": 1}, [None], ["x"], [{}], [{"function": 7}], [{"function": {}}]),
        [{"function": {"name": 7, "arguments": 7}, "id": 7, "index": "x"}],
        [{"function": {"name": "a b\n", "arguments": "{}"}}],
        [{"function": {"name": "x" * 500, "arguments": "{}"}}],
    ],
)
def test_odd_shapes_are_no_calls(odd: object) -> None:
    reader = ToolCallReader(OFFERED)
    reader.feed(odd)
    assert reader.calls() == ()


def test_too_many_calls_end_the_reading() -> None:
    reader = ToolCallReader(OFFERED)
    reader.feed([piece("search", f'{{"q": {n}}}') for n in range(50)] + [piece(None, "garbage")])
    assert reader.overflowed
    assert [json.loads(call.arguments)["q"] for call in reader.calls()] == list(range(MOST_CALLS))


def test_arguments_without_end_are_cut() -> None:
    reader = ToolCallReader(OFFERED)
    reader.feed([piece("search", "x" * 1000, index=0, id="a")])
    assert not reader.overflowed
    for _ in range(50):
        reader.feed([piece(None, "x" * 1000, index=0)])
    assert reader.overflowed
    assert len(reader.calls()[0].arguments) == LONGEST_ARGUMENTS
