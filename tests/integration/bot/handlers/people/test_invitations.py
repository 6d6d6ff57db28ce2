"""/invite, and /start with what it made."""

import pytest
from psycopg import AsyncConnection

from bot.access import MAX_GUESSES, digest_of, new_invitation_token
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import labels
from tests.support.bot.over_database.people_harness import Office, styles, token_in


async def test_a_link_lets_one_stranger_in(office: Office, owner: Person) -> None:
    await owner.say("/invite")
    shown = await owner.reads(
        "Here is an invitation for one person. It is valid for 7 days.",
        "https://t.me/paragraf_sandbox_bot?start=",
    )
    assert labels(shown) == ["Copy the link", "Revoke", "Open invitations"]
    assert styles(shown) == {"Copy the link": None, "Revoke": "danger", "Open invitations": None}
    token = token_in(shown)
    assert f"/start {token}" in shown["text"]

    first, second = await office.knock("ru"), await office.knock()
    await first.say(f"/start {token}")
    await first.reads("Вам открыт доступ.", "Это «Параграф»")
    assert await office.roles_of(first) == ()
    await second.say(f"/start {token}")
    await second.reads("This is a private bot")
    assert await office.store.people.get_user(second.user_id) is None


_FAILS_ONCE = """
create sequence public.begun;
grant usage on sequence public.begun to paragraf_bot;
create function public.fail_once() returns trigger language plpgsql as $$ begin
    if nextval('public.begun') = 1 then raise exception 'nothing more is written'; end if;
    return new;
end $$;
create trigger fail_once before insert on public.sent_messages
for each row execute function public.fail_once();
"""
_FAILS_NO_MORE = """
drop trigger fail_once on public.sent_messages;
drop function public.fail_once;
drop sequence public.begun;
"""


async def test_a_command_that_is_handled_again_gives_the_same_link(
    office: Office, owner: Person
) -> None:
    """The invitation is made, its message is not begun: all is done once more."""
    async with await AsyncConnection.connect(office.url, autocommit=True) as connection:
        await connection.execute(_FAILS_ONCE)
        await owner.say("/invite 17 30")
        shown = await owner.reads("an invitation for 17 people. It is valid for 30 days.")
        begun = await connection.execute("select last_value from public.begun")
        assert await begun.fetchone() > (1,), "it was handled twice"
        await connection.execute(_FAILS_NO_MORE)
        made = await connection.execute(
            "select token_sha256 from public.invitations where uses_left = 17"
        )
        assert await made.fetchall() == [(digest_of(token_in(shown)),)]
        noted = await connection.execute(
            "select from public.audit_log where details ->> 'uses' = '17'"
        )
        assert len(await noted.fetchall()) == 1
    guest = await office.knock()
    await guest.say(f"/start {token_in(shown)}")
    await guest.reads("Hello! This is Paragraf")


async def test_the_link_has_a_picture(office: Office, owner: Person) -> None:
    await owner.say("/invite")
    shown = await owner.reads("an invitation for one person")
    picture = shown["photo"]
    assert picture["width"] == picture["height"] >= 300


async def test_a_role_uses_and_days(office: Office, owner: Person) -> None:
    await office.role("team 7")
    await owner.say("/invite Team 7 3 30")
    shown = await owner.reads("for 3 people, with the role “team 7”. It is valid for 30 days")
    for _ in range(2):
        guest = await office.knock()
        await guest.say(f"/start {token_in(shown)}")
        await guest.reads("with the role “team 7”", "Hello! This is Paragraf")
        assert await office.roles_of(guest) == ("team 7",)
    await owner.say("/invite team 7")
    await owner.reads("for one person, with the role “team 7”. It is valid for 7 days")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nobody", "Roles that you may give"),
        ("0 7", "for 1 to 1,000 people and lasts 1 to 365 days"),
        ("1 366", "lasts 1 to 365 days"),
        ("1 2 3", "Write /invite, a role"),
        ("owner", "Write /invite, a role"),
    ],
)
async def test_what_cannot_be_made_out(owner: Person, words: str, said: str) -> None:
    await owner.say(f"/invite {words}")
    await owner.reads(said)


async def test_who_is_in_gets_the_role(office: Office) -> None:
    member = await office.admit()
    token = await office.invite(role="archive", uses=2)
    await member.say(f"/start {token}")
    await member.reads("You now hold the role “archive”")
    assert await office.roles_of(member) == ("archive",)
    await member.say(f"/start {await office.invite()}")
    await member.reads("You already have access, so just ask")
    await member.say(f"/start {new_invitation_token()}")
    await member.reads("This invitation is not valid")
    await member.say("/start inline")
    await member.reads("Hello! This is Paragraf")


async def test_a_revoked_one_lets_nobody_in(office: Office, owner: Person) -> None:
    await owner.say("/invite")
    shown = await owner.reads("an invitation for one person")
    await owner.press(shown, "Revoke")
    await owner.reads("The invitation is revoked")
    assert shown["message_id"] not in [each["message_id"] for each in await owner.messages()]
    stranger = await office.knock()
    await stranger.say(f"/start {token_in(shown)}")
    await stranger.reads("This is a private bot")


async def test_the_list_of_those_that_are_open(office: Office) -> None:
    inviting = await office.role("hosts")
    await office.administration.set_role_right(inviting, "invite", is_on=True, actor=-1)
    host = await office.admit("hosts")
    await host.say("/invite list")
    await host.reads("No invitation is open")
    await host.say("/invite hosts 2 10")
    made = await host.reads("for 2 people, with the role “hosts”")
    await host.say("/invite 4 10")
    await host.reads("for 4 people. It is valid")
    await host.press(made, "Open invitations")
    shown = await host.reads("2 open invitations", "With the role “hosts”, 2 people, until")
    assert styles(shown) == {"Revoke 1": "danger", "Revoke 2": "danger"}
    await host.press(shown, "Revoke 1")
    await host.sees_toast("revoked")
    left = await host.reads("1 open invitation\n")
    assert left["message_id"] == shown["message_id"]
    await host.press(left, "Revoke 1")
    await host.reads("No invitation is open")
    assert await office.administration.list_invitations(host.user_id) == ()


async def test_who_has_not_the_right_invites_nobody(office: Office) -> None:
    member = await office.admit()
    await member.say("/invite")
    await member.reads("You may not invite anybody")


async def test_a_host_gives_no_role_that_they_do_not_hold(office: Office) -> None:
    inviting = await office.role("porters")
    await office.role("vault")
    await office.administration.set_role_right(inviting, "invite", is_on=True, actor=-1)
    porter = await office.admit("porters")
    await porter.say("/invite vault")
    await porter.reads("Roles that you may give: porters.")


async def test_guessing_ends_after_a_few_attempts(office: Office) -> None:
    token, stranger = await office.invite(), await office.knock()
    for _ in range(MAX_GUESSES):
        await stranger.say(f"/start {new_invitation_token()}")
    await stranger.reads_count(MAX_GUESSES)
    await stranger.say(f"/start {token}")
    await stranger.reads_count(MAX_GUESSES + 1)
    await stranger.reads("This is a private bot")
    assert await office.store.people.get_user(stranger.user_id) is None


async def test_who_is_suspended_stays_out(office: Office) -> None:
    person, token = await office.admit(), await office.invite()
    await office.administration.set_person_active(person.user_id, is_active=False, actor=-1)
    await person.say(f"/start {token}")
    await person.reads("This is a private bot")
    known = await office.store.people.get_user(person.user_id)
    assert known is not None
    assert not known.is_active
