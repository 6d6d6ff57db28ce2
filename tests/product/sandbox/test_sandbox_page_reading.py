"""The chat page, looked at as a person looks at it: entities, places, phones, lost connections."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, Route, expect
from telegram import MessageEntity
from telegram.ext import Application

from bot.sandbox import Sandbox

pytestmark = pytest.mark.browser
_PARTS = (
    ("b", "bold"),
    ("i", "italic"),
    ("u", "underline"),
    ("s", "strikethrough"),
    (" ", None),
    ("c", "code"),
    (" ", None),
    ("secret", "spoiler"),
    (" ", None),
    ("link", "text_link"),
    (" /help\n", None),
    ("q", "blockquote"),
    ("\n", None),
    ("1\n2\n3\n4\n5", "expandable_blockquote"),
    ("\n", None),
    ("x = 1", "pre"),
)
_MORE = {"text_link": {"url": "https://a.org/"}, "pre": {"language": "python"}}


def rich(before: str = "") -> dict[str, Any]:
    """Return a text with every kind of mark, as `send_message` takes it."""
    text, entities = before, []
    for part, kind in _PARTS:
        if kind:
            entities.append(MessageEntity(kind, len(text), len(part), **_MORE.get(kind, {})))
        text += part
    return {"text": text, "entities": entities}


async def test_entities_drafts_and_deletions(page: Page, running: Application) -> None:
    await page.locator("#start").click()
    await expect(page.locator(".message.in")).to_have_count(1)
    chat = int(page.url.split("user=")[1])
    await running.bot.send_chat_action(chat, "typing")
    await expect(page.locator("#status")).to_have_text("typing")
    await running.bot.send_message_draft(chat, 1, "half of")
    await expect(page.locator(".draft .text")).to_have_text("half of")
    sent = await running.bot.send_message(chat, **rich())
    await expect(page.locator(".draft")).to_have_count(0)
    await expect(page.locator("#status")).to_have_text("bot")
    text = page.locator(".message.in .text").last
    for mark in ("b", "i", "u", "s", "code"):
        assert await text.locator(f"> {mark}").count() == 1
    await expect(text.locator("a")).to_have_attribute("rel", "noopener noreferrer")
    await expect(text.locator(".spoiler")).not_to_have_class("spoiler open")
    await text.locator(".spoiler").click()
    await expect(text.locator(".spoiler")).to_have_class("spoiler open")
    await text.get_by_role("button", name="Show more").click()
    await expect(text.locator("blockquote.folded")).to_have_count(0)
    await expect(text.locator(".code pre")).to_have_text("x = 1")
    await running.bot.delete_message(chat, sent.message_id)
    await expect(page.locator(".message.in")).to_have_count(1)


async def test_a_draft_grows_in_its_place_and_can_be_stopped(
    page: Page, running: Application
) -> None:
    await page.locator("#start").click()
    await expect(page.locator(".message.in")).to_have_count(1)
    chat = int(page.url.split("user=")[1])
    can_stop = {"api_kwargs": {"can_stop": True, "keep_on_stop": True}}
    await running.bot.send_message_draft(chat, 1, "half", **can_stop)
    await expect(page.locator(".draft .text")).to_have_text("half")
    await page.locator(".draft").evaluate("node => { node.dataset.same = 'yes'; }")
    await running.bot.send_message_draft(chat, 1, "half of it", **can_stop)
    await expect(page.locator(".draft .text")).to_have_text("half of it")
    await expect(page.locator(".draft")).to_have_attribute("data-same", "yes")
    await page.reload()
    await expect(page.locator(".draft .text")).to_have_text("half of it")
    async with page.expect_response("**/stop"):
        await page.get_by_role("button", name="Stop", exact=True).click()
    await expect(page.get_by_role("button", name="Stop", exact=True)).to_be_disabled()
    await running.bot.send_message(chat, "half of it. Stopped.")
    await expect(page.locator(".draft")).to_have_count(0)
    await expect(page.locator(".message.in").last).not_to_have_class(re.compile(r"\bfresh\b"))


async def test_the_readers_place_is_kept(page: Page, running: Application) -> None:
    await page.locator("#start").click()
    await expect(page.locator(".message.in")).to_have_count(1)
    chat = int(page.url.split("user=")[1])
    for number in range(30):
        await running.bot.send_message(chat, f"line {number}")
    await expect(page.locator(".message.in").last).to_be_in_viewport()
    await expect(page.locator(".message.in").last).to_contain_text("line 29")
    await page.evaluate("document.getElementById('scroller').scrollTop = 0")
    await expect(page.locator("#jump")).to_be_visible()
    await running.bot.send_message(chat, "news")
    await expect(page.locator("#jump-count")).to_have_text("1")
    await expect(page.locator(".message").first).to_be_in_viewport()
    await page.locator("#jump").click()
    await expect(page.locator(".message").last).to_be_in_viewport()
    await expect(page.locator("#jump")).to_be_hidden()


async def test_replies_quote_what_they_answer(page: Page) -> None:
    await page.locator("#start").click()
    await page.locator(".message.in").hover()
    await page.get_by_role("button", name="Reply").last.click()
    await expect(page.locator("#reply-text")).to_have_text("Welcome")
    await page.locator("#input").fill("because")
    await page.locator("#send").click()
    await expect(page.locator(".message.out .quoted")).to_contain_text("Welcome")
    await expect(page.locator("#reply-bar")).to_be_hidden()


async def test_ones_own_message_is_edited(page: Page) -> None:
    await page.locator("#start").click()
    await expect(page.locator(".message.in .text")).to_contain_text("Welcome")
    await expect(page.locator(".message.in .edit")).to_have_count(0)
    written, bar = page.locator("#input"), page.locator("#reply-bar")
    await written.fill("Who keeps teh key?")
    await written.press("Enter")
    await expect(page.locator(".message.in .text").last).to_contain_text("Echo: Who keeps teh key?")
    own = page.locator(".message.out").last
    await written.fill("half a thought")
    await own.hover()
    await own.get_by_role("button", name="Edit the message").click()
    await expect(bar).to_contain_text("Editing")
    await expect(written).to_have_value("Who keeps teh key?")
    await written.press("Escape")
    await expect(bar).to_be_hidden()
    await expect(written).to_have_value("half a thought")
    await written.fill("")
    await written.press("ArrowUp")
    await expect(bar).to_be_visible()
    await written.fill("Who keeps the key?")
    await written.press("Enter")
    await expect(bar).to_be_hidden()
    await expect(written).to_have_value("")
    await expect(own.locator(".text")).to_contain_text("Who keeps the key?")
    await expect(own.locator(".meta")).to_contain_text("edited")
    last = page.locator(".message.in .text").last
    await expect(last).to_contain_text("Edited: Who keeps the key?")
    await expect(page.locator(".message.out")).to_have_count(2)


async def hold_messages(page: Page) -> tuple[asyncio.Semaphore, asyncio.Event]:
    """Hold back what the page reads; return what counts the readings, and what lets them go on."""
    written, goes_on = asyncio.Semaphore(0), asyncio.Event()

    async def hold(route: Route) -> None:
        answer = await route.fetch()
        written.release()
        await goes_on.wait()
        await route.fulfill(response=answer)

    await page.route("**/messages?after=0", hold)
    return written, goes_on


async def test_what_comes_while_the_page_reads_anew_stays(page: Page, running: Application) -> None:
    """The list of messages was written before this one came, and arrives after it."""
    await page.locator("#start").click()
    await expect(page.locator(".message.in")).to_have_count(1)
    written, goes_on = await hold_messages(page)
    await page.locator("#users .user").click()
    for _ in ("for the choice", "for the stream that opens"):
        await written.acquire()
    chat = int(page.url.split("user=")[1])
    await running.bot.send_message(chat, "news")
    await expect(page.locator(".message.in")).to_contain_text("news")
    goes_on.set()
    await expect(page.locator(".message.in").first).to_contain_text("Welcome")
    await expect(page.locator(".message.in").last).to_contain_text("news")


async def test_the_command_menu_stays_while_the_page_reads_anew(page: Page) -> None:
    """Whoever types a slash before the list of commands has come is offered them when it comes."""
    await page.locator("#start").click()
    await expect(page.locator(".message.in")).to_have_count(1)
    written, goes_on = await hold_messages(page)
    await page.locator("#users .user").click()
    await written.acquire()
    await page.locator("#input").press_sequentially("/")
    await expect(page.locator(".command")).to_have_count(2)
    goes_on.set()
    await expect(page.locator(".message.in")).to_have_count(1)
    await expect(page.locator(".command")).to_have_count(2)
    await expect(page.locator("#commands")).to_be_visible()


_PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "locale": "ru-RU"}


@pytest.mark.parametrize("page", [{**_PHONE, "color_scheme": "dark"}], indirect=True)
async def test_a_phone_in_the_dark(page: Page, running: Application) -> None:
    await page.get_by_role("button", name="Запустить").tap()
    await expect(page.locator(".message.in")).to_have_count(1)
    chat = int(page.url.split("user=")[1])
    await running.bot.send_message(chat, **rich("w" * 300 + " "))
    await expect(page.locator(".message.in")).to_have_count(2)
    sideways = "document.documentElement.scrollWidth > innerWidth"
    inside = "(e => e.scrollWidth > e.clientWidth)(document.getElementById('scroller'))"
    assert await page.evaluate(f"[{sideways}, {inside}]") == [False, False]
    paper = await page.evaluate("getComputedStyle(document.querySelector('.bar')).backgroundColor")
    assert paper == "rgb(23, 33, 43)"
    await expect(page.locator("#sidebar")).to_be_hidden()
    await page.get_by_role("button", name="Пользователи").tap()
    await expect(page.locator("#chat")).to_be_hidden()
    await page.locator(".user").tap()
    await expect(page.locator("#input")).to_be_visible()


@pytest.mark.parametrize("page", [{"color_scheme": "light"}], indirect=True)
async def test_light_by_day(page: Page) -> None:
    paper = await page.evaluate("getComputedStyle(document.querySelector('.bar')).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    await expect(page.get_by_role("button", name="Start")).to_be_visible()


async def test_a_lost_connection_is_said_and_mended(browser: Browser, tmp_path: Path) -> None:
    context = await browser.new_context(locale="en-GB")
    page = await context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    async with Sandbox(tmp_path, port=0) as first:
        await page.goto(first.page_url)
        await page.locator("#start").click()
        await expect(page.locator(".message.out")).to_have_count(1)
    await expect(page.locator("#offline")).to_be_visible()
    async with Sandbox(tmp_path, port=first.port):
        await expect(page.locator("#offline")).to_be_hidden(timeout=20000)
        await page.locator("#input").fill("again")
        await page.locator("#send").click()
        await expect(page.locator(".message.out")).to_have_count(2)
    await context.close()
    assert complaints == []
