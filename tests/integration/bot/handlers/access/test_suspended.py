"""Whoever may add nothing any more is told so before anything is read; the rest is SQL's to say."""

import pytest

from pipelines.errors import UserError
from pipelines.models.people import MACHINE
from tests.integration.bot.handlers.access.test_screens import meet
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import Library


async def test_without_the_right_nothing_is_taken_in(library: Library, bob: Person) -> None:
    administration = library.store.administration
    await meet(library, bob)
    everyone = next(
        each.number for each in await administration.list_roles(MACHINE) if each.name == "everyone"
    )
    await library.store.chats.set_mode(str(bob.user_id), "documents")
    await administration.set_role_right(everyone, "add", is_on=False, actor=MACHINE)
    try:
        await bob.send_file("wages.txt", b"Nine crowns a week.")
        await bob.reads("You may not add anything to the base any more.")
        await bob.say("/watch https://example.org/wages")
        await bob.reads("You may not add anything to the base any more.")
        before = len(await bob.messages())
        assert not library.house.batches_of(bob)
        assert await library.store.watches.list_watches(bob.user_id) == ()
    finally:
        await administration.set_role_right(everyone, "add", is_on=True, actor=MACHINE)
    await bob.send_file("wages.txt", b"Nine crowns a week.")
    await bob.reads_count(before + 1)
    await bob.reads("is in the base")


async def test_a_batch_of_somebody_suspended_meanwhile_is_not_published(
    library: Library, bob: Person
) -> None:
    await meet(library, bob)
    administration = library.store.administration
    await administration.set_person_active(bob.user_id, is_active=False, actor=MACHINE)
    with pytest.raises(UserError, match="may-not-add"):
        await library.add("Wages of August", owner=bob.user_id)
    found = await library.store.documents.list_documents(asker=None, query="Wages of August")
    assert not found.total
