"""A Bot API on loopback whose next answers a test writes down: 429, 403, 502, silence, a cut."""

import asyncio
import contextlib
import json
import re
import socket
import struct
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qsl

from telegram.ext import ExtBot

from bot.app import build_bot

TOKEN = "4242:" + "y" * 35

Cut = Literal["closed", "reset", "halfway"]
_RESET = struct.pack("ii", 1, 0)  # as SO_LINGER: on, no seconds


@dataclass
class Reply:
    """What one call is answered; `silent` takes the call and never answers.

    `cut` takes the call, and then the connection ends: before a word, or halfway through the
    answer.
    """

    status: int = 200
    description: str = ""
    parameters: dict[str, int] = field(default_factory=dict)
    result: Any = None
    silent: bool = False
    cut: Cut | None = None
    raw: bytes | None = None
    after: asyncio.Event | None = None  # the call has no effect and no answer before this


def failure(status: int, description: str, **parameters: int) -> Reply:
    return Reply(status, description, parameters)


class ScriptedApi:
    """Answers every call well, except where something else was enqueued."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.times: list[float] = []
        self.late: list[dict[str, Any]] = []  # what had its effect only when a test let it
        self.server: asyncio.Server | None = None
        self.port = 0
        self._script: dict[str, deque[Reply]] = defaultdict(deque)
        self._open: set[asyncio.Task[None]] = set()
        self._news = asyncio.Condition()

    @property
    def address(self) -> str:
        """Where clients find it."""
        return f"http://127.0.0.1:{self.port}"

    def enqueue(self, method: str, *replies: Reply) -> None:
        """Answer the next calls of this method so."""
        self._script[method].extend(replies)

    def called(self, method: str) -> list[dict[str, Any]]:
        """Return the parameters of each call of this method."""
        return [parameters for name, parameters in self.calls if name == method]

    async def until_called(self, method: str, times: int) -> None:
        """Wait for this many calls."""
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: len(self.called(method)) >= times)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            while True:
                await self._exchange(reader, writer)
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            pass
        finally:
            self._open.discard(task)
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        sizes = re.findall(r"(?i)^content-length: *(\d+)", head, re.MULTILINE)
        length = int(sizes[0]) if sizes else 0
        body = (await reader.readexactly(length)).decode()
        path = head.split()[1]
        reply = await self._answer(path, body)
        if reply.silent:
            await asyncio.Event().wait()
        if reply.after is not None:
            await reply.after.wait()
            self.late.append(self._read(body))
        if reply.raw is not None:
            content = reply.raw
        elif reply.status == 200:
            content = json.dumps({"ok": True, "result": reply.result}).encode()
        else:
            problem = {"ok": False, "error_code": reply.status, "description": reply.description}
            content = json.dumps(problem | {"parameters": reply.parameters}).encode()
        answer = f"HTTP/1.1 {reply.status} X\r\nContent-Length: {len(content)}\r\n\r\n".encode()
        if reply.cut is not None:
            _cut(writer, reply.cut, answer + content[: len(content) // 2])
        writer.write(answer + content)
        await writer.drain()

    async def _answer(self, path: str, body: str) -> Reply:
        method = path.rpartition("/")[2] if "/file/" not in path else "download"
        parameters = self._read(body)
        async with self._news:
            self.calls.append((method, parameters))
            self.times.append(asyncio.get_running_loop().time())
            self._news.notify_all()
        if self._script[method]:
            return self._script[method].popleft()
        chat = {"id": int(parameters.get("chat_id", 1)), "type": "private"}
        message = {"message_id": len(self.calls), "date": 1, "chat": chat, "text": "x"}
        user = {"id": 4242, "is_bot": True, "first_name": "Bot", "username": "bot"}
        results = {"getMe": user, "sendMessage": message, "editMessageText": message}
        return Reply(result=results.get(method, True))

    @staticmethod
    def _read(body: str) -> dict[str, Any]:
        return dict(parse_qsl(body))

    async def start(self) -> None:
        """Listen, after a stop where it was before."""
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self.server is not None:
            self.server.close()
        for task in list(self._open):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def _cut(writer: asyncio.StreamWriter, how: Cut, half: bytes) -> None:
    """End a connection; raises, as whoever answers on it has nothing left to do."""
    if how == "halfway":
        writer.write(half)
    elif how == "reset":
        connection = writer.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    raise ConnectionAbortedError


@contextlib.asynccontextmanager
async def scripted_bot(**timeouts: float) -> AsyncIterator[tuple[ScriptedApi, ExtBot[int]]]:
    """Run the double and a real client of it."""
    api = ScriptedApi()
    await api.start()
    bot = build_bot(TOKEN, base_url=api.address, **timeouts)
    try:
        async with bot:
            yield api, bot
    finally:
        await api.stop()
