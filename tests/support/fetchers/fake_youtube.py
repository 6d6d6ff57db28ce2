"""A YouTube on loopback: the watch page, the player's answer, the captions as XML."""

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.sax.saxutils import escape

from tests.support.fetchers.loopback_site import Request, Site, respond

KEY = "AIzaSyTest_key-1"


@dataclass(frozen=True, slots=True)
class Track:
    """One caption track of a video."""

    language: str
    rows: tuple[tuple[str, float, float], ...] = (("Hello", 0.0, 1.5),)
    generated: bool = False


@dataclass(slots=True)
class Video:
    """What the fake knows of a video; `player` is laid over the player's answer."""

    title: str | None = "A talk & more"
    tracks: tuple[Track, ...] = ()
    player: dict[str, Any] = field(default_factory=dict)
    consent: bool = False
    author: str = "A channel"
    published: str = "2019-04-05T01:02:03-07:00"


class FakeYouTube:
    """Speaks what youtube-transcript-api asks for; `statuses` makes a path fail."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.videos: dict[str, Video] = {}
        self.statuses: dict[str, int] = {}
        for path, page in (
            ("/watch", self._watch),
            ("/youtubei/v1/player", self._player),
            ("/api/timedtext", self._timedtext),
        ):
            site.pages[path] = page

    async def _watch(self, request: Request, writer: asyncio.StreamWriter) -> None:
        video = self.videos.get(_query(request)["v"], Video(title=None))
        if video.consent and "CONSENT=YES+" not in request.headers.get("cookie", ""):
            page = '<form action="https://consent.youtube.com/s"><input name="v" value="cb">'
        else:
            title = escape(video.title or "")
            page = (
                f'<title>{title} - YouTube</title><script>{{"INNERTUBE_API_KEY":"{KEY}"}}</script>'
                f'<meta itemprop="datePublished" content="{video.published}">'
            )
        await self._send(request, writer, page, "text/html")

    async def _player(self, request: Request, writer: asyncio.StreamWriter) -> None:
        assert request.method == "POST"
        assert _query(request)["key"] == KEY
        identifier = json.loads(request.body)["videoId"]
        video = self.videos.get(identifier)
        if video is None:
            answer: dict[str, Any] = {
                "playabilityStatus": {"status": "ERROR", "reason": "This video is unavailable"}
            }
        else:
            details = {"title": video.title, "author": video.author}
            answer = {"playabilityStatus": {"status": "OK"}, "videoDetails": details}
            if video.tracks:
                tracks = [_track(identifier, number, t) for number, t in enumerate(video.tracks)]
                answer["captions"] = {"playerCaptionsTracklistRenderer": {"captionTracks": tracks}}
            answer |= video.player
        await self._send(request, writer, json.dumps(answer), "application/json")

    async def _timedtext(self, request: Request, writer: asyncio.StreamWriter) -> None:
        query = _query(request)
        rows = self.videos[query["v"]].tracks[int(query["n"])].rows
        lines = "".join(
            f'<text start="{start}" dur="{duration}">{escape(text)}</text>'
            for text, start, duration in rows
        )
        page = f'<?xml version="1.0" encoding="utf-8" ?><transcript>{lines}</transcript>'
        await self._send(request, writer, page, "text/xml")

    async def _send(
        self, request: Request, writer: asyncio.StreamWriter, page: str, kind: str
    ) -> None:
        status = self.statuses.get(request.path.split("?")[0], 200)
        writer.write(respond(page.encode(), status=status, content_type=kind))
        await writer.drain()


def _track(identifier: str, number: int, track: Track) -> dict[str, Any]:
    return {
        "baseUrl": f"https://www.youtube.com/api/timedtext?v={identifier}&n={number}&fmt=srv3",
        "name": {"runs": [{"text": track.language}]},
        "languageCode": track.language,
        "isTranslatable": False,
    } | ({"kind": "asr"} if track.generated else {})


def _query(request: Request) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(request.path).query).items()}
