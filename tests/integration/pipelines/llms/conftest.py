"""A model's endpoint on loopback, a clock for its client, and the client."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

from pipelines.llms.openai_compatible import OpenAICompatible
from tests.support.llms.fake_endpoint import FakeEndpoint, running_endpoint
from tests.support.llms.stopped_clock import Waits


@pytest.fixture
async def endpoint() -> AsyncIterator[FakeEndpoint]:
    async with running_endpoint() as running:
        yield running


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def connect(endpoint: FakeEndpoint, waits: Waits) -> Callable[..., Any]:
    """Open a client of the endpoint."""

    @asynccontextmanager
    async def open_client(**options: Any) -> AsyncIterator[OpenAICompatible]:
        options = {"base_url": endpoint.base_url, **options}
        client = OpenAICompatible(
            api_key=FakeEndpoint.KEY,
            model="test-model",
            sleep=waits.sleep,
            clock=waits.clock,
            now=lambda: datetime(2025, 1, 1, 12, 0, 0, tzinfo=UTC),
            fraction=lambda: 0.0,
            **options,
        )
        yield client
        await client.close()

    return open_client
