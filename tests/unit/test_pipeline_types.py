"""Every pipeline fits together: each part takes what the part before it gives."""

from collections.abc import Callable
from inspect import signature
from typing import Any, get_type_hints

import pytest

from pipelines.engine.codec import result_type
from pipelines.engine.graph import (
    Failed,
    Flow,
    ForEach,
    Guarded,
    Loop,
    Node,
    Pipeline,
    Sequence,
    Switch,
    sequence,
)
from pipelines.runs import PIPELINES


@pytest.mark.parametrize("pipeline", PIPELINES.values(), ids=lambda pipeline: pipeline.name)
def test_each_part_takes_what_the_one_before_gives(pipeline: Pipeline) -> None:
    assert _follow(pipeline.flow, pipeline.input_type) is pipeline.output_type


def test_a_part_that_does_not_fit_is_seen() -> None:
    class Steps:
        async def count(self, text: str) -> int:
            return len(text)

    count = Node("count", Steps.count)
    assert _follow(sequence(count), str) is int
    with pytest.raises(AssertionError, match="count"):
        _follow(sequence(count, count), str)


def _follow(flow: Flow, given: Any) -> Any:
    """Return the type that a flow gives for a value of the type `given`."""
    match flow:
        case Node():
            assert _taken(flow.call) is given, f"{flow.name}: {_taken(flow.call)}, not {given}"
            return result_type(flow.call)
        case Sequence(parts):
            for part in parts:
                given = _follow(part, given)
            return given
        case Switch():
            kinds = {_follow(case, given) for case in flow.cases.values()}
            assert len(kinds) == 1, f"{flow.name}: {kinds}"
            return kinds.pop()
        case ForEach():
            assert _follow(flow.body, flow.item) is flow.item, flow.name
            assert _follow(flow.on_error, Failed) is flow.item, flow.name
            assert _taken(flow.gather) is given, flow.name
            return result_type(flow.gather)
        case Loop():
            assert _follow(flow.body, given) is given, flow.name
            return given
        case Guarded():
            gives = _follow(flow.flow, given)
            assert _follow(flow.on_error, Failed) is gives, flow.on_error.name
            return gives


def _taken(call: Callable[..., Any]) -> Any:
    hints = get_type_hints(call)
    first = next(name for name in signature(call).parameters if name != "self")
    return hints[first]
