"""An old answer opens what it cited, through a new version, until the document is deleted.

The citation of a PDF opens its page, as long as the file can be had.
"""

import shutil
from pathlib import Path

from bot.stack import open_stack
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.over_database.library_harness import labels
from tests.support.bot.stack_harness import enter, settings_for, visitor
from tests.support.extractors.pdf_maker import make_pdf

ANNA, PETER = 8201, 8202
QUOTE = "The toll for a boat is nine crowns."


def toll(crowns: str) -> tuple[str, bytes]:
    text = f"The lock at Vargholm opens at dawn.\n\nThe toll for a boat is {crowns} crowns.\n"
    return "toll.txt", text.encode()


async def answered(anna: Person) -> Shown:
    before = len(await anna.messages())
    await anna.say("What is the toll for a boat?")
    return (await anna.reads_count(before + 1))[-1]


async def test_a_citation_opens_what_it_cited(tmp_path: Path, models_dir: Path) -> None:
    async with open_stack(settings_for(tmp_path, models_dir)) as stack:
        async with visitor(stack, ANNA) as anna:
            await _opens_the_version_it_cites(anna)
        async with visitor(stack, PETER) as peter:
            await _opens_its_page(peter, tmp_path)


async def _opens_the_version_it_cites(anna: Person) -> None:
    await enter(anna, "Base")
    await anna.send_file(*toll("nine"))
    await anna.press(await anna.reads("is in the base"), "Ask in chat")
    await anna.reads("You are in Chat")
    first, second = await answered(anna), await answered(anna)
    assert "nine crowns. [1]" in first["text"]
    await anna.press(first, "1")
    shown = await anna.reads("[1] toll", "Added on", QUOTE)
    assert "former version" not in shown["text"]

    await enter(anna, "Base")
    await anna.send_file(*toll("ten"))
    await anna.reads("is in the base")
    await enter(anna, "Chat")
    third = await answered(anna)
    assert "ten crowns. [1]" in third["text"]
    await anna.press(second, "1")
    shown = await anna.reads(QUOTE, "This is a former version")
    (bold,) = [each for each in shown["entities"] if each["type"] == "bold"]
    assert shown["text"][bold["offset"] :].startswith(QUOTE)
    assert bold["length"] == len(QUOTE)
    await anna.press(shown, "Current version")
    await anna.press(await anna.reads("The toll for a boat is ten crowns.", "Source:"), "Delete")
    await anna.press(await anna.reads("with all its versions"), "Yes, delete")
    await anna.sees_toast("is deleted")
    await anna.press(third, "1")
    await anna.sees_toast("no longer in the base")


async def _opens_its_page(peter: Person, data_dir: Path) -> None:
    pdf = make_pdf([["# The locks", "They open at dawn."], ["# Tolls", QUOTE], ["# Ends"]])
    held = data_dir / "originals"
    await enter(peter, "Base")
    await peter.send_file("locks.pdf", pdf)
    await peter.press(await peter.reads("is in the base"), "Ask in chat")
    await peter.reads("You are in Chat")
    answer = await answered(peter)
    assert len(list(held.iterdir())) == 1
    shutil.rmtree(held)  # as on a worker that has not seen the file: it is fetched again
    await peter.press(answer, "1")
    page = await peter.reads(f"[1] The locks, p. 2\n{QUOTE}")
    assert page["photo"]["height"] == 1600
    assert labels(page)[:3] == ["‹ p. 1", "p. 3 ›", "As text"]
    assert "could not be marked" not in page["text"]
    assert len(list(held.iterdir())) == 1

    await peter.press(page, "p. 3 ›")
    turned = await peter.reads("The locks, p. 3")
    assert (turned["message_id"], QUOTE in turned["text"]) == (page["message_id"], False)
    await peter.press(turned, "‹ p. 2")
    page = await peter.reads(f"[1] The locks, p. 2\n{QUOTE}")
    await peter.press(page, "As text")
    text = await peter.reads("[1]", "Added on", QUOTE)
    assert text["photo"] is None

    await peter.press(page, labels(page)[-1])
    await peter.press(await peter.reads("They open at dawn.", "Source:"), "Delete")
    await peter.press(await peter.reads("with all its versions"), "Yes, delete")
    await peter.sees_toast("is deleted")
    await peter.press(page, "p. 3 ›")
    await peter.sees_toast("no longer in the base")
