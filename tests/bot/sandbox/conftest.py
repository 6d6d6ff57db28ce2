"""A sandbox on a free port, a user's HTTP client, and the real Telegram library as the bot."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest
from sandbox_callers import TOKEN, Events, Raw
from telegram import Bot
from telegram.ext import Application

from bot.sandbox import Sandbox


@pytest.fixture
async def sandbox(tmp_path: Path) -> AsyncIterator[Sandbox]:
    async with Sandbox(tmp_path, port=0) as running:
        yield running


@pytest.fixture
async def user(sandbox: Sandbox) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=sandbox.page_url, trust_env=False) as client:
        yield client


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[Bot]:
    made = Bot(TOKEN, base_url=sandbox.base_url, base_file_url=sandbox.base_file_url)
    async with made:
        yield made


@pytest.fixture
def raw(user: httpx.AsyncClient) -> Raw:
    return Raw(user)


@pytest.fixture
async def chat(user: httpx.AsyncClient, raw: Raw) -> int:
    """A chat in which somebody has written, with nothing left for the bot to read."""
    await user.post("/sandbox/chats/7/messages?language_code=ru", json={"text": "hi"})
    updates = await raw.result("getUpdates")
    await raw.result("getUpdates", offset=updates[-1]["update_id"] + 1)
    return 7


@pytest.fixture
def build(sandbox: Sandbox) -> Callable[[], Application]:
    """Return an Application of the library that talks to the sandbox."""

    def make() -> Application:
        builder = Application.builder().token(TOKEN).base_url(sandbox.base_url)
        return builder.base_file_url(sandbox.base_file_url).build()

    return make


@pytest.fixture
async def events(user: httpx.AsyncClient) -> AsyncIterator[Events]:
    async with user.stream("GET", "/sandbox/chats/7/events", timeout=60) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        stream = Events(response.aiter_lines())
        await stream.opened()
        yield stream
