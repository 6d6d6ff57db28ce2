"""A stranger at the door asks to be let in."""

from pathlib import Path

import pytest

from bot.context import Limits
from bot.reporting.access_requests import MOST_AN_HOUR
from bot.transport.buttons import Action, button, keyboard
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import labels
from tests.support.bot.over_database.people_harness import Office, office_in
from tests.support.eventually import eventually


async def stays_unnamed(office: Office, *words: str) -> None:
    """See that no table has these, but for an update that is just being ended."""

    async def is_ended() -> bool:
        return "inbox" not in [
            table for each in words for table in await office.tables_naming(each)
        ]

    await eventually(is_ended)
    assert [await office.tables_naming(each) for each in words] == [[] for _ in words]


async def asking(stranger: Person) -> None:
    """Knock, and press the button."""
    await stranger.say("What is in the base?")
    await stranger.press(await stranger.reads("This is a private bot"), "Ask for access")
    await stranger.reads("I have passed your request on")


def forget(office: Office) -> None:
    """Keep of requests what a restart leaves: nothing."""
    requests = office.house.application.bot_data.access_requests
    for kept in requests._open, requests._asked, requests._lately, requests._declined:
        kept.clear()


@pytest.fixture
async def fresh(tmp_path: Path, database_url: str):
    """A closed bot of one's own: how many have knocked of late counts."""
    async with office_in(tmp_path, database_url) as office:
        yield office


async def test_one_tap_lets_a_stranger_in_with_a_role(fresh: Office) -> None:
    await fresh.role("accounting")
    stranger = await fresh.knock("ru")
    await stranger.say("Что в базе?")
    await fresh.name(stranger, "Борис Громов")
    await stranger.say("Есть кто?")
    await stranger.press((await stranger.reads_count(2))[-1], "Попросить доступ")
    await stranger.reads("Передал вашу просьбу")
    assert labels((await stranger.messages())[-1]) == []
    asked = await fresh.owner.reads("Борис Громов asks to be let in", str(stranger.user_id))
    assert "Russian" in asked["text"]
    assert labels(asked) == ["Let in without a role", "No", "Let in: accounting"]
    await stays_unnamed(fresh, str(stranger.user_id), "Громов")

    await fresh.owner.press(asked, "Let in: accounting")
    await fresh.owner.reads("Борис Громов was let in by", "with the role “accounting”")
    await stranger.reads("Вам открыт доступ, ваша роль — «accounting»", "Это «Параграф»")
    assert await fresh.roles_of(stranger) == ("accounting",)
    found = await fresh.administration.find_person(stranger.user_id, actor=-1)
    assert found is not None
    assert (found.name, found.admitted_by) == ("Борис Громов", "approval")
    await stranger.say("Что в базе?")
    await stranger.reads("is the question")


async def test_until_then_no_table_names_the_stranger(fresh: Office) -> None:
    stranger = await fresh.knock()
    await asking(stranger)
    for text in "/start", "/docs", "/settings", "hello":
        await stranger.say(text)
    await stranger.reads_count(5)
    await stays_unnamed(fresh, str(stranger.user_id))
    asked = await fresh.owner.reads("asks to be let in")
    await fresh.owner.press(asked, "No")
    await fresh.owner.reads("was not let in")
    await stranger.reads("Your request for access was declined")
    await stays_unnamed(fresh, str(stranger.user_id))


async def test_who_was_let_in_is_named(fresh: Office) -> None:
    """The check above sees a row when there is one."""
    stranger = await fresh.knock()
    await asking(stranger)
    await fresh.owner.press(await fresh.owner.reads("asks"), "Let in without a role")
    await stranger.reads("You have been let in.", "Hello! This is Paragraf")
    assert {"users", "audit_log"} <= set(await fresh.tables_naming(str(stranger.user_id)))
    assert await fresh.roles_of(stranger) == ()


async def test_every_admin_is_asked_and_the_first_word_counts(fresh: Office) -> None:
    admin = await fresh.admit("admin")
    other = await fresh.admit()
    before = len(await other.messages())
    stranger = await fresh.knock()
    await asking(stranger)
    shown = await admin.reads("asks to be let in")
    to_owner = await fresh.owner.reads("asks to be let in")
    for message in shown, to_owner:
        assert "Let in: admin" not in labels(message), "not by the tap that lets somebody in"
    await admin.press(shown, "Let in without a role")
    settled = await fresh.owner.reads("was let in by")
    assert settled["message_id"] == to_owner["message_id"]
    assert labels(settled) == []
    await stranger.reads("You have been let in.")
    assert len(await other.messages()) == before


@pytest.mark.parametrize("word", ["No", "Let in without a role"])
async def test_a_second_word_after_a_restart_says_nothing_twice(fresh: Office, word: str) -> None:
    admin = await fresh.admit("admin")
    stranger = await fresh.knock()
    await asking(stranger)
    shown = await admin.reads("asks to be let in")
    forget(fresh)
    await fresh.owner.press(await fresh.owner.reads("asks"), "Let in without a role")
    await stranger.reads("You have been let in.")
    said = len(await stranger.messages())
    await admin.press(shown, word)
    settled = await admin.reads("had been let in already", "/people")
    assert (settled["message_id"], labels(settled)) == (shown["message_id"], [])
    await admin.say("/help")
    await admin.reads("How it works")
    assert len(await stranger.messages()) == said


