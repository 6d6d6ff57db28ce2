"""The process that is killed: the real bot, with every call to the outside counted.

`python -m benchmarks.chaos.process.subject` loads the code once and then forks a bot for each line
it reads; it writes a line when one was born and when one has died. Nothing of the product is
changed but this: its classes are wrapped (counting.py), and the model is a small one (embedder.py).
"""

import asyncio
import gc
import importlib
import json
import os
import select
import signal
import sys
from pathlib import Path
from typing import Any

import bot.stack
from benchmarks.chaos.process.counting import count_calls
from benchmarks.chaos.process.embedder import EvenReranker, HashedEmbedder
from benchmarks.chaos.process.tally import Order, Tally
from benchmarks.product import check_names
from bot.logs import configure_logging
from bot.settings import Settings
from bot.stack import open_stack
from pipelines.detectors.langdetect import LangdetectDetector
from pipelines.services import Models
from pipelines.settings import ModelSettings

_LOADED_LATE = (
    "anyio._backends._asyncio",
    "dbos._sys_db_postgres",
    "sqlalchemy.dialects.postgresql.psycopg",
)


async def load_small_models(_: ModelSettings) -> Models:
    """Stand in for the loading of models."""
    return Models(HashedEmbedder(), EvenReranker(), None)  # type: ignore[arg-type]


def live(wanted: dict[str, Any]) -> None:
    """Be a bot until killed."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    tally = Tally(Order.read(Path(wanted["order"])), Path(wanted["log"]))
    count_calls(tally, reading=frozenset(wanted["reading"]))
    bot.stack.load_models = load_small_models
    check_names(wanted["settings"])
    settings = Settings(_env_file=None, **wanted["settings"])  # type: ignore[call-arg]
    configure_logging("WARNING", stream=Path(wanted["errors"]).open("a", encoding="utf-8"))  # noqa: SIM115

    async def run() -> None:
        async with open_stack(settings):
            print(f"ready {os.getpid()}", flush=True)
            await asyncio.Event().wait()

    asyncio.run(run())


def prepare() -> None:
    """Load once what every bot would load anew as it starts."""
    for module in _LOADED_LATE:
        importlib.import_module(module)
    LangdetectDetector().detect("Which language is this, and why?")
    for name in Settings.model_fields:
        os.environ.pop(name.upper(), None)
    gc.freeze()


def main() -> None:
    """Fork a bot for each line of standard input; say who was born and who died."""
    living: dict[int, int] = {}  # by the descriptor that tells of a death
    prepare()
    while True:
        ready, _, _ = select.select([0, *living], [], [])
        for descriptor in ready:
            if descriptor in living:
                pid = living.pop(descriptor)
                os.waitpid(pid, 0)
                os.close(descriptor)
                print(f"dead {pid}", flush=True)
            elif not (line := sys.stdin.buffer.raw.readline()):  # type: ignore[attr-defined]
                return
            elif (pid := os.fork()) == 0:
                devnull = os.open(os.devnull, os.O_RDONLY)
                os.dup2(devnull, 0)
                live(json.loads(line))
                os._exit(0)
            else:
                living[os.pidfd_open(pid)] = pid
                print(f"born {pid}", flush=True)


if __name__ == "__main__":
    main()
