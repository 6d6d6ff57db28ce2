"""Nothing of a deleted document is left: in no table, no record of a run, no history."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from pipelines.engine.erasing import erase_runs
from pipelines.engine.records import find_run, list_runs, show_run
from pipelines.engine.runner import Runner
from pipelines.errors import UserError
from pipelines.llms.openai_compatible import OpenAICompatible
from pipelines.models.chat import Usage
from pipelines.models.interactions import interaction_id_of
from pipelines.models.learning.rules import Proposal
from pipelines.models.people import MACHINE
from pipelines.run_control import retry_run
from pipelines.runs import PIPELINES
from pipelines.settings import AnswerSettings
from pipelines.worker import Pruning
from tests.support.eventually import eventually
from tests.support.llms.fake_endpoint import FakeEndpoint, running_endpoint, says
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room
from tests.support.pipelines.toy_pipeline import TOY, Basket, Kitchen
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.secret_traces import columns_with

RARE = "zyrianka"
TEXT = f"The {RARE} bridge over the river was built of larch in nineteen thirty-one.".encode()
QUESTION = "What was the bridge over the river built of?"
KEPT = b"The granary beside the mill was built of oak in eighteen eighty."
ANNA = 61


@pytest_asyncio.fixture
async def room(database_url: str) -> AsyncIterator[ReadingRoom]:
    async with running_endpoint() as endpoint:
        model = OpenAICompatible(endpoint.base_url, FakeEndpoint.KEY, "test-model", attempts=1)
        async with open_room(
            database_url,
            WordEmbedder(),
            WordReranker(),
            language_model=model,
            answer=AnswerSettings(agent_rounds=1),
        ) as opened:
            opened.endpoint = endpoint  # type: ignore[attr-defined]
            yield opened


async def ask(room: ReadingRoom, question: str, chat: str, reply: str | None) -> str:
    """Ask with the model's reply, or with the model failing: then it is quoted."""
    endpoint: FakeEndpoint = room.endpoint  # type: ignore[attr-defined]
    if reply is not None:
        endpoint.enqueue(says(reply))
    answer = await room.ask(question, asker=ANNA, user_id=chat)
    return answer.text


async def prune(room: ReadingRoom) -> None:
    await Pruning(room.store, keep_days=30, keep_interactions_days=365).prune()


async def traces(room: ReadingRoom) -> list[str]:
    return await columns_with(room.admin, RARE, RARE.capitalize())


async def test_of_a_deleted_document_no_word_is_left(room: ReadingRoom) -> None:
    quoted, written, other = new_id("chat"), new_id("chat"), new_id("chat")
    kept = await room.ingest(("granary.txt", KEPT), owner=ANNA)
    await ask(room, "What was the granary beside the mill built of?", other, None)
    room.answered.clear()
    gone = await room.ingest(("bridge.txt", TEXT), ("empty.txt", b""), owner=ANNA)
    assert RARE in await ask(room, QUESTION, quoted, None)
    assert RARE in await ask(room, QUESTION, written, f"The {RARE} bridge was built of larch [1].")
    answered = [state.request.run_id for state in room.answered]
    assert len(await traces(room)) > 5

    (document,) = [item.document_id for item in gone.items if item.document_id]
    assert await room.store.documents.delete_document(document, actor=ANNA)
    for chat in quoted, written:
        assert await room.store.chats.get_exchanges(chat, 15, asker=ANNA) == ()
    left = [trace for trace in await traces(room) if not trace.startswith("dbos.")]
    assert left == [], "answers, logs and ratings go with the document, at once"

    await prune(room)
    assert await traces(room) == []
    assert len(await room.store.chats.get_exchanges(other, 15, asker=ANNA)) == 1
    assert await room.rows("select * from erasures") == []
    await tells_how_it_went(gone.batch_id, answered[0])
    found = await find_run(kept.batch_id)
    assert found is not None
    assert found.request is not None, "other batches keep their records"


