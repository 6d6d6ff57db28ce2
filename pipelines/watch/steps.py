"""The steps of the watch pipeline; `pipeline.py` connects them.

A visit is an ingest run of one page that a site has been asked for first, and may have answered
that nothing has changed.
"""

import time
from dataclasses import dataclass, replace

from pipelines.engine.codec import decode_bytes, encode_bytes
from pipelines.engine.graph import Failed
from pipelines.errors import DatabaseRefused, Failure, SourceRefused
from pipelines.ingest.batch import Batch, Item, Order
from pipelines.ingest.reading import readable_content
from pipelines.ingest.versions import compare
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import FileRef, Source
from pipelines.models.watches import (
    ConditionalFetcher,
    Outcome,
    Revisited,
    RobotsPolicy,
    VisitReport,
    VisitRequest,
    Watch,
    WatchNotifier,
)
from pipelines.store.store import Store

HOUR_S = 3600.0
AGAIN_AFTER_S = (HOUR_S, 6 * HOUR_S, 24 * HOUR_S)  # the last holds for every later failure
TELL_AT = 3  # failures in a row
GIVE_UP_AT = 10
LONGEST_TEXT = 50_000_000  # characters
_GONE = {"source-not-found", "source-no-such-host"}
_VISIT, _PAGE = "visit", "page"


