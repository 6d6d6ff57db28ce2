"""`paragraf evaluate`: what is known to be answered well is asked again, and compared."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from rich.progress import Progress
from rich.table import Table

from bot.commands.console import Console, ConsoleNotifier
from bot.commands.session import open_session
from bot.settings import Settings
from pipelines.answer.teaching import Teaching
from pipelines.models.evaluations import GoldenResult
from pipelines.nodes.evaluating.agreement import Agreement, agreement

GOT_WORSE = 3
_JUDGED = 1000  # answers, the latest, by which a judge is compared with what is measured


@dataclass(frozen=True, slots=True)
class Figures:
    """How golden questions were answered. The means are None where nothing was measured."""

    questions: int
    right: int
    relevance: float | None
    groundedness: float | None
    answer_relevance: float | None


async def evaluate(settings: Settings, console: Console, *, as_json: bool) -> int:
    """Ask the golden questions; `GOT_WORSE` when one that was answered well is not any more."""
    async with open_session(settings, console, ConsoleNotifier()) as session:
        store, teaching = session.storage.store.evaluations, Teaching(session.answering)
        before, asked = await store.last_run(), await store.golden_questions()
        with Progress(console=console.err, transient=True, disable=as_json) as bar:
            track = bar.track(asked, description="")
            results = [await teaching.examine(golden) for golden in track]
        await store.record_run(results)
        judged = await store.judged_answers(_JUDGED)
    was = before.results if before is not None else ()
    worse = got_worse(was, results)
    now, then = figures(results), figures(was) if before is not None else None
    judge = agreement(judged, grounded_from=settings.alert_groundedness)
    if as_json:
        compared = {"before": asdict(then) if then is not None else None, "worse": list(worse)}
        console.show(json.dumps(asdict(now) | compared | {"judge": asdict(judge)}))
    else:
        _show(now, then, console)
        console.say("evaluate-worse", count=len(worse))
        if judge.answers:
            console.say("evaluate-judge", count=judge.answers)
            _show_agreement(judge, console)
    return GOT_WORSE if worse else 0


def got_worse(before: Sequence[GoldenResult], now: Sequence[GoldenResult]) -> tuple[str, ...]:
    """Return the keys of questions that were answered rightly before, and are not any more."""
    right = {one.key for one in before if one.is_right}
    return tuple(one.key for one in now if one.key in right and not one.is_right)


def figures(results: Sequence[GoldenResult]) -> Figures:
    """Count the right answers, and average what was measured."""
    measured = [one.evaluation for one in results if one.evaluation is not None]
    return Figures(
        len(results),
        sum(one.is_right for one in results),
        _mean([one.relevance for one in measured]),
        _mean([one.groundedness for one in measured]),
        _mean([one.answer_relevance for one in measured]),
    )


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), 3) if values else None


def _show(now: Figures, then: Figures | None, console: Console) -> None:
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
