"""Who is let in."""

import re

from telegram import User

from bot.access import (
    CODE_LENGTH,
    MAX_ATTEMPTS,
    Access,
    derived_invitation_token,
    new_invitation_token,
    new_owner_code,
)
from pipelines.models.people import User as Known
from tests.support.bot.bot_in_memory import MemoryStore


def somebody(user_id: int, *, language: str = "en") -> User:
    return User(user_id, "Some Body", is_bot=False, language_code=language)


async def test_open_access_lets_everyone_in_and_knows_them() -> None:
    store = MemoryStore()
    access = Access(store, open_to_all=True)
    assert await access.admits(somebody(1))
    assert 1 in store.users


async def test_a_changed_language_is_stored() -> None:
    store = MemoryStore()
    access = Access(store, open_to_all=True)
    await access.admits(somebody(1, language="en"))
    await access.admits(somebody(1, language="ru"))
    assert store.languages[1] == "ru"


async def test_a_username_that_was_given_up_is_stored_as_none() -> None:
    """Telegram names everybody's, and says nothing of who has none: it is not unknown."""
    store = MemoryStore()
    access = Access(store, open_to_all=True)
    await access.admits(User(1, "Some", is_bot=False, username="somebody"))
    assert store.usernames[1] == "somebody"
    await access.admits(User(1, "Some", is_bot=False))
    assert store.usernames[1] == ""


async def test_whoever_is_switched_off_stays_out() -> None:
    store = MemoryStore()
    store.users[1] = Known("u", 1, is_owner=False, is_active=False)
    assert not await Access(store, open_to_all=True).admits(somebody(1))


async def test_only_the_listed_owners_get_in_and_strangers_are_not_stored() -> None:
    store = MemoryStore()
    access = Access(store, owner_ids=frozenset({1}), owner_code="code")
    assert await access.admits(somebody(1))
    assert not await access.admits(somebody(2))
    assert not await access.claim(somebody(2), "code")
    assert set(store.users) == {1}


async def test_the_code_works_once() -> None:
    store = MemoryStore()
    access = Access(store, owner_code="sesame")
    assert not await access.admits(somebody(1))
    assert await access.claim(somebody(1), "sesame\n")
    assert await access.admits(somebody(1))
    assert not await access.claim(somebody(2), "sesame")
    assert not await access.admits(somebody(2))
    assert access.owners == {1}


async def test_guessing_ends_after_a_few_attempts() -> None:
    access = Access(MemoryStore(), owner_code="sesame")
    for _ in range(MAX_ATTEMPTS):
        assert not await access.claim(somebody(1), "guess")
    assert not await access.claim(somebody(1), "sesame")
    assert await access.claim(somebody(2), "sesame")


async def test_a_code_in_other_letters_is_no_error() -> None:
    assert not await Access(MemoryStore(), owner_code="sesame").claim(somebody(1), "сезам 😀")


def test_codes_differ_and_are_easy_to_type() -> None:
    codes = {new_owner_code() for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) == CODE_LENGTH and code.isalnum() and code.islower() for code in codes)


def test_a_token_is_the_same_for_the_same_work_alone() -> None:
    made = {
        derived_invitation_token(secret, work) for secret in ("4:a", "4:b") for work in ("1", "2")
    }
    assert len(made) == 4
    assert derived_invitation_token("4:a", "1") in made
    assert {len(token) for token in made} == {len(new_invitation_token())}
    assert all(re.fullmatch("[A-Za-z0-9_-]+", token) for token in made)
