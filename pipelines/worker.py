"""What a worker does: the pipelines whose runs it takes, and what it does by the clock."""

from dataclasses import dataclass
from datetime import timedelta

from pipelines.answer.pipeline import ANSWER
from pipelines.answer.steps import Answering
from pipelines.engine.records import delete_ended_runs
from pipelines.engine.runner import Runner
from pipelines.ingest.cancel import CANCEL, Cancelling
from pipelines.ingest.pipeline import INGEST
from pipelines.ingest.progress import BatchProgress
from pipelines.ingest.steps import Ingest
from pipelines.store.batches import BatchStore
from pipelines.watch.pipeline import EVERY_FIVE_MINUTES, WATCH, DueVisits
from pipelines.watch.steps import Watching

EVERY_HOUR = "17 * * * *"


@dataclass(frozen=True, slots=True)
class Pruning:
    """Keeps the records of runs for so many days."""

    store: BatchStore
    keep_days: int

    async def prune(self) -> None:
        """Delete what ended before; a run that was cut off in between goes on at the next one."""
        await delete_ended_runs(timedelta(days=self.keep_days))
        await self.store.prune_batches(self.keep_days)


def give_duties(
    runner: Runner,
    *,
    ingest: Ingest,
    answering: Answering,
    watching: Watching,
    keep_runs_days: int,
) -> None:
    """Add every pipeline and every scheduled job to a runner that is not launched yet."""
    gateway, notifier = ingest.gateway, ingest.notifier
    runner.add(INGEST, ingest, observer=BatchProgress(notifier))
    runner.add(ANSWER, answering)
    runner.add(CANCEL, Cancelling(gateway, notifier))
    runner.add(WATCH, watching)
    runner.schedule("prune", EVERY_HOUR, Pruning(gateway, keep_runs_days).prune)
    runner.schedule("watches", EVERY_FIVE_MINUTES, DueVisits(gateway, runner).start)
