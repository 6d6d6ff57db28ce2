"""What the engine recorded of runs, laid over the declaration of their pipeline."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from dbos import DBOS

from pipelines.engine.codec import decode
from pipelines.engine.graph import Pipeline, nodes
from pipelines.ingest.pipeline import INGEST
from pipelines.ingest.retry import RecordedBatch
from pipelines.models.requests import BatchReport, IngestRequest

ENGINE_FAULTS = frozenset({"ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"})
_PAGE = 200
_DELETED_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line of `paragraf runs`. Times are seconds since the epoch."""

    run_id: str
    pipeline: str
    status: str
    started_at: float
    ended_at: float | None
    problem: str | None = None  # what did not work in a run that ended: "2 of 20", "source-empty"


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """What a node did in a run; `branch` tells which item of a fan-out it worked on."""

    node: str
    branch: str
    outcome: str
    attempts: int
    items_in: int
    items_out: int
    started_at: float | None
    ended_at: float | None


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A pipeline with the record of one run laid over it, in the order of the declaration."""

    summary: RunSummary
    nodes: tuple[NodeRecord, ...]
    not_reached: tuple[str, ...]
    unranked: int = 0  # passages that the reranker had no time for


async def delete_ended_runs(age: timedelta) -> None:
    """Delete runs that ended that long ago, with their branches, a hundred a transaction."""
    before = (datetime.now(UTC) - age).isoformat()
    while found := await DBOS.list_workflows_async(
        status=["SUCCESS", *ENGINE_FAULTS],
        completed_before=before,
        limit=_DELETED_AT_ONCE,
        load_input=False,
        load_output=False,
    ):
        await DBOS.delete_workflows_async([status.workflow_id for status in found])


async def list_runs(
    pipelines: Mapping[str, Pipeline], *, failed: bool = False, limit: int = 50
) -> list[RunSummary]:
    """List the latest runs of whole pipelines, newest first.

    Failed are those the engine gave up, those that refused what they were asked, and batches of
    which an item was refused or failed.
    """
    listed: list[RunSummary] = []
    for offset in itertools.count(step=_PAGE):
        found = await DBOS.list_workflows_async(
            name=list(pipelines), limit=_PAGE, offset=offset, sort_desc=True, load_input=False
        )
        summaries = map(_summary, found)
        listed += [each for each in summaries if each.problem is not None or not failed]
        if len(found) < _PAGE or len(listed) >= limit:
            break
    return listed[:limit]


async def read_batch(batch_id: str) -> RecordedBatch | None:
    """Return what a batch was asked for and how it ended; None when nothing is recorded."""
    found = await DBOS.list_workflows_async(workflow_ids=[batch_id])
    status = found[0] if found else None
    if status is None or status.name != INGEST.name or status.input is None:
        return None
    return RecordedBatch(
        request=decode(IngestRequest, status.input["args"][0]),
        report=decode(BatchReport, status.output) if status.status == "SUCCESS" else None,
        is_over=status.status == "SUCCESS" or status.status in ENGINE_FAULTS,
    )


async def show_run(pipelines: Mapping[str, Pipeline], run_id: str) -> RunRecord | None:
    """Lay the record of a run, branches included, over its pipeline; None if there is none."""
    found = await DBOS.list_workflows_async(workflow_id_prefix=run_id, load_input=False)
    whole = next((status for status in found if status.workflow_id == run_id), None)
    if whole is None or whole.name not in pipelines:
        return None
    branches = [s for s in found if s.workflow_id.startswith(f"{run_id}.")]
    records: list[NodeRecord] = []
    unranked = 0
    for status in [whole, *branches]:
        steps = await DBOS.list_workflow_steps_async(status.workflow_id)
        records += _records(steps, status.workflow_id[len(run_id) :].lstrip("."))
        unranked = max([unranked, *map(_unranked, steps)])
    order = list(dict.fromkeys(node.name for node in nodes(pipelines[whole.name].flow)))
    known = [record for record in records if record.node in order]
    known.sort(key=lambda record: (order.index(record.node), _place(record.branch)))
    reached = {record.node for record in known}
    missed = tuple(name for name in order if name not in reached)
    return RunRecord(_summary(whole), tuple(known), missed, unranked)


def _place(branch: str) -> list[tuple[int, str]]:
    """Order branches as people count: the tenth item comes after the second."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in branch.split(".")]


def _summary(status: Any) -> RunSummary:
    ended = status.completed_at
    return RunSummary(
        run_id=status.workflow_id,
        pipeline=status.name,
        status=status.status.lower(),
        started_at=status.created_at / 1000,
        ended_at=ended / 1000 if ended else None,
        problem=_problem(status),
    )


def _problem(status: Any) -> str | None:
    """Say what did not work: by the engine's word, or by what the run itself came to."""
    if status.status in ENGINE_FAULTS:
        return str(status.status).lower()
    output = status.output if isinstance(status.output, dict) else {}
    items = output.get("items") or ()
    failed = [item for item in items if item.get("status") in ("refused", "failed")]
    if failed:
        return f"{len(failed)} of {len(items)}: {failed[0]['failure']['code']}"
    failure = output.get("failure")
    return str(failure["code"]) if failure else None


def _records(steps: Sequence[Any], branch: str) -> list[NodeRecord]:
    records = []
    for step in steps:
        output = step["output"] if isinstance(step["output"], dict) else {}
        failure = output.get("failure")
        started, ended = step["started_at_epoch_ms"], step["completed_at_epoch_ms"]
        outcome = "error" if step["error"] else "ok"
        records.append(
            NodeRecord(
                node=step["function_name"],
                branch=branch,
                outcome=f"refused: {failure['code']}" if failure else outcome,
                attempts=output.get("attempts", 1),
                items_in=output.get("items_in", 0),
                items_out=output.get("items_out", 0),
                started_at=started / 1000 if started else None,
                ended_at=ended / 1000 if ended else None,
            )
        )
    return records


def _unranked(step: Any) -> int:
    output = step["output"] if isinstance(step["output"], dict) else {}
    value = output.get("value")
    return int(value.get("unranked", 0)) if isinstance(value, dict) else 0
