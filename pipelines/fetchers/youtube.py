"""Fetch the captions of a YouTube video."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import ParseError

import httpx
import requests
from youtube_transcript_api import (
    AgeRestricted,
    CouldNotRetrieveTranscript,
    InvalidVideoId,
    IpBlocked,
    NoTranscriptFound,
    PoTokenRequired,
    RequestBlocked,
    Transcript,
    TranscriptsDisabled,
    VideoUnavailable,
    VideoUnplayable,
    YouTubeTranscriptApi,
)

from pipelines.errors import SourceRefused, SourceUnavailable
from pipelines.fetchers.video_details import VideoDetails
from pipelines.fetchers.web.body import MIB
from pipelines.fetchers.web.exchange import USER_AGENT
from pipelines.fetchers.youtube_transport import BridgeAdapter
from pipelines.models.documents import Fetched, Source
from pipelines.nodes.sources.classify import video_id
from pipelines.nodes.sources.media_type import CAPTIONS

YOUTUBE = "https://www.youtube.com"

_GONE = (VideoUnavailable, VideoUnplayable, AgeRestricted, InvalidVideoId)
_NO_CAPTIONS = (TranscriptsDisabled, NoTranscriptFound, PoTokenRequired)


class YouTubeFetcher:
    """Gets captions with their seconds; the spoken words come from no other place.

    Args:
        transport: the guarded one; shared.
        languages: two-letter codes, wanted in this order after the language the sender reads;
            without a match the first track is taken, written captions before generated ones.
        base_url: where YouTube is.
    """

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        *,
        languages: Sequence[str] = ("ru", "en"),
        base_url: str = YOUTUBE,
        byte_limit: int = 20 * MIB,
        seconds_limit: float = 60.0,
        patience_seconds: float = 15.0,
    ) -> None:
        self._transport = transport
        self._languages = tuple(languages)
        self._base_url = base_url.rstrip("/")
        self._byte_limit = byte_limit
        self._seconds_limit = seconds_limit
        self._timeout = httpx.Timeout(patience_seconds).as_dict()

    async def fetch(self, source: Source) -> Fetched:
        """Get the captions of the video behind `source.url` as JSON.

        Raises:
            SourceRefused: no such video, or it has no captions.
            SourceUnavailable: YouTube did not answer, or not with what was asked for.
        """
        identifier = video_id(source.url or "")
        if identifier is None:
            raise SourceRefused("source-no-video")
        bridge = self._bridge(asyncio.get_running_loop())
        own = (source.language or "").replace("_", "-").split("-")[0].lower()
        languages = tuple(dict.fromkeys([own, *self._languages] if own else self._languages))
        try:
            async with asyncio.timeout(self._seconds_limit):
                content = await asyncio.to_thread(_fetch, bridge, identifier, languages)
        except TimeoutError as error:
            raise SourceRefused("source-too-slow", seconds=int(self._seconds_limit)) from error
        finally:
            bridge.break_off()  # or the thread would go on without anybody waiting
        return Fetched(content=content, media_type=CAPTIONS, url=f"{YOUTUBE}/watch?v={identifier}")

    def _bridge(self, loop: asyncio.AbstractEventLoop) -> BridgeAdapter:
        return BridgeAdapter(
            self._transport,
            loop,
            byte_limit=self._byte_limit,
            seconds_limit=self._seconds_limit,
            timeout=self._timeout,
            rewrite=lambda url: url.replace(YOUTUBE, self._base_url, 1),
        )


def _fetch(bridge: BridgeAdapter, identifier: str, languages: Sequence[str]) -> bytes:
    details = VideoDetails()
    session = bridge.session(USER_AGENT)
    session.hooks["response"].append(details.look)
    try:
        tracks = YouTubeTranscriptApi(http_client=session).list(identifier)
        track = _choose(tracks, languages)
        rows = [[s.text, s.start, s.duration] for s in track.fetch()]
    except CouldNotRetrieveTranscript as error:
        raise _mapped(error) from error
    except ParseError as error:
        raise SourceUnavailable("YouTube sent captions that cannot be read") from error
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise SourceUnavailable("YouTube answered in an unknown way") from error
    except requests.RequestException as error:
        raise SourceUnavailable("YouTube could not be asked") from error
    if not rows:
        raise SourceRefused("source-no-captions")
    captions = {
        "title": details.title or f"YouTube {identifier}",
        "author": details.author,
        "published": details.published,
        "language": track.language_code,
        "rows": rows,
    }
    return json.dumps(captions).encode()


def _choose(tracks: Iterable[Transcript], languages: Sequence[str]) -> Transcript:
    """Take the most wanted language; written captions before generated ones."""
    found = list(tracks)
    if not found:
        raise SourceRefused("source-no-captions")

    def rank(track: Transcript) -> tuple[int, bool]:
        code = track.language_code.split("-")[0].lower()
        wanted = languages.index(code) if code in languages else len(languages)
        return wanted, track.is_generated

    return min(found, key=rank)


def _mapped(error: CouldNotRetrieveTranscript) -> SourceRefused | SourceUnavailable:
    if isinstance(error, IpBlocked):
        return SourceUnavailable("YouTube asks to slow down")
    if isinstance(error, RequestBlocked):
        return SourceRefused("source-video-blocked")
    if isinstance(error, _NO_CAPTIONS):
        return SourceRefused("source-no-captions")
    if isinstance(error, _GONE):
        return SourceRefused("source-video-unavailable")
    answer = getattr(error.__context__, "response", None)
    if answer is not None and answer.status_code in {403, 404, 410}:
        return SourceRefused("source-video-unavailable")
    return SourceUnavailable(f"YouTube could not be asked: {type(error).__name__}")
