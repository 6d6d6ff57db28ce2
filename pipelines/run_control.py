"""Cancels and repeats recorded runs from beside the bot: what a worker must do waits for it.

Without a bot that runs, a cancelled batch is gone at once and its sender hears of it at the next
start; a repeated run begins then.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dbos import DBOS, EnqueueOptions
from dbos._utils import INTERNAL_QUEUE_NAME

from pipelines.engine.codec import encode
from pipelines.engine.records import ENGINE_FAULTS, read_batch
from pipelines.engine.runner import COMMANDS_VERSION
from pipelines.errors import UserError
from pipelines.ingest.cancel import CANCEL, Engine
from pipelines.ingest.pipeline import INGEST
from pipelines.ingest.retry import retry_request
from pipelines.models.requests import CancelRequest
from pipelines.store.batches import BatchStore

AGAIN = "r"


async def cancel_run(run_id: str, store: BatchStore, engine: Engine) -> bool:
    """Cancel a run; False when it is over. A batch leaves nothing, and its sender is told.

    Raises:
        UserError: there is no such run.
    """
    status = await _status(run_id)
    batch = await read_batch(run_id)
    if batch is None:
        if status.status == "SUCCESS" or status.status in ENGINE_FAULTS:
            return False
        await engine.cancel(run_id)
        return True
    owner = batch.request.owner  # whoever is at the machine acts for them
    if await store.cancel_batch(run_id, owner=owner, actor=owner) == "finished":
        return False
    await engine.cancel(run_id)
    if batch.request.origin and status.app_version != COMMANDS_VERSION:
        telling = f"cancel-{run_id}"
        wish = CancelRequest(run_id, owner, owner, batch.request.origin, telling)
        await _hand_over(CANCEL.name, wish, telling, status)
    return True


async def retry_run(run_id: str, readdress: Callable[[str], str]) -> str:
    """Have a worker repeat what did not work of a run; return the id of the run that does.

    Of a batch that was reported, the items that were not taken in become a batch of their own,
    whose reports go to its `readdress`ed origin. Any other run goes on from the node that failed.

    Raises:
        UserError: there is no such run, it goes on, nothing failed, or a command began it.
    """
    status = await _status(run_id)
    if status.status != "SUCCESS" and status.status not in ENGINE_FAULTS:
        raise UserError("run-still-going", id=run_id)
    if status.app_version == COMMANDS_VERSION:
        raise UserError("run-of-a-command")
    batch = await read_batch(run_id)
    if batch is not None and status.status == "CANCELLED":
        raise UserError("batch-cancelled")
    if batch is None or batch.report is None:
        return await _go_on(run_id, status)
    origin = readdress(batch.request.origin)
    request = retry_request(batch, origin=origin, include_permanent=True)
    again = run_id + AGAIN
    while await DBOS.list_workflows_async(workflow_ids=[again], load_output=False):
        again += AGAIN
    await _hand_over(INGEST.name, replace(request, run_id=again), again, status)
    return again


async def _status(run_id: str) -> Any:
    found = await DBOS.list_workflows_async(workflow_ids=[run_id], load_output=False)
    if not found:
        raise UserError("run-unknown", id=run_id)
    return found[0]


async def _go_on(run_id: str, status: Any) -> str:
    for step in await DBOS.list_workflow_steps_async(run_id):
        output = step["output"] if isinstance(step["output"], dict) else {}
        if step["error"] or output.get("failure"):
            handle = await DBOS.fork_workflow_async(
                run_id, step["function_id"], application_version=status.app_version
            )
            return handle.workflow_id
    raise UserError("run-nothing-failed")


async def _hand_over(name: str, request: Any, run_id: str, status: Any) -> None:
    """Leave a run to the workers whose this one was."""
    # A cancellation goes past the queue of batches: it must not wait for the one it cancels.
    queue = status.queue_name if name == INGEST.name else INTERNAL_QUEUE_NAME
    options: EnqueueOptions = {
        "workflow_name": name,
        "queue_name": queue,
        "workflow_id": run_id,
        "app_version": status.app_version,
    }
    if queue == status.queue_name and status.queue_partition_key:
        options["queue_partition_key"] = status.queue_partition_key
    await DBOS.enqueue_workflow_with_options_async(options, encode(request))
