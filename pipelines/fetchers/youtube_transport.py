"""Lend the guarded transport to a library that speaks `requests` from a thread."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from typing import Any

import httpx
import requests
from requests.adapters import BaseAdapter

from pipelines.fetchers.web.body import read_body
from pipelines.fetchers.web.exchange import exchange


class BridgeAdapter(BaseAdapter):
    """A `requests` adapter whose exchanges happen on the event loop, guarded.

    Args:
        transport: the guarded transport.
        loop: the loop the transport belongs to; `send` is called from another thread.
        byte_limit: bytes of one body, after unpacking.
        seconds_limit: for one exchange, so that no thread waits for ever.
        timeout: httpx's timeout extension for one exchange.
        rewrite: changes an address before it is asked for.
    """

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        loop: asyncio.AbstractEventLoop,
        *,
        byte_limit: int,
        seconds_limit: float,
        timeout: Mapping[str, float | None],
        rewrite: Callable[[str], str] = str,
    ) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._byte_limit = byte_limit
        self._seconds_limit = seconds_limit
        self._timeout = timeout
        self._rewrite = rewrite
        self._asked: Future[requests.Response] | None = None
        self._is_broken_off = False

    def session(self, user_agent: str) -> requests.Session:
        """Make a session in which everything goes over this bridge, and nothing beside it."""
        session = requests.Session()
        session.trust_env = False
        session.max_redirects = 5
        session.headers["User-Agent"] = user_agent
        session.adapters.clear()
        session.mount("https://", self)
        session.mount("http://", self)
        return session

    def break_off(self) -> None:
        """End the exchange that is under way, and refuse every other."""
        self._is_broken_off = True
        if self._asked is not None:
            self._asked.cancel()

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,
        timeout: Any = None,
        verify: bool | str = True,
        cert: Any = None,
        proxies: Mapping[str, str] | None = None,
    ) -> requests.Response:
        """Send one request; redirects come back here as requests of their own.

        Raises:
            SourceRefused, SourceUnavailable: as `exchange` and `read_body` do.
            TimeoutError: the exchange took longer than `seconds_limit`.
            ConnectionError: of `requests`: it was broken off.
        """
        if self._is_broken_off:
            raise requests.ConnectionError("broken off")
        self._asked = asyncio.run_coroutine_threadsafe(self._send(request), self._loop)
        if self._is_broken_off:  # meanwhile: whoever did so may not have seen this exchange
            self._asked.cancel()
        try:
            return self._asked.result()
        except CancelledError as error:
            raise requests.ConnectionError("broken off") from error

    def close(self) -> None:
        """Do nothing: the transport belongs to someone else."""

    async def _send(self, prepared: requests.PreparedRequest) -> requests.Response:
        body = prepared.body
        request = httpx.Request(
            prepared.method or "GET",
            self._rewrite(prepared.url or ""),
            headers={k: _text(v) for k, v in prepared.headers.items() if k.lower() != "host"}
            | {"Accept-Encoding": "gzip"},
            content=body if isinstance(body, bytes | str) else None,
            extensions={"timeout": dict(self._timeout)},
        )
        async with (
            asyncio.timeout(self._seconds_limit),
            exchange(self._transport, request) as answer,
        ):
            content = await read_body(answer, self._byte_limit)
        return _as_requests(prepared, answer, content)


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def _as_requests(
    prepared: requests.PreparedRequest, answer: httpx.Response, content: bytes
) -> requests.Response:
    response = requests.Response()
    response.status_code = answer.status_code
    response.reason = answer.reason_phrase
    response.headers.update(answer.headers)
    response.url = prepared.url or ""
    response.request = prepared
    response.encoding = answer.charset_encoding or "utf-8"
    response._content = content
    return response
