"""What a worker does: the pipelines whose runs it takes, and what it does by the clock."""

from dataclasses import dataclass
from datetime import timedelta

from pipelines.answer.pipeline import ANSWER
from pipelines.answer.steps import AnswerSteps
from pipelines.engine.records import delete_ended_runs
from pipelines.engine.runner import Runner
from pipelines.ingest.cancel import CANCEL, CancelSteps
from pipelines.ingest.pipeline import INGEST
from pipelines.ingest.reading import ReadSteps
from pipelines.ingest.self_test import SelfTestSteps
from pipelines.ingest.steps import IngestSteps
from pipelines.store.batches import BatchStore
from pipelines.watch.pipeline import EVERY_FIVE_MINUTES, WATCH, DueVisits
from pipelines.watch.steps import WatchSteps

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


def add_pipelines(
    runner: Runner,
    *,
    ingest: IngestSteps,
    read: ReadSteps,
    self_test: SelfTestSteps,
    answer: AnswerSteps,
    watch: WatchSteps,
    keep_runs_days: int,
) -> None:
    """Add every pipeline and every scheduled job to a runner that is not launched yet."""
    store, notifier = ingest.store, ingest.notifier
    runner.add(INGEST, ingest, read, self_test, observer=ingest.progress)
    runner.add(ANSWER, answer)
    runner.add(CANCEL, CancelSteps(store.batches, notifier))
    runner.add(WATCH, watch, ingest, read, self_test)
    runner.schedule("prune", EVERY_HOUR, Pruning(store.batches, keep_runs_days).prune)
    runner.schedule("watches", EVERY_FIVE_MINUTES, DueVisits(store.watches, runner).start)