async def test_its_headings_go_with_a_document(room: ReadingRoom) -> None:
    """They stand in the answer that there is no such section, which quotes nothing."""
    chat = new_id("chat")
    text = f"# Bridges\n\n## The {RARE}\n\nIt is of larch.\n\n## The mill\n\nIt is of oak."
    gone = await room.ingest(("bridges.md", text.encode()), owner=ANNA)
    (document,) = [item.document_id for item in gone.items if item.document_id]
    assert RARE in await ask(room, "Read section 9 of Bridges", chat, None)
    (last, *_) = await room.store.administration.list_audit(MACHINE, document_id=document)
    assert (last.action, last.actor) == ("documents_read", ANNA)
    assert len(await room.store.chats.get_exchanges(chat, 15, asker=ANNA)) == 1
    assert await room.store.chats.get_exchanges(chat, 15, asker=ANNA + 1) == ()
    assert await room.store.documents.delete_document(document, actor=ANNA)
    left = [trace for trace in await traces(room) if not trace.startswith("dbos.")]
    assert left == []


async def tells_how_it_went(batch_id: str, answer_id: str) -> None:
    """The record is drawn without what it was about, and cannot be repeated."""
    for run_id in batch_id, answer_id:
        record = await show_run(PIPELINES, run_id)
        assert record is not None
        assert record.is_erased
        assert {node.outcome for node in record.nodes} <= {"ok", "refused: source-empty"}
        assert sum(node.items_out for node in record.nodes) > 0
        with pytest.raises(UserError, match="run-erased"):
            await retry_run(run_id, str)
    failed = {run.run_id: run.problem for run in await list_runs(PIPELINES, failed=True)}
    assert failed == {batch_id: "1 of 2: source-empty"}


async def test_who_sent_the_same_again_has_nothing_of_it_on_record(room: ReadingRoom) -> None:
    text = f"# The {RARE} bridge\n\n".encode() + TEXT
    gone = await room.ingest(("bridge.md", text), owner=ANNA)
    again = await room.ingest(("again.md", text), owner=ANNA)
    assert again.items[0].status == "known"
    kept = await room.ingest(("granary.txt", KEPT), owner=ANNA)
    assert await room.store.documents.delete_document(str(gone.items[0].document_id), actor=ANNA)
    await prune(room)
    assert await traces(room) == ["public.audit_log.details"], "its title, for who deleted it"
    found = await find_run(kept.batch_id)
    assert found is not None
    assert found.request is not None


async def test_a_cancelled_batch_leaves_nothing_on_record(room: ReadingRoom) -> None:
    text = f"# The {RARE} bridge\n\n".encode() + TEXT * 400
    batch_id = await room.queue(("bridge.md", text), owner=ANNA)
    staged = "select 1 from documents where batch_id = %s"
    await eventually(lambda: room.rows(staged, batch_id))
    assert await room.runs.cancel_ingest(batch_id, actor=ANNA)

    async def erased() -> bool:
        await prune(room)
        return not await room.rows("select 1 from erasures")

    await eventually(erased)
    assert await traces(room) == []


async def test_what_people_said_of_an_answer_goes_with_its_document(room: ReadingRoom) -> None:
    kept = await room.ingest(("granary.txt", KEPT), owner=ANNA)
    gone = await room.ingest(("bridge.txt", TEXT), owner=ANNA)
    [granary] = await room.rows(
        "select id from documents_paragraphs where batch_id = %s", kept.batch_id
    )
    words = f"No, the {RARE} bridge is of stone."
    for shown in await room.rows("select id from documents_paragraphs"):
        await ask(room, QUESTION, str(ANNA), None)
        interaction = interaction_id_of(room.answered[-1].request.run_id)
        query = await room.embedder.embed_query(QUESTION)
        await room.store.rules.propose_rule(
            interaction,
            Proposal("suppress", "What was it built of?", "en", words, shown["id"]),
            query.embedding,
            asker=ANNA,
            chat=str(ANNA),
        )
    assert "public.feedback_audit_log.reason" in await traces(room)
    document = str(gone.items[0].document_id)
    assert await room.store.documents.delete_document(document, actor=ANNA)
    await prune(room)
    assert await traces(room) == []
    said = await room.rows("select action, reason from feedback_audit_log")
    assert [tuple(row.values()) for row in said] == [("rejected", "forgotten")] * 2
    [rule] = await room.rows("select shown_passage_idx, user_reason from learned_constraints")
    assert rule["user_reason"] == "wrong", f"it is of passage {granary['id']}, and holds"


