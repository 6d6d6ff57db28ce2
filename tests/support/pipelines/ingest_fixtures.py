"""What the ingest tests send to, and what lies outside: a site, and a YouTube on it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from pipelines.errors import DatabaseRefused
from pipelines.fetchers.web.guard import GuardedTransport
from pipelines.fetchers.youtube import YouTubeFetcher
from pipelines.services import Models
from tests.support.fetchers.fake_youtube import FakeYouTube, Track, Video
from tests.support.fetchers.loopback_site import Site, respond, serve
from tests.support.hooked_database import HookedDatabase
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.written_material import CAPTIONS, MILL_PAGE

WITH_CAPTIONS, WITHOUT_CAPTIONS = "dQw4w9WgXcQ", "aaaaaaaaaaa"
VIDEO = f"https://www.youtube.com/watch?v={WITH_CAPTIONS}"
ANNA, BORIS = 501, 502


@dataclass
class Web:
    """What lies outside: a site, and a YouTube on it."""

    site: Site
    youtube: FakeYouTube


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def site() -> AsyncIterator[Site]:
    async with serve() as opened:
        yield opened


@pytest.fixture(scope="module")
def web(site: Site) -> Web:
    youtube = FakeYouTube(site)
    youtube.videos[WITH_CAPTIONS] = Video("Tuning an organ", (Track("en", CAPTIONS),))
    youtube.videos[WITHOUT_CAPTIONS] = Video("Silent film")
    site.pages["/mill"] = respond(MILL_PAGE.encode())
    return Web(site, youtube)


class MoodyDatabase(HookedDatabase):
    """A database that refuses to publish this batch."""

    refused = ""

    def before_publish_batch(self, p_batch_id: str) -> None:
        if p_batch_id == self.refused:
            raise DatabaseRefused("refused by the test")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(
    shared_database_url: str, packed_models: Models, web: Web
) -> AsyncIterator[ReadingRoom]:
    async with (
        GuardedTransport(allow_private=True) as transport,
        open_room(
            shared_database_url,
            packed_models.embedder,
            packed_models.reranker,
            fetchers={"video": YouTubeFetcher(transport, base_url=web.site.url(""))},
            opening=MoodyDatabase,
        ) as opened,
    ):
        yield opened
