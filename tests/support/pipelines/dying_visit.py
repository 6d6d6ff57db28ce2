"""A program that visits a watched page and dies at a given point: `dying_visit.py URL WATCH WHERE`.

It is killed, as `kill -9` kills: nothing is closed, nothing is said.
"""

import asyncio
import os
import signal
import sys

from dbos import DBOS

from pipelines.gateways.postgres import PostgresGateway
from pipelines.models.watches import VisitReport
from tests.support.pipelines.pipeline_harness import open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

EXECUTOR, VISIT = "mortal", "visit-of-the-dead"
POINTS = ("look", "compare", "notify")


def end() -> None:
    """Die here and now."""
    os.kill(os.getpid(), signal.SIGKILL)


def mortal_gateway(where: str) -> type[PostgresGateway]:
    """Make a gateway that dies when something was done and is not yet recorded."""

    class MortalGateway(PostgresGateway):
        async def put_artifact(self, batch_id: str, name: str, content: bytes) -> None:
            await super().put_artifact(batch_id, name, content)
            if (where, name) == ("look", "page"):
                end()

        async def note_visit(
            self, watch_id: str, etag: str | None, last_modified: str | None
        ) -> None:
            await super().note_visit(watch_id, etag, last_modified)
            if where == "compare":
                end()

        async def note_failed_visit(
            self, watch_id: str, failures: int, again_after_s: float
        ) -> None:
            await super().note_failed_visit(watch_id, failures, again_after_s)
            if where == "miss":
                end()

        async def stop_watch(self, watch_id: str, *, asker: int) -> bool:
            stopped = await super().stop_watch(watch_id, asker=asker)
            if where == "give up":
                end()
            return stopped

    return MortalGateway


class MortalHerald:
    """Dies when it was told, before that is recorded."""

    def __init__(self, where: str) -> None:
        self._where = where

    async def visited(self, report: VisitReport) -> None:
        if self._where == "notify":
            end()


async def main(url: str, watch_id: str, where: str) -> None:
    """Visit until the point is reached."""
    async with open_room(
        url,
        WordEmbedder(),
        WordReranker(),
        executor_id=EXECUTOR,
        opening=mortal_gateway(where),
        watch_notifier=MortalHerald(where),
    ) as room:
        await room.runs.visit(watch_id, run_id=VISIT)
        await (await DBOS.retrieve_workflow_async(VISIT)).get_result(polling_interval_sec=0.05)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3]))
