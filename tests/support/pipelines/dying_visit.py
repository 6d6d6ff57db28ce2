"""A program that visits a watched page and dies at a given point: `dying_visit.py URL WATCH WHERE`.

It is killed, as `kill -9` kills: nothing is closed, nothing is said.
"""

import asyncio
import os
import signal
import sys

from dbos import DBOS

from pipelines.models.watches import VisitReport
from tests.support.hooked_database import HookedDatabase
from tests.support.pipelines.pipeline_harness import open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

EXECUTOR, VISIT = "mortal", "visit-of-the-dead"
POINTS = ("look", "compare", "notify")


def end() -> None:
    """Die here and now."""
    os.kill(os.getpid(), signal.SIGKILL)


def mortal_database(where: str) -> type[HookedDatabase]:
    """Make a database that dies when something was done and is not yet recorded."""

    class MortalDatabase(HookedDatabase):
        def after_put_artifact(self, p_name: str, **rest: object) -> None:
            if (where, p_name) == ("look", "page"):
                end()

        def after_record_visit(self, **arguments: object) -> None:
            if where == "compare":
                end()

        def after_record_failed_visit(self, **arguments: object) -> None:
            if where == "miss":
                end()

        def after_stop_watch(self, **arguments: object) -> None:
            if where == "give up":
                end()

    return MortalDatabase


class MortalNotifier:
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
        opening=mortal_database(where),
        watch_notifier=MortalNotifier(where),
    ) as room:
        await room.runs.visit(watch_id, run_id=VISIT)
        await (await DBOS.retrieve_workflow_async(VISIT)).get_result(polling_interval_sec=0.05)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3]))
