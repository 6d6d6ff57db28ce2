"""The chat page, used as a person uses it: writing, pressing, files, users, commands."""

import pytest
from playwright.async_api import Page, expect

pytestmark = pytest.mark.browser
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
_ATTACK = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
_DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "text/plain" }));
  for (const kind of ["dragenter", "dragover", "drop"])
    document.getElementById("scroller").dispatchEvent(
      new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
}"""


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
    await page.get_by_role("button", name="Attach").click()
    async with page.expect_file_chooser() as chooser:
        await page.get_by_role("button", name="Photo or file").click()
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


async def test_a_picture_goes_as_a_photo_or_as_a_file(page: Page) -> None:
    await page.locator("#start").click()
    picture = {"name": "p.png", "mimeType": "image/png", "buffer": PICTURE}
    for as_photo in (True, False):
        await page.locator("#file-input").set_input_files([picture])  # type: ignore[list-item]
        await page.locator("#as-photos").set_checked(as_photo)
        await page.locator("#files-send").click()
        shown = page.locator(".message.out").last.locator(".photo" if as_photo else ".file")
        await expect(shown).to_be_visible()
    await page.locator("#file-input").set_input_files(
        [{"name": "a.txt", "mimeType": "text/plain", "buffer": b"x"}]
    )
    await expect(page.locator("#files-as-photos")).to_be_hidden()


async def test_many_files_go_as_albums_of_ten(page: Page) -> None:
    await page.locator("#start").click()
    files = [{"name": f"{n}.txt", "mimeType": "text/plain", "buffer": b"x"} for n in range(12)]
    await page.locator("#file-input").set_input_files(files)  # type: ignore[arg-type]
    await page.locator("#files-send").click()
    await expect(page.locator(".message.out .file")).to_have_count(12)


async def test_a_post_is_forwarded_from_a_channel(page: Page) -> None:
    await page.locator("#start").click()
    await page.get_by_role("button", name="Attach").click()
    await page.get_by_role("button", name="Forwarded post").click()
    await page.locator("#forward-title").fill("The News")
    await page.locator("#forward-username").fill("https://t.me/the_news")
    await page.locator("#forward-date").fill("2026-11-03")
    await page.locator("#forward-text").fill("A ferry was late.")
    await page.locator("#forward-form .primary").click()
    await expect(page.locator(".message.out .forwarded")).to_have_text("Forwarded from The News")
    await expect(page.locator(".message.in .text").last).to_contain_text("Echo: A ferry was late.")
    await page.reload()
    await expect(page.locator(".forwarded")).to_be_visible()


async def test_a_voice_message_is_recorded_and_can_be_thrown_away(page: Page) -> None:
    await page.locator("#start").click()
    await page.locator("#voice").click()
    await expect(page.locator("#voice-time")).to_have_text("0:01")
    await page.locator("#recording").get_by_role("button", name="Send").click()
    await expect(page.locator(".message.out .voice audio")).to_be_visible()
    await page.locator("#voice").click()
    await page.locator("#recording").get_by_role("button", name="Cancel").click()
    await expect(page.locator("#form")).to_be_visible()
    await expect(page.locator(".message.out .voice")).to_have_count(1)


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
    await page.locator(".user").filter(has_text="Anna").first.click()
    await expect(page.locator("#whoami-name")).to_have_text("Anna")
    await expect(page.locator(".message.in")).to_have_count(1)
    await expect(page.locator("#input")).to_have_attribute("placeholder", "Message")


async def test_the_command_menu_filters_and_sends(page: Page) -> None:
    await page.locator("#start").click()
    box = page.locator("#input")
    await expect(box).to_be_visible()  # what is typed before /start has come goes nowhere
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
