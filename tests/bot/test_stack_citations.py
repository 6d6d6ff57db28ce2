"""An old answer opens what it cited, through a new version, until the document is deleted."""

from pathlib import Path

from bot_conversation import Person, Shown
from bot_house import enter, settings_for, visitor

from bot.stack import open_stack

ANNA = 8201


def toll(crowns: str) -> tuple[str, bytes]:
    text = f"The lock at Vargholm opens at dawn.\n\nThe toll for a boat is {crowns} crowns.\n"
    return "toll.txt", text.encode()


async def opened(anna: Person, answer: Shown, *parts: str) -> Shown:
    """Press the first source of an answer and read what opens."""
    before = len(await anna.messages())
    await anna.press(answer, "1")
    await anna.reads_count(before + 1)
    return await anna.reads(*parts)


async def test_an_old_answer_opens_what_it_cited(tmp_path: Path, models_dir: Path) -> None:
    settings = settings_for(tmp_path, models_dir)
    async with open_stack(settings) as stack, visitor(stack, ANNA) as anna:
        await enter(anna, "Base")
        await anna.send_file(*toll("nine"))
        await anna.press(await anna.reads("is in the base"), "Ask in chat")
        await anna.reads("You are in Chat")
        await anna.say("What is the toll for a boat?")
        answer = await anna.reads("nine crowns", "[1] toll")
        shown = await opened(anna, answer, "[1] toll", "The toll for a boat is nine crowns.")
        assert "former version" not in shown["text"]

        await enter(anna, "Base")
        await anna.send_file(*toll("ten"))
        await anna.reads("is in the base")
        shown = await opened(anna, answer, "nine crowns", "This is a former version")
        quote = "The toll for a boat is nine crowns."
        (bold,) = [each for each in shown["entities"] if each["type"] == "bold"]
        assert shown["text"][bold["offset"] :].startswith(quote)
        assert bold["length"] == len(quote)
        await anna.press(shown, "Current version")
        await anna.press(await anna.reads("ten crowns"), "Delete")
        await anna.press(await anna.reads("with all its versions"), "Yes, delete")
        await anna.sees_toast("Deleted")
        await anna.press(answer, "1")
        await anna.sees_toast("no longer in the base")
