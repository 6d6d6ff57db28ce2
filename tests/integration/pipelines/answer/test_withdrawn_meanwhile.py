"""What is withdrawn while it is being answered from: nothing of it is shown, nothing is kept."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio

from pipelines.answer.quoting.asking_again.translating import Translating
from pipelines.answer.ranking import Ranking
from pipelines.answer.state import AnswerState, Reading
from pipelines.models.answers import Answer
from pipelines.models.people import MACHINE
from pipelines.models.requests import AnswerRequest
from pipelines.services import Models
from pipelines.store.documents import DocumentStore
from tests.support.gateways.history import history_of
from tests.support.pipelines.allotment import LIBRARY, TREASURE
from tests.support.pipelines.pipeline_harness import Mailbox, ReadingRoom, new_id, open_room

OWNER, ANNA, BORIS, GROUP = 841, 842, 843, -844
ASKED = "Who dug the well?"
WITHDRAWN = "no longer open to you"

Change = Callable[[ReadingRoom], Awaitable[None]]


class Buttons(Mailbox):
    """Shows answers under which questions can be put."""

    has_buttons = True


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def library(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    models = packed_models.embedder, packed_models.reranker
    async with open_room(shared_database_url, *models, mailbox=Buttons()) as opened:
        for telegram_id in OWNER, ANNA:
            await opened.store.people.ensure_user(telegram_id, None, "en")
        await opened.ingest(*LIBRARY, owner=OWNER)
        await opened.ingest(("well.md", TREASURE.encode()), owner=OWNER, reader_role=None)
        await opened.admin.execute("insert into roles (name) values ('diggers')")
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def room(library: ReadingRoom) -> ReadingRoom:
    """Anna may read about the well."""
    await library.admin.execute(
        "insert into user_roles select u.id, r.id from users u, roles r"
        " where u.telegram_id = %s and r.name = 'diggers' on conflict do nothing",
        (ANNA,),
    )
    await library.admin.execute(
        "insert into role_document_access select r.id, d.id from roles r, documents d"
        " where d.title = 'The well' and r.name = 'diggers' on conflict do nothing"
    )
    await library.admin.execute("update users set is_active = true")
    return library


async def close_document(room: ReadingRoom) -> None:
    await room.admin.execute(
        "delete from role_document_access using roles r where r.id = role_id and r.name = 'diggers'"
    )


async def take_role(room: ReadingRoom) -> None:
    await room.admin.execute(
        "delete from user_roles using roles r where r.id = role_id and r.name = 'diggers'"
    )


async def suspend(room: ReadingRoom) -> None:
    await room.admin.execute("update users set is_active = false where telegram_id = %s", (ANNA,))


@pytest.fixture
def before_check(room: ReadingRoom, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Have something done right before it is asked for the n-th time what may be shown."""
    checks = 0

    def plan(change: Change, at: int) -> None:
        ask = DocumentStore.may_be_shown

        async def may_be_shown(self: DocumentStore, documents, *, asker, reader=None) -> bool:
            nonlocal checks
            checks += 1
            if checks == at:
                await change(room)
            return await ask(self, documents, asker=asker, reader=reader)

        monkeypatch.setattr(DocumentStore, "may_be_shown", may_be_shown)

    return plan


async def answered(room: ReadingRoom, chat: str) -> Answer:
    run_id = new_id("withdrawn")
    await room.runs.ask(AnswerRequest(ASKED, chat, ANNA, run_id), run_id=run_id)
    (told,) = room.mailbox.answers[run_id]
    return told


@pytest.mark.parametrize("change", [close_document, take_role, suspend])
async def test_what_was_found_is_neither_kept_nor_shown(
    room: ReadingRoom, before_check: Callable[..., None], change: Change
) -> None:
    before_check(change, 1)
    chat = new_id("chat")
    told = await answered(room, chat)
    assert WITHDRAWN in told.text
    assert (told.citations, told.choices, told.aside) == ((), (), "")
    assert not told.can_be_rated
    assert await history_of(room.store, chat, 9) == ()
    kept = await room.rows("select from interactions where user_context ->> 'chat' = %s", chat)
    assert kept == []


async def test_what_was_saved_is_not_shown_after_all(
    room: ReadingRoom, before_check: Callable[..., None]
) -> None:
    before_check(close_document, 2)
    chat = new_id("chat")
    told = await answered(room, chat)
    assert WITHDRAWN in told.text
    assert not told.citations
    assert await room.store.chats.get_exchanges(chat, 9, asker=ANNA) == ()


@pytest.mark.parametrize(
    ("steps", "step"), [(Ranking, "rank"), (Ranking, "strengthen"), (Translating, "tell")]
)
async def test_what_is_closed_once_it_was_found_is_quoted_no_more(
    room: ReadingRoom, monkeypatch: pytest.MonkeyPatch, steps: type, step: str
) -> None:
    """Whatever the steps before hand on: for what is quoted the database is asked anew."""
    do = getattr(steps, step)

    async def after_closing(self: Any, reading: Reading, state: AnswerState) -> Any:
        await close_document(room)
        return await do(self, reading, state)

    monkeypatch.setattr(steps, step, after_closing)
    run_id = new_id("closed")
    state = await room.runs.ask(AnswerRequest(ASKED, new_id("chat"), ANNA, run_id), run_id=run_id)
    (told,) = room.mailbox.answers[run_id]
    assert "Rook" not in told.text + told.aside
    assert not any("well" in citation.quote for citation in state.citations)


