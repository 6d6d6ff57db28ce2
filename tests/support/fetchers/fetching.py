"""Fetches a page over a guarded transport, as the tests of the HTTP fetcher do."""

import pytest

from pipelines.errors import SourceRefused
from pipelines.fetchers.page import HttpFetcher
from pipelines.fetchers.web.client import WebClient
from pipelines.fetchers.web.guard import GuardedTransport
from pipelines.models.documents import Fetched, Source

HTML = b"<!doctype html><title>Hello</title><p>Some text"


async def get(transport: GuardedTransport, url: str, **settings: float) -> Fetched:
    """Fetch a page; `settings` are the client's."""
    source = Source(idx=0, kind="web", label=url, url=url)
    return await HttpFetcher(WebClient(transport, **settings)).fetch(source)


async def refused(transport: GuardedTransport, url: str, **settings: float) -> SourceRefused:
    """Return the refusal that fetching a page ends with."""
    with pytest.raises(SourceRefused) as caught:
        await get(transport, url, **settings)
    return caught.value
