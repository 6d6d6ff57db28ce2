"""Cancels and repeats recorded runs from beside the bot: what a worker must do waits for it.

Without a bot that runs, a cancelled batch is gone at once and its sender hears of it at the next
start; a repeated run begins then.
"""

from collections.abc import Callable

from pipelines.engine.records import Run, find_run
from pipelines.engine.recovery import enqueue_beside, fork_at_failure, stop_run
from pipelines.errors import UserError
from pipelines.ingest.cancel import CANCEL
from pipelines.ingest.pipeline import INGEST, read_batch
from pipelines.ingest.retry import AGAIN, retry_request
from pipelines.models.requests import CancelRequest
from pipelines.store.batches import BatchStore


async def cancel_run(run_id: str, store: BatchStore) -> bool:
    """Cancel a run; False when it is over. A batch leaves nothing, and its sender is told.

    Raises:
        UserError: there is no such run.
    """
    run = await _find(run_id)
    batch = read_batch(run)
    if batch is None:
        if run.is_over:
            return False
        await stop_run(run_id)
        return True
    owner = batch.request.owner  # whoever is at the machine acts for them
    if await store.cancel_batch(run_id, owner=owner, actor=owner) == "finished":
        return False
    await stop_run(run_id)
    if batch.request.origin and not run.is_of_command:
        wish = CancelRequest(run_id, owner, owner, batch.request.origin)
        # Past the queue of batches: it must not wait for the one it cancels.
        await enqueue_beside(run, CANCEL.name, wish, f"cancel-{run_id}", skip_queue=True)
    return True


async def retry_run(run_id: str, readdress: Callable[[str], str]) -> str:
    """Have a worker repeat what did not work of a run; return the id of the run that does.

    Of a batch that was reported, the items that were not taken in become a batch of their own,
    whose reports go to its `readdress`ed origin. Any other run goes on from the node that failed.

    Raises:
        UserError: there is no such run, it goes on, nothing failed, a command began it, or what it
            was about is erased.
    """
    run = await _find(run_id)
    if not run.is_over:
        raise UserError("run-still-going", id=run_id)
    if run.is_erased:
        raise UserError("run-erased", id=run_id)
    if run.is_of_command:
        raise UserError("run-of-a-command")
    batch = read_batch(run)
    if batch is not None and run.status == "cancelled":
        raise UserError("batch-cancelled")
    if batch is None or batch.report is None:
        fork_id = await fork_at_failure(run)
        if fork_id is None:
            raise UserError("run-nothing-failed")
        return fork_id
    origin = readdress(batch.request.origin)
    request = retry_request(batch, origin=origin, include_permanent=True)
    again = run_id + AGAIN
    while await find_run(again) is not None:
        again += AGAIN
    await enqueue_beside(run, INGEST.name, request, again)
    return again


async def _find(run_id: str) -> Run:
    run = await find_run(run_id)
    if run is None:
        raise UserError("run-unknown", id=run_id)
    return run
