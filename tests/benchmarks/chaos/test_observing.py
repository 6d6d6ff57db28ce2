"""chaos: what is wrong is seen: half a batch that can be found, an item lost, one there twice."""

import json
from collections.abc import AsyncIterator
from typing import Any

import numpy as np
import pytest
from psycopg import AsyncConnection

from benchmarks.chaos.environment.material import batch_of
from benchmarks.chaos.observing import look_at
from benchmarks.chaos.reader import Reader
from pipelines.models.documents import EMBEDDING_DIM
from pipelines.store.store import Store
from tests.support.gateways.sample_documents import document, publish

PERSON = 900_001
ALIKE = np.full(EMBEDDING_DIM, EMBEDDING_DIM**-0.5, np.float32)
RUN = f"ingest-7654321-{PERSON}-1-1"
BATCH = batch_of(1)
# As much of the engine's tables as is looked at.
_RECORDS = """
drop schema dbos cascade;
create schema dbos;
create table dbos.workflow_status (workflow_uuid text, name text, status text);
create table dbos.workflow_output (workflow_uuid text, output text);
"""


@pytest.fixture
async def base(database_url: str) -> AsyncIterator[AsyncConnection[Any]]:
    async with await AsyncConnection.connect(database_url, autocommit=True) as connection:
        await connection.execute(_RECORDS)
        yield connection


async def record(base: AsyncConnection[Any], items: list[str], status: str = "SUCCESS") -> None:
    report = {"items": [{"label": label, "status": "refused"} for label in items]}
    await base.execute("insert into dbos.workflow_status values (%s, 'ingest', %s)", [RUN, status])
    await base.execute(
        "insert into dbos.workflow_output values (%s, %s)", [RUN, json.dumps(report)]
    )


async def test_half_of_a_batch_is_seen_by_searching(
    store: Store, database_url: str, base: AsyncConnection[Any]
) -> None:
    await store.people.ensure_user(PERSON, "Anna", "en")
    reader = Reader(database_url)
    reader.watch(PERSON)
    await reader.look(base, [PERSON])
    mine: dict[str, object] = {"owner_telegram_id": PERSON, "reader_role": None}
    await publish(store, document("half", **mine), [ALIKE])
    await reader.look(base, [PERSON])
    await publish(store, document("other half", **mine), [ALIKE, ALIKE])
    await publish(store, document("somebody else's", reader_role=None), [ALIKE])
    await reader.look(base, [PERSON])
    assert reader.leave(PERSON, 2) == {1}
    assert reader.looks == 3


async def test_a_batch_that_is_all_there_has_no_troubles(base: AsyncConnection[Any]) -> None:
    await record(base, list(BATCH.labels))
    outcome = await look_at(base, PERSON, BATCH, [{"text": "Done. 20 items"}])
    assert (outcome.ended, list(outcome.troubles())) == (True, [])


async def test_what_is_missing_and_what_is_there_twice_is_named(
    base: AsyncConnection[Any],
) -> None:
    await record(base, [*BATCH.labels[1:], BATCH.labels[2]])
    said = [{"text": "Done. 20 items"}, {"text": "Done. 20 items"}]
    outcome = await look_at(base, PERSON, BATCH, said)
    assert not outcome.ended
    assert list(outcome.troubles()) == [
        f"lost {BATCH.labels[0]}",
        f"twice {BATCH.labels[2]}",
        "twice a final message",
    ]


async def test_a_document_that_no_report_knows_is_there_twice(
    store: Store, base: AsyncConnection[Any]
) -> None:
    document_id = await publish(store, document(RUN), [ALIKE])
    await record(base, list(BATCH.labels))
    outcome = await look_at(base, PERSON, BATCH, [{"text": "Done. 20 items"}])
    assert list(outcome.troubles()) == [f"twice document {document_id}"]


async def test_a_run_that_goes_on_is_not_over(base: AsyncConnection[Any]) -> None:
    await record(base, list(BATCH.labels), status="PENDING")
    outcome = await look_at(base, PERSON, BATCH, [{"text": "Reading"}])
    assert not outcome.ended
    assert list(outcome.troubles()) == [f"lost {RUN}", "lost a final message"]
