"""Fetches captions from a YouTube on loopback, as the tests of its fetcher do."""

from typing import Any

import pytest

from pipelines.errors import SourceRefused
from pipelines.fetchers.web.guard import GuardedTransport
from pipelines.fetchers.youtube import YouTubeFetcher
from pipelines.models.documents import Fetched, Source
from tests.support.fetchers.fake_youtube import FakeYouTube, Track

GIVE_UP_SECONDS = 60
ID = "dQw4w9WgXcQ"
URL = f"https://www.youtube.com/watch?v={ID}"
EN = Track("en", (("Hello & welcome", 0.5, 2.0), ("good <i>bye</i>", 3.25, 1.0)))


async def fetch(
    youtube: FakeYouTube, transport: GuardedTransport, url: str = URL, **settings: Any
) -> Fetched:
    """Fetch a video; `sender_reads` is a language, the rest are the fetcher's settings."""
    settings = {"base_url": youtube.site.url("")} | settings
    language = settings.pop("sender_reads", None)
    fetcher = YouTubeFetcher(transport, **settings)
    return await fetcher.fetch(Source(0, "video", url, url=url, language=language))


async def refused(youtube: FakeYouTube, transport: GuardedTransport, url: str = URL) -> str:
    """Return the code of the refusal that fetching a video ends with."""
    with pytest.raises(SourceRefused) as caught:
        await fetch(youtube, transport, url)
    return caught.value.code
