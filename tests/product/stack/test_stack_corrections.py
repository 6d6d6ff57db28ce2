"""A thumb down changes nothing until an admin agrees; then it holds, in both languages."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.stack import Stack, open_stack
from pipelines.answer.teaching import Teaching
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.recorded_answers import labels
from tests.support.bot.stack_harness import enter, settings_for, visitor

OLGA, BOB, ANNA = 8401, 8402, 8403
RULES = """# House rules

The swimming pool opens at seven in the morning.
"""
NOTICE = """# Notice on the board

In summer guests may swim in the pool from nine in the morning on.
"""
ASKED = "When does the swimming pool open?"
ASKED_IN_RUSSIAN = "Когда открывается бассейн?"


@asynccontextmanager
async def house(tmp_path: Path, models_dir: Path) -> AsyncIterator[tuple[Stack, Person]]:
    """A base that Olga owns, with two documents that say different things."""
    settings = settings_for(tmp_path, models_dir, owner_ids=frozenset({OLGA}), open_access=True)
    async with open_stack(settings) as stack, visitor(stack, OLGA) as olga:
        await enter(olga, "Base")
        await olga.send_file("rules.md", RULES.encode())
        await olga.reads("House rules", "in the base")
        await olga.send_file("notice.md", NOTICE.encode())
        await olga.reads("Notice on the board", "in the base")
        yield stack, olga


async def asks(person: Person, question: str = ASKED) -> Shown:
    before = len(await person.messages())
    await person.say(question)
    return (await person.reads_count(before + 1))[-1]


def first_source(shown: Shown) -> str:
    return next(line for line in shown["text"].split("\n") if line.startswith("[1]"))


async def test_a_thumb_down_becomes_a_rule_that_can_be_undone(
    tmp_path: Path, models_dir: Path
) -> None:
    async with (
        house(tmp_path, models_dir) as (stack, olga),
        visitor(stack, BOB) as bob,
        visitor(stack, ANNA, "ru") as anna,
    ):
        await enter(bob, "Chat")
        await enter(anna, "Чат")
        before = await asks(bob)
        before_in_russian = await asks(anna, ASKED_IN_RUSSIAN)
        assert first_source(before) == first_source(before_in_russian)
        await bob.press(before, "👎")
        await bob.press(await bob.changed(before, "Off topic"), "Off topic")
        await bob.sees_toast("An admin will decide")
        card = await olga.reads("A correction is proposed", ASKED, "Asked for by 1 person")
        card = await olga.changed(card, "Accept")
        assert "Now: " in card["text"]
        assert ASKED_IN_RUSSIAN not in card["text"], "Anna asked it in private"

        assert (await asks(bob))["text"] == before["text"], "nothing changed yet"
        await olga.press(card, "Accept")
        card = await olga.changed(card, "Undo")
        await bob.reads("Your correction was accepted", ASKED)
        after = await asks(bob)
        assert first_source(after) != first_source(before)
        why = await asks(bob, "/why")
        assert "Notice on the board" in why["text"].split("Not in the answer")[0]
        assert "A correction left a passage out: it is not about this" in why["text"]
        read = len(await bob.messages())
        await bob.press(after, "👎")
        await bob.press(await bob.changed(after, "Why this answer?"), "Why this answer?")
        pressed = (await bob.reads_count(read + 1))[-1]
        assert pressed["text"] == why["text"]
        after_in_russian = await asks(anna, ASKED_IN_RUSSIAN)
        assert first_source(after_in_russian) == first_source(after)

        await olga.press(card, "Undo")
        await olga.changed(card, "Let it hold again")
        assert (await asks(bob))["text"] == before["text"]
        assert (await asks(anna, ASKED_IN_RUSSIAN))["text"] == before_in_russian["text"]


@pytest.mark.nightly
async def test_a_correction_in_words_is_cited_from_then_on(
    tmp_path: Path, models_dir: Path
) -> None:
    async with house(tmp_path, models_dir) as (stack, olga), visitor(stack, BOB) as bob:
        await enter(bob, "Chat")
        before = await asks(bob)
        await bob.press(before, "👎")
        await bob.press(await bob.changed(before, "Write my own"), "Write my own")
        await bob.reads("Write the right answer")
        await bob.say("The swimming pool opens at ten, says the lifeguard.")
        await bob.reads("only you and the admins can read it")
        card = await olga.reads("A correction is proposed", "lifeguard")
        card = await olga.changed(card, "Accept")
        async with visitor(stack, ANNA) as anna:
            await enter(anna, "Chat")
            assert (await asks(anna))["text"] == before["text"]
            await olga.press(card, "Accept")
            await bob.reads("Your correction was accepted")
            for person in bob, anna:
                after = await asks(person)
                assert "lifeguard" in after["text"]
                assert f"User {BOB}" in first_source(after)


@pytest.mark.nightly
async def test_a_retort_is_kept_with_its_question_and_found_in_the_other_language(
    tmp_path: Path, models_dir: Path
) -> None:
    retort = "no it's actually ten in the morning since this May, not seven lol"
    async with house(tmp_path, models_dir) as (stack, olga), visitor(stack, ANNA, "ru") as anna:
        await enter(olga, "Chat")
        await enter(anna, "Чат")
        before = await asks(olga)
        await olga.press(before, "👎")
        await olga.press(await olga.changed(before, "Write my own"), "Write my own")
        await olga.reads("Write the right answer")
        await olga.say(retort)
        card = await olga.reads("A correction is proposed", "ten in the morning")
        await olga.reads("You decide whether everybody gets it")
        await olga.press(await olga.changed(card, "Accept"), "Accept")
        await olga.changed(card, "Undo")
        for person, question in ((olga, ASKED), (anna, ASKED_IN_RUSSIAN)):
            after = await asks(person, question)
            assert f"When does the swimming pool open: {retort}." in after["text"]
            assert f"User {OLGA}" in first_source(after)


@pytest.mark.nightly
async def test_the_right_passage_is_pointed_at(tmp_path: Path, models_dir: Path) -> None:
    async with house(tmp_path, models_dir) as (stack, olga), visitor(stack, BOB) as bob:
        await enter(bob, "Chat")
        before = await asks(bob)
        await bob.press(before, "👎")
        await bob.press(await bob.changed(before, "Show others"), "Show others")
        others = await bob.reads("Which one answers")
        await bob.press(others, "1")
        await bob.reads("An admin will decide")
        card = await olga.reads("A correction is proposed", "pointed")
        await olga.press(await olga.changed(card, "Reject"), "Reject")
        await olga.reads_in(card, "Rejected: nothing changes")
        await bob.reads("left the answer as it is")
        assert (await asks(bob))["text"] == before["text"]
        await olga.say("/rules")
        listed = await olga.reads("1 correction.")
        assert listed["buttons"][0][0]["text"].startswith("✖️")


async def test_a_trial_that_never_ends_can_be_begun_anew(
    tmp_path: Path, models_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    async with house(tmp_path, models_dir) as (stack, olga), visitor(stack, BOB) as bob:
        await enter(bob, "Chat")
        shown = await asks(bob)
        with monkeypatch.context() as patched:
            patched.setattr(Teaching, "replay", hangs)
            await bob.press(shown, "👎")
            await bob.press(await bob.changed(shown, "Off topic"), "Off topic")
            card = await olga.reads("I am trying it")
            await asyncio.sleep(0.2)
        assert labels(card) == [["Try again", "Reject"]]
        await olga.press(card, "Try again")
        assert "Now: " in (await olga.changed(card, "Accept"))["text"]


@pytest.mark.nightly
async def test_a_flood_of_corrections_changes_nothing_and_floods_nobody(
    tmp_path: Path, models_dir: Path
) -> None:
    things = (
        *("bakery", "library", "garage", "museum", "chapel", "harbour", "school", "theatre"),
        *("forge", "dairy", "station", "kiosk", "castle", "office", "stable", "market", "cinema"),
        *("orchard", "laundry", "archive", "observatory"),
    )
    town = "\n\n".join(f"The {each} was built of {n} stones." for n, each in enumerate(things, 30))
    async with house(tmp_path, models_dir) as (stack, olga), visitor(stack, BOB) as bob:
        await olga.send_file("town.md", f"# The town\n\n{town}\n".encode())
        await olga.reads("The town", "in the base")
        before = len(await olga.messages())
        await enter(bob, "Chat")
        for each in things:
            shown = await asks(bob, f"How many stones was the {each} built of?")
            await bob.press(shown, "👎")
            await bob.press(await bob.changed(shown, "Off topic"), "Off topic")
            await bob.changed(shown, "👎 ✓")
        await bob.sees_toast("until tomorrow I only keep ratings")
        await olga.reads("they are in /rules")
        told = (await olga.messages())[before:]
        cards = [each for each in told if "A correction is proposed" in each["text"]]
        assert (len(cards), len(told)) == (5, 6)
        rules = await stack.storage.store.rules.list_rules(OLGA)
        assert len(rules) == 20
        assert {rule.state for rule in rules} == {"draft"}
