"""A worker of its own process: `worker_process.py URL NAME BOT DIARY WHAT`.

WHAT is "serve" (take what comes until told to end), "hold" (begin a run, and stop the process in
the middle of it), "die" (the same, but for good) or "leave" (queue a run and die at once).
"""

import asyncio
import os
import signal
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from pipelines.engine.graph import Node, Pipeline, sequence
from pipelines.engine.lease import Lease, Worker
from pipelines.engine.recovery import take_over
from pipelines.engine.runner import Runner
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.store.store import Store

SILENT_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Errand:
    what: str
    run_id: str = ""


class Clerk:
    """Writes down who did what; may stop or end its process in the middle."""

    def __init__(self, diary: Path, name: str, at_hold: str) -> None:
        self._diary, self._name, self._at_hold = diary, name, at_hold

    def note(self, what: str) -> None:
        with self._diary.open("a") as file:
            file.write(f"{what} {self._name}\n")

    async def begin(self, errand: Errand) -> Errand:
        self.note("begin")
        return errand

    async def hold(self, errand: Errand) -> Errand:
        self.note("hold")
        if self._at_hold == "hold":
            os.kill(os.getpid(), signal.SIGSTOP)
            self.note("awake")
        elif self._at_hold == "die":
            os._exit(9)
        return errand

    async def finish(self, errand: Errand) -> Errand:
        self.note("finish")
        return replace(errand, what=f"{errand.what} finished")


ERRANDS = Pipeline(
    name="errand",
    input_type=Errand,
    output_type=Errand,
    queued=True,
    flow=sequence(
        Node("begin", Clerk.begin), Node("hold", Clerk.hold), Node("finish", Clerk.finish)
    ),
)


async def main(url: str, name: str, bot: int, diary: Path, what: str) -> None:
    """Work as told."""
    store = Store(await PostgresDatabase.connect(url))
    worker = Worker(name, bot, "postgres")
    lease = Lease(store.inbox, worker, beat_seconds=0.1, silent_seconds=SILENT_SECONDS)
    async with lease.running():
        runner = Runner(database_url=url, executor_id=name, bot=bot, ownership=lease)
        runner.add(ERRANDS, Clerk(diary, name, what))
        await runner.launch()
        await lease.on_worker_dead(take_over)
        run_id = sys.argv[6] if len(sys.argv) > 6 else f"errand-{bot}-1"
        if what == "serve":
            sys.stdout.write("ready\n")
            sys.stdout.flush()
            await asyncio.to_thread(sys.stdin.readline)
        elif what == "leave":
            await runner.enqueue("errand", Errand("left"), run_id)
            os._exit(9)
        else:
            done = await runner.run("errand", Errand("held"), run_id)
            sys.stdout.write(f"{done.what}\n")
        await runner.close()
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]), sys.argv[5]))
