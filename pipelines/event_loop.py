"""The event loop that the product runs on: libuv's, or Python's own where that cannot be had.

Among many who ask, most of what the bot computes itself is the loop: calls to the database, to
Telegram and to a language model. What libuv saves of it: docs/decisions/event-loop.md.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

_new_loop: Callable[[], asyncio.AbstractEventLoop]
try:
    from uvloop import new_event_loop as _new_loop
except ImportError:  # Windows
    _new_loop = asyncio.new_event_loop

_Result = TypeVar("_Result")


def run_loop(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Run work to its end on a loop of its own, as `asyncio.run` does."""
    with asyncio.Runner(loop_factory=_new_loop) as runner:
        return runner.run(work)
