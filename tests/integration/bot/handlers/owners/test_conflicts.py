"""Owners are asked which of two documents holds, and say it by a button."""

import uuid
from collections.abc import AsyncIterator

import httpx
import numpy as np
import pytest

from bot.phrasebook import FluentPhrasebook
from bot.reporting.conflict_cards import ConflictCards
from bot.transport.pieces import Piece
from bot.transport.rate_limit import Pace
from pipelines.models.learning.conflicts import ConflictState, KnownConflict
from pipelines.store.store import Store
from tests.integration.bot.handlers.owners.conftest import Desk
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import labels

_STATEMENTS = (
    "The pump is under warranty for 24 months.",
    "The pump is under warranty for 3 years.",
)
_DOCUMENT = """
with added as (
    insert into documents (
        id, batch_id, item_idx, type, title, language, content_sha256, embedding_model,
        embedding_layout, published, published_at
    ) values (%s, %s, 0, 'file', %s, 'en', %s, 'm', 'l', %s, now()) returning id
), granted as (
    insert into role_document_access
    select r.id, a.id from roles as r, added as a where r.name = 'everyone'
)
insert into documents_paragraphs (
    document_id, type, paragraph_text, paragraph_idx, language, embedding, batch_id, idx_in_batch,
    passage_idx
) select a.id, 'file', %s, 0, 'en', array_fill(0.1::real, array[768])::extensions.vector, %s, 0, 0
from added as a
"""
_CONFLICT = """
insert into conflicts (
    kind, first_document_id, first_passage_idx, first_start, first_end, second_document_id,
    second_passage_idx, second_start, second_end
) values ('number', %s, 0, 0, 41, %s, 0, 0, 40)
"""


