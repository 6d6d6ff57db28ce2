"""Processor time: what some work takes by itself.

Without the collector of garbage, which reads through all that a worker holds when it is its turn:
half a second in one that has run ten thousand tests.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time


@contextmanager
def takes_less_than(seconds: float) -> Iterator[None]:
    """Assert that what is done within takes no longer, on a processor of its own."""
    is_collecting = gc.isenabled()
    gc.disable()
    began = process_time()
    try:
        yield
        took = process_time() - began
    finally:
        if is_collecting:
            gc.enable()
    assert took < seconds
