"""Whatever a server calls it, what a model wrote before it answered stays behind."""

import json
from typing import Any

import pytest

from pipelines.errors import ModelUnavailable
from tests.support.llms.fake_endpoint import (
    QUESTION,
    FakeEndpoint,
    Reply,
    events,
    says,
    status,
    stream_of,
)
from tests.support.llms.stopped_clock import Waits

HARMONY = (
    "<|channel|>analysis<|message|>secret<|end|>"
    "<|start|>assistant<|channel|>final<|message|>Yes [1]."
)
TEXTS: dict[str, str] = {
    "think": "<think>secret</think>Yes [1].",
    "thinking": "<thinking>secret</thinking>\nYes [1].",
    "reasoning": "<reasoning>secret</reasoning>\nYes [1].",
    "in brackets": "[THINK]secret[/THINK]Yes [1].",
    "in capitals": "<THINK>secret</Think>Yes [1].",
    "without an opening tag": "secret\n</think>\n\nYes [1].",
    "harmony": HARMONY,
    "twice": "<think>secret</think>Yes<think>secret</think> [1].",
}


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize("name", TEXTS)
async def test_reasoning_in_the_text_is_not_shown(
    endpoint: FakeEndpoint, connect: Any, name: str, stream: bool
) -> None:
    endpoint.enqueue(says(TEXTS[name]))
    async with connect(stream=stream) as model:
        assert (await model.complete("", QUESTION)).text == "Yes [1]."


FIELDS = {"reasoning_content": "secret", "reasoning": "secret"}
PARTS = [{"type": "thinking", "thinking": "secret"}, {"type": "text", "text": "Yes [1]."}]
BESIDE: dict[str, Reply] = {
    "whole": status(200, {"choices": [{"message": {"content": "Yes [1].", **FIELDS}}]}),
    "streamed": events(
        json.dumps({"choices": [{"delta": {"content": None, **FIELDS}}]}),
        *stream_of("Yes [1].", "stop"),
    ),
    "in parts": status(200, {"choices": [{"message": {"content": PARTS}}]}),
}


@pytest.mark.parametrize("name", BESIDE)
async def test_reasoning_beside_the_text_is_not_shown(
    endpoint: FakeEndpoint, connect: Any, name: str
) -> None:
    endpoint.enqueue(BESIDE[name])
    async with connect() as model:
        assert (await model.complete("", QUESTION)).text == "Yes [1]."


NO_ANSWER: dict[str, Reply] = {
    "empty": says(""),
    "only reasoning": says("<think>secret</think>"),
    "reasoning cut by the limit": says("<think>secret", finish="length"),
    "only fields": status(200, {"choices": [{"message": {"content": None, **FIELDS}}]}),
}


@pytest.mark.parametrize("name", NO_ANSWER)
async def test_an_answer_without_a_word_is_asked_for_once_more(
    endpoint: FakeEndpoint, connect: Any, waits: Waits, name: str
) -> None:
    endpoint.enqueue(*[NO_ANSWER[name]] * 3)
    async with connect() as model:
        with pytest.raises(ModelUnavailable, match="attempt 2"):
            await model.complete("", QUESTION)
    assert len(endpoint.requests) == 2
    assert waits.waited == [0.5]


async def test_what_the_limit_cut_is_asked_for_with_more_room(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(says("<think>secret", finish="length"))
    async with connect(max_tokens=100) as model:
        assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
        await model.complete("", QUESTION)
    assert [request["max_tokens"] for request in endpoint.requests] == [100, 400, 100]


async def test_without_room_for_an_answer_the_setting_is_named(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(*[says("<think>secret", finish="length")] * 2)
    async with connect() as model:
        with pytest.raises(ModelUnavailable, match="LLM_MAX_TOKENS"):
            await model.complete("", QUESTION)
