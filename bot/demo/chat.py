"""A person in the sandbox: writes, sends files, presses buttons, waits for the bot."""

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx

from bot.commands.console import Console
from pipelines.errors import InternalError

PATIENCE_S = 120.0
Said = dict[str, Any]  # a message as the sandbox's HTTP interface shows it


class BotSilent(InternalError):
    """The bot did not say what was waited for."""


class Chat:
    """One user's private chat with the bot, over the sandbox's HTTP interface."""

    def __init__(self, page_url: str, user_id: int, language: str, console: Console) -> None:
        self._client = httpx.AsyncClient(
            base_url=f"{page_url}sandbox/chats/{user_id}/",
            params={"user_id": str(user_id), "language_code": language},
            timeout=30,
            trust_env=False,
        )
        self._console = console

    async def close(self) -> None:
        """Leave."""
        await self._client.aclose()

    async def write(self, text: str) -> Said:
        """Send a text."""
        self._console.show(f"\n🙂 {text}")
        response = await self._client.post("messages", json={"text": text})
        return _checked(response)

    async def send(self, file: Path) -> Said:
        """Send a file."""
        content = await asyncio.to_thread(file.read_bytes)
        self._console.show(f"\n🙂 📎 {file.name} ({len(content) / 1024:.0f} KB)")
        response = await self._client.post("messages", files={"document": (file.name, content)})
        return _checked(response)

    async def press(self, message: Said, label: str) -> None:
        """Press the button with this label."""
        pressed = next(b for row in message["buttons"] for b in row if b["text"] == label)
        self._console.show(f"\n🙂 [{label}]")
        body = {"message_id": message["message_id"], "data": pressed["data"]}
        _checked(await self._client.post("press", json=body))

    async def replies(
        self, after: Said, *, when: Callable[[Said], bool] = lambda said: True
    ) -> Sequence[Said]:
        """Wait until the bot has said something after a message that fits `when`.

        Raises:
            BotSilent: it has not, for as long as anybody waits.
        """
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            query = {"after": str(after["message_id"])}
            said = _checked(await self._client.get("messages", params=query))["messages"]
            fitting = [each for each in said if each["from"] == "bot" and when(each)]
            if fitting:
                return fitting
            await asyncio.sleep(0.02)
        raise BotSilent(f"no such message within {PATIENCE_S:g} s")

    async def changed(self, message: Said) -> Said:
        """Wait until the bot has edited a message of its own."""
        before = {"message_id": message["message_id"] - 1}

        def is_new(said: Said) -> bool:
            return bool(
                said["message_id"] == message["message_id"] and said["text"] != message["text"]
            )

        return (await self.replies(before, when=is_new))[-1]

    async def hear(self, after: Said, *, when: Callable[[Said], bool] = lambda said: True) -> Said:
        """Wait for a reply and show it."""
        reply = (await self.replies(after, when=when))[-1]
        self.show(reply)
        return reply

    def show(self, reply: Said) -> None:
        """Print what the bot said, with its buttons."""
        self._console.show("🤖 " + reply["text"].replace("\n", "\n   "))
        for row in reply["buttons"] or ():
            self._console.show("   " + " ".join(f"[{button['text']}]" for button in row))


def has_button(message: Said, label: str) -> bool:
    """Tell whether a message has the button with this label."""
    return any(button["text"] == label for row in message["buttons"] or () for button in row)


def _checked(response: httpx.Response) -> Said:
    if response.is_error:
        raise BotSilent(f"the sandbox answered {response.status_code}")
    content: Said = response.json()
    return content
