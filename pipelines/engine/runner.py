"""The one engine: pipelines registered as durable DBOS workflows, started, queued, awaited."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from dataclasses import replace
from datetime import datetime
from typing import Any

from dbos import (
    DBOS,
    DBOSConfig,
    DBOSPortableJSONSerializer,
    ScheduleInput,
    SetEnqueueOptions,
    SetWorkflowID,
)

from pipelines.engine.codec import decode, encode
from pipelines.engine.dbos_checkpoints import write_few_statements
from pipelines.engine.dbos_internals import (
    RunCancelled,
    destroy,
    take_over_log,
    wait_for_connections,
    work_as_engine,
)
from pipelines.engine.execution import Execution, NodeEvent, Observer, Workflow, unobserved
from pipelines.engine.graph import Pipeline, fan_outs
from pipelines.engine.work_context import Ownership
from pipelines.errors import UserError

# Only runs of the same version are recovered, which ends in the id of the bot whose they are.
# Raise it never; guard changed steps with DBOS.patch instead, so that a run begun before an
# upgrade still finishes.
RUNS_VERSION = "1"
# Of runs that a command begins: no worker takes them up, and no command a worker's.
COMMANDS_VERSION = "1-command"
# Runs off a queue at once, one of each partition; their items take turns, so that many cost
# little, while a partition beyond them waits for a whole run.
QUEUE_CONCURRENCY = 16


class Runner:
    """The one engine. `add` every pipeline, then `launch`, then `start` or `enqueue` runs."""

    def __init__(
        self,
        *,
        database_url: str,
        executor_id: str,
        is_worker: bool = True,
        bot: int | None = None,
        ownership: Ownership | None = None,
    ) -> None:
        """Prepare.

        Args:
            database_url: where runs are recorded.
            executor_id: names this process; `launch` takes up what it left unfinished.
            is_worker: False for a command, which runs its own and takes nobody else's.
            bot: id of the bot whose runs these are; another's on the same database stay its own.
            ownership: of this worker; what another has taken over goes on there alone.
        """
        work_as_engine()
        write_few_statements()
        self._database_url = database_url
        self._is_worker = is_worker
        self._ownership = ownership
        self._version = RUNS_VERSION if bot is None else f"{RUNS_VERSION}-{bot}"
        self._executions: dict[str, Execution] = {}
        self._workflows: dict[str, Workflow] = {}
        self._jobs: list[ScheduleInput] = []
        DBOS(
            config=DBOSConfig(
                name="paragraf",
                system_database_url=database_url,
                application_version=self._version if is_worker else COMMANDS_VERSION,
                executor_id=executor_id,
                serializer=DBOSPortableJSONSerializer(),
                log_level="ERROR",
                sys_db_pool_size=8,
                db_engine_kwargs={"pool_pre_ping": False},  # see `write_few_statements`
            )
        )
        take_over_log()

    def add(self, pipeline: Pipeline, *steps: object, observer: Observer = unobserved) -> None:
        """Register a pipeline with the objects whose methods its nodes call.

        Raises:
            InternalError: a node calls a method that none of them has, or several have.
        """
        execution = Execution(pipeline, steps, observer, self._workflows, self._ownership)
        self._executions[pipeline.name] = execution
        for fan_out in fan_outs(pipeline.flow):
            name = f"{pipeline.name}.{fan_out.name}"
            self._workflows[name] = DBOS.workflow(name=name)(execution.branch_workflow(fan_out))
        self._workflows[pipeline.name] = DBOS.workflow(name=pipeline.name)(execution.workflow())

    def schedule(self, name: str, cron: str, job: Callable[[], Awaitable[None]]) -> None:
        """Have a worker do a job at the times of a cron expression (UTC), once for all workers."""

        async def run(due: datetime, context: Any) -> None:
            await DBOS.run_step_async({"name": name}, job)

        workflow = DBOS.workflow(name=f"job.{name}")(run)
        self._jobs.append({"schedule_name": name, "workflow_fn": workflow, "schedule": cron})

    async def launch(self) -> None:
        """Start the engine."""
        pipelines = [execution.pipeline for execution in self._executions.values()]
        queues = [self._queue(p.name) for p in pipelines if p.queued and self._is_worker]
        DBOS.listen_queues(queues)
        wait_for_connections()
        # Beside the event loop: the engine's indexes wait for every open transaction, and one of
        # ours may wait for the loop.
        await asyncio.to_thread(DBOS.migrate, self._database_url)
        # On the event loop itself: the loop that launches is the one that queued runs use.
        DBOS.launch()
        for queue in queues:
            await DBOS.register_queue_async(
                queue,
                worker_concurrency=QUEUE_CONCURRENCY,
                partition_worker_concurrency=1,
                polling_interval_sec=0.5,
                on_conflict="always_update",
            )
        await self._set_latest_version()
        if self._is_worker and self._jobs:
            await DBOS.apply_schedules_async(self._jobs)

    async def _set_latest_version(self) -> None:
        """Have scheduled jobs go to workers: they go to the latest version, whoever runs it."""
        if self._is_worker:
            await DBOS.set_latest_application_version_async(self._version)
            return
        versions = [each["version_name"] for each in await DBOS.list_application_versions_async()]
        if versions[0] == COMMANDS_VERSION and len(versions) > 1:
            await DBOS.set_latest_application_version_async(versions[1])

    async def run(self, name: str, request: Any, run_id: str) -> Any:
        """Start a run here and now, wait for its end, and return its value. Idempotent by id.

        Raises:
            UserError: the run was cancelled.
        """
        with SetWorkflowID(run_id):
            handle = await DBOS.start_workflow_async(
                self._workflows[name], encode(replace(request, run_id=run_id))
            )
        try:
            result = await handle.get_result(polling_interval_sec=0.05)
        except RunCancelled:
            raise UserError("run-stopped") from None
        return decode(self._executions[name].pipeline.output_type, result)

    def is_running(self, name: str, more_than: int = 0) -> bool:
        """Tell whether runs of a pipeline are under way in this process, or more than so many."""
        return self._executions[name].under_way > more_than

    async def idle(self, name: str) -> None:
        """Return when none of them is."""
        await self._executions[name].idle()

    async def start(self, name: str, request: Any, run_id: str) -> None:
        """Start a run here, and wait only until it is on record. Idempotent by id.

        Also from within a step: the engine lets no step start runs, so that this happens in a
        context of its own.
        """

        async def begin() -> None:
            with SetWorkflowID(run_id):
                await DBOS.start_workflow_async(
                    self._workflows[name], encode(replace(request, run_id=run_id))
                )

        await asyncio.create_task(begin(), context=Context())

    async def enqueue(self, name: str, request: Any, run_id: str) -> None:
        """Put a run on its pipeline's queue. Idempotent by id."""
        request = replace(request, run_id=run_id)
        execution = self._executions[name]
        await execution.observe(NodeEvent(run_id, "", "queued", request))
        key = execution.pipeline.partition_key(request) or "-"
        with SetWorkflowID(run_id), SetEnqueueOptions(queue_partition_key=key):
            await DBOS.enqueue_workflow_async(
                self._queue(name), self._workflows[name], encode(request)
            )

    async def close(self) -> None:
        """Stop; unfinished runs go on at the next start."""
        for execution in self._executions.values():
            await execution.stop()
        await asyncio.to_thread(destroy)
        # The engine lends the loop its own threads and takes them away with it.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())

    def _queue(self, name: str) -> str:
        return f"{name}-{self._version}"
