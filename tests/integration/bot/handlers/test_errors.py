"""Errors become sentences; the log has the traceback under the same id."""

import re

import pytest
from telegram.error import Conflict, Forbidden, NetworkError

from bot.context import BotContext
from bot.handlers import errors
from pipelines.errors import DatabaseUnavailable, InternalError, ModelBroken, ParagrafError
from tests.support.bot.bot_harness import House, Person


@pytest.fixture
def fault(house: House):
    def set_fault(error: ParagrafError) -> None:
        house.runs.fault = error

    yield set_fault
    house.runs.fault = None


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ModelBroken("no such file /srv/model"), "Языковая модель настроена неверно"),
        (InternalError("select secret"), "Что-то сломалось"),
    ],
)
async def test_an_error_is_a_sentence_with_the_id_of_its_traceback(
    anna: Person, fault, caplog: pytest.LogCaptureFixture, error: ParagrafError, sentence: str
) -> None:
    fault(error)
    await anna.say("Почему?")
    shown = await anna.reads(sentence)
    found = re.search(r"[0-9a-f]{6}", shown["text"])
    assert found
    assert f"error {found[0]}" in caplog.text
    assert "Traceback" in caplog.text
    assert str(error) not in shown["text"]


async def test_a_batch_that_cannot_start_leaves_no_progress_behind(
    bob: Person, house: House, fault
) -> None:
    house.store.modes[str(bob.user_id)] = "documents"
    fault(InternalError("gone"))
    await bob.send_file("a.txt", b"x")
    await bob.reads("Something broke")
    assert len(await bob.messages()) == 1


async def test_what_fails_for_a_passing_reason_is_answered_when_it_has_passed(
    anna: Person, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.store.fault = DatabaseUnavailable("host=db password=hunter2")
    try:
        await anna.say("Раз?")
        shown = await anna.reads("попробую ещё раз")
        assert "hunter2" not in shown["text"]
        assert "handled again after: DatabaseUnavailable" in caplog.text
        assert "Traceback" not in caplog.text
    finally:
        house.store.fault = None
    await anna.reads("Раз? is the question")
    await anna.say("Два?")
    await anna.reads("Два? is the question")


async def test_whoever_blocked_the_bot_is_counted(house: House, bob: Person) -> None:
    before = house.outbox.dropped
    context = BotContext(house.application)
    context.error = Forbidden("bot was blocked by the user")
    await errors.report(None, context)
    assert house.outbox.dropped == before + 1


async def test_outside_of_updates_the_log_is_told(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    context = BotContext(house.application)
    context.error = NetworkError("down")
    await errors.report(None, context)
    assert "Telegram cannot be reached: NetworkError" in caplog.text
    context.error = ValueError("odd")
    await errors.report(None, context)
    assert "outside of any update" in caplog.text


async def test_hostile_78_the_owner_is_told_of_a_second_copy_once(tmp_path, database_url) -> None:
    from bot.access import Access
    from tests.support.bot.bot_harness import person_in, running_bot

    def owned(store, _bot) -> Access:
        return Access(store, owner_ids=frozenset({7}))

    async with (
        running_bot(tmp_path, database_url, access=owned) as house,
        person_in(house, 7) as owner,
    ):
        await owner.say("/help")
        await owner.reads("How it works")
        for _ in range(3):
            context = BotContext(house.application)
            context.error = Conflict("terminated by other getUpdates request")
            await errors.report(None, context)
        await owner.reads("A second copy of this bot is running")
        assert len(await owner.messages()) == 2


async def test_hostile_65_the_owner_is_told_once_that_the_model_turns_us_away(
    tmp_path, database_url
) -> None:
    from bot.access import Access
    from tests.support.bot.bot_harness import person_in, running_bot

    def owned(store, _bot) -> Access:
        return Access(store, owner_ids=frozenset({7}), open_to_all=True)

    async with (
        running_bot(tmp_path, database_url, access=owned) as house,
        person_in(house, 7) as owner,
        person_in(house, 8) as asker,
    ):
        await owner.say("/help")
        await owner.reads("How it works")
        house.runs.trouble = "model-refused"
        for count, question in enumerate(("Почему?", "Когда?"), start=1):
            await asker.say(question)
            await asker.reads_count(count)
        await owner.reads("check LLM_API_KEY")
        assert len(await owner.messages()) == 2
        assert not any("LLM_API_KEY" in each["text"] for each in await asker.messages())
