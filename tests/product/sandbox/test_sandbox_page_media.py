"""The chat page, looked at as a person looks at it: ticks, albums, times, quotes, the wallpaper."""

import io
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.async_api import Locator, Page, expect
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity
from telegram.ext import Application

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1180, "height": 800}}
both_sizes = pytest.mark.parametrize("page", [PHONE, DESKTOP], indirect=True, ids=["phone", "desk"])

_SIZES = ((120, 80), (80, 120), (90, 90), (160, 70), (70, 100), (100, 70), (50, 50), (120, 90))
_AT_THE_END = "(e => e.scrollHeight - e.scrollTop - e.clientHeight < 2)"
_COMES_TO_THE_END = f"""async (scroller) => {{
  for (let frame = 0; frame < 600; frame += 1) {{
    if ({_AT_THE_END}(scroller)) return true;
    await new Promise(requestAnimationFrame);
  }}
  return false;
}}"""
_BOXES = """(whole, parts) => parts.map((part) => [...whole.querySelectorAll(part)].map((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  const shown = part === ".size" ? range : each;
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  return { left, top, right, bottom };
}))"""
_INK_AT_THE_EDGES = """async () => {
  const tile = new Image();
  tile.src = "/page/wallpaper.svg";
  await tile.decode();
  const side = 360, canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const drawing = canvas.getContext("2d");
  drawing.drawImage(tile, 0, 0);
  const ink = (...part) => drawing.getImageData(...part).data.some(Boolean);
  return [ink(0, 0, side, side), ink(0, 0, 1, side), ink(side - 1, 0, 1, side),
    ink(0, 0, side, 1), ink(0, side - 1, side, 1)];
}"""


def picture(width: int, height: int) -> tuple[str, bytes, str]:
    """Return a photo of this size as httpx sends it."""
    drawn = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(drawn, "JPEG")
    return "p.jpg", drawn.getvalue(), "image/jpeg"


async def started(page: Page) -> str:
    """Begin the conversation; return where its messages are posted."""
    await page.locator("#start").click()
    await expect(page.locator(".message.in")).to_have_count(1)
    return f"/sandbox/chats/{page.url.split('user=')[1]}/messages"


Box = dict[str, float]


async def boxes(whole: Locator, *parts: str) -> list[list[Box]]:
    """Return where the parts of an element stand, all at one moment; of a size, its words."""
    found: list[list[Box]] = await whole.evaluate(_BOXES, list(parts))
    return found


async def height(element: Locator) -> float:
    """Return how high an element is."""
    return float(await element.evaluate("e => e.offsetHeight"))


def lies_in(inner: Box, outer: Box) -> bool:
    """Tell whether one box lies in another, but for half a pixel of rounding."""
    return (
        inner["left"] >= outer["left"] - 0.5
        and inner["top"] >= outer["top"] - 0.5
        and inner["right"] <= outer["right"] + 0.5
        and inner["bottom"] <= outer["bottom"] + 0.5
    )


def overlap(one: Box, other: Box) -> bool:
    """Tell whether two boxes share more than half a pixel."""
    return (
        min(one["right"], other["right"]) - max(one["left"], other["left"]) > 0.5
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 0.5
    )


def side(box: Box) -> float:
    """Return the shorter side."""
    return min(box["right"] - box["left"], box["bottom"] - box["top"])


def area(box: Box) -> float:
    """Return how much of the page a box takes, in square pixels."""
    return (box["right"] - box["left"]) * (box["bottom"] - box["top"])


