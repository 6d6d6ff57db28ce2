"""A sandbox on a free port, a user's HTTP client, and the real Telegram library as the bot."""

import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Browser, Page, async_playwright, expect
from telegram import Bot
from telegram.ext import Application

from bot.sandbox import Sandbox
from tests.support.loopback import loopback_client
from tests.support.sandbox.sandbox_callers import TOKEN, Events, Raw
from tests.support.sandbox.sandbox_page_bot import add_handlers

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# A hang, not a limit on how fast the page is: the library's own five seconds are one.
_GIVE_UP_SECONDS = 90
expect.set_options(timeout=_GIVE_UP_SECONDS * 1000)
_SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-fake-device-for-media-stream",  # a microphone that beeps
    "--use-fake-ui-for-media-stream",
)


@pytest.fixture
async def sandbox(tmp_path: Path) -> AsyncIterator[Sandbox]:
    async with Sandbox(tmp_path, port=0) as running:
        yield running


@pytest.fixture
async def user(sandbox: Sandbox) -> AsyncIterator[httpx.AsyncClient]:
    async with loopback_client(sandbox.page_url) as client:
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


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        path = _find(playwright.chromium.executable_path)
        if path is None:
            pytest.skip("no Chromium: install one, or run `playwright install chromium`")
        browser = await playwright.chromium.launch(executable_path=path, args=_SWITCHES)
        yield browser
        await browser.close()


def _find(downloaded: str) -> str | None:
    return next(filter(None, map(shutil.which, (*_NAMES, downloaded))), None)


@pytest.fixture
async def running(build: Callable[[], Application]) -> AsyncIterator[Application]:
    application = build()
    add_handlers(application)
    async with application:
        bot = application.bot
        await bot.set_my_commands([("start", "Begin"), ("help", "What it does")])
        await bot.set_my_commands([("start", "Начать")], language_code="ru")
        await bot.set_my_description("Я отвечаю", "ru")
        await application.start()
        assert application.updater
        await application.updater.start_polling()
        yield application
        await application.updater.stop()
        await application.stop()


@pytest.fixture
async def page(
    browser: Browser, sandbox: Sandbox, running: Application, request: pytest.FixtureRequest
) -> AsyncIterator[Page]:
    """The page of a new visitor; complaints of the page or its policy fail the test."""
    options = {"locale": "en-GB", "viewport": {"width": 1180, "height": 800}}
    context = await browser.new_context(**{**options, **getattr(request, "param", {})})
    opened = await context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda line: line.type == "error" and complaints.append(line.text))
    await opened.goto(sandbox.page_url)
    await expect(opened.locator("#bot-name")).to_have_text("Paragraf")
    yield opened
    await context.close()
    assert complaints == []
