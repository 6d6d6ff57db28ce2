"""Of somebody who was removed nothing is left, whatever they have done with the bot."""

import asyncio
from pathlib import Path

import psycopg

from bot.stack import Stack, open_stack
from pipelines.worker import Pruning
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import labels
from tests.support.bot.stack_harness import PATIENCE_SECONDS, enter, settings_for, visitor
from tests.support.database import as_superuser
from tests.support.secret_traces import columns_with

OLGA, ANNA = 8451, 845_200_731
RARE = "zyrianka"
BOATS = b"The boats are painted in April, before the season, with two coats of white.\n"
# These outlive her: who did what, to whom, and what a document was called that somebody deleted.
KEPT = {f"public.audit_log.{column}" for column in ("actor", "person", "details")}
# Runs are named by the chat that they were begun in, until they are forgotten themselves.
NAMES = {
    f"public.{each}"
    for each in ("batch_outcomes.batch_id", "sent_messages.work", "erasures.batch_id")
}


async def traces(stack: Stack, *words: str) -> set[str]:
    url = as_superuser(stack.storage.runs_url)
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        return set(await columns_with(connection, *words))


async def use_it(anna: Person) -> None:
    """Ask, tell, offer, have refused and have stored; the last two in «База»."""
    await enter(anna, "Chat")
    for words in f"Hello {RARE}!", f"Who painted the {RARE}?":
        before = len(await anna.messages())
        await anna.say(words)
        await anna.reads_count(before + 1)
    await anna.send_file(f"{RARE} one.txt", f"A {RARE}.".encode())
    await anna.reads(f"Add “{RARE} one.txt” to the base?")
    for name in "two", "three":
        await anna.send_file(f"{RARE} {name}.txt", BOATS, media_group_id="album")
    await anna.reads("these 2 files")
    await enter(anna, "Base")
    await anna.send_file(f"{RARE} four.txt", b"")
    await anna.reads("four.txt", "not a single byte")
    await anna.send_file(f"{RARE} five.txt", BOATS + f"The {RARE} is hers.".encode())
    await anna.reads("Readable by: only whoever added it")


async def test_of_a_removed_person_nothing_is_left(tmp_path: Path, models_dir: Path) -> None:
    settings = settings_for(
        tmp_path, models_dir, owner_ids=f"{OLGA}", open_access=True, readable_by_everyone=False
    )
    async with (
        open_stack(settings) as stack,
        visitor(stack, OLGA) as olga,
        visitor(stack, ANNA) as anna,
    ):
        await use_it(anna)
        await olga.say(f"/people {ANNA}")
        found = await olga.reads("found 1")
        await olga.press(found, labels(found)[0])
        await olga.press(await olga.reads("Documents: 1"), "Remove…")
        await olga.press(await olga.reads("cannot be undone"), "Yes, remove")
        await olga.reads("is removed")
        await asyncio.sleep(1.0)  # a message that is on its way is noted with its chat until then
        left = {each for each in await traces(stack, RARE, str(ANNA)) if "dbos." not in each}
        assert left - NAMES <= KEPT
        pruning = Pruning(stack.storage.store, keep_days=30, keep_interactions_days=365)
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await traces(stack, RARE) - KEPT:  # what was being answered ends first
                await pruning.prune()
