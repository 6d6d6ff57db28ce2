"""The evaluation pipeline: golden questions are asked again, and compared with the last run.

A few questions at a time, each lot a branch of its own on record, and none while somebody waits for
an answer. The record holds keys and scores, and no text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from pipelines.engine.graph import ForEach, Node, Pipeline, Retry, sequence
from pipelines.engine.runner import Runner
from pipelines.evaluation.steps import EvaluationSteps, gather
from pipelines.models.learning.evaluations import EvaluationReport, EvaluationRequest, GoldenLot

EVERY_NIGHT = "23 2 * * *"  # of UTC
_DATABASE = Retry(attempts=5)
_PATIENCE_S = 3600.0  # for a lot: it stands aside while questions are answered

EVALUATE = Pipeline(
    name="evaluate",
    description="From what is known to be answered well to what is not any more.",
    input_type=EvaluationRequest,
    output_type=EvaluationReport,
    flow=sequence(
        Node("choose", EvaluationSteps.choose, _DATABASE),
        ForEach(
            "lots",
            item=GoldenLot,
            items=lambda report: report.lots,
            body=Node("ask", EvaluationSteps.ask, Retry(attempts=3), _PATIENCE_S),
            gather=gather,
            on_error=Node("skip", EvaluationSteps.skip),
            concurrency=1,
        ),
        Node("compare", EvaluationSteps.compare, _DATABASE),
        Node("record", EvaluationSteps.record, _DATABASE),
        Node("notify", EvaluationSteps.notify, Retry(attempts=8), timeout_s=600),
    ),
)


@dataclass(frozen=True, slots=True)
class NightlyEvaluation:
    """Starts the run of a night."""

    runner: Runner
    is_wanted: bool
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def start(self) -> None:
        """Start it here, once for all workers and for a day."""
        if self.is_wanted:
            request = EvaluationRequest(is_nightly=True)
            await self.runner.start(EVALUATE.name, request, f"evaluate-{self.now():%Y-%m-%d}")
