"""What may pass is tried again, what may not is said, and nothing lasts for ever."""

import socket
from typing import Any

import pytest

from pipelines.errors import ModelBroken, ModelUnavailable, PromptTooLong
from tests.support.llms.fake_endpoint import (
    QUESTION,
    FakeEndpoint,
    Reply,
    cut_off,
    endless,
    events,
    says,
    silence,
    status,
    stream_of,
)
from tests.support.llms.stopped_clock import Waits

PASSING: dict[str, Reply] = {
    "empty content": says(""),
    "only thoughts": says("<think>hm</think>"),
    "only tool calls": status(200, {"choices": [{"message": {"tool_calls": [{}]}}]}),
    "html 502": status(502, "<html><h1>Bad Gateway</h1></html>"),
    "html 200": status(200, "<html>Please log in</html>"),
    "200 with an error": status(200, {"error": {"message": "overloaded", "code": 529}}),
    "200 with an error in words": status(200, {"error": "overloaded"}),
    "an error inside the stream": events('{"error": {"message": "overloaded"}}'),
    "a stream that ends early": events(*stream_of("The warranty is", None)),
    "a stream cut off": cut_off(*stream_of("The warranty is", None)),
    "a broken event": events('{"choices": [{"delta"'),
    "a list for a body": status(200, [1]),
    "no choices": status(200, {"choices": None}),
    "deep nesting": events("[" * 100_000),
    "overloaded": status(503),
    "too many requests": status(429),
}


@pytest.mark.parametrize("name", PASSING)
async def test_what_may_pass_is_tried_again(
    endpoint: FakeEndpoint, connect: Any, waits: Waits, name: str
) -> None:
    endpoint.enqueue(PASSING[name])
    async with connect() as model:
        assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
    assert waits.waited == [0.5]
    assert len(endpoint.requests) == 2


async def test_waits_double_up_to_the_longest(
    endpoint: FakeEndpoint, connect: Any, waits: Waits
) -> None:
    endpoint.enqueue(*[status(500)] * 5)
    async with connect(attempts=5, first_wait=1.0, longest_wait=3.0) as model:
        with pytest.raises(ModelUnavailable, match="attempt 5: status 500"):
            await model.complete("", QUESTION)
    assert waits.waited == [1.0, 2.0, 3.0, 3.0]


@pytest.mark.parametrize("value", ["7", "Wed, 01 Jan 2025 12:00:07 GMT"])
async def test_retry_after_is_honoured(
    endpoint: FakeEndpoint, connect: Any, waits: Waits, value: str
) -> None:
    endpoint.enqueue(status(429, Retry_After=value))
    async with connect() as model:
        assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
    assert waits.waited == [7.0]


async def test_an_unreadable_retry_after_is_ignored(
    endpoint: FakeEndpoint, connect: Any, waits: Waits
) -> None:
    endpoint.enqueue(status(429, Retry_After="soon"))
    async with connect() as model:
        await model.complete("", QUESTION)
    assert waits.waited == [0.5]


async def test_a_wait_longer_than_the_time_left_is_not_begun(
    endpoint: FakeEndpoint, connect: Any, waits: Waits
) -> None:
    endpoint.enqueue(status(429, Retry_After="3600"))
    async with connect(total_seconds=60) as model:
        with pytest.raises(ModelUnavailable, match="status 429"):
            await model.complete("", QUESTION)
    assert waits.waited == []


async def test_silence_ends_at_the_read_limit(
    endpoint: FakeEndpoint, connect: Any, waits: Waits
) -> None:
    endpoint.enqueue(silence())
    async with connect(read_seconds=0.05) as model:
        assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
    assert waits.waited == [0.5]


async def test_an_answer_in_dribs_ends_at_the_total_limit(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(silence())
    async with connect(total_seconds=0.05) as model:
        with pytest.raises(ModelUnavailable, match=r"within 0\.05 s"):
            await model.complete("", QUESTION)
    assert len(endpoint.requests) == 1


async def test_an_endless_stream_is_refused(endpoint: FakeEndpoint, connect: Any) -> None:
    endpoint.enqueue(endless())
    async with connect(max_bytes=20_000) as model:
        with pytest.raises(ModelUnavailable, match="20000 bytes"):
            await model.complete("", QUESTION)
    assert len(endpoint.requests) == 1


async def test_nobody_there_is_unavailable(connect: Any, waits: Waits) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    async with connect(base_url=f"http://127.0.0.1:{port}", attempts=2) as model:
        with pytest.raises(ModelUnavailable, match="ConnectError"):
            await model.complete("", QUESTION)
    assert waits.waited == [0.5]


REFUSALS: dict[str, tuple[Reply, str]] = {
    "wrong key": (status(401, {"error": {"code": "invalid_api_key"}}), "LLM_API_KEY .*401"),
    "no right": (status(403), "LLM_API_KEY"),
    "no credit": (status(429, {"error": {"code": "insufficient_quota"}}), "no credit"),
    "to be paid": (status(402), "no credit"),
    "wrong model": (status(404, {"error": {"code": "model_not_found"}}), "LLM_MODEL"),
    "redirect": (status(307, Location="http://127.0.0.1:1/"), "LLM_BASE_URL"),
    "bad request": (status(400, {"error": {"message": "no"}}), "LLM_MODEL and LLM_BASE_URL"),
    "bad request in html": (status(400, "<html>" + "x" * 100_000), "status|400"),
}


@pytest.mark.parametrize("name", REFUSALS)
async def test_a_refusal_names_the_setting_and_is_not_repeated(
    endpoint: FakeEndpoint, connect: Any, name: str
) -> None:
    reply, message = REFUSALS[name]
    endpoint.enqueue(reply)
    async with connect() as model:
        with pytest.raises(ModelBroken, match=message):
            await model.complete("", QUESTION)
    assert len(endpoint.requests) == 1


TOO_LONG: dict[str, Reply] = {
    "by code": status(400, {"error": {"code": "context_length_exceeded", "message": "x"}}),
    "by words": status(400, {"error": {"message": "This model's maximum context length is 8192"}}),
    "under 500": status(500, {"error": {"message": "the prompt is too long"}}),
    "under 200": status(200, {"error": {"message": "exceeds the available context size"}}),
    "by status": status(413),
}


@pytest.mark.parametrize("name", TOO_LONG)
async def test_a_prompt_too_long_is_told_apart(
    endpoint: FakeEndpoint, connect: Any, name: str
) -> None:
    endpoint.enqueue(TOO_LONG[name])
    async with connect() as model:
        with pytest.raises(PromptTooLong):
            await model.complete("", QUESTION)
    assert len(endpoint.requests) == 1
