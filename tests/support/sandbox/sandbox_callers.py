"""Who calls a sandbox in the tests: a bot without a library, a watcher of a chat."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx

TOKEN = "4242:sandbox-secret"
Json = dict[str, Any]


@dataclass
class Raw:
    """Bot API calls without a library: whatever a caller may send, and the bare answer."""

    client: httpx.AsyncClient
    token: str = TOKEN

    async def __call__(self, method: str, **arguments: Any) -> Json:
        answer = await self.client.post(
            f"/bot{self.token}/{method}",
            content=json.dumps(arguments),  # escapes, so that even half a character can be sent
            headers={"content-type": "application/json"},
            timeout=60,
        )
        body: Json = answer.json()
        assert body["ok"] or body["error_code"] == answer.status_code
        return body

    async def result(self, method: str, **arguments: Any) -> Any:
        body = await self(method, **arguments)
        assert body["ok"], body
        return body["result"]

    async def refusal(self, method: str, **arguments: Any) -> str:
        body = await self(method, **arguments)
        assert not body["ok"], body
        return f"{body['error_code']} {body['description']}"


class Events:
    """The event stream of a chat, read one event at a time."""

    def __init__(self, lines: AsyncIterator[str]) -> None:
        self._lines = lines

    async def next(self) -> tuple[str, Json]:
        name = ""
        async for line in self._lines:
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                return name, json.loads(line.removeprefix("data: "))
        raise StopAsyncIteration

    async def opened(self) -> None:
        async for line in self._lines:
            if line == ": open":
                return
