"""A small pool of child processes in which parsers work, so that none can harm the house.

A child has a memory limit, a time limit and the lowest priority; when one crashes or takes too
long it is killed and the next call gets a fresh one. The event loop never waits for it.
"""

import asyncio
import contextlib
import io
import logging
import os
import pickle
import re
import signal
import struct
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import Any, TypeVar, TypeVarTuple

from pipelines.errors import InternalError, SourceRefused, SourceUnavailable, UserError
from pipelines.workbench import OUT_OF_MEMORY, pack

Args = TypeVarTuple("Args")
T = TypeVar("T")

_LENGTH = struct.Struct(">Q")
_TRUSTED = ("pipelines.models", "pipelines.errors", "pipelines.requests")
_FRAME = re.compile(r'File "[^"]*?([^"/]+)", line (\d+)')
_log = logging.getLogger(__name__)


class Workshop:
    """Runs functions in child processes; `async with` or `close()` ends them.

    Args:
        workers: how many children may work at once; each starts when first needed.
        memory_mb: address space of a child.
        seconds: wall time of one call, not counting the wait for a free child.
    """

    def __init__(self, *, workers: int = 2, memory_mb: int = 1024, seconds: float = 120.0) -> None:
        self._memory_mb = memory_mb
        self._seconds = seconds
        self._places = asyncio.Semaphore(workers)
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._closed = False

    async def run(self, function: Callable[[*Args], T], *args: *Args) -> T:
        """Call a module-level function (or a picklable object's method) in a child.

        What it returns is made of built-in types and of this package's models.

        Raises:
            SourceRefused: it took too long, too much memory, or crashed.
            UserError: whatever the function raised, as it was.
            SourceUnavailable: the workshop was closed meanwhile.
        """
        call = pack((function, args))
        async with self._places:
            child = await self._take()
            try:
                async with asyncio.timeout(self._seconds):
                    succeeded, value, grown = await _ask(child, call)
            except TimeoutError as error:
                raise SourceRefused("source-too-slow", seconds=int(self._seconds)) from error
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                raise await self._autopsy(child) from error
            else:
                if not grown:
                    self._idle.append(child)
            finally:
                self._busy.discard(child)
                if child not in self._idle:
                    await _end(child)
        if not succeeded:
            assert isinstance(value, UserError)
            raise value
        result: T = value
        return result

    async def close(self) -> None:
        """End every child, also those at work."""
        self._closed = True
        children = [*self._idle, *self._busy]
        self._idle.clear()
        await asyncio.gather(*(_end(child) for child in children))

    async def __aenter__(self) -> "Workshop":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _take(self) -> Process:
        if self._closed:
            raise SourceUnavailable("the workshop is closed")
        while self._idle:
            child = self._idle.pop()
            if child.returncode is None:
                self._busy.add(child)
                return child
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-W", "ignore", "-m", "pipelines.workbench"),
            str(self._memory_mb * 1024 * 1024),
            str(int(self._seconds) + 5),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            # Nothing of our environment: a parser has no use for tokens and passwords.
            env={
                "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path),
                "PYTHONUTF8": "1",
                "OPENBLAS_NUM_THREADS": "1",
                "OMP_NUM_THREADS": "1",
            },
        )
        self._busy.add(child)
        return child

    async def _autopsy(self, child: Process) -> SourceRefused | SourceUnavailable:
        """Say why a child died, and put its last words in the log."""
        await _end(child)
        if self._closed:
            return SourceUnavailable("the workshop is closed")
        assert child.stderr is not None
        words = (await child.stderr.read()).decode(errors="replace")
        if child.returncode == OUT_OF_MEMORY:
            return SourceRefused("source-too-heavy", limit_mb=self._memory_mb)
        # Where it stood, not what it said: an exception may quote the document.
        frames = " < ".join(f"{file}:{line}" for file, line in _FRAME.findall(words)[:-6:-1])
        _log.warning("a parser ended with %s at %s", child.returncode, frames or "an unknown place")
        return SourceRefused("source-broken")


async def _ask(child: Process, call: bytes) -> tuple[bool, Any, bool]:
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(call)
    await child.stdin.drain()
    (length,) = _LENGTH.unpack(await child.stdout.readexactly(_LENGTH.size))
    reply = _Reply(io.BytesIO(await child.stdout.readexactly(length))).load()
    succeeded, value, grown = reply
    return succeeded, value, grown


async def _end(child: Process) -> None:
    if child.returncode is None:
        # Not child.kill(): that asks after the child first, and takes its exit status away
        # from whoever waits for it.
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)
    await child.wait()


class _Reply(pickle.Unpickler):
    """Reads what a child sent; a child that a document took over cannot name other classes."""

    def find_class(self, module: str, name: str) -> Any:
        if module in _TRUSTED and "." not in name:
            return super().find_class(module, name)
        raise InternalError(f"a child sent a {module}.{name}")
