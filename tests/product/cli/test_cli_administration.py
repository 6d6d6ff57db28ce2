"""`paragraf roles` and `paragraf audit`: whoever is at the machine appoints, and looks."""

import psycopg
import pytest

from pipelines.gateways.postgres import PostgresDatabase
from pipelines.store.store import Store
from tests.support.bot.command_line import CommandLine

OLGA, OTTO = 7_700_001, 7_700_002


@pytest.fixture
async def people(shared_database_url: str):
    """An owner, and somebody who was let in."""
    store = Store(await PostgresDatabase.connect(shared_database_url))
    try:
        for person, name in (OLGA, "Olga"), (OTTO, "Otto"):
            await store.people.ensure_user(
                person, name, "en", username=name.lower(), admitted_by="approval"
            )
        yield store
    finally:
        await store.close()
        with psycopg.connect(shared_database_url) as connection:
            connection.execute("delete from users where telegram_id in (%s, %s)", [OLGA, OTTO])


async def test_owners_are_appointed_and_dismissed_but_the_last(
    people: Store, paragraf: CommandLine
) -> None:
    first = await paragraf.run("roles", "give", "owner", str(OLGA))
    assert first.status == 0, first.err
    assert "Olga holds the role “owner” now" in first.err
    last = await paragraf.run("roles", "take", "owner", "@olga")
    assert last.status == 1
    assert "Olga is the last owner" in last.err
    assert await people.people.owner_ids() == (OLGA,)
    second = await paragraf.run("roles", "give", "owner", "@Otto", "--json")
    assert second.json == {"role": "owner", "person": "@Otto", "done": True}
    gone = await paragraf.run("roles", "take", "owner", str(OLGA))
    assert gone.status == 0, gone.err
    assert await people.people.owner_ids() == (OTTO,)


async def test_what_there_is_not(people: Store, paragraf: CommandLine) -> None:
    for role, person, said in (
        ("nothing", "@olga", "There is no role “nothing”"),
        ("admin", "@nobody", "Nobody here is @nobody"),
        ("everyone", "@olga", "cannot be given"),
    ):
        outcome = await paragraf.run("roles", "give", role, person)
        assert outcome.status == 1
        assert said in outcome.err


async def test_roles_are_listed(people: Store, paragraf: CommandLine) -> None:
    outcome = await paragraf.run("roles", "--json")
    assert outcome.status == 0, outcome.err
    assert outcome.json[:3] == [
        {"name": name, "rights": rights, "people": each["people"], "documents": each["documents"]}
        for each, (name, rights) in zip(
            outcome.json,
            [
                ("everyone", ["add"]),
                ("owner", ["add", "delete", "invite"]),
                ("admin", ["add", "delete", "invite"]),
            ],
            strict=False,
        )
    ]
    assert "everyone" in (await paragraf.run("roles")).out


async def test_the_audit_is_printed(people: Store, paragraf: CommandLine) -> None:
    assert (await paragraf.run("roles", "give", "admin", str(OTTO))).status == 0
    newest = await paragraf.run("audit", "--json", "--person", str(OTTO), "--limit", "1")
    assert newest.status == 0, newest.err
    [entry] = newest.json
    assert (entry["action"], entry["actor"], entry["person"], entry["role"]) == (
        *("role_given", -1, OTTO, "admin"),
    )
    written = await paragraf.run("audit", "--limit", "1")
    assert "Whoever is at the machine gave Otto the role “admin”" in written.out
