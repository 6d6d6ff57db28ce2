"""What the base has no answer to is answered by the owner, and from then on by the base."""

from pathlib import Path

from bot.stack import open_stack
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.over_database.library_harness import labels
from tests.support.bot.stack_harness import enter, settings_for, visitor

ANNA, OLGA = 8401, 8402
QUESTION = "Кто хранит запасной ключ от лодочного сарая?"
ANSWER = "Запасной ключ от лодочного сарая хранит вахтёр Пётр Семёнов в комнате 3."

BOATS = "Лодки красят в апреле, до начала сезона, двумя слоями белой краски.\n"


async def said(person: Person, text: str, **more: int) -> Shown:
    before = len(await person.messages())
    await person.say(text, **more)
    return (await person.reads_count(before + 1))[-1]


async def test_an_owners_word_becomes_a_source(tmp_path: Path, models_dir: Path) -> None:
    settings = settings_for(
        tmp_path, models_dir, owner_ids=f"{OLGA}", open_access=True, reader_role=None
    )
    async with (
        open_stack(settings) as stack,
        visitor(stack, ANNA, "ru") as anna,
        visitor(stack, OLGA, "ru") as olga,
    ):
        await enter(olga, "Чат")
        await enter(anna, "Чат")
        abstained = await said(anna, QUESTION)
        of_an_empty_base = "Показать на примере"
        assert labels(abstained) == ["Добавить источник", "Спросить владельца", of_an_empty_base]
        await anna.press(abstained, "Спросить владельца")
        await anna.reads("Передал вопрос владельцу")
        shown = await olga.reads(QUESTION)
        await olga.say(ANSWER, reply_to=shown["message_id"])
        await anna.reads("Отвечает владелец", ANSWER)
        await olga.press(await olga.reads("Добавить этот ответ в базу?"), "Добавить в базу")
        await olga.reads("в базе")
        answered = await said(anna, QUESTION)
        assert "вахтёр Пётр Семёнов" in answered["text"], "new documents are for one: for Anna"
        assert QUESTION in answered["text"].partition("Источники")[2]

        abstained = await said(anna, "Когда красят лодки?")
        assert of_an_empty_base not in labels(abstained)
        await anna.press(abstained, "Спросить владельца")
        await anna.reads("Передал вопрос владельцу")
        shown = await olga.reads("Когда красят лодки?")
        await olga.send_file("boats.txt", BOATS.encode(), reply_to=str(shown["message_id"]))
        await anna.reads("Лодки красят в апреле", "[1]")
        told = (await anna.messages())[-2]
        assert "отвечает файлом. Он уже в базе: boats" in told["text"]
