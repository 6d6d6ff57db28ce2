"""OpenAICompatible against a real endpoint that misbehaves in every way we know."""

import logging
from typing import Any

import pytest

from pipelines.errors import ModelBroken, SettingsInvalid
from pipelines.llms.openai_compatible import completions_url
from pipelines.models.chat import Turn
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


@pytest.mark.parametrize("stream", [True, False])
async def test_sends_the_prompt_and_returns_the_answer(
    endpoint: FakeEndpoint, connect: Any, stream: bool
) -> None:
    async with connect(stream=stream) as model:
        history = [Turn("user", "Hi"), Turn("assistant", "Hello"), *QUESTION]
        assert (await model.complete("Be brief.", history)).text == FakeEndpoint.ANSWER
    (request,) = endpoint.requests
    assert request["model"] == "test-model"
    assert request["stream"] is stream
    assert [(m["role"], m["content"]) for m in request["messages"]] == [
        ("system", "Be brief."),
        ("user", "Hi"),
        ("assistant", "Hello"),
        ("user", QUESTION[0].message),
    ]
    assert endpoint.keys == [f"Bearer {FakeEndpoint.KEY}"]


@pytest.mark.parametrize("tail", ["", "/", "/v1", "/v1/", "/v1/chat/completions"])
async def test_every_spelling_of_the_base_url_works(
    endpoint: FakeEndpoint, connect: Any, tail: str
) -> None:
    async with connect(base_url=endpoint.base_url + tail) as model:
        assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER


def test_a_base_url_with_another_path_is_left_alone() -> None:
    assert completions_url("https://host/api/v2/") == "https://host/api/v2/chat/completions"


@pytest.mark.parametrize("base", ["", "host/v1", "file:///etc/passwd", "http://"])
def test_a_base_url_that_is_no_address_names_the_setting(base: str) -> None:
    with pytest.raises(SettingsInvalid, match="LLM_BASE_URL"):
        completions_url(base)


ANSWERS_THAT_COUNT: dict[str, tuple[Reply, str]] = {
    "json though a stream was asked for": (
        status(200, {"choices": [{"message": {"content": "Yes."}}]}),
        "Yes.",
    ),
    "events under a wrong type": (events(*stream_of("Yes.", "stop"), media_type="text/x"), "Yes."),
    "a stream without [DONE]": (events(*stream_of("Yes.", "stop")[:-1]), "Yes."),
    "a stream without a finish reason": (events(*stream_of("Yes.", None), "[DONE]"), "Yes."),
    "usage and pings between": (
        events('{"usage": {}}', '{"choices": []}', *stream_of("Yes.", "stop")),
        "Yes.",
    ),
    "content in parts": (
        status(
            200, {"choices": [{"message": {"content": [{"type": "text", "text": "Yes."}, "x"]}}]}
        ),
        "Yes.",
    ),
    "tool calls nobody offered": (
        status(200, {"choices": [{"message": {"content": "Yes.", "tool_calls": [{"id": "1"}]}}]}),
        "Yes.",
    ),
    "thoughts before the answer": (says("<think>hm\nhm</think>\nYes."), "Yes."),
}


@pytest.mark.parametrize("name", ANSWERS_THAT_COUNT)
async def test_answers_in_unusual_shapes(
    endpoint: FakeEndpoint, connect: Any, waits: Waits, name: str
) -> None:
    reply, expected = ANSWERS_THAT_COUNT[name]
    endpoint.enqueue(reply)
    async with connect() as model:
        assert (await model.complete("", QUESTION)).text == expected
    assert waits.waited == []


async def test_an_option_that_a_model_refuses_is_left_out(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    refusal = {"error": {"code": "unsupported_value", "param": "temperature", "message": "no"}}
    endpoint.enqueue(status(400, refusal))
    async with connect() as model:
        assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
        await model.complete("", QUESTION)
    assert ["temperature" in request for request in endpoint.requests] == [True, False, False]


async def test_logs_hold_neither_prompt_nor_answer_nor_key(
    endpoint: FakeEndpoint, connect: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="pipelines")
    echo = f"{QUESTION[0].message} {FakeEndpoint.KEY}"
    endpoint.enqueue(status(500, {"error": {"message": echo, "code": echo}}))
    endpoint.enqueue(status(400, {"error": {"message": echo, "code": echo}}))
    async with connect() as model:
        with pytest.raises(ModelBroken) as caught:
            await model.complete("system words", QUESTION)
    told = caplog.text + str(caught.value)
    assert "status 500" in told
    for secret in ("secret device", FakeEndpoint.KEY, "system words"):
        assert secret not in told
