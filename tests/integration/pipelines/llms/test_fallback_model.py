"""When the first model is missing or overloaded, another of the same endpoint is asked once."""

import logging
from typing import Any

import pytest

from pipelines.errors import ModelBroken, ModelUnavailable, PromptTooLong
from tests.support.llms.fake_endpoint import QUESTION, FakeEndpoint, Reply, refuses, status
from tests.support.llms.stopped_clock import Waits

MISSING: dict[str, Reply] = {
    "by status": refuses("The model `test-model` does not exist.", 404),
    "by code": refuses("no", 400, code="model_not_found"),
    "by words": refuses("model 'test-model' not found, try pulling it first", 400),
}


def asked(endpoint: FakeEndpoint) -> list[str]:
    return [request["model"] for request in endpoint.requests]


@pytest.mark.parametrize("name", MISSING)
async def test_a_missing_model_is_stood_in_for(
    endpoint: FakeEndpoint, connect: Any, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    caplog.set_level(logging.WARNING, logger="pipelines")
    endpoint.enqueue(MISSING[name])
    async with connect(fallback_model="small") as model:
        assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
    assert asked(endpoint) == ["test-model", "small"]
    assert "small is asked" in caplog.text
    assert "warranty" not in caplog.text


async def test_an_overloaded_model_is_stood_in_for(
    endpoint: FakeEndpoint, connect: Any, waits: Waits
) -> None:
    endpoint.enqueue(*[status(529)] * 2)
    async with connect(fallback_model="small", attempts=2) as model:
        assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
    assert asked(endpoint) == ["test-model", "test-model", "small"]
    assert waits.waited == [0.5]


async def test_the_fallback_is_asked_once_and_the_first_fault_is_told(
    endpoint: FakeEndpoint, connect: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, logger="pipelines")
    endpoint.enqueue(status(404), status(500))
    async with connect(fallback_model="small") as model:
        with pytest.raises(ModelBroken, match="test-model"):
            await model.complete("", QUESTION)
    assert asked(endpoint) == ["test-model", "small"]
    assert "LLM_FALLBACK_MODEL: ModelUnavailable: attempt 1: status 500" in caplog.text


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (status(401), ModelBroken),
        (status(402), ModelBroken),
        (refuses("the prompt is too long"), PromptTooLong),
    ],
)
async def test_what_another_model_cannot_help_is_told_at_once(
    endpoint: FakeEndpoint, connect: Any, reply: Reply, error: type[Exception]
) -> None:
    endpoint.enqueue(reply)
    async with connect(fallback_model="small") as model:
        with pytest.raises(error):
            await model.complete("", QUESTION)
    assert asked(endpoint) == ["test-model"]


async def test_the_fallback_learns_for_itself_what_is_refused(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(refuses("no", param="temperature"), status(404))
    async with connect(fallback_model="small") as model:
        assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
    assert ["temperature" in request for request in endpoint.requests] == [True, False, True]


async def test_without_a_fallback_nothing_changes(endpoint: FakeEndpoint, connect: Any) -> None:
    endpoint.enqueue(*[status(500)] * 2)
    async with connect(attempts=2) as model:
        with pytest.raises(ModelUnavailable, match="attempt 2: status 500"):
            await model.complete("", QUESTION)
    assert asked(endpoint) == ["test-model"] * 2
