"""A whole conversation on the chat page, at a phone's and a desktop's width, light and dark."""

import asyncio
import struct
import zlib

import httpx
import pytest
from playwright.async_api import Page, Request, Route, expect
from telegram import MessageEntity
from telegram.ext import Application

pytestmark = pytest.mark.browser
_LONG = "\n".join(f"Line {number} of what leads to the answer." for number in range(9))
PHONE = {"viewport": {"width": 390, "height": 780}, "color_scheme": "dark", "has_touch": True}
SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 740}}
DESKTOP = {"viewport": {"width": 1180, "height": 800}, "color_scheme": "light"}

everywhere = pytest.mark.parametrize(
    "page", [PHONE, DESKTOP], indirect=True, ids=["phone-dark", "desktop-light"]
)


def picture(width: int, height: int) -> tuple[str, bytes, str]:
    """Return a PNG of one colour."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    rows = (b"\0" + b"\x66\x99\xcc" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return "p.png", b"\x89PNG\r\n\x1a\n" + body, "image/png"


@everywhere
async def test_a_conversation(page: Page, running: Application, user: httpx.AsyncClient) -> None:
    await page.locator("#start").click()
    await expect(page.locator(".message.in .text")).to_contain_text("Welcome")
    chat = int(page.url.split("user=")[1])
    await _asks_inline(page)
    await _unfolds_a_quote(page, running, chat)
    await _sees_an_album(page, user, chat)
    await _sees_an_edit(page)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it fits"
    shown = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    is_dark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert shown == ("rgb(23, 33, 43)" if is_dark else "rgb(255, 255, 255)")


async def test_no_results_come_to_a_query_that_was_sent(page: Page, running: Application) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    await page.locator("#start").click()
    await expect(page.locator(".message.in .text")).to_contain_text("Welcome")
    await page.clock.install()
    await page.clock.pause_at(await page.evaluate("Date.now() + 1000"))  # however slow this is
    await page.locator("#input").fill("@paragraf_sandbox_bot who keeps the key")
    await page.locator("#send").click()
    await expect(page.locator(".message.out").last).to_contain_text("who keeps the key")
    await page.clock.run_for(2000)
    assert not [url for url in asked if "/inline?" in url]
    await expect(page.locator("#inline-results")).to_be_hidden()


@pytest.mark.parametrize("page", [SMALL_PHONE], indirect=True)
@pytest.mark.usefixtures("running")
async def test_a_phone_shows_the_name_of_a_group_beside_its_topic(
    page: Page, user: httpx.AsyncClient
) -> None:
    made = {"title": "Office", "creator": 1001, "topics": ["Everything else"]}
    await user.post("/sandbox/users/1001", json={"name": "Alexandra Konstantinova"})
    (await user.post("/sandbox/groups", json=made)).raise_for_status()
    await page.reload()
    await page.locator("#back").click()
    await page.locator("#users li", has_text="Office").click()
    await page.locator("#seat-topic").select_option(label="Everything else")
    assert await page.locator("#bot-name").evaluate("e => e.scrollWidth <= e.clientWidth")


@pytest.mark.parametrize("page", [SMALL_PHONE], indirect=True)
@pytest.mark.usefixtures("running")
async def test_whoever_goes_back_while_the_page_loads_stays_there(page: Page) -> None:
    is_back = asyncio.Event()

    async def answer_late(route: Route) -> None:
        await is_back.wait()
        await route.continue_()

    await page.route("**/sandbox/users", answer_late)
    await page.reload()
    await page.locator("#back").click()
    is_back.set()
    await expect(page.locator("#users li")).not_to_have_count(0)
    await expect(page.locator("#bot-avatar img")).to_have_count(1)  # all is loaded
    await expect(page.locator("#sidebar")).to_be_visible()


async def _asks_inline(page: Page) -> None:
    results = page.locator("#inline-results")
    await page.locator("#input").fill("@paragraf_sandbox_bot ")
    await expect(results.locator(".inline-button")).to_have_text("Ask me something")
    await page.locator("#input").press_sequentially("who keeps the key")
    await expect(results.locator(".result")).to_have_count(2)
    await expect(results.locator(".result").first).to_contain_text("who keeps the key, quote 1")
    (list_box, input_box) = (
        await results.bounding_box(),
        await page.locator("#form").bounding_box(),
    )
    assert list_box
    assert input_box
    assert list_box["y"] >= 0
    assert list_box["y"] + list_box["height"] <= input_box["y"]
    await page.locator("#input").press("ArrowDown")
    await page.locator("#input").press("Enter")
    sent = page.locator(".message.out").last
    await expect(sent.locator(".via")).to_have_text("via @paragraf_sandbox_bot")
    await expect(sent.locator("blockquote")).to_contain_text("who keeps the key, quote 2")
    await expect(sent.locator(".reaction")).to_have_text("👍")
    await expect(results).to_be_hidden()
    await expect(page.locator("#input")).to_have_value("")


async def _unfolds_a_quote(page: Page, running: Application, chat: int) -> None:
    folded = [MessageEntity(MessageEntity.EXPANDABLE_BLOCKQUOTE, 0, len(_LONG))]
    await running.bot.send_message(chat, _LONG, entities=folded)
    text = page.locator(".message.in .text").last
    closed = await text.locator("blockquote").bounding_box()
    await text.get_by_role("button", name="Show more").click()
    opened = await text.locator("blockquote").bounding_box()
    assert closed
    assert opened
    assert opened["height"] > 2 * closed["height"]
    await text.get_by_role("button", name="Show less").click()
    await expect(text.get_by_role("button", name="Show more")).to_be_visible()


async def _sees_an_album(page: Page, user: httpx.AsyncClient, chat: int) -> None:
    for size in ((40, 30), (30, 40), (40, 40)):
        form = {"media_group_id": "5"}
        path = f"/sandbox/chats/{chat}/messages"
        await user.post(path, files={"photo": picture(*size)}, data=form)
    album = page.locator(".message.out").last
    await expect(album.locator(".photo")).to_have_count(3)


async def _sees_an_edit(page: Page) -> None:
    await page.get_by_role("button", name="Edit", exact=True).click()
    edited = page.locator(".message.in").first
    await expect(edited.locator(".text")).to_contain_text("Welcome back")
    await expect(edited.locator(".meta")).to_contain_text("edited")