@dataclass(frozen=True, slots=True)
class Visit:
    """An artifact: what a visit found before anything was read."""

    watch: Watch | None  # None: stopped meanwhile
    outcome: Outcome
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True)
class WatchSteps:
    """The steps before and after an ingest run of a page, and the adapters they need."""

    store: Store
    pool: ProcessPool
    conditional_fetcher: ConditionalFetcher
    robots: RobotsPolicy
    watch_notifier: WatchNotifier

    async def look(self, request: VisitRequest) -> Batch:
        """Ask whether the page has changed; a batch of that page if so, otherwise of nothing."""
        watch = await self.store.watches.get_watch(request.watch_id)
        if watch is None:
            return await self._begin(request, Visit(None, "stopped"))
        await self._begin(request, Visit(watch, "unreachable"))  # until it was reached
        if not await self.robots.allows(watch.url):
            return await self._begin(request, Visit(watch, "forbidden"))
        found = await self.conditional_fetcher.revisit(watch.url, watch.etag, watch.last_modified)
        outcome: Outcome = "same" if found.fetched is None else "changed"
        visit = Visit(watch, outcome, found.etag, found.last_modified)
        return await self._begin(request, visit, found)

    async def compare(self, batch: Batch) -> VisitReport:
        """Say what the visit has brought, and note when the next one is due."""
        run_id = batch.order.batch_id
        visit = await self._visit(run_id)
        watch = visit.watch
        if watch is None:
            return VisitReport(run_id, "stopped")
        if visit.outcome == "forbidden":
            await self.store.watches.stop_watch(watch.watch_id, actor=watch.owner)
            return _report(run_id, watch, "forbidden", is_last=True)
        item = batch.items[0] if batch.items else None
        if item is not None and item.failure is not None:
            return await self._miss(run_id, watch, item.failure)
        await self.store.watches.record_visit(watch.watch_id, visit.etag, visit.last_modified)
        if item is None or item.known is not None:
            return _report(run_id, watch, "same")
        return await self._compared(_report(run_id, watch, "new", title=item.title), watch)

    async def give_up(self, failed: Failed) -> VisitReport:
        """Note that a visit came to nothing; leave nothing of it behind.

        Repeated, it counts from the same number of failures, and speaks of the page also when it
        was given up before: the visit keeps the watch as it was at first.
        """
        request: VisitRequest = failed.value
        watch = await self._watch_as_it_was(request)
        if watch is None:
            return VisitReport(request.run_id, "stopped")
        item = Item(_order(request.run_id, watch), Source(0, "web", watch.url))
        await self.store.staging.discard_document(item.document_id)
        return await self._miss(request.run_id, watch, failed.failure)

    async def notify(self, report: VisitReport) -> VisitReport:
        """Tell whoever watches, if there is news."""
        if report.outcome not in ("same", "stopped") and await self._may_be_told(report):
            await self.watch_notifier.visited(report)
        return report

    async def _may_be_told(self, report: VisitReport) -> bool:
        """Tell whether whoever watches may read what the report is about, at this moment."""
        about = (report.document_id,) if report.document_id is not None else ()
        return await self.store.documents.may_be_shown(about, asker=report.owner)

    async def forget(self, report: VisitReport) -> VisitReport:
        """Delete what the steps left for each other."""
        await self.store.artifacts.delete_artifacts(report.run_id)
        return report

    async def _begin(
        self, request: VisitRequest, visit: Visit, found: Revisited | None = None
    ) -> Batch:
        await self.store.artifacts.put_artifact(request.run_id, _VISIT, encode_bytes(visit))
        order = _order(request.run_id, visit.watch)
        if found is None or found.fetched is None or visit.watch is None:
            return Batch(order, time.time(), ())
        content = await readable_content(self.pool, found.fetched)
        await self.store.artifacts.put_artifact(request.run_id, _PAGE, content)
        name = found.fetched.file_name or ""
        file = FileRef("artifact", f"{request.run_id}/{_PAGE}", name, len(content))
        url = visit.watch.url
        return Batch(order, time.time(), (Item(order, Source(0, "web", url, url=url, file=file)),))

    async def _watch_as_it_was(self, request: VisitRequest) -> Watch | None:
        """Return the watch as the visit found it; None when somebody has stopped it since."""
        now = await self.store.watches.get_watch(request.watch_id)
        try:
            watch = (await self._visit(request.run_id)).watch
        except (DatabaseRefused, SourceRefused):  # it failed before that was kept, or kept it
            return now  # in the form of an older version
        is_given_up = watch is not None and watch.failures + 1 >= GIVE_UP_AT
        return watch if now is not None or is_given_up else None

    async def _visit(self, run_id: str) -> Visit:
        visit: Visit = decode_bytes(Visit, await self.store.artifacts.get_artifact(run_id, _VISIT))
        return visit

    async def _miss(self, run_id: str, watch: Watch, failure: Failure) -> VisitReport:
        """Come again soon; after some times in a row tell, after many give the page up."""
        failures = watch.failures + 1
        again_after_s = AGAIN_AFTER_S[min(failures, len(AGAIN_AFTER_S)) - 1]
        await self.store.watches.record_failed_visit(watch.watch_id, failures, again_after_s)
        if failures not in (TELL_AT, GIVE_UP_AT):
            return replace(_report(run_id, watch, "same"), failure=failure)
        is_last = failures == GIVE_UP_AT
        if is_last:
            await self.store.watches.stop_watch(watch.watch_id, actor=watch.owner)
        outcome: Outcome = "gone" if failure.code in _GONE else "unreachable"
        return replace(_report(run_id, watch, outcome, is_last=is_last), failure=failure)

    async def _compared(self, report: VisitReport, watch: Watch) -> VisitReport:
        """Compare the new version with the one whose place it took."""
        found = await self.store.batches.list_batch_versions(report.run_id)
        if not found:  # deleted in the same moment
            return replace(report, outcome="same")
        [(document_id, former_id), *_] = found
        stored = replace(report, document_id=document_id)
        if former_id is None:
            return stored
        before, after = [await self._text(each, watch) for each in (former_id, document_id)]
        changes = await self.pool.run(compare, before, after)
        outcome: Outcome = "changed" if changes.added or changes.removed else "same"
        return replace(stored, outcome=outcome, changes=changes)

    async def _text(self, document_id: str, watch: Watch) -> str:
        stretch = await self.store.documents.read_document(
            document_id, asker=watch.owner, skip=0, limit=LONGEST_TEXT
        )
        return stretch.text if stretch is not None else ""


def _order(run_id: str, watch: Watch | None) -> Order:
    return Order(
        batch_id=run_id,
        owner=watch.owner if watch else None,
        origin="",
        strategy=None,
        chunk_size=None,
        overlap=None,
        reader_role=watch.reader_role if watch else None,
    )


def _report(
    run_id: str, watch: Watch, outcome: Outcome, *, title: str = "", is_last: bool = False
) -> VisitReport:
    return VisitReport(
        run_id,
        outcome,
        url=watch.url,
        origin=watch.origin,
        owner=watch.owner,
        title=title,
        is_last=is_last,
    )
