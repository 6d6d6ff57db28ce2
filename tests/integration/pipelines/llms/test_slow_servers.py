"""A server that loads its model or sends signs of life is waited for, within the total time."""

import asyncio
from typing import Any

import pytest

from pipelines.errors import ModelUnavailable
from tests.support.llms.fake_endpoint import QUESTION, FakeEndpoint, pings, status, stream_of
from tests.support.llms.stopped_clock import Waits

LOADING = {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}


async def test_a_model_that_is_loading_is_waited_for(
    endpoint: FakeEndpoint, connect: Any, waits: Waits
) -> None:
    endpoint.enqueue(*[status(503, LOADING)] * 9)
    async with connect(attempts=1) as model:
        assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
    assert waits.waited == [3.0] * 9


async def test_whoever_waits_for_a_model_that_is_loading_is_told(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    told = asyncio.Event()

    async def tell() -> None:
        told.set()

    endpoint.enqueue(status(500))
    async with connect() as model:
        await model.complete("", QUESTION, on_loading=tell)
        assert not told.is_set()
        endpoint.enqueue(status(503, LOADING))
        await model.complete("", QUESTION, on_loading=tell)
    assert told.is_set()


async def test_loading_leaves_the_attempts_for_other_faults(
    endpoint: FakeEndpoint, connect: Any, waits: Waits
) -> None:
    loading = status(503, LOADING)
    endpoint.enqueue(status(500), loading, loading, status(500), loading)
    async with connect(attempts=3) as model:
        assert (await model.complete("", QUESTION)).text == FakeEndpoint.ANSWER
    assert waits.waited == [0.5, 3.0, 3.0, 1.0, 3.0]


async def test_a_server_that_names_its_time_is_left_alone_for_it(
    endpoint: FakeEndpoint, connect: Any, waits: Waits
) -> None:
    endpoint.enqueue(status(503, LOADING, Retry_After="20"))
    async with connect() as model:
        await model.complete("", QUESTION)
    assert waits.waited == [20.0]


async def test_loading_ends_with_the_total_time(
    endpoint: FakeEndpoint, connect: Any, waits: Waits
) -> None:
    endpoint.enqueue(*[status(503, LOADING)] * 9)
    async with connect(total_seconds=10) as model:
        with pytest.raises(ModelUnavailable, match="the model is loading"):
            await model.complete("", QUESTION)
    assert waits.waited == [3.0] * 3


async def test_comments_are_signs_of_life(endpoint: FakeEndpoint, connect: Any) -> None:
    endpoint.enqueue(pings(0.9, *stream_of("Yes.", "stop")))
    async with connect(read_seconds=0.6) as model:
        assert (await model.complete("", QUESTION)).text == "Yes."
    assert len(endpoint.requests) == 1


async def test_comments_do_not_lengthen_the_total_time(
    endpoint: FakeEndpoint, connect: Any
) -> None:
    endpoint.enqueue(pings(60))
    async with connect(total_seconds=0.2) as model:
        async with asyncio.timeout(30):
            with pytest.raises(ModelUnavailable, match=r"within 0\.2 s"):
                await model.complete("", QUESTION)
    assert len(endpoint.requests) == 1
