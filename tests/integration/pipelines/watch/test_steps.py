"""Visits to watched pages, over a real database, model and site."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import count

import pytest
import pytest_asyncio
from dbos import DBOS

from pipelines.models.watches import VisitReport
from pipelines.services import Models
from pipelines.watch.steps import GIVE_UP_AT, TELL_AT
from pipelines.worker import Pruning
from tests.support.fetchers.loopback_site import Request, Site, respond, serve
from tests.support.gateways.sample_documents import let_in
from tests.support.pipelines.pipeline_harness import GIVE_UP_SECONDS, ReadingRoom, open_room
from tests.support.secret_traces import columns_with

_visits = count(1)
_people = count(9001)


class Crier:
    """A WatchNotifier that keeps what it is told."""

    def __init__(self) -> None:
        self.reports: dict[str, VisitReport] = {}
        self._news = asyncio.Condition()

    async def visited(self, report: VisitReport) -> None:
        async with self._news:
            self.reports[report.run_id] = report
            self._news.notify_all()

    async def told_of(self, url: str) -> VisitReport:
        """Wait for news of a page."""
        async with self._news:
            while True:
                for report in self.reports.values():
                    if report.url == url:
                        return report
                await self._news.wait()


@dataclass
class Tower:
    """Where watched pages are seen from."""

    room: ReadingRoom
    site: Site
    crier: Crier
    person: int = 0
    watches: list[str] = field(default_factory=list)

    async def watch(self, path: str, every: str = "daily") -> str:
        await let_in(self.room.store, self.person)
        watch_id = await self.room.store.watches.add_watch(
            actor=self.person,
            url=self.site.url(path),
            every=every,  # type: ignore[arg-type]
            origin="here",
            reader_role=None,
        )
        assert watch_id is not None
        return watch_id

    async def visit(self, watch_id: str) -> VisitReport | None:
        """Make a visit; return what its owner was told."""
        run_id = f"visit-{next(_visits)}"
        await self.room.runs.visit(watch_id, run_id=run_id)
        async with asyncio.timeout(GIVE_UP_SECONDS):
            await (await DBOS.retrieve_workflow_async(run_id)).get_result(polling_interval_sec=0.05)
        assert await self.room.leftovers(run_id) == []
        return self.crier.reports.get(run_id)

    async def of(self, watch_id: str) -> dict[str, object]:
        rows = await self.room.rows("select * from watches where id = %s", watch_id)
        return rows[0] if rows else {}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def open_tower(shared_database_url: str, packed_models: Models) -> AsyncIterator[Tower]:
    crier = Crier()
    async with (
        serve() as site,
        open_room(
            shared_database_url,
            packed_models.embedder,
            packed_models.reranker,
            watch_notifier=crier,
        ) as room,
    ):
        yield Tower(room, site, crier)


@pytest.fixture
def tower(open_tower: Tower) -> Tower:
    """The tower, with somebody new in it."""
    open_tower.person = next(_people)
    return open_tower


def page(*paragraphs: str, **headers: str) -> bytes:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    html = f"<html lang=en><head><title>Harbour news</title></head><body><article>{text}</article>"
    return respond(html.encode(), **headers)


FERRY = "The ferry leaves Norrvik every morning at seven, except on Sundays and in heavy fog."
LAMPS = "All lamps along the quay were replaced in spring, and the old ones went to the museum."
FISH = "The fish market opens at five o'clock and closes as soon as the last cod has been sold."
CRANE = "The new crane lifts forty tonnes and is operated by two people, one of them on the ground."


async def test_the_first_visit_takes_the_page_in(tower: Tower) -> None:
    tower.site.pages["/first"] = page(FERRY, LAMPS)
    watch_id = await tower.watch("/first")
    report = await tower.visit(watch_id)
    assert report is not None
    assert (report.outcome, report.origin, report.title) == ("new", "here", "Harbour news")
    assert report.document_id in await tower.room.found("ferry", asker=tower.person)


async def test_what_changed_is_told_and_only_that_is_embedded(tower: Tower) -> None:
    tower.site.pages["/changing"] = page(FERRY, LAMPS, FISH)
    watch_id = await tower.watch("/changing")
    await tower.visit(watch_id)
    tower.room.embedder.embedded.clear()
    tower.site.pages["/changing"] = page(FERRY, CRANE, FISH)
    report = await tower.visit(watch_id)
    assert report is not None
    assert report.changes is not None
    assert (report.outcome, report.changes.added, report.changes.removed) == ("changed", 1, 1)
    assert report.changes.first == CRANE
    assert " ".join(tower.room.embedder.embedded) == CRANE
    found = await tower.room.search("Which lamps were replaced?", asker=tower.person)
    assert LAMPS not in [passage.text for passage in found]


async def test_nothing_is_on_record_of_a_deleted_page_by_whichever_visit(tower: Tower) -> None:
    def about(lamps: str) -> bytes:
        return page(FERRY, lamps).replace(b"Harbour news", b"Quernstone news")

    watch_id = await tower.watch("/deleted")
    for lamps in LAMPS, LAMPS, CRANE:  # new, the same, changed
        tower.site.pages["/deleted"] = about(lamps)
        report = await tower.visit(watch_id)
    assert report is not None
    assert report.document_id is not None
    documents = tower.room.store.documents
    assert await documents.delete_document(report.document_id, actor=tower.person)
    await Pruning(tower.room.store, keep_days=30, keep_interactions_days=365).prune()
    left = await columns_with(tower.room.admin, "Quernstone")
    assert left == ["public.audit_log.details"], "the title, for whoever deleted it"


async def test_whoever_is_suspended_during_a_visit_is_told_nothing(tower: Tower) -> None:
    path, person = "/suspended", tower.person
    tower.site.pages[path] = page(FERRY, LAMPS)
    watch_id = await tower.watch(path)

    async def suspending(_request: Request, writer: asyncio.StreamWriter) -> None:
        await tower.room.admin.execute(
            "update users set is_active = false where telegram_id = %s", (person,)
        )
        writer.write(page(FERRY, CRANE))
        await writer.drain()

    tower.site.pages[path] = suspending
    assert await tower.visit(watch_id) is None
    await tower.room.admin.execute(
        "update users set is_active = true where telegram_id = %s", (person,)
    )
    tower.site.pages[path] = page(FERRY, CRANE)
    report = await tower.visit(watch_id)
    assert report is not None, "nothing had been taken in"
    assert report.outcome == "new"


async def test_a_page_that_is_as_it_was_is_not_sent_again(tower: Tower) -> None:
    async def if_changed(request: Request, writer: asyncio.StreamWriter) -> None:
        known = request.headers.get("if-none-match") == '"v1"'
        writer.write(respond(status=304) if known else page(FERRY, etag='"v1"'))
        await writer.drain()

    tower.site.pages["/marked"] = if_changed
    watch_id = await tower.watch("/marked")
    assert await tower.visit(watch_id) is not None
    assert await tower.visit(watch_id) is None
    asked = [r for r in tower.site.requests if r.path == "/marked"]
    assert [r.headers.get("if-none-match") for r in asked] == [None, '"v1"']
    kept = await tower.of(watch_id)
    assert (kept["etag"], kept["failures"]) == ('"v1"', 0)


async def test_the_same_text_under_other_bytes_is_no_news(tower: Tower) -> None:
    tower.site.pages["/clock"] = page(FERRY, x_time="1")
    watch_id = await tower.watch("/clock")
    await tower.visit(watch_id)
    tower.site.pages["/clock"] = page(FERRY.replace(" at seven", " \n at seven"))
    assert await tower.visit(watch_id) is None


async def test_a_page_that_is_gone_is_told_after_several_tries(tower: Tower) -> None:
    watch_id = await tower.watch("/no-such-page")
    told = [await tower.visit(watch_id) for _ in range(GIVE_UP_AT)]
    heard = [n for n, report in enumerate(told, start=1) if report is not None]
    assert heard == [TELL_AT, GIVE_UP_AT]
    third, last = told[TELL_AT - 1], told[-1]
    assert third is not None
    assert last is not None
    assert third.failure is not None
    assert (third.outcome, third.failure.code) == ("gone", "source-not-found")
    assert (third.is_last, last.is_last) == (False, True)
    assert await tower.of(watch_id) == {}
    assert await tower.visit(watch_id) is None


async def test_a_page_without_text_counts_as_a_visit_that_failed(tower: Tower) -> None:
    tower.site.pages["/empty"] = page()
    watch_id = await tower.watch("/empty")
    assert await tower.visit(watch_id) is None
    assert (await tower.of(watch_id))["failures"] == 1


async def test_what_robots_txt_forbids_is_not_watched(tower: Tower) -> None:
    async with serve() as strict:
        strict.pages["/robots.txt"] = respond(
            b"User-agent: *\nDisallow: /private", content_type="text/plain"
        )
        strict.pages["/private"] = page(FERRY)
        tower_of_theirs = Tower(tower.room, strict, tower.crier, tower.person)
        watch_id = await tower_of_theirs.watch("/private")
        report = await tower_of_theirs.visit(watch_id)
        assert "/private" not in [request.path for request in strict.requests]
    assert report is not None
    assert (report.outcome, report.is_last) == ("forbidden", True)
    assert await tower.of(watch_id) == {}


async def test_a_watch_that_was_stopped_is_not_visited(tower: Tower) -> None:
    watch_id = await tower.watch("/stopped")
    assert await tower.room.store.watches.stop_watch(watch_id, actor=tower.person)
    assert await tower.visit(watch_id) is None
    assert "/stopped" not in [request.path for request in tower.site.requests]


async def test_the_scheduled_job_visits_what_is_due(tower: Tower) -> None:
    tower.site.pages["/due"] = page(CRANE, FISH)
    watch_id = await tower.watch("/due")
    await tower.room.rows(
        "update watches set next_at = now() - interval '1 minute' where id = %s returning id",
        watch_id,
    )
    await asyncio.to_thread(DBOS.trigger_schedule, "watches")
    async with asyncio.timeout(GIVE_UP_SECONDS):
        report = await tower.crier.told_of(tower.site.url("/due"))
    assert report.outcome == "new"
    assert await tower.room.store.watches.claim_due_watches(9) == ()
