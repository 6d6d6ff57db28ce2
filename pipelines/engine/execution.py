"""Walks a pipeline's declaration inside DBOS workflows: one checkpoint a node.

A node's record holds its value, the attempts it took, how many items went in and came out,
and, where a source or a question was refused, why. A refusal is an outcome, not an error of
the engine, so that it reads the same after a restart. An unexpected error is recorded by the
engine and logged here with its traceback under the id the user is shown; one that was to be
expected, of the network or of time, in a line.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from dbos import DBOS, SetWorkflowID, StepOptions

from pipelines.engine.codec import Json, decode, encode, result_type
from pipelines.engine.dbos_internals import RunCancelled, RunTakenOver
from pipelines.engine.graph import (
    Call,
    Failed,
    Flow,
    ForEach,
    Guarded,
    Loop,
    Node,
    Pipeline,
    Sequence,
    Switch,
    fan_outs,
    nodes,
)
from pipelines.engine.work_context import (
    Ownership,
    WorkContext,
    current_work_context,
    set_work_context,
    work_context,
)
from pipelines.errors import (
    Failure,
    InternalError,
    ParagrafError,
    TransientError,
    UserError,
    one_line,
)
from pipelines.fair_queue import FairSemaphore, current_party, set_current_party

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class NodeEvent:
    """A node began or ended its work on a value; "queued" is a run's request before its first."""

    run_id: str
    node: str
    phase: Literal["queued", "started", "ended", "failed"]
    value: Any


Observer = Callable[[NodeEvent], Awaitable[None]]
Workflow = Callable[[Any], Coroutine[Any, Any, Any]]


class NodeFailed(ParagrafError):
    """A node refused its value, or gave up after its last attempt."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.code)
        self.failure = failure


async def unobserved(event: NodeEvent) -> None:
    """Watch nothing."""


class Execution:
    """Walks one pipeline's declaration."""

    def __init__(
        self,
        pipeline: Pipeline,
        steps: Iterable[object],
        observer: Observer,
        workflows: dict[str, Workflow],
        ownership: Ownership | None = None,
    ) -> None:
        self.pipeline = pipeline
        self._calls = _bind(pipeline, tuple(steps))
        self.observe = observer
        self._workflows = workflows
        self._ownership = ownership
        self._tasks: set[asyncio.Task[Any]] = set()
        self._slots = {
            fan_out.name: FairSemaphore(fan_out.concurrency) for fan_out in fan_outs(pipeline.flow)
        }

    def workflow(self) -> Workflow:
        """Return the workflow of the whole pipeline."""

        async def run(request: Json) -> Json:
            self._begin()
            value = decode(self.pipeline.input_type, request)
            set_current_party(self.pipeline.partition_key(value) or _run_id(), _run_id())
            return encode(await self._follow(self.pipeline.flow, value))

        return run

    def branch_workflow(self, fan_out: ForEach) -> Workflow:
        """Return the workflow of one item of a fan-out."""
        guarded = Guarded(fan_out.body, fan_out.on_error)

        async def run(item: Json) -> Json:
            self._begin()
            whole, _, _ = _run_id().rsplit(".", 2)  # it and its number come after that
            # One that is resumed by itself, before the run that it belongs to, has no party yet.
            set_current_party(current_party() or whole, whole)
            async with self._slots[fan_out.name].slot(whole):
                return encode(await self._follow(guarded, decode(fan_out.item, item)))

        return run

    @property
    def under_way(self) -> int:
        """How many runs of the pipeline, and branches of them, are under way here."""
        return len(self._tasks)

    async def idle(self) -> None:
        """Return when none is."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """Cancel what is under way here; its runs stay unfinished, for the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self) -> None:
        ownership = self._ownership
        set_work_context(WorkContext(_run_id(), ownership.epoch if ownership else None))
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, flow: Flow, value: Any) -> Any:
        match flow:
            case Node():
                return await self._step(flow, value)
            case Sequence(parts):
                for part in parts:
                    value = await self._follow(part, value)
                return value
            case Switch():
                return await self._follow(flow.cases[flow.by(value)], value)
            case ForEach():
                return await self._fan_out(flow, value)
            case Loop():
                rounds = 0
                while rounds < flow.most and flow.again(value):
                    value = await self._follow(flow.body, value)
                    rounds += 1
                return value
            case Guarded():
                return await self._guard(flow, value)

    async def _fan_out(self, fan_out: ForEach, value: Any) -> Any:
        parent, workflow = _run_id(), self._workflows[f"{self.pipeline.name}.{fan_out.name}"]
        results: list[Any] = []
        items = fan_out.items(value)
        while items:
            handles = []
            for idx, item in enumerate(items, start=len(results)):
                with SetWorkflowID(f"{parent}.{fan_out.name}.{idx}"):
                    handles.append(await DBOS.start_workflow_async(workflow, encode(item)))
            ended = [decode(fan_out.item, await handle.get_result()) for handle in handles]
            results += ended
            expand = fan_out.expand or (lambda item: ())
            items = tuple(item for each in ended for item in expand(each))
        return fan_out.gather(value, tuple(results))

    async def _guard(self, guarded: Guarded, value: Any) -> Any:
        followed = self._follow(guarded.flow, value)
        result: Any = (await asyncio.gather(followed, return_exceptions=True))[0]
        if not isinstance(result, Exception):
            if isinstance(result, BaseException):  # cancelled, or gone on elsewhere
                raise result
            return result
        return await self._step(guarded.on_error, Failed(value, _describe(result)))

    async def _step(self, node: Node, value: Any) -> Any:
        retry = node.retry
        options = StepOptions(
            name=node.name,
            retries_allowed=retry.attempts > 1,
            max_attempts=retry.attempts,
            interval_seconds=retry.first_delay_s,
            backoff_rate=retry.backoff,
            should_retry=lambda error: isinstance(error, TransientError),
            preemptible=True,
        )
        run_id = _run_id()
        await self._check_ownership(run_id)
        await self.observe(NodeEvent(run_id, node.name, "started", value))
        record = await DBOS.run_step_async(options, self._attempt, node, value)
        if record["failure"] is not None:
            await self.observe(NodeEvent(run_id, node.name, "failed", value))
            raise NodeFailed(decode(Failure, record["failure"]))
        result = decode(result_type(node.call), record["value"])
        await self.observe(NodeEvent(run_id, node.name, "ended", result))
        return result

    async def _check_ownership(self, run_id: str) -> None:
        """Begin no step of a run that another worker has taken over while this one was silent."""
        work = current_work_context()
        if self._ownership is None or work is None or work.epoch is None:
            return
        if not await self._ownership.holds(work.epoch):
            raise RunTakenOver(run_id)

    async def _attempt(self, node: Node, value: Any) -> dict[str, Any]:
        status = DBOS.step_status
        attempt = ((status.current_attempt or 0) if status else 0) + 1
        failure: Failure | None = None
        result: Any = None
        run = current_work_context()
        epoch = run.epoch if run else None
        step = WorkContext(f"{_run_id()}/{node.name}", epoch, run_id=_run_id())
        try:
            with work_context(step):
                async with asyncio.timeout(node.timeout_s):
                    result = await self._calls[node.call](value, *node.args)
        except UserError as error:
            logger.info("run %s refused at %s: %s", _run_id(), node.name, error.code)
            failure = Failure(error.code, tuple(error.values.items()))
        except TransientError as error:
            if attempt < node.retry.attempts:
                await asyncio.sleep(error.wait_s)  # so that the next comes when it may
                raise
            failure = Failure(error.code, error_id=_log(error, node))
        except TimeoutError as error:  # it would take as long again
            failure = Failure("step-too-slow", error_id=_log(error, node))
        return {
            "value": encode(result),
            "failure": encode(failure),
            "attempts": attempt,
            "items_in": _size(value),
            "items_out": _size(result) if failure is None else 0,
        }


