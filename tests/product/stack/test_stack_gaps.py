"""What nobody could be answered is answered once by an admin, and everyone who asked gets it."""

from pathlib import Path

from bot.stack import open_stack
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.over_database.library_harness import labels
from tests.support.bot.stack_harness import count, enter, settings_for, visitor

ANNA, BOB, OLGA = 8501, 8502, 8503
IN_RUSSIAN = "Кто хранит запасной ключ от лодочного сарая?"
IN_ENGLISH = "Who keeps the spare key of the boathouse?"
ANOTHER = "When are the windows of the greenhouse washed?"
ANSWER = "The porter Peter Semyonov keeps the spare key of the boathouse in room 3."
GREENHOUSE = "The windows of the greenhouse are washed on the first Monday of May.\n"


async def said(person: Person, text: str) -> Shown:
    before = len(await person.messages())
    await person.say(text)
    return (await person.reads_count(before + 1))[-1]


async def test_one_answer_reaches_everyone_who_asked(tmp_path: Path, models_dir: Path) -> None:
    settings = settings_for(tmp_path, models_dir, owner_ids=f"{OLGA}", open_access=True)
    async with (
        open_stack(settings) as stack,
        visitor(stack, ANNA, "ru") as anna,
        visitor(stack, BOB, "en") as bob,
        visitor(stack, OLGA, "en") as olga,
    ):
        for person, mode in ((anna, "Чат"), (bob, "Chat"), (olga, "Chat")):
            await enter(person, mode)
        await said(anna, IN_RUSSIAN)
        await said(bob, IN_ENGLISH)
        await said(bob, ANOTHER)
        for person in (anna, bob):  # a question is on record before its chat goes on
            await said(person, "/mode")
        listed = await said(olga, "/gaps")
        assert "2 questions without an answer" in listed["text"]
        assert "2 people asked, 2 times" in listed["text"].partition("2. ")[0]
        assert str(ANNA) not in listed["text"], "nobody is named"

        await olga.press(listed, labels(listed)[0])
        card = await olga.reads_in(listed, "Answer once")
        assert IN_RUSSIAN in card["text"]
        assert IN_ENGLISH in card["text"]
        await olga.press(card, "Answer with a text or a file")
        await olga.reads("Write the answer, or send a file")
        told_anna, told_bob = len(await anna.messages()), len(await bob.messages())
        await olga.say(ANSWER)
        assert ANSWER in (await anna.reads("вы спросили", IN_RUSSIAN))["text"]
        told = await bob.reads("you asked", IN_ENGLISH, ANSWER)
        assert labels(told) == ["1"], "its source opens"
        await olga.reads("The answer has gone to 2 people.")
        assert len(await anna.messages()) == told_anna + 1
        assert len(await bob.messages()) == told_bob + 1
        await bob.press(told, "1")
        await bob.reads("Who keeps the spare key")
        assert "porter" in (await said(bob, IN_ENGLISH))["text"], "it is in the base"

        await olga.say("/gaps")
        listed = await olga.reads("1 question without an answer", ANOTHER)
        await olga.press(listed, labels(listed)[0])
        card = await olga.reads_in(listed, "Answer once")
        await olga.press(card, "Answer with a text or a file")
        await olga.reads("Write the answer, or send a file")
        await olga.send_file("greenhouse.txt", GREENHOUSE.encode())
        await bob.reads("first Monday of May", "[1]")
        assert "answers with a document" in (await bob.messages())[-2]["text"]
        assert await count(stack, "select count(*) from question_gaps where closed_at is null") == 0
