"""What the command line does to runs from beside the bot; and runs that are forgotten."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from dbos import DBOS

from pipelines.engine.records import list_runs
from pipelines.errors import Failure, UserError
from pipelines.models.requests import AnswerRequest
from pipelines.run_control import cancel_run, retry_run
from pipelines.runs import PIPELINES
from pipelines.worker import Pruning
from tests.support.fetchers.loopback_site import Site, respond
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import prose

ANNA = 501


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(shared_database_url, WordEmbedder(), WordReranker()) as opened:
        yield opened


async def over(room: ReadingRoom, batch_id: str) -> None:
    batch = await room.runs.find_batch(batch_id)
    assert batch is not None
    await room.runs.ingest(batch.request, run_id=batch_id)


async def cancel(room: ReadingRoom, run_id: str) -> bool:
    return await cancel_run(run_id, room.store.batches)


async def test_a_cancelled_batch_is_gone_and_a_worker_tells_its_sender(room: ReadingRoom) -> None:
    room.embedder.hold_at = "avocet"
    batch_id = await room.queue(("a.txt", prose("avocet", 5).encode()), owner=ANNA)
    await room.embedder.held.wait()
    assert await cancel(room, batch_id)
    assert await room.rows("select from documents where batch_id = %s", batch_id) == []
    handle = await DBOS.retrieve_workflow_async(f"cancel-{batch_id}")
    await handle.get_result()
    assert room.mailbox.failures[batch_id] == [Failure("batch-cancelled")]
    room.embedder.go_on.set()
    assert await cancel(room, batch_id), "again is no fault"
    with pytest.raises(UserError, match="batch-cancelled"):
        await retry_run(batch_id, str)


async def test_a_run_that_is_over_cannot_be_cancelled(room: ReadingRoom) -> None:
    batch_id = await room.queue(("b.txt", b"A batch that is over."), owner=ANNA)
    await over(room, batch_id)
    assert not await cancel(room, batch_id)
    question = new_id("question")
    await room.runs.ask(AnswerRequest("A batch?", "1", None, question), run_id=question)
    assert not await cancel(room, question)


async def test_of_a_batch_what_failed_is_retried_by_a_worker(room: ReadingRoom, site: Site) -> None:
    site.pages["/late"] = respond(status=404)
    batch_id = await room.queue(site.url("/late"), ("c.txt", b"A file that is fine."), owner=ANNA)
    await over(room, batch_id)
    site.pages["/late"] = respond(f"<p>{prose('turnstone', 5)}".encode())
    again = await retry_run(batch_id, lambda origin: f"below {origin}")
    (item,) = (await room.mailbox.report(f"below {batch_id}")).items
    assert (again, item.status, item.batch_id) == (f"{batch_id}r", "stored", again)
    await over(room, again)
    with pytest.raises(UserError, match="batch-nothing-to-retry"):
        await retry_run(again, str)


async def test_any_other_run_goes_on_from_the_node_that_failed(room: ReadingRoom) -> None:
    refused = new_id("question")
    await room.runs.ask(AnswerRequest(" \n", "1", None, refused), run_id=refused)
    again = await retry_run(refused, str)
    handle = await DBOS.retrieve_workflow_async(again)
    await handle.get_result()
    assert room.mailbox.failures[refused] == [Failure("question-empty")] * 2


async def test_what_cannot_be_retried_is_explained(room: ReadingRoom) -> None:
    with pytest.raises(UserError, match="run-unknown"):
        await retry_run("no-such-run", str)
    with pytest.raises(UserError, match="run-unknown"):
        await cancel(room, "no-such-run")
    fine = new_id("question")
    await room.runs.ask(AnswerRequest("Is it fine?", "1", None, fine), run_id=fine)
    with pytest.raises(UserError, match="run-nothing-failed"):
        await retry_run(fine, str)


async def test_failed_are_refusals_and_batches_with_failed_items_too(room: ReadingRoom) -> None:
    good = await room.ingest(("good.txt", b"Nothing is wrong with this one."))
    mixed = await room.ingest(("fine.txt", b"This one is fine, too."), ("empty.txt", b""))
    refused = new_id("question")
    await room.runs.ask(AnswerRequest(" \n", "1", None, refused), run_id=refused)
    failed = {run.run_id: run.problem for run in await list_runs(PIPELINES, failed=True)}
    assert failed[mixed.batch_id] == "1 of 2: source-empty"
    assert failed[refused] == "question-empty"
    assert good.batch_id not in failed
    assert good.batch_id in {run.run_id for run in await list_runs(PIPELINES)}
    assert len(await list_runs(PIPELINES, failed=True, limit=1)) == 1


async def test_runs_that_ended_long_ago_are_forgotten_with_their_branches(
    room: ReadingRoom,
) -> None:
    old = await room.ingest(("old.txt", b"An old batch of long ago."))
    new = await room.ingest(("new.txt", b"A new batch of today."))
    await room.rows(
        "update dbos.workflow_status set completed_at = completed_at - 31 * 86400000::bigint"
        " where workflow_uuid = %s or starts_with(workflow_uuid, %s) returning 1 as done",
        old.batch_id,
        f"{old.batch_id}.",
    )
    await Pruning(room.store, keep_days=30, keep_interactions_days=365).prune()
    left = await room.rows("select workflow_uuid from dbos.workflow_status")
    assert not [row for row in left if row["workflow_uuid"].split(".")[0] == old.batch_id]
    assert [row for row in left if row["workflow_uuid"].split(".")[0] == new.batch_id]
    assert old.items[0].document_id in await room.found("An old batch of long ago.")
