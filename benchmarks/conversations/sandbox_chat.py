"""Somebody's chat with the bot, over the sandbox's HTTP side."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import httpx

from benchmarks.conversations.reply import Reply

Message: TypeAlias = dict[str, Any]  # as the sandbox shows it

PATIENCE_S = 60.0
_LOOK_S = 0.05


@dataclass(frozen=True, slots=True)
class Heard:
    """A reply, whole, and after how many seconds its first message came."""

    reply: Reply
    seconds: float


class Chat:
    """What one person writes and reads."""

    def __init__(self, http: httpx.AsyncClient, user_id: int, language: str) -> None:
        self._http = http
        self._path = f"/sandbox/chats/{user_id}"
        self._params = {"user_id": str(user_id), "language_code": language}

    async def enter(self, button: str) -> None:
        """Say /start, and press the button if the greeting has it."""
        sent = await self._post("messages", json={"text": "/start"})
        greeting = await self._until_quiet(sent, 0.3)
        for message in greeting:
            for key in _buttons(message):
                if key["text"] == button and key["data"]:
                    body = {"message_id": message["message_id"], "data": key["data"]}
                    await self._post("press", json=body)
                    await self._until_quiet(sent, 0.5)
                    return

    async def send(self, file: Path) -> None:
        """Send a document."""
        content = await asyncio.to_thread(file.read_bytes)
        await self._post("messages", files={"document": (file.name, content)})

    async def ask(self, text: str, language: str, quiet_s: float) -> Heard:
        """Write, and wait for the reply until nothing of it has changed for so long."""
        self._params["language_code"] = language
        began = time.perf_counter()
        sent = await self._post("messages", json={"text": text})
        said = await self._until_quiet(sent, 0.0)
        seconds = time.perf_counter() - began
        said = await self._until_quiet(sent, quiet_s)
        buttons = [key["text"] for message in said for key in _buttons(message)]
        return Heard(Reply("\n".join(each["text"] for each in said), buttons), seconds)

    async def last_words(self) -> str:
        """Return the newest message of the bot."""
        said = await self._said({"message_id": 0})
        return str(said[-1]["text"]) if said else ""

    async def _until_quiet(self, after: Message, quiet_s: float) -> list[Message]:
        """Wait until the bot has said something and nothing has changed for so long."""
        began = since = time.perf_counter()
        said = await self._said(after)
        while True:
            now = time.perf_counter()
            if (said and now - since >= quiet_s) or now - began >= PATIENCE_S:
                return said
            await asyncio.sleep(_LOOK_S)
            if (shown := await self._said(after)) != said:
                said, since = shown, time.perf_counter()

    async def _said(self, after: Message) -> list[Message]:
        query = {"after": str(after["message_id"])}
        response = await self._http.get(f"{self._path}/messages", params=query)
        response.raise_for_status()
        return [each for each in response.json()["messages"] if each["from"] == "bot"]

    async def _post(self, what: str, **content: Any) -> Message:
        response = await self._http.post(f"{self._path}/{what}", params=self._params, **content)
        response.raise_for_status()
        message: Message = response.json()
        return message


@asynccontextmanager
async def sandbox(page_url: str) -> AsyncIterator[httpx.AsyncClient]:
    """Connect to the sandbox, and have it take as many messages as come."""
    async with httpx.AsyncClient(base_url=page_url, timeout=60, trust_env=False) as http:
        (await http.post("/sandbox/limits", json={"off": True})).raise_for_status()
        yield http


def _buttons(message: Message) -> Sequence[dict[str, Any]]:
    return [key for row in message["buttons"] or () for key in row]