async def test_nothing_is_offered_under_an_answer_to_what_was_closed(
    room: ReadingRoom, before_check: Callable[..., None]
) -> None:
    told = await answered(room, new_id("chat"))
    assert "Silvan Rook" in told.text
    interactions = room.store.interactions
    await interactions.offer_questions(told.interaction_id, ["How deep is the well of Rook?"])
    (row,) = await room.rows(
        "select user_context ->> 'chat' as chat from interactions where id = %s",
        told.interaction_id,
    )
    ask = {"asker": ANNA, "chat": row["chat"]}
    seen = await interactions.get_interaction(told.interaction_id, **ask)
    assert seen is not None
    assert seen.interaction.offered == ("How deep is the well of Rook?",)
    await close_document(room)
    seen = await interactions.get_interaction(told.interaction_id, **ask)
    assert seen is not None
    assert (seen.interaction.offered, seen.interaction.quotes) == ((), ())
    assert "Rook" not in seen.interaction.response


async def test_excerpts_are_of_what_may_be_read_when_they_are_given(
    room: ReadingRoom, before_check: Callable[..., None]
) -> None:
    found = await room.runs.excerpts(ASKED, asker=ANNA, language="en")
    assert any("Rook" in quote.quote for quote in found.answer.citations)  # type: ignore[union-attr]
    before_check(close_document, 1)
    found = await room.runs.excerpts(ASKED, asker=ANNA, language="en")
    assert (found.answer, found.quotes) == (None, ())


async def test_a_question_that_waited_is_not_answered_to_whoever_was_shut_out(
    room: ReadingRoom, before_check: Callable[..., None]
) -> None:
    for at in 0, 1:  # before it is asked again, and while it is
        if at:
            before_check(suspend, at)
        else:
            await suspend(room)
        run_id = new_id("waited")
        request = AnswerRequest(ASKED, run_id, ANNA, run_id, is_asked_again=True)
        await room.runs.ask(request, run_id=run_id)
        assert room.mailbox.answers[run_id] == []
        await room.admin.execute("update users set is_active = true")
    await room.runs.ask(
        AnswerRequest(ASKED, "waited", ANNA, "waited", is_asked_again=True), run_id="waited"
    )
    (told,) = room.mailbox.answers["waited"]
    assert "Silvan Rook" in told.text


async def test_owners_who_are_none_any_more_see_no_question_change(room: ReadingRoom) -> None:
    told = await answered(room, new_id("chat"))
    await room.store.people.appoint_owners((OWNER,))
    await room.admin.execute(
        "insert into owner_questions (id, asker, chat_id, message_id, passed_by)"
        " values (%s, %s, %s, 1, 'x')",
        (told.interaction_id, ANNA, ANNA),
    )
    questions = room.store.owner_questions
    await questions.record_owner_prompt(told.interaction_id, OWNER, 7)
    assert [each.owner for each in await questions.list_owner_prompts(told.interaction_id)] == [
        OWNER
    ]
    await room.admin.execute(
        "delete from user_roles using roles r where r.id = role_id and r.name = 'owner'"
    )
    assert not await questions.list_owner_prompts(told.interaction_id)


async def remove(room: ReadingRoom) -> None:
    assert await room.store.administration.remove_person(BORIS, actor=MACHINE)


async def suspend_member(room: ReadingRoom) -> None:
    await room.store.people.ensure_user(BORIS, None, "en")
    assert await room.store.administration.set_person_active(BORIS, is_active=False, actor=MACHINE)


@pytest.mark.parametrize("change", [remove, suspend_member])
@pytest.mark.parametrize("words", [ASKED, "Hello!", "Who shod the mare of the miller's aunt?"])
@pytest.mark.parametrize("asker", [BORIS, GROUP])
async def test_who_is_shut_out_meanwhile_gets_no_answer_and_leaves_none(
    room: ReadingRoom, before_check: Callable[..., None], change: Change, words: str, asker: int
) -> None:
    """Also of small talk, of a question without an answer, and in a group, by its rights."""
    await room.store.people.ensure_user(BORIS, None, "en")
    await room.store.administration.set_person_active(BORIS, is_active=True, actor=MACHINE)
    before_check(change, 1)
    run_id, chat = new_id("shut-out"), str(asker)
    await room.runs.ask(AnswerRequest(words, chat, asker, run_id, payer=BORIS), run_id=run_id)
    (told,) = room.mailbox.answers[run_id]
    assert WITHDRAWN in told.text
    assert await history_of(room.store, chat, 9) == ()
    kept = await room.rows("select from interactions where user_context ->> 'chat' = %s", chat)
    assert kept == []