async def test_one_tick_when_sent_and_two_when_the_bot_has_taken_it(
    page: Page, running: Application
) -> None:
    await started(page)
    assert running.updater
    await running.updater.stop()
    await page.locator("#input").fill("one")
    await page.locator("#send").click()
    ticks = page.locator(".message.out .ticks")
    await expect(ticks).to_have_count(2)
    await expect(ticks.first).to_have_attribute("data-state", "taken")
    await expect(ticks.last).to_have_attribute("data-state", "sent")
    await page.reload()
    await expect(ticks.last).to_have_attribute("data-state", "sent")
    await running.updater.start_polling()
    await expect(ticks.last).to_have_attribute("data-state", "taken")
    await expect(ticks.last).to_have_attribute("aria-label", "The bot has taken it")
    await expect(page.locator(".message.in .ticks")).to_have_count(0)


@both_sizes
@pytest.mark.parametrize("count", [1, 2, 3, 4, 8])
async def test_photos_of_an_album_are_a_mosaic(
    page: Page, user: httpx.AsyncClient, count: int
) -> None:
    url = await started(page)
    for size in _SIZES[:count]:
        await user.post(url, files={"photo": picture(*size)}, data={"media_group_id": "5"})
    album = page.locator(".message.out").last
    await expect(album.locator(".photo")).to_have_count(count)
    await expect(page.locator(".message.out")).to_have_count(2)
    (frame,), places = await boxes(album, ".photos", ".photo")
    width = await page.evaluate("innerWidth")
    assert 0 < frame["left"] < frame["right"] < width
    assert all(lies_in(place, frame) for place in places)
    assert all(side(place) > 40 for place in places)
    pairs = [(one, other) for at, one in enumerate(places) for other in places[:at]]
    assert not any(overlap(one, other) for one, other in pairs)
    assert sum(area(place) for place in places) > 0.95 * area(frame)
    await page.reload()
    await expect(page.locator(".message.out").last.locator(".photo")).to_have_count(count)


async def test_files_of_an_album_are_a_list_in_one_bubble(
    page: Page, user: httpx.AsyncClient, running: Application
) -> None:
    url = await started(page)
    ids = []
    for name, caption in (("a.txt", "all three"), ("b.txt", ""), ("c.txt", "")):
        file, album = {"document": (name, b"x")}, {"media_group_id": "5", "caption": caption}
        ids.append((await user.post(url, files=file, data=album)).json()["message_id"])
    bubble = page.locator(".message.out").last
    await expect(bubble.locator(".file .name")).to_have_text(["a.txt", "b.txt", "c.txt"])
    await expect(bubble.locator(".text")).to_have_text(["all three"])
    await expect(bubble.locator(".meta")).to_have_count(1)
    await running.bot.delete_message(int(page.url.split("user=")[1]), ids[0])
    await expect(bubble.locator(".file .name")).to_have_text(["b.txt", "c.txt"])


async def test_photos_and_files_chosen_together_go_as_two_albums(
    page: Page, user: httpx.AsyncClient
) -> None:
    url = await started(page)
    name, drawn, kind = picture(40, 40)
    photo = {"name": name, "mimeType": kind, "buffer": drawn}
    file: Any = {"name": "a.txt", "mimeType": "text/plain", "buffer": b"x"}
    await page.locator("#file-input").set_input_files([photo, photo, file, file, photo])  # type: ignore[list-item]
    await page.locator("#files-send").click()
    await expect(page.locator(".message.out .photo")).to_have_count(3)
    await expect(page.locator(".upload")).to_have_count(0)
    sent = (await user.get(url)).json()["messages"]
    groups = [each["media_group_id"] for each in sent if each["photo"] or each["document"]]
    assert groups[0] == groups[1] != groups[2] == groups[3]
    assert groups[4] is None, "one photo alone is no album"


@both_sizes
async def test_the_time_stands_inside_the_bubble(page: Page, user: httpx.AsyncClient) -> None:
    url = await started(page)
    sound = {"voice": ("v.ogg", b"x", "audio/ogg")}
    for kind, files in (
        ("photo", {"photo": picture(40, 300)}),
        ("file", {"document": ("contract.pdf", b"x")}),
        ("voice", sound),
    ):
        await user.post(url, files=files)
        message = page.locator(".message.out").last
        await expect(message.locator(f".{kind}")).to_be_visible()
        (bubble,), (time,), words = await boxes(message, ".bubble", ".meta", ".size")
        assert lies_in(time, bubble), kind
        assert not any(overlap(time, said) for said in words), kind


