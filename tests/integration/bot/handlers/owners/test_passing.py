"""What the base has no answer to is passed on to the owners by whoever asked."""

from collections.abc import AsyncIterator

import pytest

from tests.integration.bot.handlers.owners.conftest import Desk, unanswered
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import labels
from tests.support.bot.team_harness import Team, team_in


@pytest.fixture
async def team(desk: Desk, olga: Person) -> AsyncIterator[Team]:
    async with team_in(desk.house) as team:
        yield team


async def test_the_question_reaches_every_owner_in_their_language(
    bob: Person, olga: Person, oscar: Person
) -> None:
    abstained = await unanswered(bob)
    assert labels(abstained) == ["Add a source", "Ask the owner"]
    await bob.press(abstained, "Ask the owner")
    passed = await bob.reads("passed your question on", "will come here")
    assert passed["reply_to"] == abstained["reply_to"]
    assert labels((await bob.messages())[-2]) == ["Add a source"], "it cannot be pressed again"
    shown = await olga.reads("Спрашивает", "Who keeps the key?", "Ответьте на это сообщение")
    assert labels(shown) == ["Ответить", "Отклонить"]
    shown = await oscar.reads("asks, and the base has no answer", "Who keeps the key?")
    assert labels(shown) == ["Answer", "Decline"]


async def test_pressed_ten_times_it_is_passed_on_once(anna: Person, olga: Person) -> None:
    before = len(await olga.messages())
    abstained = await unanswered(anna)
    await anna.tap(abstained, "Спросить владельца")
    await anna.reads("Передал вопрос владельцу")
    assert len(await anna.messages()) == 2
    await olga.reads("Who keeps the key?")
    assert len(await olga.messages()) == before + 1


async def test_another_press_on_the_same_answer_says_that_it_was_passed_on(
    desk: Desk, bob: Person, olga: Person
) -> None:
    abstained = await unanswered(bob)
    known = abstained["buttons"][0][1]["data"].rpartition(":")[2]
    passed = await desk.store.owner_questions.pass_to_owners(
        known,
        asker=bob.user_id,
        chat_id=bob.user_id,
        thread_id=None,
        message_id=None,
        language="en",
        passed_by="before the restart",
        per_day=9,
    )
    assert passed == "passed"
    before = len(await olga.messages())
    await bob.press(abstained, "Ask the owner")
    await bob.sees_toast("passed on to the owner already")
    assert len(await olga.messages()) == before


async def test_there_is_no_button_without_another_owner(
    desk: Desk, bob: Person, olga: Person
) -> None:
    assert labels(await unanswered(olga)) == ["Добавить источник"], "she would ask herself"
    await desk.sql("delete from user_roles")
    assert labels(await unanswered(bob)) == ["Add a source"]


async def test_an_owner_who_cannot_be_reached_is_no_way_on(
    desk: Desk, bob: Person, olga: Person
) -> None:
    await desk.sql("delete from user_roles")
    await desk.store.people.ensure_user(404, "Gone", "en")
    await desk.store.people.appoint_owners((404,))
    abstained = await unanswered(bob)
    for _ in range(3):  # more than may be passed on: what reached nobody does not count
        await bob.press(abstained, "Ask the owner")
    await bob.sees_toasts(3)
    assert all("cannot be reached just now" in toast for toast in bob.toasts)
    await desk.appoint(olga)
    await bob.press(abstained, "Ask the owner")
    await bob.reads("passed your question on")


async def test_nobody_floods_the_owners(anna: Person, olga: Person) -> None:
    for count in (1, 2):
        await anna.press(await unanswered(anna, f"Вопрос {count}?"), "Спросить владельца")
        await anna.reads("Передал вопрос владельцу")
    await anna.press(await unanswered(anna, "Вопрос 3?"), "Спросить владельца")
    await anna.sees_toast("можно передать 2 вопроса в день")
    assert "Вопрос 2?" in (await olga.messages())[-1]["text"]


async def test_what_was_cleared_cannot_be_passed_on(desk: Desk, bob: Person, olga: Person) -> None:
    abstained = await unanswered(bob)
    await desk.store.chats.clear_history(str(bob.user_id))
    await bob.press(abstained, "Ask the owner")
    await bob.sees_toast("no longer remember")


async def test_in_a_group_whoever_asked_passes_it_on_and_all_read_the_answer(
    team: Team, olga: Person
) -> None:
    await team.member.say("/ask Who keeps the key?")
    abstained = await team.member.reads("Nothing.")
    assert labels(abstained) == ["Ask the owner"]
    await team.member.press(abstained, "Ask the owner", as_user=team.creator.user_id)
    await team.member.sees_toast("not yours")
    await team.member.press(abstained, "Ask the owner")
    await team.member.reads("passed your question on")
    shown = await olga.reads("В группе спрашивает", "увидит вся группа")
    await olga.say("Вахтёр.", reply_to=shown["message_id"])
    answer = await team.creator.reads("The owner", "answers:", "Вахтёр.")
    assert answer["reply_to"] == abstained["reply_to"]
