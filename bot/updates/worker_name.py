"""This process's name among the bot's workers, and the name of the one before it.

The name is new for each process, so that nobody takes it for one that is dead. It is kept in
DATA_DIR under a lock that ends with the process: whoever gets the lock knows that the one before
is dead, and need not wait until it has been silent for long enough.
"""

import fcntl
import socket
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pipelines.engine.lease import Worker


@dataclass(frozen=True, slots=True)
class Named:
    """A worker, and the one whose place it has taken, if there was one."""

    worker: Worker
    predecessor: str | None


@contextmanager
def named_worker(data_dir: Path, bot: int, runs_url: str) -> Iterator[Named]:
    """Give this process a name for as long as the block lasts."""
    # Runs in a file can only be taken up where the file is.
    is_file = runs_url.startswith("sqlite")
    store = f"{socket.gethostname()}:{runs_url}" if is_file else "postgres"
    worker = Worker(f"{bot}-{uuid.uuid4().hex[:16]}", bot, store)
    with (data_dir / f"worker-{bot}").open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # another process of this bot lives with the same folder
            yield Named(worker, None)
            return
        file.seek(0)
        before = file.read().strip() or None
        file.truncate(0)
        file.write(worker.name)
        file.flush()
        yield Named(worker, before)