async def test_the_end_stays_in_view_when_something_grows(
    page: Page, user: httpx.AsyncClient
) -> None:
    url = await started(page)
    for _ in range(3):
        await user.post(url, files={"photo": picture(80, 160)})
    await expect(page.locator(".photo")).to_have_count(3)
    await expect(page.locator(".photo img").last).to_have_js_property("complete", value=True)
    scroller = page.locator("#scroller")
    assert await scroller.evaluate(_AT_THE_END)
    # In one frame: to the end, and something there grows, as a photo does that has just come.
    await scroller.evaluate(
        "e => { e.scrollTop -= 20; e.scrollTop += 20;"
        " e.querySelector('.message:last-of-type').style.paddingBottom = '400px' }"
    )
    assert await scroller.evaluate(_COMES_TO_THE_END)


async def test_a_short_quote_has_nothing_to_unfold(page: Page, running: Application) -> None:
    await started(page)
    chat, lines = int(page.url.split("user=")[1]), "1\n2\n3"
    quote = [MessageEntity("expandable_blockquote", 0, len(lines))]
    await running.bot.send_message(chat, f"{lines}\nrest", entities=quote)
    shown = page.locator("blockquote")
    await expect(shown).to_contain_text("3")
    await expect(shown.locator(".toggle")).to_be_hidden()


@both_sizes
async def test_a_long_quote_unfolds_at_a_tap_and_stays_so(page: Page, running: Application) -> None:
    await started(page)
    chat, lines = int(page.url.split("user=")[1]), "\n".join("123456789")
    quote = [MessageEntity("expandable_blockquote", 0, len(lines))]
    keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("b", callback_data="b")]])
    sent = await running.bot.send_message(
        chat, f"{lines}\nrest", entities=quote, reply_markup=keyboard
    )
    shown = page.locator("blockquote")
    folded = await height(shown)
    line = await shown.evaluate("e => parseFloat(getComputedStyle(e).lineHeight)")
    assert 3 * line <= folded < 4 * line
    await shown.locator(".folds").click()
    unfolded = await height(shown)
    assert unfolded > 9 * line
    await running.bot.edit_message_reply_markup(chat, sent.message_id)
    await expect(page.get_by_role("button", name="b", exact=True)).to_have_count(0)
    assert await height(shown) == unfolded
    await page.get_by_role("button", name="Show less").click()
    await expect(page.get_by_role("button", name="Show more")).to_be_visible()
    assert await height(shown) == folded


@pytest.mark.parametrize("page", [PHONE], indirect=True)
async def test_a_tap_on_a_phone_offers_to_reply(page: Page, user: httpx.AsyncClient) -> None:
    url = await started(page)
    await page.locator(".message.in .text").tap()
    await page.locator(".message.in").get_by_role("button", name="Reply").tap()
    await page.locator("#input").fill("and in 2023?")
    await page.locator("#send").tap()
    await expect(page.locator(".message.out .quoted")).to_contain_text("Welcome")
    welcome, asked = [
        each for each in (await user.get(url)).json()["messages"] if each["text"] != "/start"
    ][:2]
    assert asked["reply_to"] == welcome["message_id"]


@pytest.mark.nightly
async def test_no_drawing_of_the_wallpaper_is_cut_where_tiles_meet(page: Page) -> None:
    drawn, *at_the_edges = await page.evaluate(_INK_AT_THE_EDGES)
    assert drawn
    assert at_the_edges == [False] * 4
    repeat = "getComputedStyle(document.querySelector('.wallpaper'), '::after').backgroundRepeat"
    assert await page.evaluate(repeat) == "round repeat"
