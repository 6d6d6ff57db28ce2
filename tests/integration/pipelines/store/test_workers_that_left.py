"""What a killed worker left is taken up, however the pruning of the inbox falls in between."""

from pipelines.engine.lease import Worker
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.store.store import Store

SILENT_SECONDS = 15.0


async def test_pruning_does_not_strike_off_a_worker_that_has_just_left(database_url: str) -> None:
    store = Store(await PostgresDatabase.connect(database_url))
    worker = Worker("7-gone", 7, "postgres")
    await store.inbox.worker_heartbeat(worker)
    await store.inbox.remove_worker(worker)
    await store.inbox.prune_inbox()
    assert await store.inbox.dead_workers(7, "postgres", silent_seconds=SILENT_SECONDS) == (
        "7-gone",
    )
    await store.inbox.forget_workers(["7-gone"], silent_seconds=SILENT_SECONDS)
    assert await store.inbox.dead_workers(7, "postgres", silent_seconds=SILENT_SECONDS) == ()
    await store.close()
