"""Fetching captions from a YouTube on loopback."""

import asyncio
import json
from typing import Any

import pytest

from pipelines.errors import SourceRefused, SourceUnavailable
from pipelines.fetchers.guard import GuardedTransport
from pipelines.fetchers.youtube import YouTubeFetcher
from pipelines.models import Fetched, Source
from tests.pipelines.fetchers.fake_youtube import FakeYouTube, Track, Video
from tests.pipelines.fetchers.loopback_site import Request, Site

GIVE_UP_SECONDS = 60
ID = "dQw4w9WgXcQ"
URL = f"https://www.youtube.com/watch?v={ID}"
EN = Track("en", (("Hello & welcome", 0.5, 2.0), ("good <i>bye</i>", 3.25, 1.0)))


@pytest.fixture
def youtube(site: Site) -> FakeYouTube:
    return FakeYouTube(site)


async def fetch(
    youtube: FakeYouTube, transport: GuardedTransport, url: str = URL, **settings: Any
) -> Fetched:
    settings = {"base_url": youtube.site.url("")} | settings
    language = settings.pop("sender_reads", None)
    fetcher = YouTubeFetcher(transport, **settings)
    return await fetcher.fetch(Source(0, "video", url, url=url, language=language))


async def refused(youtube: FakeYouTube, transport: GuardedTransport, url: str = URL) -> str:
    with pytest.raises(SourceRefused) as caught:
        await fetch(youtube, transport, url)
    return caught.value.code


async def test_captions_come_with_title_language_and_seconds(
    youtube: FakeYouTube, transport: GuardedTransport
) -> None:
    youtube.videos[ID] = Video(tracks=(EN,))
    fetched = await fetch(youtube, transport)
    assert (fetched.media_type, fetched.url) == ("application/x-captions+json", URL)
    assert json.loads(fetched.content) == {
        "title": "A talk & more",
        "author": "A channel",
        "published": "2019-04-05",
        "language": "en",
        "rows": [["Hello & welcome", 0.5, 2.0], ["good bye", 3.25, 1.0]],
    }


@pytest.mark.parametrize(
    ("languages", "chosen"),
    [(("ru", "en"), "ru"), (("en", "ru"), "en-GB"), (("de",), "fr"), ((), "fr")],
)
async def test_the_most_wanted_language_is_chosen(
    youtube: FakeYouTube, transport: GuardedTransport, languages: tuple[str, ...], chosen: str
) -> None:
    tracks = (Track("en", generated=True), Track("fr"), Track("en-GB"), Track("ru", generated=True))
    youtube.videos[ID] = Video(tracks=tracks)
    fetched = await fetch(youtube, transport, languages=languages)
    assert json.loads(fetched.content)["language"] == chosen


@pytest.mark.parametrize(
    ("sender_reads", "chosen", "rows"),
    [
        ("de", "de", "geschrieben"),
        ("de-AT", "de", "geschrieben"),
        ("de_AT", "de", "geschrieben"),
        ("fr", "fr", "généré"),
        ("en", "en", "made up"),
        ("uk", "ru", "сказано"),
        (None, "ru", "сказано"),
    ],
)
async def test_the_language_of_the_sender_comes_first_and_written_before_generated(
    youtube: FakeYouTube,
    transport: GuardedTransport,
    sender_reads: str | None,
    chosen: str,
    rows: str,
) -> None:
    youtube.videos[ID] = Video(
        tracks=(
            Track("de", (("erzeugt", 0.0, 1.0),), generated=True),
            Track("en", (("made up", 0.0, 1.0),), generated=True),
            Track("fr", (("généré", 0.0, 1.0),), generated=True),
            Track("de", (("geschrieben", 0.0, 1.0),)),
            Track("ru", (("сказано", 0.0, 1.0),)),
        )
    )
    fetched = await fetch(youtube, transport, sender_reads=sender_reads)
    captions = json.loads(fetched.content)
    assert (captions["language"], captions["rows"][0][0]) == (chosen, rows)


async def test_it_says_who_it_is(youtube: FakeYouTube, transport: GuardedTransport) -> None:
    youtube.videos[ID] = Video(tracks=(EN,))
    await fetch(youtube, transport)
    assert len(youtube.site.requests) == 3
    assert all(r.headers["user-agent"].startswith("Paragraf/") for r in youtube.site.requests)


async def test_a_video_may_say_nothing_of_itself(
    youtube: FakeYouTube, transport: GuardedTransport
) -> None:
    for details in ({}, {"title": 1, "author": None}, "text"):
        youtube.videos[ID] = Video(
            title="On the page", published="", tracks=(EN,), player={"videoDetails": details}
        )
        captions = json.loads((await fetch(youtube, transport)).content)
        assert captions["title"] == "On the page"
        assert not captions["author"]
        assert captions["published"] is None


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


async def test_a_title_is_found_even_if_the_player_gives_none(
    youtube: FakeYouTube, transport: GuardedTransport
) -> None:
    youtube.videos[ID] = Video(title="On the page", tracks=(EN,), player={"videoDetails": {}})
    assert json.loads((await fetch(youtube, transport)).content)["title"] == "On the page"
    youtube.videos[ID] = Video(title=None, tracks=(EN,))
    assert json.loads((await fetch(youtube, transport)).content)["title"] == f"YouTube {ID}"


async def test_the_consent_page_is_answered(
    youtube: FakeYouTube, transport: GuardedTransport
) -> None:
    youtube.videos[ID] = Video(tracks=(EN,), consent=True)
    assert b"welcome" in (await fetch(youtube, transport)).content
    assert len([r for r in youtube.site.requests if r.path.startswith("/watch")]) == 2


async def test_hostile_42_a_video_without_captions_is_refused(
    youtube: FakeYouTube, transport: GuardedTransport
) -> None:
    youtube.videos[ID] = Video()
    assert await refused(youtube, transport) == "source-no-captions"
    youtube.videos[ID] = Video(tracks=(Track("en", ()),))
    assert await refused(youtube, transport) == "source-no-captions"


@pytest.mark.parametrize(
    ("status", "reason", "code"),
    [
        ("ERROR", "This video is unavailable", "source-video-unavailable"),
        ("LOGIN_REQUIRED", "This is a private video", "source-video-unavailable"),
        (
            "LOGIN_REQUIRED",
            "This video may be inappropriate for some users.",
            "source-video-unavailable",
        ),
        ("UNPLAYABLE", "Members only", "source-video-unavailable"),
        ("LOGIN_REQUIRED", "Sign in to confirm you’re not a bot", "source-video-blocked"),
    ],
)
async def test_a_video_that_cannot_be_played_is_refused(
    youtube: FakeYouTube, transport: GuardedTransport, status: str, reason: str, code: str
) -> None:
    player = {"playabilityStatus": {"status": status, "reason": reason}}
    youtube.videos[ID] = Video(tracks=(EN,), player=player)
    assert await refused(youtube, transport) == code


async def test_hostile_41_an_unknown_or_impossible_video_is_refused(
    youtube: FakeYouTube, transport: GuardedTransport
) -> None:
    assert await refused(youtube, transport) == "source-video-unavailable"
    asked = len(youtube.site.requests)
    url = "https://www.youtube.com/watch?v=--exec"
    assert await refused(youtube, transport, url) == "source-no-video"
    assert len(youtube.site.requests) == asked


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
