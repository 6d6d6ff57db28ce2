"""Fetch a page or a file from the web."""

import asyncio
import codecs
from urllib.parse import unquote

import httpx

from pipelines.errors import SourceRefused
from pipelines.fetchers.body import MIB, read_body
from pipelines.fetchers.exchange import check_status, exchange
from pipelines.models import Fetched, Source
from pipelines.nodes.media_type import HTML, MARKDOWN, PDF, PLAIN, sniff_media_type

USER_AGENT = "Paragraf/0.1 (a knowledge base bot; fetches pages its users send)"

_ACCEPT = "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5"
# Python knows these as text encodings; no page is written in them, and some are slow to read.
_NO_CHARSETS = {"idna", "punycode", "unicode_escape", "raw-unicode-escape", "utf-7"}
_REDIRECTS = {301, 302, 303, 307, 308}


class HttpFetcher:
    """Gets http and https addresses over the guarded transport.

    Args:
        transport: the guarded one; shared, and closed by whoever made it.
        byte_limit: bytes of the body, also after unpacking.
        seconds_limit: for everything, from the first look-up to the last byte.
        patience_seconds: how long one connect or one read may take.
        redirect_limit: how many redirects are followed.
    """

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        *,
        byte_limit: int = 20 * MIB,
        seconds_limit: float = 60.0,
        patience_seconds: float = 15.0,
        redirect_limit: int = 5,
        user_agent: str = USER_AGENT,
    ) -> None:
        self._transport = transport
        self._byte_limit = byte_limit
        self._seconds_limit = seconds_limit
        self._patience = httpx.Timeout(patience_seconds).as_dict()
        self._redirect_limit = redirect_limit
        self._user_agent = user_agent

    async def fetch(self, source: Source) -> Fetched:
        """Get the page behind `source.url`.

        Raises:
            SourceRefused: wrong scheme, private address, missing, too large, too slow, or of a
                kind that cannot be read.
            SourceUnavailable: 429, 5xx, a broken connection.
        """
        try:
            async with asyncio.timeout(self._seconds_limit):
                return await self._follow(_parse(source.url or ""))
        except TimeoutError as error:
            raise SourceRefused("source-too-slow", seconds=int(self._seconds_limit)) from error

    async def _follow(self, url: httpx.URL) -> Fetched:
        for _ in range(self._redirect_limit + 1):
            request = httpx.Request(
                "GET",
                url,
                headers={
                    "User-Agent": self._user_agent,
                    "Accept": _ACCEPT,
                    "Accept-Encoding": "gzip",
                },
                extensions={"timeout": self._patience},
            )
            async with exchange(self._transport, request) as response:
                location = response.headers.get("location")
                if response.status_code not in _REDIRECTS or location is None:
                    check_status(response)
                    content = await read_body(response, self._byte_limit)
                    return _describe(url, content, response.headers.get("content-type", ""))
            url = _parse(location, base=url)
        raise SourceRefused("source-redirects", limit=self._redirect_limit)


def _parse(address: str, base: httpx.URL | None = None) -> httpx.URL:
    """Read an address, refuse what is not http or https, and leave credentials behind."""
    try:
        url = base.join(address) if base else httpx.URL(address.strip())
        if url.scheme not in {"http", "https"}:
            raise SourceRefused("source-scheme", scheme=url.scheme[:20])
        if not url.host or not 0 < (url.port or 80) < 65536:
            raise SourceRefused("source-bad-address")
        return url.copy_with(username=None, password=None, fragment=None)
    except (httpx.InvalidURL, UnicodeError, ValueError) as error:
        raise SourceRefused("source-bad-address") from error


def _describe(url: httpx.URL, content: bytes, declared: str) -> Fetched:
    media_type = sniff_media_type(content, declared=declared)
    name = unquote(url.path.rsplit("/", 1)[-1]) or None
    if media_type == PLAIN and name and name.lower().endswith((".md", ".markdown")):
        media_type = MARKDOWN
    if media_type in {HTML, PLAIN, MARKDOWN}:
        content = _as_utf8(content, declared)
    file_name = name if media_type in {PDF, PLAIN, MARKDOWN} else None
    return Fetched(content=content, media_type=media_type, file_name=file_name, url=str(url))


def _as_utf8(content: bytes, declared: str) -> bytes:
    """Apply the header's charset, which counts for more than what the page says of itself.

    A byte order mark is left in front, because extractors believe it before anything else.
    """
    _, _, parameter = declared.lower().partition("charset=")
    charset = parameter.split(";")[0].strip(" \"'")
    try:
        if codecs.lookup(charset).name in _NO_CHARSETS:
            return content
        return codecs.BOM_UTF8 + content.decode(charset).lstrip("\ufeff").encode()
    except (LookupError, UnicodeError, ValueError):
        return content
