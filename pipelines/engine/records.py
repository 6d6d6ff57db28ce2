"""What the engine recorded of runs, laid over the declaration of their pipeline."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from dbos import DBOS, StepInfo, WorkflowStatus

from pipelines.engine.codec import Json
from pipelines.engine.graph import Pipeline, nodes
from pipelines.engine.runner import COMMANDS_VERSION

_FAULTS = ("ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED")
OPEN = ("ENQUEUED", "DELAYED", "PENDING")
ENDED = ("SUCCESS", *_FAULTS)
_PAGE = 200
_DELETED_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Run:
    """A run as the engine has it: what was asked, what came of it, and whose it is."""

    run_id: str
    pipeline: str
    status: str
    is_over: bool
    request: Json
    output: Json  # None unless it ended well
    version: str
    queue: str | None
    partition_key: str | None
    is_of_command: bool  # no worker takes it up
    is_erased: bool  # a document that it was about is deleted, and request and output with it


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
    is_erased: bool = False  # only how it went is left, not what it was about


async def delete_ended_runs(age: timedelta) -> None:
    """Delete runs that ended that long ago, with their branches, a hundred a transaction."""
    before = (datetime.now(UTC) - age).isoformat()
    while ended := await DBOS.list_workflows_async(
        status=[*ENDED],
        completed_before=before,
        limit=_DELETED_AT_ONCE,
        load_input=False,
        load_output=False,
    ):
        await DBOS.delete_workflows_async([status.workflow_id for status in ended])


async def list_runs(
    pipelines: Mapping[str, Pipeline], *, failed: bool = False, limit: int = 50
) -> list[RunSummary]:
    """List the latest runs of whole pipelines, newest first.

    Failed are those the engine gave up, and those whose output has a failure, or items that have.
    """
    listed: list[RunSummary] = []
    for offset in itertools.count(step=_PAGE):
        page = await DBOS.list_workflows_async(
            name=list(pipelines), limit=_PAGE, offset=offset, sort_desc=True, load_input=False
        )
        summaries = map(_summary, page)
        listed += [each for each in summaries if each.problem is not None or not failed]
        if len(page) < _PAGE or len(listed) >= limit:
            break
    return listed[:limit]


async def find_run(run_id: str) -> Run | None:
    """Return what is on record of a run or a branch; None if there is none."""
    statuses = await DBOS.list_workflows_async(workflow_ids=[run_id])
    if not statuses:
        return None
    status = statuses[0]
    return Run(
        run_id=run_id,
        pipeline=status.name,
        status=status.status.lower(),
        is_over=status.status in ENDED,
        request=status.input["args"][0] if status.input and status.input["args"] else None,
        output=status.output,
        version=status.app_version or "",
        queue=status.queue_name,
        partition_key=status.queue_partition_key,
        is_of_command=status.app_version == COMMANDS_VERSION,
        is_erased=_is_erased(status),
    )


async def open_requests(pipeline: str) -> list[Json]:
    """Return what was asked of the runs of a pipeline that wait or go on."""
    statuses = await DBOS.list_workflows_async(name=pipeline, status=[*OPEN], load_output=False)
    return [status.input["args"][0] for status in statuses if status.input and status.input["args"]]


async def node_values(run_id: str) -> dict[str, Json]:
    """Return what the nodes of a run gave, by their names; without those of its branches."""
    steps = await DBOS.list_workflow_steps_async(run_id)
    return {step["function_name"]: step_record(step).get("value") for step in steps}


def step_record(step: StepInfo) -> dict[str, Any]:
    """Return what the engine recorded of a node; nothing of a step that is no node."""
    return step["output"] if isinstance(step["output"], dict) else {}


async def show_run(pipelines: Mapping[str, Pipeline], run_id: str) -> RunRecord | None:
    """Lay the record of a run, branches included, over its pipeline; None if there is none."""
    statuses = await DBOS.list_workflows_async(workflow_id_prefix=run_id)
    whole = next((status for status in statuses if status.workflow_id == run_id), None)
    if whole is None or whole.name not in pipelines:
        return None
    branches = [s for s in statuses if s.workflow_id.startswith(f"{run_id}.")]
    records: list[NodeRecord] = []
    for status in [whole, *branches]:
        steps = await DBOS.list_workflow_steps_async(status.workflow_id)
        records += _records(steps, status.workflow_id[len(run_id) :].lstrip("."))
    order = list(dict.fromkeys(node.name for node in nodes(pipelines[whole.name].flow)))
    known = [record for record in records if record.node in order]
    known.sort(key=lambda record: (order.index(record.node), _place(record.branch)))
    reached = {record.node for record in known}
    missed = tuple(name for name in order if name not in reached)
    return RunRecord(_summary(whole), tuple(known), missed, _is_erased(whole))


def _is_erased(status: WorkflowStatus) -> bool:
    """Tell whether `erasing` was here: a run of a pipeline has one argument."""
    return status.input is not None and not status.input["args"]


def _place(branch: str) -> list[tuple[int, str]]:
    """Order branches as people count: the tenth item comes after the second."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in branch.split(".")]


def _summary(status: WorkflowStatus) -> RunSummary:
    ended = status.completed_at
    return RunSummary(
        run_id=status.workflow_id,
        pipeline=status.name,
        status=status.status.lower(),
        started_at=(status.created_at or 0) / 1000,
        ended_at=ended / 1000 if ended else None,
        problem=_problem(status),
    )


def _problem(status: WorkflowStatus) -> str | None:
    """Say what did not work: by the engine's word, or by what the run itself came to."""
    if status.status in _FAULTS:
        return status.status.lower()
    output = status.output if isinstance(status.output, dict) else {}
    items = output.get("items") or ()
    failures = [item["failure"] for item in items if item.get("failure")]
    if failures:
        return f"{len(failures)} of {len(items)}: {failures[0]['code']}"
    failure = output.get("failure")
    return str(failure["code"]) if failure else None


def _records(steps: Sequence[StepInfo], branch: str) -> list[NodeRecord]:
    records = []
    for step in steps:
        output = step_record(step)
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
