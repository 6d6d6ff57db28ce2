"""The runs there are, and how to start them and wait for them."""

import asyncio
from dataclasses import replace

from pipelines.answer.excerpts import Excerpts, find_excerpts
from pipelines.answer.following.judging import JUDGE, is_sampled
from pipelines.answer.following.noting import NOTE
from pipelines.answer.following.pipeline import FOLLOW
from pipelines.answer.pipeline import ANSWER
from pipelines.answer.state import AnswerState
from pipelines.answer.steps import AnswerSteps
from pipelines.answer.teaching import Teaching
from pipelines.engine.codec import decode
from pipelines.engine.graph import Pipeline
from pipelines.engine.records import find_run, node_values, open_requests
from pipelines.engine.recovery import stop_run
from pipelines.engine.runner import Runner
from pipelines.errors import ModelUnavailable, UserError
from pipelines.evaluation.pipeline import EVALUATE
from pipelines.ingest.cancel import CANCEL
from pipelines.ingest.pipeline import INGEST, read_batch
from pipelines.ingest.retry import RecordedBatch, wanted_sources
from pipelines.models.documents import SecretPolicy
from pipelines.models.interactions import FollowRequest
from pipelines.models.learning.evaluations import EvaluationReport, EvaluationRequest, JudgeRequest
from pipelines.models.requests import (
    AnswerRequest,
    BatchReport,
    Cancellation,
    CancelRequest,
    IngestRequest,
)
from pipelines.models.watches import VisitRequest
from pipelines.nodes.secrets.find import mask, replace_secrets
from pipelines.nodes.secrets.screen import without_secrets_in_names
from pipelines.settings import AnswerSettings
from pipelines.watch.pipeline import WATCH

PIPELINES: dict[str, Pipeline] = {
    pipeline.name: pipeline
    for pipeline in (INGEST, ANSWER, NOTE, FOLLOW, JUDGE, WATCH, CANCEL, EVALUATE)
}


