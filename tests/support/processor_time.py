"""Processor time: what some work takes by itself.

Without the collector of garbage, which reads through all that a worker holds when it is its turn:
half a second in one that has run ten thousand tests. On a machine that is slow, or busy with other
work, it may take longer by as much as a fixed loop does there.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

_LOOP, _USUAL_S = 500_000, 0.035  # additions, and what they take on a machine of the usual speed


@contextmanager
def takes_less_than(seconds: float) -> Iterator[None]:
    """Assert that what is done within takes no longer, on a processor of its own."""
    is_collecting = gc.isenabled()
    gc.disable()
    slowness = max(1.0, _loop_s() / _USUAL_S)
    began = process_time()
    try:
        yield
        took = process_time() - began
    finally:
        if is_collecting:
            gc.enable()
    slowness = max(slowness, _loop_s() / _USUAL_S)
    assert took < seconds * slowness


def _loop_s() -> float:
    began, total = process_time(), 0
    for number in range(_LOOP):
        total += number * number
    return process_time() - began