class Deciding:
    """Decides with one embedding for all."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def decide_conflict(
        self, conflict: KnownConflict, state: ConflictState, *, actor: int
    ) -> bool:
        query = np.ones(768, dtype=np.float32)
        return await self._store.conflicts.decide_conflict(
            conflict.id, state, "q", query, language="en", actor=actor
        )


@pytest.fixture
async def batch(desk: Desk) -> AsyncIterator[str]:
    """The later of two documents that everyone may read, which contradict each other."""
    desk.house.runs.taught = Deciding(desk.store)  # type: ignore[assignment]
    await desk.sql("delete from documents")
    ids, names = [str(uuid.uuid4()) for _ in range(2)], [uuid.uuid4().hex for _ in range(2)]
    titles, days = ("Manual", "Brochure"), ("2024-03-05", "2025-06-07")
    for each in zip(ids, names, titles, names, days, _STATEMENTS, names, strict=True):
        await desk.sql(_DOCUMENT, *each)
    await desk.sql(_CONFLICT, *ids)
    yield names[1]
    await desk.sql("delete from documents")


def cards_of(desk: Desk) -> ConflictCards:
    return ConflictCards(desk.store, desk.house.outbox, FluentPhrasebook())


async def test_owners_see_both_statements_with_their_dates_once(
    desk: Desk, batch: str, bob: Person, oscar: Person
) -> None:
    await bob.say("/mode")
    await bob.reads_count(1)
    for _ in range(2):
        await cards_of(desk).ask(batch)
    before = len(await oscar.messages())
    card = await oscar.reads("Which of them holds?", *_STATEMENTS, "Manual", "Brochure", "2024")
    assert labels(card) == ["The first holds", "The second holds", "No conflict"]
    assert len(await oscar.messages()) == before
    assert len(await bob.messages()) == 1, "nobody else is asked"


async def test_a_card_comes_a_second_after_the_receipt_of_its_batch(
    desk: Desk, batch: str, oscar: Person
) -> None:
    await desk.house.outbox.send(oscar.user_id, Piece("Done"), pace=Pace.REPORT)
    await cards_of(desk).ask(batch)
    base_url = desk.house.sandbox.page_url
    async with httpx.AsyncClient(base_url=base_url, trust_env=False) as http:
        written = (await http.get("/sandbox/traffic")).json()["written"]
    *_, receipt, card = [each for each in written if each["chat_id"] == oscar.user_id]
    assert receipt["text"] == "Done"
    assert "Which of them holds?" in card["text"]
    assert card["at"] - receipt["at"] >= 1


async def test_what_an_owner_says_becomes_a_rule(desk: Desk, batch: str, oscar: Person) -> None:
    await cards_of(desk).ask(batch)
    card = await oscar.reads("Which of them holds?")
    await oscar.press(card, "The second holds")
    settled = await oscar.reads("Noted: the second holds", *_STATEMENTS)
    assert labels(settled) == []
    [rule] = await desk.store.rules.list_rules(oscar.user_id, state="active")
    assert rule.shown_title == "Manual"
    assert rule.right_title == "Brochure"
    await oscar.say("/rules")
    await oscar.press(await oscar.reads("1 correction"), "✅ Not: q")
    card = await oscar.reads("A correction that holds", "the documents disagree")
    assert "Asked for by" not in card["text"], "nobody asked for it"
    await oscar.press(card, "Undo")
    undone = await oscar.reads("Undone: everything is answered as before")
    assert labels(undone) == ["Let it hold again", "« All corrections"]


async def test_what_is_gone_cannot_be_decided(desk: Desk, batch: str, oscar: Person) -> None:
    await cards_of(desk).ask(batch)
    card = await oscar.reads("Which of them holds?")
    await desk.sql("delete from documents")
    await oscar.press(card, "No conflict")
    await oscar.sees_toast("no longer to be decided")


async def test_a_card_that_is_left_open_changes_nothing_of_what_an_admin_said(
    desk: Desk, batch: str, bob: Person, olga: Person, oscar: Person
) -> None:
    await bob.say("/mode")
    await bob.reads_count(1)
    await desk.sql(
        "update documents set owner = (select id from users where telegram_id = %s)"
        " where title = 'Brochure'",
        bob.user_id,
    )
    await cards_of(desk).ask(batch)
    await oscar.press(await oscar.reads("Which of them holds?"), "The first holds")
    await oscar.reads("Noted: the first holds")
    for person, key, said in (
        (bob, "The second holds", "Noted: the first holds"),
        (olga, "Противоречия нет", "верно первое"),
    ):
        await person.press((await person.messages())[-1], key)
        assert labels(await person.reads(said)) == []
    await bob.sees_toast("decided already")
    await olga.sees_toast("уже решено")
    [rule] = await desk.store.rules.list_rules(oscar.user_id)
    assert (rule.state, rule.right_title, rule.is_personal) == ("active", "Manual", False)


async def test_what_one_says_for_oneself_is_asked_no_more(
    desk: Desk, batch: str, bob: Person, oscar: Person
) -> None:
    await bob.say("/mode")
    await bob.reads_count(1)
    await desk.sql(
        "update documents set owner = (select id from users where telegram_id = %s)"
        " where title = 'Brochure'",
        bob.user_id,
    )
    await cards_of(desk).ask(batch)
    await bob.press(await bob.reads("Which of them holds?"), "The second holds")
    await bob.reads("Noted: the second holds")
    assert await desk.store.conflicts.list_conflicts(bob.user_id) == ()
    await oscar.press(await oscar.reads("Which of them holds?"), "The first holds")
    await oscar.reads("Noted: the first holds")


async def test_a_side_is_dated_as_its_document_says(desk: Desk, batch: str, oscar: Person) -> None:
    await desk.sql("update documents set title = 'Manual of 3 May 2021' where title = 'Manual'")
    await cards_of(desk).ask(batch)
    card = await oscar.reads("Which of them holds?")
    assert "1. Manual of 3 May 2021, 3 May 2021" in card["text"]
    assert "2. Brochure, 7 Jun 2025" in card["text"]
