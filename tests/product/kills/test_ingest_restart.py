"""An ingest whose process is killed, and what the next process makes of it."""

import os
import subprocess
import sys
from collections import Counter

import psycopg
import pytest

from pipelines.ingest.steps import ROWS_AT_ONCE
from tests.support import ROOT
from tests.support.pipelines.dying_ingest import BATCH, EXECUTOR, POINTS, TEXTS
from tests.support.pipelines.pipeline_harness import open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

HERE = ROOT / "tests" / "support" / "pipelines"
BY_DAY = ("publish",)  # the others at night: each starts two processes


@pytest.mark.parametrize(
    "point",
    [p if p in BY_DAY else pytest.param(p, marks=pytest.mark.nightly) for p in POINTS],
)
async def test_a_killed_batch_is_finished_by_the_next_process(
    database_url: str, point: str
) -> None:
    die(database_url, point)
    models = WordEmbedder(), WordReranker()
    async with open_room(database_url, *models, executor_id=EXECUTOR) as room:
        report = await room.mailbox.report(BATCH)
        first, second, third = report.items
        assert [item.status for item in report.items] == ["stored", "stored", "refused"]
        rows = await room.chunks(BATCH)
        assert [row["idx_in_batch"] for row in rows] == list(range(first.chunks + second.chunks))
        assert first.chunks > ROWS_AT_ONCE, "more rows than are staged at a time"
        for item, text in zip((first, second), TEXTS, strict=True):
            own = [row for row in rows if str(row["document_id"]) == item.document_id]
            assert " ".join(row["paragraph_text"] for row in own).split() == text.split()
        vectors = await room.rows("select count(*) as n from paragraph_token_vectors")
        assert vectors == [{"n": len(rows)}]
        assert await room.found("raven magpie") == {first.document_id, second.document_id}
        assert third.document_id is None
        again = await room.runs.ingest(await room.request(run_id=BATCH), run_id=BATCH)
        assert again == report
        assert await room.leftovers(BATCH) == []


@pytest.mark.nightly
async def test_what_was_embedded_before_the_end_is_not_embedded_again(database_url: str) -> None:
    die(database_url, "embed")
    staged = _staged(database_url)
    assert len(staged) >= ROWS_AT_ONCE
    models = WordEmbedder(), WordReranker()
    async with open_room(database_url, *models, executor_id=EXECUTOR) as room:
        await room.mailbox.report(BATCH)
        chunks = [row["paragraph_text"] for row in await room.chunks(BATCH)]
        embedded = Counter(room.embedder.embedded)
        assert set(embedded) == set(chunks) - staged
        # Documents that are read at once may both embed a passage that stands in both.
        assert embedded <= Counter(chunks)


@pytest.mark.nightly
async def test_a_command_leaves_the_runs_of_others_alone(database_url: str) -> None:
    die(database_url, "embed")
    models = WordEmbedder(), WordReranker()
    async with open_room(database_url, *models, executor_id="command", is_worker=False) as room:
        report = await room.ingest(("own.txt", b"A text of the command's own."))
        assert [item.status for item in report.items] == ["stored"]
        pending = await room.rows(
            "select executor_id from dbos.workflow_status where workflow_uuid = %s"
            " and status = 'PENDING'",
            BATCH,
        )
        assert pending == [{"executor_id": EXECUTOR}]
        assert len(room.embedder.read) == 1
    async with open_room(database_url, *models, executor_id=EXECUTOR) as room:
        report = await room.mailbox.report(BATCH)
        assert [item.status for item in report.items] == ["stored", "stored", "refused"]


def _staged(url: str) -> set[str]:
    """Return the texts of the chunks that were stored so far, when nobody is storing any more.

    What the dead have sent, their connections still carry out.
    """
    with psycopg.connect(url, autocommit=True) as connection:
        others = (
            "select from pg_stat_activity where datname = current_database()"
            " and backend_type = 'client backend' and pid <> pg_backend_pid()"
        )
        while connection.execute(others).fetchone() is not None:
            connection.execute("select pg_stat_clear_snapshot()")
        found = connection.execute(
            "select paragraph_text from documents_paragraphs where batch_id = %s", [BATCH]
        )
        return {text for (text,) in found}


def die(url: str, point: str) -> None:
    """Start the program and let it die there."""
    died = subprocess.run(
        [sys.executable, "-W", "ignore", str(HERE / "dying_ingest.py"), url, point],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
        text=True,
    )
    assert died.returncode == 9, died.stderr
