"""Runs that an older version of the code began: what this one makes of their records."""

import json
from typing import Any

import psycopg
from dying_ingest import BATCH, EXECUTOR
from reading_room import open_room
from test_ingest_restart import die
from word_models import WordEmbedder, WordReranker

from bot.phrasebook import FluentPhrasebook
from bot.reports import failure_text
from pipelines.retrying import may_pass

# What reports and items did not have at first.
YOUNG_FIELDS = frozenset(
    {"is_kept", "missed_questions", "untested", "secrets", "pages_without_text", "pages_by_ocr"}
    | {"members", "author", "published", "scans"}
)


def older(value: Any) -> Any:
    """Return a recorded value without the fields that came later."""
    if isinstance(value, dict):
        return {name: older(each) for name, each in value.items() if name not in YOUNG_FIELDS}
    return [older(each) for each in value] if isinstance(value, list) else value


def make_older(url: str) -> None:
    """Take the younger fields out of everything that the engine has on record."""
    with psycopg.connect(url, autocommit=True) as connection:
        records = connection.execute(
            "select workflow_uuid, function_id, output from dbos.operation_outputs"
            " where output is not null"
        ).fetchall()
        assert any("missed_questions" in output for *_, output in records)
        for run_id, number, output in records:
            connection.execute(
                "update dbos.operation_outputs set output = %s"
                " where workflow_uuid = %s and function_id = %s",
                (json.dumps(older(json.loads(output))), run_id, number),
            )


async def test_a_run_that_had_only_to_clear_away_ends_well(database_url: str) -> None:
    die(database_url, "clear away")
    make_older(database_url)
    async with open_room(
        database_url, WordEmbedder(), WordReranker(), executor_id=EXECUTOR
    ) as room:
        report = await room.runs.ingest(await room.request(run_id=BATCH), run_id=BATCH)
        assert [item.status for item in report.items] == ["stored", "stored", "refused"]
        assert await room.leftovers(BATCH) == []
        assert room.mailbox.reports[BATCH] == [], "its sender was told before"
        assert room.embedder.read == []
        assert len(await room.found("raven magpie")) == 2


async def test_a_plan_in_an_older_form_is_refused_in_plain_words(database_url: str) -> None:
    die(database_url, "embed")
    make_older(database_url)
    with psycopg.connect(database_url, autocommit=True) as connection:
        plan = b'{"spans": [{"start": 0, "end": 5}], "chunks": []}'
        changed = connection.execute(
            "update artifacts set content = %s where batch_id = %s and name = '0/chunks'",
            (plan, BATCH),
        )
        assert changed.rowcount == 1
    async with open_room(
        database_url, WordEmbedder(), WordReranker(), executor_id=EXECUTOR
    ) as room:
        report = await room.runs.ingest(await room.request(run_id=BATCH), run_id=BATCH)
        assert [item.status for item in report.items] == ["refused", "stored", "refused"]
        outdated, kept, _ = report.items
        assert outdated.failure is not None
        told = failure_text(outdated.failure, "en", FluentPhrasebook())
        assert told.startswith("I was updated in the middle of this")
        assert may_pass(outdated)
        assert await room.found("raven magpie") == {kept.document_id}
        assert await room.leftovers(BATCH) == []
