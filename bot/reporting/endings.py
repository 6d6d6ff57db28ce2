"""How a batch ended, for whoever shows how far it is: its end may be told by another worker."""

import asyncio
from dataclasses import dataclass
from typing import Protocol

from pipelines.errors import Failure
from pipelines.ingest.retry import RecordedBatch
from pipelines.models.requests import BatchReport
from pipelines.store.batches import BatchStore

SECONDS_BETWEEN_LOOKS = 1.0


class Records(Protocol):
    """What is on record of batches."""

    async def find_batch(self, batch_id: str) -> RecordedBatch | None:
        """Return what is on record of a batch."""
        ...


@dataclass(frozen=True, slots=True)
class BatchEnds:
    """Knows whether the last word on a batch is being said, and what it is."""

    store: BatchStore
    records: Records
    seconds_between: float = SECONDS_BETWEEN_LOOKS

    async def is_told(self, batch_id: str) -> bool:
        """Tell whether the end of a batch is told, now or before, by whichever worker."""
        return await self.store.final_outcome(batch_id) is not None

    async def last_word(self, batch_id: str) -> BatchReport | Failure | None:
        """Return what is said of a batch that has ended; None when nothing is known of it.

        A receipt is on record a moment after it was written: this waits for it.
        """
        if await self.store.final_outcome(batch_id) == "cancelled":
            return Failure("batch-cancelled")
        while batch := await self.records.find_batch(batch_id):
            if batch.is_over:
                return batch.report
            await asyncio.sleep(self.seconds_between)
        return None