def _bind(pipeline: Pipeline, steps: tuple[object, ...]) -> dict[Call, Call]:
    """Give every method that a node calls its object; a plain function has none."""
    calls: dict[Call, Call] = {}
    for node in nodes(pipeline.flow):
        call, owner = node.call, node.call.__qualname__.rpartition(".")[0]
        if owner and not owner.endswith("<locals>"):
            owners = [each for each in steps if getattr(type(each), call.__name__, None) is call]
            if len(owners) != 1:
                raise InternalError(
                    f"node {node.name} of {pipeline.name} calls {call.__qualname__}, "
                    f"which {len(owners)} of the step objects have; it must be one"
                )
            call = partial(call, owners[0])
        calls[node.call] = call
    return calls


def _describe(error: Exception) -> Failure:
    if isinstance(error, NodeFailed):
        return error.failure
    if isinstance(error, RunCancelled):
        return Failure("run-stopped")
    return Failure("internal-error", error_id=_log(error))


def _log(error: Exception, gave_up: Node | None = None) -> str:
    """Log a traceback, or where a node gave up as it may, a line.

    Returns:
        The id it is logged under; it depends on the run alone, so that a resumed run repeats it.
    """
    error_id = hashlib.sha256(_run_id().encode()).hexdigest()[:8]
    if gave_up is None:
        logger.error("run %s failed [%s]", _run_id(), error_id, exc_info=error)
    else:
        where = f"run {_run_id()} gave up at {gave_up.name}"
        logger.warning("%s [%s]: %s", where, error_id, one_line(error))
    return error_id


def _run_id() -> str:
    run_id = DBOS.workflow_id
    assert run_id is not None, "a node ran outside a run"
    return run_id


def _size(value: Any) -> int:
    return len(value) if hasattr(value, "__len__") else 1
