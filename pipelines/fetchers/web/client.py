"""Asking the web for one address: redirects, limits and manners, for whoever needs a page."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from pipelines.errors import SourceRefused
from pipelines.fetchers.web.body import MIB, read_body
from pipelines.fetchers.web.exchange import USER_AGENT, exchange

_REDIRECTS = {301, 302, 303, 307, 308}


@dataclass(frozen=True, slots=True)
class Answer:
    """What an address answered in the end; `content` is read of a success only."""

    url: httpx.URL  # after redirects
    status: int
    headers: Mapping[str, str]
    content: bytes


class WebClient:
    """Gets http and https addresses over the guarded transport, without cookies or credentials.

    Args:
        transport: the guarded one; shared, and closed by whoever made it.
        byte_limit: bytes of the body, also after unpacking.
        seconds_limit: for everything, from the first look-up to the last byte.
        patience_seconds: how long one connect or one read may take.
        redirect_limit: how many redirects are followed, each checked like the first address.
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

    async def get(self, address: str, headers: Mapping[str, str] | None = None) -> Answer:
        """Follow an address to the end; every status but a redirect is an answer.

        Raises:
            SourceRefused: wrong scheme, private address, no such host, bad certificate, too many
                redirects, too large, too slow.
            SourceUnavailable: a broken connection, or no answer.
        """
        asked = {
            "Accept": "*/*",
            "Accept-Encoding": "gzip",
            **(headers or {}),
            "User-Agent": self._user_agent,
        }
        try:
            async with asyncio.timeout(self._seconds_limit):
                return await self._follow(read_address(address), asked)
        except TimeoutError as error:
            raise SourceRefused("source-too-slow", seconds=int(self._seconds_limit)) from error

    async def _follow(self, url: httpx.URL, headers: Mapping[str, str]) -> Answer:
        for _ in range(self._redirect_limit + 1):
            request = httpx.Request(
                "GET", url, headers=headers, extensions={"timeout": self._patience}
            )
            async with exchange(self._transport, request) as response:
                location = response.headers.get("location")
                if response.status_code not in _REDIRECTS or location is None:
                    content = b""
                    if response.is_success:
                        content = await read_body(response, self._byte_limit)
                    return Answer(url, response.status_code, response.headers, content)
            url = read_address(location, base=url)
        raise SourceRefused("source-redirects", limit=self._redirect_limit)


def read_address(address: str, base: httpx.URL | None = None) -> httpx.URL:
    """Read an address, and leave credentials behind.

    Raises:
        SourceRefused: it is none, or neither http nor https.
    """
    try:
        url = base.join(address) if base else httpx.URL(address.strip())
        if url.scheme not in {"http", "https"}:
            raise SourceRefused("source-scheme", scheme=url.scheme[:20])
        if not url.host or not 0 < (url.port or 80) < 65536:
            raise SourceRefused("source-bad-address")
        return url.copy_with(username=None, password=None, fragment=None)
    except (httpx.InvalidURL, UnicodeError, ValueError) as error:
        raise SourceRefused("source-bad-address") from error
