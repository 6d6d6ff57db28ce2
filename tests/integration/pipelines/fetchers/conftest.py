"""A misbehaving site, a YouTube on it, and the guarded transport, fresh for every test."""

from collections.abc import AsyncIterator

import pytest

from pipelines.fetchers.web.guard import GuardedTransport
from tests.support.fetchers.fake_youtube import FakeYouTube
from tests.support.fetchers.loopback_site import Site, serve


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with serve() as running:
        yield running


@pytest.fixture
async def transport() -> AsyncIterator[GuardedTransport]:
    async with GuardedTransport(allow_private=True) as guarded:
        yield guarded


@pytest.fixture
def youtube(site: Site) -> FakeYouTube:
    return FakeYouTube(site)
