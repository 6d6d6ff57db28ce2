"""Telegram in bad weather: stands before the sandbox, and does badly a share of what it is asked.

Some calls get 429, some are carried out and never heard of again, as after a time-out.
"""

import asyncio
import json
import logging
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from bot.http_server import listen, serving

_RETRY_AFTER_S = 1
_SPOILT = ("send", "edit", "delete", "answer", "getupdates")
# The server ends a connection on which nothing comes for five seconds.
_CONNECTIONS = httpx.Limits(max_connections=None, keepalive_expiry=1.0)
_MESSAGES = frozenset({"sendmessage", "sendrichmessage", "sendphoto"})
_OK = 200
_UNCOUNTED = frozenset({"sendchataction", "sendmessagedraft"})


@dataclass(frozen=True, slots=True)
class Aimed:
    """A message that Telegram has taken, and does not tell of."""

    taken: asyncio.Event = field(default_factory=asyncio.Event)
    let_go: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Weather:
    """What is done badly, and how often it was.

    refuse, lose: shares of calls that get 429, or are carried out without a receipt.
    lose_after_s: how long a call without a receipt is kept waiting.
    unheard: chats with a message that was taken and not yet told of.
    """

    refuse: float
    lose: float
    lose_after_s: float
    draw: random.Random
    base_url: str = ""
    calls: int = 0
    refused: int = 0
    lost: int = 0
    early: int = 0
    unheard: dict[int, int] = field(default_factory=dict)
    polled: asyncio.Event = field(default_factory=asyncio.Event)
    _aimed: Aimed | None = None
    _number: int = 0
    _not_before: dict[str, float] = field(default_factory=dict)

    def aim(self) -> Aimed:
        """Have the next message taken, and not told of before it is let go."""
        self._aimed = Aimed()
        return self._aimed

    async def call(self, request: Request, http: httpx.AsyncClient) -> Response:
        """Pass a call on, or spoil it."""
        method = request.path_params.get("method", "").lower()
        body = await request.body()
        if method == "getupdates":
            self.polled.set()
        if not method.startswith(_SPOILT):
            return await _pass_on(request, body, http)
        self.calls += 1
        chat = "" if method in _UNCOUNTED else _chat_in(request, body)
        self.early += self._not_before.get(chat, 0.0) > time.monotonic()
        luck = self.draw.random()
        if luck < self.refuse:
            return self._refuse(chat)
        if luck < self.refuse + self.lose and method != "getupdates":
            return await self._lose(request, body, http, chat)
        return await self._tell(request, body, http, chat)

    def _refuse(self, chat: str) -> Response:
        self.refused += 1
        if chat:
            self._not_before[chat] = time.monotonic() + _RETRY_AFTER_S
        said = {
            "ok": False,
            "error_code": 429,
            "description": f"Too Many Requests: retry after {_RETRY_AFTER_S}",
            "parameters": {"retry_after": _RETRY_AFTER_S},
        }
        return JSONResponse(said, 429)

    async def _lose(
        self, request: Request, body: bytes, http: httpx.AsyncClient, chat: str
    ) -> Response:
        self.lost += 1
        number = self._take(chat)
        await _pass_on(request, body, http)
        await asyncio.sleep(self.lose_after_s)
        self.unheard.pop(number, None)
        return _Cut()

    async def _tell(
        self, request: Request, body: bytes, http: httpx.AsyncClient, chat: str
    ) -> Response:
        number = self._take(chat)
        try:
            reply = await _pass_on(request, body, http)
            is_message = request.path_params["method"].lower() in _MESSAGES
            if (aimed := self._aimed) and is_message and reply.status_code == _OK:
                self._aimed = None
                aimed.taken.set()
                await aimed.let_go.wait()
            return reply
        finally:
            self.unheard.pop(number, None)

    def _take(self, chat: str) -> int:
        self._number += 1
        if chat.lstrip("-").isdigit():
            self.unheard[self._number] = int(chat)
        return self._number


class _Cut(Response):
    """Ends the connection in the middle of an answer."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Promise more than comes."""
        headers = [(b"content-length", b"64"), (b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"{", "more_body": True})


def _chat_in(request: Request, body: bytes) -> str:
    """Return the chat that a call names; "" if none."""
    if "json" in request.headers.get("Content-Type", ""):
        return str(json.loads(body or b"{}").get("chat_id", ""))
    return str(httpx.QueryParams(body.decode("utf-8", "replace")).get("chat_id", ""))


async def _pass_on(request: Request, body: bytes, http: httpx.AsyncClient) -> Response:
    kept = {k: v for k, v in request.headers.items() if k.lower() == "content-type"}
    reply = await http.request(
        request.method, request.url.path, params=request.query_params, content=body, headers=kept
    )
    return Response(reply.content, reply.status_code, media_type=reply.headers["Content-Type"])


@asynccontextmanager
async def bad_weather(page_url: str, weather: Weather) -> AsyncIterator[Weather]:
    """Stand before a sandbox for as long as the block lasts."""
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # it would tell of every cut
    async with httpx.AsyncClient(
        base_url=page_url, timeout=90, trust_env=False, limits=_CONNECTIONS
    ) as http:

        async def call(request: Request) -> Response:
            return await weather.call(request, http)

        routes = [
            Route("/bot{token}/{method}", call, methods=["GET", "POST"]),
            Route("/file/{path:path}", call, methods=["GET"]),
        ]
        listener = listen("127.0.0.1", 0)
        weather.base_url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        async with serving(Starlette(routes=routes), listener):
            yield weather