class Runs:
    """What the bot and the command line start."""

    def __init__(self, runner: Runner, *, secrets: SecretPolicy = "refuse") -> None:
        self._runner = runner
        self._secrets = secrets
        self._opened = asyncio.Event()
        self._closed = False
        self._answering: AnswerSteps | None = None

    def close(self) -> None:
        """Turn away whoever still waits, and whoever comes."""
        self._closed = True
        self._opened.set()

    async def _wait_until_open(self) -> None:
        await self._opened.wait()
        if self._closed:
            raise ModelUnavailable("stopping")

    def open(self, answering: AnswerSteps | None = None) -> None:
        """Let runs begin: the runner is launched. Until then whoever starts one waits.

        What excerpts and further questions are found with is for those alone who show them.
        """
        self._answering = answering
        self._opened.set()

    async def start_ingest(self, request: IngestRequest, *, run_id: str) -> None:
        """Queue a batch; its progress and its end reach the notifier."""
        await self._wait_until_open()
        await self._runner.enqueue(INGEST.name, self._discreet(request), run_id)

    async def ingest(self, request: IngestRequest, *, run_id: str) -> BatchReport:
        """Take in a batch here and now."""
        await self._wait_until_open()
        report: BatchReport = await self._runner.run(INGEST.name, self._discreet(request), run_id)
        return report

    async def find_batch(self, batch_id: str) -> RecordedBatch | None:
        """Return what is on record of a batch."""
        await self._wait_until_open()
        return read_batch(await find_run(batch_id))

    async def count_being_read(self, owner: int) -> int:
        """Count the sources of somebody's batches that are not finished; 0 until runs begin."""
        if not self._opened.is_set() or self._closed:
            return 0
        asked = await open_requests(INGEST.name)
        own = [one for one in asked if isinstance(one, dict) and one["owner"] == owner]
        return sum(len(wanted_sources(decode(IngestRequest, one))) for one in own)

    async def cancel_ingest(self, batch_id: str, *, actor: int) -> bool:
        """Leave nothing of a batch; False when it is finished. Its notifier is told.

        Raises:
            UserError: the batch is not known, or not the actor's.
        """
        batch = await self.find_batch(batch_id)
        if batch is None:
            raise UserError("batch-unknown")
        wish = CancelRequest(batch_id, batch.request.owner, actor, batch.request.origin)
        done: Cancellation = await self._runner.run(CANCEL.name, wish, f"cancel-{batch_id}-{actor}")
        if done.failure is not None:
            raise UserError(done.failure.code, **dict(done.failure.values))
        return done.is_cancelled

    def _discreet(self, request: IngestRequest) -> IngestRequest:
        """Take secrets out of links and file names: the record of a run holds them for weeks."""
        if self._secrets == "allow":
            return request
        return replace(request, message=without_secrets_in_names(request.message))

    async def answer(self, request: AnswerRequest, *, run_id: str) -> str:
        """Answer a question; the reply reaches the notifier.

        Returns:
            The code of what the owners of this copy should mend; "" when nothing is.
        """
        return (await self.ask(request, run_id=run_id)).trouble

    async def start_answer(self, request: AnswerRequest, *, run_id: str) -> None:
        """Begin to answer a question, once for an id; the reply reaches the notifier."""
        await self._wait_until_open()
        await self._runner.start(ANSWER.name, self._masked(request), run_id)

    async def ask(self, request: AnswerRequest, *, run_id: str) -> AnswerState:
        """Answer a question and return how; after a failure the notifier was told.

        Secrets are taken out of the question first: history and record hold it for long.
        """
        await self._wait_until_open()
        state: AnswerState = await self._runner.run(ANSWER.name, self._masked(request), run_id)
        if self._answering:
            await self._start_afterwards(state, self._answering.settings)
        return state

    async def _start_afterwards(self, state: AnswerState, settings: AnswerSettings) -> None:
        """Start what follows an answer that was sent, and no answer waits for."""
        run_id = state.request.run_id
        if state.may_be_followed and settings.follow_ups.most:
            await self._runner.start(FOLLOW.name, FollowRequest(run_id), f"follow-{run_id}")
        if is_sampled(state, settings.judge_sample):
            request = JudgeRequest(state.interaction_id)
            await self._runner.start(JUDGE.name, request, f"judge-{run_id}")

    async def excerpts(self, question: str, *, asker: int | None, language: str | None) -> Excerpts:
        """Find what can be quoted, at once; neither history nor record knows of it."""
        await self._wait_until_open()
        assert self._answering is not None, "opened without what excerpts are found with"
        return await find_excerpts(self._answering, question, asker=asker, language=language)

    async def teaching(self) -> Teaching:
        """Return what corrections are made rules with, as soon as it is there."""
        await self._wait_until_open()
        assert self._answering is not None, "opened without what answers are found with"
        return Teaching(self._answering)

    async def stop_answer(self, run_id: str, *, actor: int | None) -> bool:
        """End an answer that is being written; False when there is nothing left to stop.

        Its record says that it was cancelled. Nothing of it is saved: what was shown of it is no
        answer that a later question may lean on. One that is saved is on its way, and comes.

        Args:
            actor: whoever stops it; None for one who may stop anybody's.
        Raises:
            UserError: it is somebody else's.
        """
        await self._wait_until_open()
        run = await find_run(run_id)
        if run is None or run.pipeline != ANSWER.name or run.is_over:
            return False
        request = decode(AnswerRequest, run.request)
        if actor is not None and request.asker != actor:
            raise UserError("answer-not-yours")
        if "save" in await node_values(run_id):
            return False
        await stop_run(run_id)
        run = await find_run(run_id)
        return run is not None and run.status == "cancelled"

    def _masked(self, request: AnswerRequest) -> AnswerRequest:
        if self._secrets == "allow":
            return request
        return replace(request, question=replace_secrets(request.question, mask))

    async def evaluate(self, request: EvaluationRequest, *, run_id: str) -> EvaluationReport:
        """Ask what is known to be answered well again, here and now."""
        await self._wait_until_open()
        report: EvaluationReport = await self._runner.run(EVALUATE.name, request, run_id)
        return report

    async def visit(self, watch_id: str, *, run_id: str) -> None:
        """Queue a visit to a watched page; what is news reaches the watch notifier."""
        await self._wait_until_open()
        await self._runner.enqueue(WATCH.name, VisitRequest(watch_id), run_id)
