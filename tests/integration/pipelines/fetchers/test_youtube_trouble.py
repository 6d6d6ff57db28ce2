"""A YouTube that does not answer, or not with what was asked for."""

import asyncio
from typing import Any

import pytest

from pipelines.errors import SourceRefused, SourceUnavailable
from pipelines.fetchers.web.guard import GuardedTransport
from pipelines.fetchers.youtube import YouTubeFetcher
from pipelines.models.documents import Source
from tests.support.fetchers.fake_youtube import FakeYouTube, Video
from tests.support.fetchers.loopback_site import Request
from tests.support.fetchers.watching_youtube import EN, GIVE_UP_SECONDS, ID, URL, fetch, refused


async def test_whoever_does_not_wait_any_more_leaves_no_exchange_behind(
    transport: GuardedTransport,
) -> None:
    began, left = asyncio.Event(), asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        began.set()
        await reader.read()  # until the other side hangs up
        left.set()
        writer.close()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        patient = {"seconds_limit": 600.0, "patience_seconds": 600.0}
        fetcher = YouTubeFetcher(transport, base_url=f"http://127.0.0.1:{port}", **patient)
        fetching = asyncio.create_task(fetcher.fetch(Source(0, "video", URL, url=URL)))
        await began.wait()
        fetching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await fetching
        async with asyncio.timeout(GIVE_UP_SECONDS):
            await left.wait()


@pytest.mark.parametrize("path", ["/watch", "/youtubei/v1/player", "/api/timedtext"])
@pytest.mark.parametrize("status", [429, 500, 503])
async def test_youtube_in_trouble_can_be_tried_again(
    youtube: FakeYouTube, transport: GuardedTransport, path: str, status: int
) -> None:
    youtube.videos[ID] = Video(tracks=(EN,))
    youtube.statuses[path] = status
    with pytest.raises(SourceUnavailable):
        await fetch(youtube, transport)


async def test_a_missing_page_is_refused(youtube: FakeYouTube, transport: GuardedTransport) -> None:
    youtube.statuses["/watch"] = 404
    assert await refused(youtube, transport) == "source-video-unavailable"


@pytest.mark.parametrize(
    "player",
    [
        {"playabilityStatus": None},
        {"captions": {"playerCaptionsTracklistRenderer": {"captionTracks": [{}]}}},
        {"captions": []},
    ],
)
async def test_an_answer_of_a_new_kind_can_be_tried_again(
    youtube: FakeYouTube, transport: GuardedTransport, player: dict[str, Any]
) -> None:
    youtube.videos[ID] = Video(tracks=(EN,), player=player)
    with pytest.raises(SourceUnavailable):
        await fetch(youtube, transport)


async def test_captions_that_are_not_xml_can_be_tried_again(
    youtube: FakeYouTube, transport: GuardedTransport
) -> None:
    youtube.videos[ID] = Video(tracks=(EN,))
    youtube.site.pages["/api/timedtext"] = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"
    with pytest.raises(SourceUnavailable):
        await fetch(youtube, transport)


async def test_captions_may_not_lead_inside(
    youtube: FakeYouTube, transport: GuardedTransport
) -> None:
    track = {
        "baseUrl": "http://169.254.169.254/latest",
        "name": {"runs": [{"text": "en"}]},
        "languageCode": "en",
    }
    captions = {"playerCaptionsTracklistRenderer": {"captionTracks": [track]}}
    youtube.videos[ID] = Video(player={"captions": captions})
    assert await refused(youtube, transport) == "source-private-address"


async def test_a_silent_youtube_is_left(youtube: FakeYouTube, transport: GuardedTransport) -> None:
    left = asyncio.Event()

    async def silent(request: Request, writer: asyncio.StreamWriter) -> None:
        await left.wait()

    youtube.site.pages["/watch"] = silent
    with pytest.raises(SourceUnavailable):
        await fetch(youtube, transport, patience_seconds=0.2)
    with pytest.raises(SourceRefused) as caught:
        await fetch(youtube, transport, seconds_limit=0.2)
    left.set()
    assert caught.value.code == "source-too-slow"
