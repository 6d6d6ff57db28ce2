"""`paragraf evaluate`: what is known to be answered well is asked again, and compared."""

import json
import uuid
from dataclasses import asdict, dataclass

from rich.progress import Progress, TaskID
from rich.table import Table

from bot.commands.console import Console, ConsoleNotifier
from bot.commands.session import open_session
from bot.settings import Settings
from pipelines.engine.execution import NodeEvent
from pipelines.models.learning.evaluations import (
    EvaluationReport,
    EvaluationRequest,
    GoldenFigures,
    GoldenLot,
)
from pipelines.nodes.evaluating.agreement import Agreement, agreement

GOT_WORSE = 3
_JUDGED = 1000  # answers, the latest, by which a judge is compared with what is measured


async def evaluate(settings: Settings, console: Console, *, as_json: bool) -> int:
    """Ask the golden questions; `GOT_WORSE` when one that was answered well is not any more."""
    with Progress(console=console.err, transient=True, disable=as_json) as bar:
        shown = _ShownProgress(bar, bar.add_task("", total=None))
        async with open_session(settings, console, ConsoleNotifier(), shown.observe) as session:
            run_id = f"evaluate-{uuid.uuid4()}"
            report = await session.runs.evaluate(EvaluationRequest(), run_id=run_id)
            judged = await session.storage.store.evaluations.judged_answers(_JUDGED)
    judge = agreement(judged, grounded_from=settings.alert_groundedness)
    if as_json:
        before = asdict(report.before) if report.before is not None else None
        compared = {"before": before, "worse": list(report.worse), "judge": asdict(judge)}
        console.show(json.dumps(asdict(report.now) | compared))
    else:
        _show(report.now, report.before, console)
        console.say("evaluate-worse", count=len(report.worse))
        if judge.answers:
            console.say("evaluate-judge", count=judge.answers)
            _show_agreement(judge, console)
    return GOT_WORSE if report.worse else 0


@dataclass(frozen=True, slots=True)
class _ShownProgress:
    """A bar of the questions that are asked."""

    bar: Progress
    task: TaskID

    async def observe(self, event: NodeEvent) -> None:
        """Move on when questions are chosen, and when some of them are answered."""
        if event.phase != "ended":
            return
        if isinstance(event.value, EvaluationReport):
            self.bar.update(self.task, total=sum(map(len, event.value.lots)))
        elif isinstance(event.value, GoldenLot):
            self.bar.advance(self.task, len(event.value))


def _show(now: GoldenFigures, then: GoldenFigures | None, console: Console) -> None:
    table = Table("", "now", "before", box=None)
    former = asdict(then) if then is not None else {}
    for name, value in asdict(now).items():
        table.add_row(name.replace("_", " "), str(value), str(former.get(name, "")))
    console.out.print(table)


def _show_agreement(judge: Agreement, console: Console) -> None:
    table = Table("", "agreement", box=None)
    for name, value in asdict(judge).items():
        if name != "answers":
            table.add_row(name.replace("_", " "), "–" if value is None else str(value))
    console.out.print(table)