async def test_what_was_saved_after_the_document_went_goes_too(room: ReadingRoom) -> None:
    gone = await room.ingest(("bridge.txt", TEXT), owner=ANNA)
    chat = new_id("chat")
    await ask(room, QUESTION, chat, None)
    saved = await room.rows("select * from chat_messages")
    await room.store.documents.delete_document(str(gone.items[0].document_id), actor=ANNA)
    for turn in saved:  # as an answer does that was on its way
        await room.rows(
            "insert into chat_messages (user_id, role, message, run_id, context)"
            " select user_id, role, message, run_id, context"
            " from jsonb_populate_record(null::chat_messages, %s::jsonb) returning id",
            json.dumps(turn, default=str),
        )
    assert await room.store.chats.get_exchanges(chat, 15, asker=ANNA) == ()
    await prune(room)
    assert await traces(room) == []


async def test_what_may_not_be_read_any_more_leaves_the_history(room: ReadingRoom) -> None:
    private = await room.ingest(("bridge.txt", TEXT), owner=ANNA)
    chat = new_id("chat")
    await ask(room, QUESTION, chat, f"Larch, says the {RARE} [1].")
    history = room.store.chats.get_exchanges
    assert len(await history(chat, 15, asker=None)) == len(await history(chat, 15, asker=ANNA)) == 1
    await room.rows(
        "delete from role_document_access where document_id = %s returning role_id",
        private.items[0].document_id,
    )
    assert len(await history(chat, 15, asker=ANNA)) == 1, "it is still its owner's"
    assert await history(chat, 15, asker=ANNA + 1) == ()
    assert await history(chat, 15, asker=None) == ()
    await room.rows("update users set is_active = false where telegram_id = %s returning id", ANNA)
    assert await history(chat, 15, asker=ANNA) == ()


ASIDE = "quernstone"  # stands in a question, and nowhere else


async def test_what_a_chat_forgets_leaves_the_records_too(room: ReadingRoom) -> None:
    await room.ingest(("bridge.txt", TEXT), ("granary.txt", KEPT), owner=ANNA)
    cleared, other = new_id("chat"), new_id("chat")
    await ask(room, f"{QUESTION} By the {ASIDE}?", cleared, None)
    await ask(room, "What was the granary beside the mill built of?", other, None)
    kept = room.answered[-1].request.run_id
    await room.store.chats.clear_history(cleared)
    left = await columns_with(room.admin, ASIDE)
    assert left
    assert all(trace.startswith("dbos.") for trace in left)
    await prune(room)
    assert await columns_with(room.admin, ASIDE) == []
    record = await show_run(PIPELINES, kept)
    assert record is not None
    assert not record.is_erased, "what another chat asked keeps its record"


