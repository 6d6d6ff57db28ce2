"""What was decided between two documents: answers quote what holds, to whom it is for."""

from collections.abc import AsyncIterator

import pytest_asyncio

from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room

OWNER, ADDER, OTHER = 951, 952, 953
ASKED = "How long does the warranty on submersible pumps last?"


@pytest_asyncio.fixture(loop_scope="session")
async def room(database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with open_room(database_url, packed_models.embedder, packed_models.reranker) as opened:
        for person in OWNER, ADDER, OTHER:
            await opened.store.people.ensure_user(person, None, "en")
        await opened.store.people.appoint_owners((OWNER,))
        for months in 24, 36:
            text = (
                f"We moved. The warranty on submersible pumps lasts {months} months from delivery."
                " Hoses are excluded."
            )
            await opened.ingest((f"pumps{months}.txt", text.encode()), owner=ADDER)
        yield opened


async def decide(room: ReadingRoom, holds: int | None, actor: int = OWNER) -> bool:
    """Decide that so many months hold, or that there is no conflict."""
    rows = await (await room.admin.execute("select id from conflicts")).fetchall()
    conflict = await room.store.conflicts.get_conflict(rows[0]["id"], actor=OWNER)
    assert conflict is not None
    sides = {"first": conflict.first.text, "second": conflict.second.text}
    state = next((name for name, text in sides.items() if holds and str(holds) in text), "none")
    query = await room.embedder.embed_query(ASKED)
    return await room.store.conflicts.decide_conflict(
        *(conflict.id, state, "statement", query.embedding),  # type: ignore[arg-type]
        language="en",
        actor=actor,
    )


async def test_what_was_decided_is_quoted_until_it_is_decided_otherwise(room: ReadingRoom) -> None:
    for holds, not_any_more in (24, 36), (36, 24):
        assert await decide(room, holds)
        for person in OWNER, OTHER:
            told = (await room.ask(ASKED, asker=person)).text
            assert f"{holds} months" in told
            assert f"{not_any_more} months" not in told
            assert told.count("months") == 1, "it is said once"
    assert await decide(room, None)
    told = (await room.ask(ASKED, asker=OTHER)).text
    assert "24 months" in told
    assert "36 months" in told


async def test_who_may_not_read_both_is_answered_as_before(room: ReadingRoom) -> None:
    await decide(room, 24)
    await room.admin.execute(
        "delete from role_document_access using documents as d"
        " where d.id = document_id and d.file_name = 'pumps24.txt'"
    )
    told = (await room.ask(ASKED, asker=OTHER)).text
    assert "36 months" in told
    assert "24 months" not in told


async def test_what_a_member_says_for_themselves_leaves_what_holds_for_all(
    room: ReadingRoom,
) -> None:
    await room.admin.execute(
        "update documents set owner = (select id from users where telegram_id = %s)"
        " where file_name = 'pumps36.txt'",
        (OTHER,),
    )
    assert await decide(room, 24)
    assert not await decide(room, 36, actor=OTHER)
    for person in OWNER, OTHER:
        assert "24 months" in (await room.ask(ASKED, asker=person)).text
    [rule] = await room.store.rules.list_rules(OWNER)
    await room.store.rules.decide_rule(rule.rule.id, "undo", actor=OWNER)
    await room.store.rules.decide_rule(rule.rule.id, "renew", actor=OWNER)
    told = (await room.ask(ASKED, asker=OTHER)).text
    assert "24 months" in told
    assert "36 months" not in told


async def test_a_decision_that_was_changed_holds_again_when_its_rule_is_renewed(
    room: ReadingRoom,
) -> None:
    await decide(room, 24)
    await decide(room, 36)
    rules = {rule.state: rule.rule.id for rule in await room.store.rules.list_rules(OWNER)}
    await room.store.rules.decide_rule(rules["active"], "undo", actor=OWNER)
    await room.store.rules.decide_rule(rules["undone"], "renew", actor=OWNER)
    told = (await room.ask(ASKED, asker=OTHER)).text
    assert "24 months" in told
    assert "36 months" not in told


async def test_what_does_not_contradict_each_other_is_no_disagreement(room: ReadingRoom) -> None:
    assert "The documents disagree" in (await room.ask(ASKED, asker=OTHER)).text
    assert await decide(room, None)
    for person in OWNER, OTHER:
        assert "The documents disagree" not in (await room.ask(ASKED, asker=person)).text