async def test_after_a_restart_an_admin_decides_what_was_asked_before(fresh: Office) -> None:
    stranger = await fresh.knock()
    await asking(stranger)
    shown = await fresh.owner.reads("asks to be let in")
    forget(fresh)
    await fresh.owner.press(shown, "Let in without a role")
    settled = await fresh.owner.reads("was let in by")
    assert (settled["message_id"], labels(settled)) == (shown["message_id"], [])
    await stranger.reads("You have been let in.")


async def test_after_a_restart_a_stranger_may_ask_by_the_old_button_and_anew(
    fresh: Office,
) -> None:
    stranger = await fresh.knock()
    await stranger.say("hello")
    knocked = await stranger.reads("This is a private bot")
    forget(fresh)
    await stranger.press(knocked, "Ask for access")
    await stranger.reads("I have passed your request on")
    await fresh.owner.reads("asks to be let in")
    forget(fresh)
    await stranger.say("and now?")
    await stranger.press(await stranger.reads("This is a private bot"), "Ask for access")
    await stranger.reads("I have passed your request on")
    *_, shown = await fresh.owner.messages()
    await fresh.owner.press(shown, "No")
    await fresh.owner.reads("was not let in")
    await stranger.reads("Your request for access was declined")


async def test_once_a_day_and_a_handful_an_hour(fresh: Office) -> None:
    first = await fresh.knock()
    await asking(first)
    await first.say("again")
    await first.press(await first.reads("private bot"), "Ask for access")
    await first.sees_toast("passed on already")
    for _ in range(MOST_AN_HOUR - 1):
        await asking(await fresh.knock())
    late = await fresh.knock()
    await late.say("me, too")
    await late.press(await late.reads("private bot"), "Ask for access")
    await late.sees_toast("Too many people are asking")
    asked = [each for each in await fresh.owner.messages() if "asks to be let in" in each["text"]]
    assert len(asked) == MOST_AN_HOUR


async def test_who_was_an_admin_decides_nothing(fresh: Office) -> None:
    admin = await fresh.admit("admin")
    stranger = await fresh.knock()
    await asking(stranger)
    shown = await admin.reads("asks to be let in")
    taken = await fresh.administration.take_role(
        await fresh.role("admin"), admin.user_id, actor=fresh.owner.user_id
    )
    assert taken
    for label in "Let in without a role", "No":
        await admin.press(shown, label)
    await admin.sees_toasts(2)
    assert all("not yours to do" in toast for toast in admin.toasts)
    assert await fresh.store.people.get_user(stranger.user_id) is None
    assert len(await stranger.messages()) == 1


async def test_a_role_that_is_gone_lets_nobody_in(fresh: Office) -> None:
    number = await fresh.role("short-lived")
    stranger = await fresh.knock()
    await asking(stranger)
    shown = await fresh.owner.reads("asks to be let in")
    assert await fresh.administration.delete_role(number, actor=-1)
    await fresh.owner.press(shown, "Let in: short-lived")
    await fresh.owner.sees_toast("not there any more")
    assert await fresh.store.people.get_user(stranger.user_id) is None
    await fresh.owner.press(shown, "Let in without a role")
    await stranger.reads("You have been let in.")


async def test_who_is_suspended_is_not_asked_whether_they_want_in(office: Office) -> None:
    person = await office.admit()
    await office.administration.set_person_active(person.user_id, is_active=False, actor=-1)
    await person.say("hello")
    assert labels(await person.reads("This is a private bot")) == []


async def test_owners_may_take_no_requests(tmp_path: Path, database_url: str) -> None:
    closed = Limits(access_requests=False)
    async with office_in(tmp_path, database_url, limits=closed) as office:
        stranger = await office.knock()
        await stranger.say("hello")
        assert labels(await stranger.reads("This is a private bot")) == []
        ask = button("Ask", Action.REQUEST_ACCESS, stranger.user_id)
        await office.house.application.bot.send_message(
            stranger.user_id, "forged", reply_markup=keyboard([ask])
        )
        await stranger.press(await stranger.reads("forged"), "Ask")
        await stranger.sees_toast("Nobody can be asked")


async def test_a_strangers_other_presses_get_the_sentence(office: Office) -> None:
    stranger = await office.knock()
    await stranger.say("hello")
    await stranger.reads("private bot")
    other = button("Help yourself", Action.DOCUMENTS_PAGE, stranger.user_id, "0")
    await office.house.application.bot.send_message(
        stranger.user_id, "forged", reply_markup=keyboard([other])
    )
    await stranger.press(await stranger.reads("forged"), "Help yourself")
    await stranger.sees_toast("This is a private bot")


async def test_who_was_declined_and_asks_again_is_told_so_and_nobody_is_asked(
    fresh: Office,
) -> None:
    stranger = await fresh.knock()
    await stranger.say("What is in the base?")
    knocked = await stranger.reads("This is a private bot")
    await stranger.say("Anybody there?")
    other = (await stranger.reads_count(2))[-1]
    await stranger.press(other, "Ask for access")
    await stranger.reads("I have passed your request on")
    await fresh.owner.press(await fresh.owner.reads("asks to be let in"), "No")
    await stranger.reads("Your request for access was declined")
    before = len(await fresh.owner.messages())
    await stranger.press(knocked, "Ask for access")
    await stranger.sees_toast("was declined")
    await stranger.say("Please?")
    told = await stranger.reads("your request for access was declined", "again in a day")
    assert labels(told) == []
    assert len(await fresh.owner.messages()) == before
