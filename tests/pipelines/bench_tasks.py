"""What the workshop's tests let a child do; importable from there."""

import os
import sys
from pathlib import Path

from pipelines.errors import SourceRefused
from pipelines.models import Block, Extracted


def double(number: int) -> int:
    """Do an honest piece of work."""
    return 2 * number


def refuse() -> None:
    """Refuse with values."""
    raise SourceRefused("source-too-many-pages", pages=3, limit=2)


def fail() -> None:
    """Fail in a way nobody foresaw."""
    raise ZeroDivisionError("a fault of the parser")


def crash() -> None:
    """End without a word, as a fault in C code does."""
    os.abort()


def spin() -> None:
    """Never come back."""
    while True:
        pass


def wait_for(path: str) -> int:
    """Wait until somebody writes into a named pipe; return this process's id."""
    with Path(path).open("rb") as pipe:
        pipe.read(1)
    return os.getpid()


def hog() -> int:
    """Ask for more memory than a child may have."""
    return len(bytearray(4 * 1024**3))


def grow() -> int:
    """Use much memory, though not too much."""
    return len(b"x" * 300_000_000)


def chatter() -> str:
    """Print, as libraries do."""
    sys.stdout.write("to standard output")
    sys.stdout.flush()
    os.write(1, b"below Python's standard output")
    return "done"


def read() -> Extracted:
    """Return a value of ours."""
    return Extracted((Block("текст", page=1),), title="t")


class Stranger:
    """A class the parent has no reason to load."""


def smuggle() -> Stranger:
    """Return something that is not a value of ours."""
    return Stranger()


def look_around() -> tuple[int, dict[str, str], bool]:
    """Report the priority, the environment, and whether heavy libraries were loaded."""
    return os.nice(0), dict(os.environ), "torch" in sys.modules
