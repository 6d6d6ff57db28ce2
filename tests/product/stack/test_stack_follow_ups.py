"""A reply asks about the answer it replies to; a tap asks again, as it was written."""

from pathlib import Path

from bot.stack import open_stack
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.stack_harness import enter, settings_for, visitor
from tests.support.pipelines.allotment import BOARD, FEES

ANNA = 8301
AS_WRITTEN = "Нет, искать как написано"


async def said(anna: Person, text: str, **more: int) -> Shown:
    before = len(await anna.messages())
    await anna.say(text, **more)
    return (await anna.reads_count(before + 1))[-1]


async def test_a_reply_and_a_tap_say_what_is_meant(tmp_path: Path, models_dir: Path) -> None:
    settings = settings_for(tmp_path, models_dir)
    async with open_stack(settings) as stack, visitor(stack, ANNA, "ru") as anna:
        await enter(anna, "База")
        await anna.send_file("board.md", BOARD.encode())
        await anna.reads("Правление товарищества", "в базе")
        await anna.send_file("fees.md", FEES.encode())
        await anna.reads("Плата за участки", "в базе")
        await enter(anna, "Чат")

        chair = await said(anna, "Кто председатель правления?")
        assert "Сомова" in chair["text"]
        treasurer = await said(anna, "Кто казначей товарищества?")
        assert "Лапин" in treasurer["text"]
        phone = await said(anna, "какой телефон?", reply_to=chair["message_id"])
        assert "8 495 555-01-17" in phone["text"]
        assert "555-01-29" not in phone["text"].split("\n")[1]

        price = await said(anna, "Сколько стоит участок в Берёзовке в 2023 году?")
        assert "Берёзовка, 2023: 3 100 ₽" in price["text"]
        follow_up = await said(anna, "а в Калиновке?")
        assert follow_up["text"].startswith("В Калиновке, в 2023:\nКалиновка, 2023: 2 700 ₽")
        kinds = [entity["type"] for entity in follow_up["entities"]]
        assert kinds[0] == "italic"
        assert "expandable_blockquote" in kinds, "the row is folded"
        before = len(await anna.messages())
        await anna.press(follow_up, AS_WRITTEN)
        anew = (await anna.reads_count(before + 1))[-1]
        assert anew["reply_to"] == follow_up["reply_to"]
        assert not anew["text"].startswith("В Калиновке, в 2023:")
        labels = [key["text"] for row in anew["buttons"] for key in row]
        assert AS_WRITTEN not in labels
