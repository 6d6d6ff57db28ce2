"""An old answer opens what it cited, through a new version, until the document is deleted."""

from pathlib import Path

from bot.stack import open_stack
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.stack_harness import enter, settings_for, visitor

ANNA = 8201
QUOTE = "The toll for a boat is nine crowns."


def toll(crowns: str) -> tuple[str, bytes]:
    text = f"The lock at Vargholm opens at dawn.\n\nThe toll for a boat is {crowns} crowns.\n"
    return "toll.txt", text.encode()


async def answered(anna: Person) -> Shown:
    before = len(await anna.messages())
    await anna.say("What is the toll for a boat?")
    return (await anna.reads_count(before + 1))[-1]


async def test_an_old_answer_opens_what_it_cited(tmp_path: Path, models_dir: Path) -> None:
    settings = settings_for(tmp_path, models_dir)
    async with open_stack(settings) as stack, visitor(stack, ANNA) as anna:
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
        await anna.press(
            await anna.reads("The toll for a boat is ten crowns.", "Source:"), "Delete"
        )
        await anna.press(await anna.reads("with all its versions"), "Yes, delete")
        await anna.sees_toast("is deleted")
        await anna.press(third, "1")
        await anna.sees_toast("no longer in the base")
