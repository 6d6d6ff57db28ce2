"""The steps of the evaluation pipeline; `pipeline.py` connects them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from pipelines.answer.teaching import Teaching
from pipelines.engine.graph import Failed
from pipelines.models.learning.evaluations import (
    AlertNotifier,
    EvaluationReport,
    EvaluationRequest,
    GoldenLot,
)
from pipelines.nodes.evaluating.comparing import figures, got_worse
from pipelines.store.learning.evaluations import EvaluationStore

_IN_A_LOT = 20  # questions, which take about two seconds


@dataclass(frozen=True, slots=True)
class EvaluationSteps:
    """The steps of the pipeline, and what they work with.

    idle: returns when nobody waits for an answer.
    """

    store: EvaluationStore
    teaching: Teaching
    notifier: AlertNotifier
    idle: Callable[[], Awaitable[None]]

    async def choose(self, request: EvaluationRequest) -> EvaluationReport:
        """Choose the golden questions of this run."""
        keys = [one.key for one in await self.store.golden_questions()]
        lots = tuple(
            GoldenLot(tuple(keys[at : at + _IN_A_LOT])) for at in range(0, len(keys), _IN_A_LOT)
        )
        return EvaluationReport(request.run_id, request.is_nightly, lots)

    async def ask(self, lot: GoldenLot) -> GoldenLot:
        """Ask the questions of a lot, those that are golden still, each when nobody waits."""
        results = []
        for golden in await self.store.golden_questions(lot.keys):
            await self.idle()
            results.append(await self.teaching.examine(golden))
        return replace(lot, results=tuple(results))

    async def skip(self, failed: Failed) -> GoldenLot:
        """Go on without a lot: what was not asked is not compared."""
        lot: GoldenLot = failed.value
        return lot

    async def compare(self, report: EvaluationReport) -> EvaluationReport:
        """Say what was answered rightly in the last run and is not any more."""
        results = report.results
        before = await self.store.last_run(report.run_id, is_nightly=report.is_nightly)
        return replace(
            report,
            now=figures(results),
            before=figures(before) if before is not None else None,
            worse=got_worse(before or (), results),
        )

    async def record(self, report: EvaluationReport) -> EvaluationReport:
        """Keep how they were answered, for the next run, unless all of it failed."""
        if report.results or not report.lots:
            await self.store.record_run(report.run_id, report.results, is_nightly=report.is_nightly)
        return report

    async def notify(self, report: EvaluationReport) -> EvaluationReport:
        """Tell the owners of a night in which something got worse; of any other nobody."""
        if report.is_nightly and report.worse:
            await self.notifier.got_worse(report)
        return report


def gather(report: EvaluationReport, lots: Sequence[GoldenLot]) -> EvaluationReport:
    """Put the lots back, with their results."""
    return replace(report, lots=tuple(lots))
