"""What is done to runs from outside: taken over, forked, begun anew for their worker, stopped.

DBOS checks at every step that it records whether the run is still that process's own, so one that
was only asleep writes nothing more once its runs are taken over.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dbos import DBOS, EnqueueOptions

from pipelines.engine.codec import encode
from pipelines.engine.dbos_internals import UNLIMITED_QUEUE, EngineError, preempt, recover_pending
from pipelines.engine.records import Run, step_record
from pipelines.errors import DatabaseUnavailable


async def take_over(workers: Sequence[str]) -> None:
    """Put what these workers were at back on its queue. Repeated, it does nothing.

    Raises:
        DatabaseUnavailable: the engine is stopping, or cannot be asked; it is left to others.
    """
    try:
        await asyncio.to_thread(recover_pending, list(workers))
    except (EngineError, RuntimeError) as error:  # the latter of threads that are gone
        raise DatabaseUnavailable(f"the engine takes nothing over: {error}") from error


async def stop_run(run_id: str) -> None:
    """Stop a run and its branches, wherever they are; what is over stays as it is."""
    await DBOS.cancel_workflow_async(run_id, cancel_children=True)
    preempt(run_id)


async def fork_at_failure(run: Run) -> str | None:
    """Begin a run that goes on from the node that failed; return its id, None if none did."""
    for step in await DBOS.list_workflow_steps_async(run.run_id):
        if step["error"] or step_record(step).get("failure"):
            handle = await DBOS.fork_workflow_async(
                run.run_id, step["function_id"], application_version=run.version
            )
            return handle.workflow_id
    return None


async def enqueue_beside(
    run: Run, pipeline: str, request: Any, run_id: str, *, skip_queue: bool = False
) -> None:
    """Leave a new run to the workers whose `run` was, on its queue or past all queues."""
    options: EnqueueOptions = {
        "workflow_name": pipeline,
        "queue_name": UNLIMITED_QUEUE,
        "workflow_id": run_id,
        "app_version": run.version,
    }
    if run.queue and not skip_queue:
        options["queue_name"] = run.queue
        if run.partition_key:
            options["queue_partition_key"] = run.partition_key
    await DBOS.enqueue_workflow_with_options_async(options, encode(replace(request, run_id=run_id)))
