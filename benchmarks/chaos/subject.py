"""The process that is killed: the real bot, with every call to the outside counted.

`python -m benchmarks.chaos.subject` loads the code once and then forks a bot for each line it
reads; it writes a line when one was born and when one has died. Nothing of the product is
changed but this: its classes are wrapped here, and the model is a small one (embedder.py).
"""

import asyncio
import json
import os
import re
import select
import signal
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from sqlalchemy import Engine, event
from telegram.request import HTTPXRequest

import bot.stack
from benchmarks.chaos.embedder import EvenReranker, HashedEmbedder
from benchmarks.chaos.points import Orders, Tally
from bot.logs import configure_logging
from bot.settings import Settings
from bot.stack import open_stack
from pipelines.fetchers.guard import GuardedTransport
from pipelines.gateways.postgres import PostgresGateway
from pipelines.services import Models
from pipelines.settings import ModelSettings

_SPACE = re.compile(r"\s+")
_LABEL = 90  # characters of a statement


def count_gateway(tally: Tally) -> None:
    """Count the calls of our own SQL functions."""
    for name in ("table", "value", "long_value"):
        original = getattr(PostgresGateway, name)

        async def call(self: Any, function: str, arguments: Any, _original: Any = original) -> Any:
            label = f"db:{function}"
            nth = tally.before(label)
            result = await _original(self, function, arguments)
            tally.after(label, nth)
            return result

        setattr(PostgresGateway, name, call)


def count_engine(tally: Tally) -> None:
    """Count the statements by which the engine keeps its records."""
    begun: dict[int, tuple[str, int]] = {}

    def before(_c: Any, cursor: Any, statement: str, *_: Any) -> None:
        label = f"engine:{_SPACE.sub(' ', statement).strip()[:_LABEL]}"
        begun[id(cursor)] = label, tally.before(label)

    def after(_c: Any, cursor: Any, *_: Any) -> None:
        if found := begun.pop(id(cursor), None):
            tally.after(*found)

    event.listen(Engine, "before_cursor_execute", before)
    event.listen(Engine, "after_cursor_execute", after)


def count_telegram(tally: Tally) -> None:
    """Count the calls of Telegram's methods."""
    original = HTTPXRequest.do_request

    async def call(self: Any, url: str, method: str, *rest: Any, **named: Any) -> Any:
        name = url.rpartition("/")[2] if "/file/" not in url else "file"
        label = f"telegram:{name}"
        nth = tally.before(label)
        result = await original(self, url, method, *rest, **named)
        tally.after(label, nth)
        return result

    HTTPXRequest.do_request = call  # type: ignore[method-assign]


def count_fetches(tally: Tally) -> None:
    """Count the requests for what links name, whatever their batch."""
    original = GuardedTransport.handle_async_request

    async def call(self: Any, request: httpx.Request) -> httpx.Response:
        path = re.sub(r"\d+", "#", urlsplit(str(request.url)).path)
        label = f"http:{path}"
        nth = tally.before(label)
        response = await original(self, request)
        tally.after(label, nth)
        return response

    GuardedTransport.handle_async_request = call  # type: ignore[method-assign]


async def load_small_models(_: ModelSettings) -> Models:
    """Stand in for the loading of models."""
    return Models(HashedEmbedder(), EvenReranker(), None)  # type: ignore[arg-type]


def live(wanted: dict[str, Any]) -> None:
    """Be a bot until killed."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    tally = Tally(Orders(Path(wanted["orders"])), Path(wanted["log"]))
    count_gateway(tally)
    count_engine(tally)
    count_telegram(tally)
    count_fetches(tally)
    bot.stack.load_models = load_small_models
    settings = Settings(_env_file=None, **wanted["settings"])  # type: ignore[call-arg]
    configure_logging("WARNING", stream=Path(wanted["errors"]).open("a", encoding="utf-8"))  # noqa: SIM115

    async def run() -> None:
        async with open_stack(settings):
            print(f"ready {os.getpid()}", flush=True)
            await asyncio.Event().wait()

    asyncio.run(run())


def main() -> None:
    """Fork a bot for each line of standard input; say who was born and who died."""
    living: dict[int, int] = {}  # by the descriptor that tells of a death
    for name in Settings.model_fields:
        os.environ.pop(name.upper(), None)
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
