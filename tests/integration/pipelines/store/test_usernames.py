"""A @username is somebody's until another person has it, or they have none any more."""

from pipelines.models.people import MACHINE
from pipelines.store.store import Store

ANNA, BORIS = 41, 42


async def called(store: Store, username: str) -> list[int]:
    """Return whom an admin finds by a @username."""
    found = (await store.administration.list_people(MACHINE, f"@{username}")).shown
    return [person.telegram_id for person in found]


async def test_who_takes_a_username_takes_it_from_whoever_had_it(store: Store) -> None:
    """Both would be found by it: `paragraf roles give admin @miller` would mean either."""
    await store.people.ensure_user(ANNA, "Anna", "en", username="miller")
    await store.people.ensure_user(BORIS, "Boris", "en", username="Miller")
    assert await called(store, "miller") == [BORIS]
    assert await store.people.refresh_user(ANNA, "Anna", "en", username="MILLER")
    assert await called(store, "miller") == [ANNA]


async def test_a_username_that_was_given_up_names_nobody(store: Store) -> None:
    await store.people.ensure_user(ANNA, "Anna", "en", username="miller")
    await store.people.ensure_user(ANNA, "Anna", "en")
    assert await called(store, "miller") == [ANNA], "it was not said"
    await store.people.ensure_user(ANNA, "Anna", "en", username="")
    assert await called(store, "miller") == []
    await store.people.ensure_user(ANNA, "Anna", "en", username="miller")
    await store.people.refresh_user(ANNA, "Anna", "en", username="")
    assert await called(store, "miller") == []