async def test_of_a_removed_person_neither_words_nor_id_are_left(room: ReadingRoom) -> None:
    gone, owner = 730_041_557, ANNA
    await room.store.people.appoint_owners((owner,))
    await room.store.people.ensure_user(gone, "Gone", "en", username="gone_for_good")
    await room.ingest(("granary.txt", KEPT), owner=gone)
    group, topic = "-100730", "-100730/7"
    await room.ask(f"What was the granary built of? The {ASIDE}?", asker=gone, user_id=str(gone))
    for words in f"What was the granary built of? The {ASIDE}?", f"What is a {ASIDE} bought for?":
        for chat in group, topic:  # where the rights are the group's
            await room.ask(words, asker=int(group), user_id=chat, payer=gone)
    hello = await room.ask("Hello!", asker=int(group), user_id=group, payer=gone)
    assert hello.text
    await room.ask("Hello!", asker=int(group), user_id=group, payer=owner)
    for chat in group, topic:  # what others ask is understood by what was said before
        await room.ask(f"What is a {ASIDE} bought for?", asker=int(group), user_id=chat, payer=gone)
        await ask(room, "And why?", chat, f"Why is a {ASIDE} bought?")
    readings = "select user_context ->> 'reading' as it from interactions where original_query = %s"
    assert all(ASIDE in row["it"] for row in await room.rows(readings, "And why?"))
    await room.store.chats.keep_question(
        group, f"What of the {ASIDE}?", asker=int(group), message_id=1, person=gone
    )
    await room.ask(f"What is a {ASIDE} bought for?", asker=gone, user_id=str(gone))
    await room.store.usage.add_model_usage(gone, "model", Usage(1, 1))
    await room.rows(
        "insert into awaited_texts (chat, asker, kind, subject, prompt_id)"
        " values (%s, %s, 'correction', gen_random_uuid(), 1) returning kind",
        *(group, gone),
    )
    await room.rows(
        "insert into owner_questions (id, asker, chat_id, passed_by)"
        " select i.id, %s, %s, 'press' from interactions as i limit 1 returning id",
        *(gone, gone),
    )
    await room.rows(
        "insert into owner_question_counts values (%s, current_date, 1) returning asker", gone
    )
    await room.rows(
        "insert into invitations (token_sha256, uses_left, expires_at, created_by)"
        " values ('a', 1, now(), %s) returning id",
        gone,
    )
    assert len(await columns_with(room.admin, str(gone), "gone_for_good")) > 8

    assert await room.store.administration.remove_person(gone, actor=owner)
    await prune(room)
    left = await columns_with(room.admin, str(gone), "gone_for_good", ASIDE)
    ours = [trace for trace in left if not trace.startswith("dbos.")]
    assert ours == ["public.audit_log.actor", "public.audit_log.person"]
    assert await columns_with(room.admin, ASIDE) == []
    kept = await room.rows("select message from chat_messages where user_id = %s", group)
    said = [turn["message"] for turn in kept]
    assert said.count("Hello!") == said.count("And why?") == 1, "what others said stays"
    assert [row["it"] for row in await room.rows(readings, "And why?")] == ["And why?"] * 2
    again = await room.ask("And since when?", asker=int(group), user_id=group, payer=owner)
    assert ASIDE not in again.text + again.understood, "and nothing leans on it"


async def test_in_a_file_of_records_nothing_is_left_either(tmp_path: Path) -> None:
    """On Supabase alone the records are a file of SQLite, which keeps what is written over."""
    runner = Runner(database_url=f"sqlite:///{tmp_path}/runs.sqlite", executor_id="test")
    runner.add(TOY, Kitchen(tmp_path / "diary"))
    await runner.launch()
    try:
        await runner.run(TOY.name, Basket(fruits=(RARE * 300, "plum")), "run")
        assert RARE in said_in(tmp_path)
        now = datetime.now(UTC) + timedelta(seconds=5)
        others = [f"run-{n}" for n in range(2000)]  # SQLite takes no such expression
        assert await erase_runs(["run", *others], [], begun_before=now, patience=timedelta(hours=1))
        assert RARE not in said_in(tmp_path)
        found = await find_run("run")
        assert found is not None
        assert (found.is_erased, found.request) == (True, None)
    finally:
        await runner.close()


def said_in(folder: Path) -> str:
    """Return all that the file of records holds, and its journal."""
    return "".join(file.read_bytes().decode("latin-1") for file in folder.glob("runs.sqlite*"))
