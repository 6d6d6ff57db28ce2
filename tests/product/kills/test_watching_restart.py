"""A visit to a watched page whose process is killed, and what the next process makes of it."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest
import pytest_asyncio
from dbos import DBOS
from psycopg.rows import dict_row

from pipelines.gateways.postgres import PostgresDatabase
from pipelines.models.watches import VisitReport
from pipelines.store.store import Store
from pipelines.watch.steps import GIVE_UP_AT, TELL_AT
from tests.support import ROOT
from tests.support.fetchers.loopback_site import Site, respond, serve
from tests.support.gateways.sample_documents import let_in
from tests.support.pipelines.dying_visit import EXECUTOR, POINTS, VISIT
from tests.support.pipelines.pipeline_harness import GIVE_UP_SECONDS, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

HERE = ROOT / "tests" / "support" / "pipelines"
BY_DAY = ("notify",)  # the others at night: each starts two processes
ANNA = 501
FERRY = "The ferry leaves Norrvik every morning at seven, except on Sundays and in heavy fog."


class Crier:
    """A WatchNotifier that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[VisitReport] = []

    async def visited(self, report: VisitReport) -> None:
        self.told.append(report)


@pytest_asyncio.fixture
async def site() -> AsyncIterator[Site]:
    async with serve() as opened:
        html = f"<html lang=en><head><title>Harbour</title></head><body><p>{FERRY}</p></body>"
        opened.pages["/ferry"] = respond(html.encode())
        yield opened


async def watch(url: str, page: str, *, failures: int = 0) -> str:
    """Begin to watch a page that could not be visited this many times."""
    store = Store(await PostgresDatabase.connect(url))
    try:
        await let_in(store, ANNA)
        watch_id = await store.watches.add_watch(
            actor=ANNA, url=page, every="daily", origin="here", reader_role=None
        )
        assert watch_id is not None
        await store.watches.record_failed_visit(watch_id, failures, 0.0)
    finally:
        await store.close()
    return watch_id


async def die(url: str, watch_id: str, point: str) -> None:
    """Start the program and let it die there."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "ignore", str(HERE / "dying_visit.py"), url, watch_id, point),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    _, err = await process.communicate()
    assert process.returncode == -signal.SIGKILL, err.decode()


async def go_on(url: str) -> tuple[list[VisitReport], list[dict[str, Any]], set[str]]:
    """Let the next process end the visit; return what was told, the watches, what is found."""
    crier = Crier()
    async with open_room(
        url, WordEmbedder(), WordReranker(), executor_id=EXECUTOR, watch_notifier=crier
    ) as room:
        async with asyncio.timeout(GIVE_UP_SECONDS):
            await (await DBOS.retrieve_workflow_async(VISIT)).get_result(polling_interval_sec=0.05)
        assert await room.leftovers(VISIT) == []
        watches = await room.rows("select failures, next_at > now() as waits from watches")
        return crier.told, watches, await room.found("ferry Norrvik", asker=ANNA)


@pytest.mark.parametrize(
    "point",
    [p if p in BY_DAY else pytest.param(p, marks=pytest.mark.nightly) for p in POINTS],
)
async def test_a_killed_visit_is_finished_by_the_next_process(
    database_url: str, site: Site, point: str
) -> None:
    await die(database_url, await watch(database_url, site.url("/ferry")), point)
    (told,), watches, found = await go_on(database_url)
    assert (told.outcome, told.origin, told.title) == ("new", "here", "Harbour")
    assert found == {told.document_id}
    assert watches == [{"failures": 0, "waits": True}]
    with psycopg.connect(database_url, row_factory=dict_row) as connection:
        documents = connection.execute("select published_at from documents").fetchall()
    assert len(documents) == 1
    assert documents[0]["published_at"] is not None


async def test_a_failure_is_counted_once_and_told_though_its_process_was_killed(
    database_url: str, site: Site
) -> None:
    watch_id = await watch(database_url, site.url("/gone"), failures=TELL_AT - 1)
    await die(database_url, watch_id, "miss")
    (told,), watches, found = await go_on(database_url)
    assert (told.outcome, told.is_last) == ("gone", False)
    assert watches == [{"failures": TELL_AT, "waits": True}]
    assert found == set()


@pytest.mark.nightly
async def test_a_page_that_was_given_up_is_told_though_its_process_was_killed(
    database_url: str, site: Site
) -> None:
    watch_id = await watch(database_url, site.url("/gone"), failures=GIVE_UP_AT - 1)
    await die(database_url, watch_id, "give up")
    (told,), watches, _ = await go_on(database_url)
    assert (told.outcome, told.url, told.is_last) == ("gone", site.url("/gone"), True)
    assert watches == []
