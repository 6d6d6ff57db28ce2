"""What a killed worker left is taken up, however the pruning of the inbox falls in between."""

from pipelines.engine.lease import Worker
from pipelines.gateways.postgres import PostgresGateway

SILENT_SECONDS = 15.0


async def test_pruning_does_not_strike_off_a_worker_that_has_just_left(database_url: str) -> None:
    gateway = await PostgresGateway.connect(database_url)
    worker = Worker("7-gone", 7, "postgres")
    await gateway.worker_beats(worker)
    await gateway.worker_leaves(worker)
    await gateway.prune_inbox()
    assert await gateway.dead_workers(7, "postgres", silent_seconds=SILENT_SECONDS) == ("7-gone",)
    await gateway.forget_workers(["7-gone"], silent_seconds=SILENT_SECONDS)
    assert await gateway.dead_workers(7, "postgres", silent_seconds=SILENT_SECONDS) == ()
    await gateway.close()
