"""What a worker does: the pipelines whose runs it takes, and what it does by the clock."""

from pipelines.answer import ANSWER
from pipelines.answer_steps import Answering
from pipelines.cancelling import CANCEL, Cancelling
from pipelines.ingest import INGEST
from pipelines.ingest_steps import Ingest
from pipelines.progress import BatchProgress
from pipelines.runner import Runner
from pipelines.runs_pruning import EVERY_HOUR, Pruning
from pipelines.watching_run import EVERY_FIVE_MINUTES, WATCH, DueVisits
from pipelines.watching_steps import Watching


def give_duties(
    runner: Runner,
    *,
    ingest: Ingest,
    answering: Answering,
    watching: Watching,
    keep_runs_days: int,
) -> None:
    """Add every pipeline and every scheduled job to a runner that is not launched yet."""
    gateway, correspondent = ingest.gateway, ingest.correspondent
    runner.add(INGEST, ingest, BatchProgress(correspondent))
    runner.add(ANSWER, answering)
    runner.add(CANCEL, Cancelling(gateway, runner, correspondent))
    runner.add(WATCH, watching)
    runner.schedule("prune", EVERY_HOUR, Pruning(gateway, keep_runs_days).prune)
    runner.schedule("watches", EVERY_FIVE_MINUTES, DueVisits(gateway, runner).start)
