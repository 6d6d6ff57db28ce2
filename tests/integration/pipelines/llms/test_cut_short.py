"""What the limit of tokens has ended is asked for once more; if that does not help, it is said."""

import asyncio
from typing import Any

import pytest

from pipelines.llms.continuing import GO_ON
from pipelines.models.chat import Completion, Tool, Usage
from tests.support.llms.fake_endpoint import (
    QUESTION,
    FakeEndpoint,
    Reply,
    calls_tool,
    events,
    says,
    silence,
    status,
    stream_of,
    with_usage,
)

BEGUN = "The warranty is 24 months [1]. It can be exten"
WHOLE = "The warranty is 24 months [1]. It can be extended."


@pytest.mark.parametrize("stream", [True, False])
async def test_the_rest_is_asked_for(endpoint: FakeEndpoint, connect: Any, stream: bool) -> None:
    endpoint.enqueue(says(BEGUN, finish="length"), says("extended."))
    async with connect(stream=stream) as model:
        assert await model.complete("", QUESTION) == Completion(WHOLE, model="test-model")
    *_, said, order = endpoint.requests[1]["messages"]
    assert said == {"role": "assistant", "content": BEGUN.removesuffix(" exten")}
    assert order == {"role": "user", "content": GO_ON}


NO_REST: dict[str, Reply] = {
    "refused": status(400),
    "failing": status(500),
    "too long": status(413),
    "empty": says(""),
    "silent": silence(),
}


@pytest.mark.parametrize("name", NO_REST)
async def test_without_a_rest_it_is_said(endpoint: FakeEndpoint, connect: Any, name: str) -> None:
    endpoint.enqueue(says(BEGUN, finish="length"), NO_REST[name])
    async with connect(read_seconds=0.5) as model:
        async with asyncio.timeout(30):
            completion = await model.complete("", QUESTION)
    assert completion == Completion(f"{BEGUN}…", model="test-model", is_cut_short=True)
    assert len(endpoint.requests) == 2


async def test_a_rest_that_is_cut_too_is_the_end(endpoint: FakeEndpoint, connect: Any) -> None:
    endpoint.enqueue(says(BEGUN, finish="length"), says("extended by a", finish="length"))
    async with connect() as model:
        completion = await model.complete("", QUESTION)
    assert (completion.text, completion.is_cut_short) == (f"{WHOLE[:-1]} by a…", True)
    assert len(endpoint.requests) == 2


async def test_the_fallback_goes_on_itself(endpoint: FakeEndpoint, connect: Any) -> None:
    endpoint.enqueue(status(404), says(BEGUN, finish="length"), says("extended."))
    async with connect(fallback_model="small") as model:
        assert await model.complete("", QUESTION) == Completion(WHOLE, model="small")
    assert [one["model"] for one in endpoint.requests] == ["test-model", "small", "small"]


async def test_tokens_of_both_parts_are_counted(endpoint: FakeEndpoint, connect: Any) -> None:
    *said, _, _ = stream_of(BEGUN, "length")
    end = '{"choices": [{"delta": {}, "finish_reason": "length"}]}'
    usage = '{"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 20}}'
    endpoint.enqueue(events(*said, end, usage, "[DONE]"), with_usage(130, 5, "extended."))
    async with connect() as model:
        completion = await model.complete("", QUESTION)
    assert (completion.text, completion.usage) == (WHOLE, Usage(230, 25))


async def test_tokens_of_an_empty_answer_are_counted(endpoint: FakeEndpoint, connect: Any) -> None:
    endpoint.enqueue(with_usage(100, 50, "<think>hm</think>"), with_usage(100, 5))
    async with connect() as model:
        assert (await model.complete("", QUESTION)).usage == Usage(200, 55)


async def test_a_growing_answer_is_told(endpoint: FakeEndpoint, connect: Any) -> None:
    told: list[str] = []
    endpoint.enqueue(says(f"<think>secret</think>{BEGUN}", finish="length"), says("extended."))
    async with connect() as model:
        await model.complete("", QUESTION, on_growth=told.append)
    assert told[-1] == WHOLE
    assert BEGUN in told
    assert all(WHOLE.startswith(text) for text in told)
    assert len(told) > 3


async def test_after_a_fault_it_grows_anew(endpoint: FakeEndpoint, connect: Any) -> None:
    told: list[str] = []
    endpoint.enqueue(events(*stream_of("Something else ", None)), says("It is so."))
    async with connect() as model:
        await model.complete("", QUESTION, on_growth=told.append)
    begun_anew = told.index("")
    assert "Something else".startswith(told[begun_anew - 1])
    assert told[-1] == "It is so."
    assert all("It is so.".startswith(text) for text in told[begun_anew:])


async def test_a_template_that_opens_the_reasoning_is_remembered(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    told: list[str] = []
    endpoint.enqueue(*[says("secret thoughts of mine </think> Yes, it is.")] * 2)
    async with connect() as model:
        await model.complete("", QUESTION)
        await model.complete("", QUESTION, on_growth=told.append)
    assert told
    assert all("Yes, it is.".startswith(text) for text in told)


async def test_words_before_a_call_grow_too(endpoint: FakeEndpoint, connect: Any) -> None:
    told: list[str] = []
    endpoint.enqueue(calls_tool("search", {}, text="Let me look."))
    async with connect() as model:
        await model.complete("", QUESTION, tools=[Tool("search", "", {})], on_growth=told.append)
    assert told[-1] == "Let me look."
