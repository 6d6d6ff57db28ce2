"""Cancelling a batch: settled in the database first, so that what follows can be repeated."""

from dataclasses import dataclass

from pipelines.engine.graph import PASS, Failed, Guarded, Node, Pipeline, Retry, Switch, sequence
from pipelines.engine.recovery import stop_run
from pipelines.errors import Failure
from pipelines.ingest.pipeline import DATABASE
from pipelines.models.requests import Cancellation, CancelRequest
from pipelines.ports import Notifier
from pipelines.store.batches import BatchStore


@dataclass(frozen=True, slots=True)
class CancelSteps:
    """The adapters that the nodes of the cancel pipeline work with."""

    store: BatchStore
    notifier: Notifier

    async def cancel(self, request: CancelRequest) -> Cancellation:
        """Leave nothing of the batch and let nothing more in, unless it is finished."""
        outcome = await self.store.cancel_batch(
            request.batch_id, owner=request.owner, actor=request.actor
        )
        return Cancellation(request, is_cancelled=outcome == "cancelled")

    async def refuse(self, failed: Failed) -> Cancellation:
        """Say why it was not even tried."""
        return Cancellation(failed.value, is_cancelled=False, failure=failed.failure)

    async def stop(self, cancellation: Cancellation) -> Cancellation:
        """Stop the batch's run and its branches."""
        await stop_run(cancellation.request.batch_id)
        return cancellation

    async def notify(self, cancellation: Cancellation) -> Cancellation:
        """Say so where the batch's progress was shown."""
        await self.notifier.failed(cancellation.request.origin, Failure("batch-cancelled"))
        return cancellation


CANCEL = Pipeline(
    name="cancel",
    description="From a wish to cancel to a batch of which nothing is left.",
    input_type=CancelRequest,
    output_type=Cancellation,
    flow=sequence(
        Guarded(
            Node("cancel", CancelSteps.cancel, DATABASE),
            on_error=Node("refuse", CancelSteps.refuse),
        ),
        Switch(
            "in time",
            by=lambda cancellation: "yes" if cancellation.is_cancelled else "no",
            cases={
                "yes": sequence(
                    Node("stop", CancelSteps.stop, DATABASE),
                    Node("notify", CancelSteps.notify, Retry(attempts=8), timeout_s=600),
                ),
                "no": PASS,
            },
        ),
    ),
)
