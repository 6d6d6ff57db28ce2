"""Forgets runs that ended long ago, with their branches: a scheduled job of every worker."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from dbos import DBOS

from pipelines.batch_store import BatchStore

EVERY_HOUR = "17 * * * *"
_AT_ONCE = 100  # runs deleted in one transaction
_ENDED = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]


@dataclass(frozen=True, slots=True)
class Pruning:
    """Keeps the records of runs for so many days."""

    store: BatchStore
    keep_days: int

    async def prune(self) -> None:
        """Delete what ended before; a run that was cut off in between goes on at the next one."""
        before = (datetime.now(UTC) - timedelta(days=self.keep_days)).isoformat()
        while found := await DBOS.list_workflows_async(
            status=_ENDED,
            completed_before=before,
            limit=_AT_ONCE,
            load_input=False,
            load_output=False,
        ):
            await DBOS.delete_workflows_async([status.workflow_id for status in found])
        await self.store.prune_batches(self.keep_days)
