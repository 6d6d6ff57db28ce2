"""Who is an owner in the database, and who in the settings: the start says where they differ."""

from pathlib import Path
from types import SimpleNamespace

from bot.commands.console import Console
from bot.commands.run import _greet
from bot.stack import Stack, _other_owners
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.store.store import Store
from tests.support.bot.stack_harness import settings_for


async def test_owners_that_the_settings_do_not_name_are_named(
    tmp_path: Path, database_url: str
) -> None:
    store = Store(await PostgresDatabase.connect(database_url))
    try:
        storage = SimpleNamespace(store=store)
        await store.people.ensure_user(6, "Olga", "en")
        await store.people.appoint_owners((5, 6, 7))
        named = settings_for(tmp_path, tmp_path, owner_ids="5")
        assert await _other_owners(named, storage) == ("Olga (6)", "7")  # type: ignore[arg-type]
        everybody = settings_for(tmp_path, tmp_path, owner_ids="5,6,7")
        assert await _other_owners(everybody, storage) == ()  # type: ignore[arg-type]
        nobody = settings_for(tmp_path, tmp_path)
        assert await _other_owners(nobody, storage) == ()  # type: ignore[arg-type]
    finally:
        await store.close()


def test_the_start_says_so_in_one_line(capsys) -> None:
    stack = Stack(None, "a_bot", None, None, None, other_owners=("Olga (6)", "7"))  # type: ignore[arg-type]
    _greet(stack, Console(language="en"))
    lines = capsys.readouterr().err.splitlines()
    assert lines[1].startswith("Besides OWNER_IDS these are owners, too: Olga (6), 7.")
    assert "paragraf roles take owner ID" in lines[1]
