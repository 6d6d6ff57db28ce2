"""What a body says beside its answer."""

import json

import pytest

from pipelines.llms.completion import CompletionReader
from pipelines.models.chat import Completion, Usage

USAGE = {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}
CHOICE = {"delta": {"content": "Yes."}, "finish_reason": "stop"}
WHOLE = {"choices": [{"message": {"content": "Yes."}}], "usage": USAGE}


def streamed(usage: object) -> str:
    events = ({"choices": [CHOICE], "usage": None}, {"choices": [], "usage": usage})
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"


@pytest.mark.parametrize("body", [json.dumps(WHOLE), streamed(USAGE)])
def test_the_tokens_are_counted(body: str) -> None:
    reader = CompletionReader(10_000)
    reader.feed(body.encode())
    assert reader.completion() == Completion("Yes.", usage=Usage(12, 3))


@pytest.mark.parametrize("usage", [None, [], {}, {"prompt_tokens": "12", "completion_tokens": 3}])
def test_a_count_that_is_none_is_left_out(usage: object) -> None:
    reader = CompletionReader(10_000)
    reader.feed(streamed(usage).encode())
    assert reader.completion() == Completion("Yes.")
