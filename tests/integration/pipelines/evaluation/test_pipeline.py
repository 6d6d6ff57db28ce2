"""A run of the evaluation pipeline: what is asked, compared, recorded and told."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, cast

import pytest_asyncio

from pipelines.answer.teaching import Teaching
from pipelines.engine.records import show_run
from pipelines.evaluation.steps import EvaluationSteps
from pipelines.models.learning.evaluations import (
    Alert,
    EvaluationReport,
    EvaluationRequest,
    GoldenLot,
    GoldenQuestion,
    GoldenResult,
    SilentAlerts,
)
from pipelines.runs import PIPELINES
from pipelines.store.learning.evaluations import EvaluationStore
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import CHEESE, LIGHTHOUSE

OWNER = 9_501
_runs = count(1)


class Owners(SilentAlerts):
    """Owners who remember what they are told."""

    def __init__(self) -> None:
        self.told: list[EvaluationReport] = []

    async def alerted(self, alert: Alert) -> None:
        raise AssertionError("it is not evening")

    async def got_worse(self, report: EvaluationReport) -> None:
        self.told.append(report)


@dataclass
class Nights:
    """A base that is evaluated, and its owners."""

    room: ReadingRoom
    owners: Owners

    async def evaluate(self, *, is_nightly: bool = True) -> EvaluationReport:
        request = EvaluationRequest(is_nightly=is_nightly)
        return await self.room.runs.evaluate(request, run_id=f"evaluated-{next(_runs)}")

    async def lose(self, document_id: str | None) -> None:
        """Have nobody find a document any more, without a word."""
        await self.room.rows(
            "update documents_paragraphs set paragraph_text = 'lost', embedding = array_fill("
            "0.1::real, array[768])::extensions.vector where document_id = %s returning id",
            document_id,
        )


@pytest_asyncio.fixture(loop_scope="session")
async def nights(database_url: str) -> AsyncIterator[Nights]:
    owners = Owners()
    async with open_room(
        database_url, WordEmbedder(), WordReranker(), alert_notifier=owners
    ) as room:
        yield Nights(room, owners)


async def test_owners_hear_of_what_is_not_answered_rightly_any_more_and_only_then(
    nights: Nights,
) -> None:
    kept = await nights.room.ingest(CHEESE, owner=OWNER, reader_role=None)
    lost = await nights.room.ingest(LIGHTHOUSE, owner=OWNER, reader_role=None)
    first = await nights.evaluate()
    assert first.now.right == first.now.questions == 6
    assert (await nights.evaluate()).worse == ()
    assert nights.owners.told == []
    await nights.lose(lost.items[0].document_id)
    third = await nights.evaluate()
    assert nights.owners.told == [third]
    assert third.before is not None
    assert (third.before.right, third.now.right, len(third.worse)) == (6, 3, 3)
    assert kept.items[0].document_id is not None
    kept_key = kept.items[0].document_id.replace("-", "")
    assert not any(kept_key in key for key in third.worse)
    assert (await nights.evaluate()).worse == (), "what is known is not said again"
    assert len(nights.owners.told) == 1


async def test_a_command_tells_nobody_and_is_nothing_to_compare_a_night_with(
    nights: Nights,
) -> None:
    report = await nights.room.ingest(CHEESE, owner=OWNER, reader_role=None)
    assert (await nights.evaluate(is_nightly=False)).now.right == 3
    await nights.lose(report.items[0].document_id)
    assert (await nights.evaluate()).before is None
    assert len((await nights.evaluate(is_nightly=False)).worse) == 0, "compared with the night"
    assert nights.owners.told == []


async def test_the_record_shows_every_node_and_holds_no_text(nights: Nights) -> None:
    await nights.room.ingest(CHEESE, owner=OWNER, reader_role=None)
    report = await nights.evaluate()
    record = await show_run(PIPELINES, report.run_id)
    assert record is not None
    assert [(node.node, node.outcome) for node in record.nodes] == [
        (name, "ok") for name in ("choose", "ask", "compare", "record", "notify")
    ]
    [asked] = await nights.room.rows("select question from self_test_questions where idx = 0")
    kept = await nights.room.rows(
        "select inputs, output from dbos.workflow_status where name like 'evaluate%%'"
        " union all select null, o.output from dbos.operation_outputs as o"
        " join dbos.workflow_status as w using (workflow_uuid) where w.name like 'evaluate%%'"
    )
    assert kept
    assert not any(asked["question"] in str(row) for row in kept)


async def test_a_repeated_step_records_a_run_once(nights: Nights) -> None:
    evaluations = nights.room.store.evaluations
    for is_right in (True, False):
        await evaluations.record_run("a", [GoldenResult("k", is_right)], is_nightly=True)
    last = await evaluations.last_run("b", is_nightly=True)
    assert last == (GoldenResult("k", True),)
    assert await evaluations.last_run("a", is_nightly=True) is None


async def test_former_versions_are_not_asked_of(nights: Nights) -> None:
    name, text = CHEESE
    await nights.room.ingest(CHEESE, owner=OWNER, reader_role=None)
    newer = (name, text + b"\n\nSince this spring the cheese is also smoked over juniper.")
    report = await nights.room.ingest(newer, owner=OWNER, reader_role=None)
    assert report.items[0].is_new_version
    golden = await nights.room.store.evaluations.golden_questions()
    assert {one.passage.partition("#")[0] for one in golden} == {report.items[0].document_id}


@dataclass
class Asked:
    """Golden questions, and what becomes of them."""

    begun: list[str] = field(default_factory=list)

    async def golden_questions(self, keys: Sequence[str]) -> tuple[GoldenQuestion, ...]:
        return tuple(GoldenQuestion(key, key, "en", None, "") for key in keys)

    async def examine(self, golden: GoldenQuestion) -> GoldenResult:
        self.begun.append(golden.key)
        return GoldenResult(golden.key, True)


async def test_nothing_is_asked_while_somebody_waits_for_an_answer() -> None:
    asked, turns = Asked(), asyncio.Semaphore(0)

    async def idle() -> None:
        await turns.acquire()

    steps = EvaluationSteps(
        cast("EvaluationStore", asked), cast("Teaching", asked), SilentAlerts(), cast("Any", idle)
    )
    asking = asyncio.create_task(steps.ask(GoldenLot(("a", "b"))))
    for begun in ([], ["a"]):
        for _ in range(5):
            await asyncio.sleep(0)
        assert asked.begun == begun
        turns.release()
    assert (await asking).results == (GoldenResult("a", True), GoldenResult("b", True))
