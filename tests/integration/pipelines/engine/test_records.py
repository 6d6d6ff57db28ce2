"""What was recorded of real runs, laid over the pipelines."""

from collections.abc import AsyncIterator

import pytest_asyncio

from pipelines.engine.graph import nodes
from pipelines.engine.records import NodeRecord, RunRecord, list_runs, show_run
from pipelines.ingest.pipeline import INGEST
from pipelines.models.requests import AnswerRequest
from pipelines.runs import PIPELINES
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import CHEESE, LIGHTHOUSE


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(shared_database_url, WordEmbedder(), WordReranker()) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def batch(room: ReadingRoom) -> RunRecord:
    """The record of a batch: a PDF, a Markdown file, and a file that is refused."""
    report = await room.ingest(LIGHTHOUSE, ("empty.txt", b""), CHEESE)
    record = await show_run(PIPELINES, report.batch_id)
    assert record is not None
    return record


def by_node(record: RunRecord, node: str) -> list[NodeRecord]:
    return [each for each in record.nodes if each.node == node]


async def test_every_node_that_worked_is_there_in_the_order_of_the_declaration(
    batch: RunRecord,
) -> None:
    order = list(dict.fromkeys(node.name for node in nodes(INGEST.flow)))
    worked = list(dict.fromkeys(record.node for record in batch.nodes))
    assert worked == [name for name in order if name in worked]
    assert set(worked) | set(batch.not_reached) == set(order)
    assert {"extract_html", "extract_captions", "fetch_page", "fetch_captions"} <= set(
        batch.not_reached
    )
    assert "abort" in batch.not_reached


async def test_items_have_records_of_their_own(batch: RunRecord) -> None:
    fetched = by_node(batch, "fetch_file")
    assert [record.branch for record in fetched] == ["sources.0", "sources.1", "sources.2"]
    assert [record.outcome for record in fetched] == ["ok", "refused: source-empty", "ok"]
    assert [record.branch for record in by_node(batch, "extract_pdf")] == ["sources.0"]
    assert [record.branch for record in by_node(batch, "extract_markdown")] == ["sources.2"]
    assert [record.branch for record in by_node(batch, "record_failure")] == ["sources.1"]
    assert [record.branch for record in by_node(batch, "embed")] == ["documents.0", "documents.2"]


async def test_the_tenth_item_comes_after_the_second(room: ReadingRoom) -> None:
    await room.ingest(*((f"{n}.txt", b"") for n in range(11)), run_id="eleven")
    record = await show_run(PIPELINES, "eleven")
    assert record is not None
    fetched = [node.branch for node in by_node(record, "fetch_file")]
    assert fetched == [f"sources.{n}" for n in range(11)]


async def test_items_in_and_out_are_counted(batch: RunRecord) -> None:
    (classified,) = by_node(batch, "classify")
    assert (classified.items_in, classified.items_out) == (1, 3)
    (numbered,) = by_node(batch, "assign_indices")
    assert (numbered.items_in, numbered.items_out) == (3, 3)
    refused = by_node(batch, "fetch_file")[1]
    assert (refused.items_in, refused.items_out) == (1, 0)


async def test_every_node_has_times_and_attempts(batch: RunRecord) -> None:
    for record in batch.nodes:
        assert record.started_at is not None
        assert record.ended_at is not None
        assert batch.summary.started_at <= record.started_at + 1
        assert record.started_at <= record.ended_at
        assert record.attempts == 1
    first, last = by_node(batch, "classify")[0], by_node(batch, "report")[0]
    assert first.ended_at is not None
    assert last.started_at is not None
    assert first.ended_at <= last.started_at


async def test_a_run_has_a_summary(batch: RunRecord) -> None:
    assert (batch.summary.pipeline, batch.summary.status) == ("ingest", "success")
    assert batch.summary.ended_at is not None
    assert batch.summary.ended_at >= batch.summary.started_at


async def test_a_refused_question_is_recorded_with_its_reason(room: ReadingRoom) -> None:
    run_id = new_id("question")
    await room.runs.ask(AnswerRequest(" \n", "1", None, run_id), run_id=run_id)
    record = await show_run(PIPELINES, run_id)
    assert record is not None
    (understood,) = by_node(record, "parse_question")
    assert understood.outcome == "refused: question-empty"
    assert by_node(record, "report_failure")[0].outcome == "ok"
    assert "search" in record.not_reached


async def test_a_fault_of_ours_is_recorded_as_an_error(room: ReadingRoom) -> None:
    room.embedder.break_at = "lighthouse"
    report = await room.ingest(("x.txt", b"A lighthouse of another kind, made of driftwood."))
    room.embedder.break_at = ""
    record = await show_run(PIPELINES, report.batch_id)
    assert record is not None
    (embedded,) = by_node(record, "embed")
    assert embedded.outcome == "error"
    assert embedded.items_out == 0
    assert by_node(record, "record_failure")[0].outcome == "ok"


async def test_a_run_is_not_mixed_up_with_one_whose_id_begins_alike(room: ReadingRoom) -> None:
    await room.ingest(("a.txt", b"The first of two."), run_id="alike-1")
    await room.ingest(("b.txt", b"The second."), ("c.txt", b"The third."), run_id="alike-10")
    record = await show_run(PIPELINES, "alike-1")
    assert record is not None
    assert len(by_node(record, "fetch_file")) == 1
    assert len(by_node(record, "classify")) == 1
    assert await show_run(PIPELINES, "alike") is None


async def test_a_branch_alone_is_no_run(room: ReadingRoom) -> None:
    await room.ingest(("d.txt", b"The fourth."), run_id="branchy")
    assert await show_run(PIPELINES, "branchy.sources.0") is None


async def test_runs_are_listed_newest_first_without_their_branches(room: ReadingRoom) -> None:
    first = await room.ingest(("e.txt", b"The fifth."))
    second = new_id("question")
    await room.runs.ask(AnswerRequest("The fifth?", "1", None, second), run_id=second)
    latest = await list_runs(PIPELINES, limit=2)
    assert [(run.run_id, run.pipeline) for run in latest] == [
        (second, "answer"),
        (first.batch_id, "ingest"),
    ]
