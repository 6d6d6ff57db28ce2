"""The chat page, used as a person uses it, in a real browser against the real library."""

import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect
from sandbox_callers import Raw
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, ReplyParameters, Update
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from bot.sandbox import Sandbox

pytestmark = pytest.mark.browser
Context = ContextTypes.DEFAULT_TYPE
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_ATTACK = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
_RICH = (
    "<b>b</b><i>i</i><u>u</u><s>s</s> <code>c</code> <tg-spoiler>secret</tg-spoiler> "
    '<a href="https://a.org/">link</a> /help\n<blockquote>q</blockquote>\n'
    "<blockquote expandable>1\n2\n3\n4\n5</blockquote>\n"
    '<pre><code class="language-python">x = 1</code></pre>'
)
_DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "text/plain" }));
  for (const kind of ["dragenter", "dragover", "drop"])
    document.getElementById("scroller").dispatchEvent(
      new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
}"""


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


async def start(update: Update, _context: Context) -> None:
    rows = [[InlineKeyboardButton("Toast", callback_data="toast")]]
    rows.append([InlineKeyboardButton("Alert", callback_data="alert")])
    rows.append([InlineKeyboardButton("Edit", callback_data="edit")])
    rows.append([InlineKeyboardButton("Site", url="https://a.org/")])
    assert update.message
    await update.message.reply_text("Welcome", reply_markup=InlineKeyboardMarkup(rows))


async def press(update: Update, _context: Context) -> None:
    query = update.callback_query
    assert query
    await query.answer(f"got {query.data}", show_alert=query.data == "alert")
    if query.data == "edit":
        await query.edit_message_text("Welcome back")


async def document(update: Update, _context: Context) -> None:
    assert update.message
    assert update.message.document
    file = await (await update.message.document.get_file()).download_as_bytearray()
    text = f"{update.message.document.file_name}: {file.decode()} ({update.message.caption})"
    await update.message.reply_text(
        text, reply_parameters=ReplyParameters(update.message.message_id)
    )


async def echo(update: Update, _context: Context) -> None:
    assert update.message
    await update.message.reply_text(f"Echo: {update.message.text}")


@pytest.fixture
async def running(build: Callable[[], Application]) -> AsyncIterator[Application]:
    application = build()
    application.add_handler(CommandHandler("start", start))
    application.add_handler(CallbackQueryHandler(press))
    application.add_handler(MessageHandler(filters.Document.ALL, document))
    application.add_handler(MessageHandler(filters.TEXT, echo))
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


async def say(page: Page, text: str) -> None:
    await page.locator("#input").fill(text)
    await page.locator("#send").click()


async def test_start_write_and_press(page: Page) -> None:
    await page.get_by_role("button", name="Start").click()
    await expect(page.locator(".message.out .text")).to_contain_text("/start")
    await expect(page.locator(".message.in .text")).to_contain_text("Welcome")
    await page.get_by_role("button", name="Toast").click()
    await expect(page.locator(".toast")).to_have_text("got toast")
    await expect(page.get_by_role("button", name="Toast")).not_to_have_attribute(
        "aria-busy", "true"
    )
    await page.get_by_role("button", name="Alert").click()
    await expect(page.locator("#alert-text")).to_have_text("got alert")
    await page.locator("#alert-dialog").get_by_role("button").click()
    await expect(page.get_by_role("link", name="Site")).to_have_attribute("href", "https://a.org/")
    await page.get_by_role("button", name="Edit", exact=True).click()
    await expect(page.locator(".message.in .text")).to_contain_text("Welcome back")
    await expect(page.locator(".message.in .meta")).to_contain_text("edited")
    await say(page, "two\nlines")
    await expect(page.locator(".message.in .text").last).to_contain_text("Echo: two\nlines")
    await page.reload()
    await expect(page.locator(".message")).to_have_count(4)


async def test_an_attack_stays_text(page: Page) -> None:
    await page.locator("#start").click()
    await say(page, _ATTACK)
    await expect(page.locator(".message.in .text").last).to_contain_text(f"Echo: {_ATTACK}")
    assert await page.locator("#messages img, #messages script").count() == 0
    assert await page.title() == "Paragraf"
    await page.locator("#whoami").click()
    await page.locator("#user-name").fill(_ATTACK[:60])
    await page.locator("#user-form .primary").click()
    await expect(page.locator("#whoami-name")).to_have_text(_ATTACK[:60])
    assert await page.locator("#users img").count() == 0


async def test_attach_and_drop_files(page: Page) -> None:
    await page.locator("#start").click()
    async with page.expect_file_chooser() as chooser:
        await page.get_by_role("button", name="Attach a file").click()
    file = {"name": "note.txt", "mimeType": "text/plain", "buffer": b"hello"}
    await (await chooser.value).set_files([file])  # type: ignore[list-item]
    await expect(page.locator("#files-list")).to_contain_text("note.txt")
    await page.locator("#files-caption").fill("look")
    await page.locator("#files-send").click()
    answer = page.locator(".message.in").last
    await expect(answer.locator(".text")).to_contain_text("note.txt: hello (look)")
    await expect(answer.locator(".quoted")).to_contain_text("note.txt")
    await expect(page.locator(".message.out .file").last).to_contain_text("5 B")
    await page.evaluate(_DROP, ["dropped.txt", "dropped text"])
    await expect(page.locator("#files-list")).to_contain_text("dropped.txt")
    await page.locator("#files-caption").press("Enter")
    await expect(page.locator(".message.in .text").last).to_contain_text("dropped text (None)")
    await expect(page.locator("#drop")).to_be_hidden()
    await expect(page.locator(".upload")).to_have_count(0)


async def test_users_have_their_own_chats_and_languages(page: Page) -> None:
    await page.locator("#start").click()
    await expect(page.locator(".message.in")).to_have_count(1)
    await page.get_by_role("button", name="Add a user").click()
    await page.locator("#user-name").fill("Анна")
    await page.get_by_text("Русский").click()
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("#intro")).to_contain_text("Я отвечаю")
    await expect(page.locator("#intro h3")).to_have_text("Что умеет этот бот?")
    await expect(page.locator(".message")).to_have_count(0)
    await page.get_by_role("button", name="Запустить").click()
    await page.get_by_role("button", name="Команды бота").click()
    await expect(page.locator(".command")).to_have_count(1)
    await expect(page.locator(".command")).to_contain_text("Начать")
    await page.locator(".user").filter(has_text="You").click()
    await expect(page.locator("#whoami-name")).to_have_text("You")
    await expect(page.locator(".message.in")).to_have_count(1)
    await expect(page.locator("#input")).to_have_attribute("placeholder", "Message")


async def test_the_command_menu_filters_and_sends(page: Page) -> None:
    await page.locator("#start").click()
    box = page.locator("#input")
    await box.press_sequentially("/")
    await expect(page.locator(".command")).to_have_count(2)
    await box.press_sequentially("he")
    await expect(page.locator(".command")).to_have_count(1)
    await box.press("Enter")
    await expect(page.locator(".message.in .text").last).to_contain_text("Echo: /help")
    await page.locator(".message.in .text .action").last.click()
    await expect(page.locator(".message.out")).to_have_count(3)
    await box.press_sequentially("/")
    await box.press("Escape")
    await expect(page.locator("#commands")).to_be_hidden()


async def test_entities_drafts_and_deletions(page: Page, running: Application) -> None:
    await page.locator("#start").click()
    await expect(page.locator(".message.in")).to_have_count(1)
    chat = int(page.url.split("user=")[1])
    await running.bot.send_chat_action(chat, "typing")
    await expect(page.locator("#status")).to_have_text("typing")
    await running.bot.send_message_draft(chat, 1, "half of")
    await expect(page.locator(".draft .text")).to_have_text("half of")
    sent = await running.bot.send_message(chat, _RICH, parse_mode="HTML")
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


async def test_replies_quote_what_they_answer(page: Page, raw: Raw) -> None:
    await page.locator("#start").click()
    await page.locator(".message.in").hover()
    await page.get_by_role("button", name="Reply").last.click()
    await expect(page.locator("#reply-text")).to_have_text("Welcome")
    await say(page, "because")
    await expect(page.locator(".message.out .quoted")).to_contain_text("Welcome")
    await expect(page.locator("#reply-bar")).to_be_hidden()


_PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "locale": "ru-RU"}


@pytest.mark.parametrize("page", [{**_PHONE, "color_scheme": "dark"}], indirect=True)
async def test_a_phone_in_the_dark(page: Page, running: Application) -> None:
    await page.get_by_role("button", name="Запустить").tap()
    await expect(page.locator(".message.in")).to_have_count(1)
    chat = int(page.url.split("user=")[1])
    await running.bot.send_message(chat, "w" * 300 + " " + _RICH, parse_mode="HTML")
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
        await say(page, "again")
        await expect(page.locator(".message.out")).to_have_count(2)
    await context.close()
    assert complaints == []
