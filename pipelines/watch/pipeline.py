"""The watch pipeline: one visit to a page that somebody wants to hear about.

Between looking and judging it is the ingest pipeline: only what is new of a page is embedded,
and its new version takes the place of the former at once.
"""

import asyncio
from collections.abc import Sequence
from contextvars import Context

from pipelines.engine.graph import Guarded, Node, Pipeline, Retry, sequence
from pipelines.engine.runner import Runner
from pipelines.ingest.pipeline import DATABASE, MAKE_DOCUMENTS, NETWORK
from pipelines.models.watches import DueVisit, VisitReport, VisitRequest
from pipelines.store.watches import WatchStore
from pipelines.watch.steps import WatchSteps

EVERY_FIVE_MINUTES = "*/5 * * * *"
VISITS_AT_ONCE = 50  # taken off the list at a time

_READ_AND_STORE = MAKE_DOCUMENTS.parts[1:]  # all but the first, which takes a message apart

WATCH = Pipeline(
    name="watch",
    description="From a watched page to what has changed on it.",
    input_type=VisitRequest,
    output_type=VisitReport,
    queued=True,
    partition_key=lambda request: str(request.watch_id),
    flow=sequence(
        Guarded(
            sequence(
                Node("look", WatchSteps.look, NETWORK, timeout_s=120),
                *_READ_AND_STORE,
                Node("compare", WatchSteps.compare, DATABASE, timeout_s=120),
            ),
            on_error=Node("give_up", WatchSteps.give_up, DATABASE),
        ),
        Node("notify", WatchSteps.notify, Retry(attempts=8), timeout_s=600),
        Node("forget", WatchSteps.forget, DATABASE),
    ),
)


class DueVisits:
    """Starts a run for every watch whose time has come."""

    def __init__(self, store: WatchStore, runner: Runner) -> None:
        self._store = store
        self._runner = runner

    async def start(self) -> None:
        """Take what is due and queue it; a visit has one run, however often it is taken."""
        due = await self._store.claim_due_watches(VISITS_AT_ONCE)
        # The engine lets no step start runs, and a scheduled job is one: in a context of its own.
        await asyncio.create_task(self._queue(due), context=Context())

    async def _queue(self, due: Sequence[DueVisit]) -> None:
        for each in due:
            request = VisitRequest(each.watch_id)
            await self._runner.enqueue(WATCH.name, request, f"watch-{each.visit}")
