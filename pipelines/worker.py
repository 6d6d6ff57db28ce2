"""What a worker does: the pipelines whose runs it takes, and what it does by the clock."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial

from pipelines.answer.following.corrections import Corrections
from pipelines.answer.following.judging import JUDGE, JudgeSteps
from pipelines.answer.following.noting import NOTE, NoteSteps
from pipelines.answer.following.pipeline import FOLLOW, FollowSteps
from pipelines.answer.pipeline import ANSWER
from pipelines.answer.steps import AnswerSteps
from pipelines.answer.teaching import Teaching
from pipelines.answer.writing.agent import AgentSteps
from pipelines.answer.writing.summarising import SummarySteps
from pipelines.engine.erasing import erase_runs
from pipelines.engine.execution import Observer, unobserved
from pipelines.engine.records import delete_ended_runs
from pipelines.engine.runner import Runner
from pipelines.evaluation.pipeline import EVALUATE, EVERY_NIGHT, NightlyEvaluation
from pipelines.evaluation.steps import EvaluationSteps
from pipelines.ingest.cancel import CANCEL, CancelSteps
from pipelines.ingest.pipeline import INGEST
from pipelines.ingest.reading import ReadSteps
from pipelines.ingest.retry import tries_before
from pipelines.ingest.review.conflicts import ConflictSteps
from pipelines.ingest.review.self_test import SelfTestSteps
from pipelines.ingest.steps import IngestSteps
from pipelines.models.interactions import NoteRequest
from pipelines.models.learning.evaluations import Alert, AlertNotifier
from pipelines.nodes.evaluating.alerting import Thresholds, drops
from pipelines.ports import CorrectionNotifier
from pipelines.store.learning.evaluations import EvaluationStore
from pipelines.store.store import Store
from pipelines.watch.pipeline import EVERY_FIVE_MINUTES, WATCH, DueVisits
from pipelines.watch.steps import WatchSteps

_AT_WORK = timedelta(hours=20)  # nothing takes longer: what did is nobody's
EVERY_HOUR = "17 * * * *"
EVERY_HALF_HOUR = "11,41 * * * *"
EVERY_EVENING = "47 23 * * *"  # of UTC, when the answers of the day are in
_WORST = 3  # answers that an alert shows
_FEW = 4  # answers at once, which wait for nothing


@dataclass(frozen=True, slots=True)
class Pruning:
    """Keeps the records of runs, and the answers with what was said of them, for so many days."""

    store: Store
    keep_days: int
    keep_interactions_days: int

    async def erase(self) -> None:
        """Erase from records what was about deleted documents, and every answer before them.

        And what chats have forgotten.
        """
        erasures = await self.store.batches.list_erasures()
        if not erasures:
            return
        latest = erasures[-1].deleted_at
        is_any_answer = any(each.erases_answers for each in erasures)
        is_done = await erase_runs(
            [run_id for each in erasures for run_id in tries_before(each.batch_id)],
            [ANSWER.name, FOLLOW.name] if is_any_answer else [],
            # Who sent the same text again was told of the batch that it was known from.
            naming=[INGEST.name, WATCH.name] if is_any_answer else [],
            begun_before=latest,
            patience=_AT_WORK,
        )
        if is_done:
            await self.store.batches.finish_erasures(latest)

    async def prune(self) -> None:
        """Delete what ended before; a run that was cut off in between goes on at the next one."""
        await self.erase()
        await delete_ended_runs(timedelta(days=self.keep_days))
        await self.store.batches.prune_batches(self.keep_days)
        await self.store.interactions.prune_interactions(self.keep_interactions_days)
        await self.store.rules.clean_rules()


@dataclass(frozen=True, slots=True)
class Alerting:
    """Compares what was measured of the answers with what it may fall to."""

    store: EvaluationStore
    notifier: AlertNotifier
    thresholds: Thresholds

    async def look(self) -> None:
        """Tell the owners of a score that has fallen since yesterday."""
        days = await self.store.evaluation_days(self.thresholds.window + 1)
        fallen = drops(days, datetime.now(UTC).date(), self.thresholds)
        if fallen:
            worst = await self.store.worst_answers(_WORST)
            await self.notifier.alerted(Alert(fallen, worst))


def add_pipelines(
    runner: Runner,
    *,
    ingest: IngestSteps,
    read: ReadSteps,
    review: tuple[SelfTestSteps, ConflictSteps],
    answer: tuple[AnswerSteps, AgentSteps, SummarySteps],
    watch: WatchSteps,
    alerting: Alerting,
    is_evaluated: bool,
    keep_runs_days: int,
    keep_interactions_days: int,
    corrections: CorrectionNotifier | None = None,
    evaluation_observer: Observer = unobserved,
) -> None:
    """Add every pipeline and every scheduled job to a runner that is not launched yet."""
    store, notifier = ingest.store, ingest.notifier
    runner.add(INGEST, ingest, read, *review, observer=ingest.progress)
    answering, *others = answer
    runner.add(ANSWER, replace(answering, note_later=partial(_note_later, runner)), *others)
    is_answering = partial(runner.is_running, ANSWER.name)
    answered = partial(runner.idle, ANSWER.name)
    runner.add(NOTE, NoteSteps(answering, answered))
    runner.add(FOLLOW, FollowSteps(answering, is_answering, answered))
    runner.add(JUDGE, JudgeSteps(answering, is_answering))
    runner.add(CANCEL, CancelSteps(store.batches, notifier))
    runner.add(WATCH, watch, ingest, read, *review)
    evaluation = EvaluationSteps(
        *(store.evaluations, Teaching(answering), alerting.notifier),
        idle=answered,
    )
    runner.add(EVALUATE, evaluation, observer=evaluation_observer)
    pruning = Pruning(store, keep_runs_days, keep_interactions_days)
    runner.schedule("prune", EVERY_HOUR, pruning.prune)
    if corrections is not None:  # else nobody is there to be told
        runner.schedule("gaps", EVERY_FIVE_MINUTES, corrections.tell_gaps)
        runner.schedule("corrections", EVERY_HALF_HOUR, Corrections(answering, corrections).push)
    runner.schedule("alerts", EVERY_EVENING, alerting.look)
    runner.schedule("evaluation", EVERY_NIGHT, NightlyEvaluation(runner, is_evaluated).start)
    runner.schedule("watches", EVERY_FIVE_MINUTES, DueVisits(store.watches, runner).start)


async def _note_later(runner: Runner, answer_run: str) -> bool:
    """Have an answer noted by a run of its own, if there are many; tell whether it will be."""
    if not runner.is_running(ANSWER.name, more_than=_FEW):
        return False
    await runner.start(NOTE.name, NoteRequest(answer_run), f"note-{answer_run}")
    return True
