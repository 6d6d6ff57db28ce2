"""Fetching captions from a YouTube on loopback."""

import json

import pytest

from pipelines.fetchers.web.guard import GuardedTransport
from tests.support.fetchers.fake_youtube import FakeYouTube, Track, Video
from tests.support.fetchers.watching_youtube import EN, ID, URL, fetch, refused


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
