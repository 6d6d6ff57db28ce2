"""A small pool of child processes in which parsers work, so that none can harm the house.

A child has limits on memory, processor time and wall time, no network, and the lowest priority;
when one crashes or takes too long it is killed, with all it started, and the next call gets a
fresh one. The event loop never waits for it, and nothing it says is believed unchecked. A pool of
the standard library has none of this: its children lend a document our memory, our network and our
own way of unpickling what they send back.
"""

import asyncio
import contextlib
import logging
import os
import re
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from typing import TypeVar, TypeVarTuple

from pydantic import ValidationError

from pipelines.errors import InternalError, SourceRefused, SourceUnavailable, UserError
from pipelines.fair_queue import FairSemaphore, current_party, current_root_run
from pipelines.isolation.budget import Accounts, Budget
from pipelines.isolation.child import (
    LARGEST_REPLY,
    OUT_OF_MEMORY,
    REPLY,
    pack_call,
    reply_type,
    unpack_error,
)
from pipelines.isolation.limits import PARSING, Limits

Args = TypeVarTuple("Args")
T = TypeVar("T")

_PIECE = 256 * 1024  # bytes handed to the pipe at once: a document is not copied whole for it
_FRAME = re.compile(r'File "[^"]*?([^"/]+)", line (\d+)')
_log = logging.getLogger(__name__)


class ProcessPool:
    """Runs functions in child processes; `async with` or `close()` ends them.

    Parties take turns, and one alone leaves a child to others: see `FairSemaphore`. Each has a
    budget of the children's time, and so has each run: see `Accounts`.

    Args:
        workers: how many children may work at once; each starts when first needed.
        folders: what children may use of the disk; without any they read programs and libraries.
    """

    def __init__(
        self, *, workers: int = 3, folders: Sequence[str] = (), budget: Budget | None = None
    ) -> None:
        self._folders = folders
        self._accounts = Accounts(budget or Budget())
        self._places = FairSemaphore(
            max(1, workers - 1), slots=workers, comes_last=self._accounts.is_spent
        )
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._closed = False

    async def run(
        self, function: Callable[[*Args], T], *args: *Args, limits: Limits = PARSING
    ) -> T:
        """Call a module-level function (or a picklable object's method) in a child.

        What it returns is checked against the type that the function is annotated to return.

        Raises:
            SourceRefused: it took too long, too much memory, or crashed; or its run has had all
                that it may take.
            UserError: whatever the function raised, as it was.
            SourceUnavailable: the pool was closed meanwhile.
            InternalError: the child sent something else than the function promises.
        """
        party, run = current_party(), current_root_run()
        async with self._places.slot(party):
            self._accounts.check_run(run)
            limits = self._accounts.limits_of(party, limits)
            call = pack_call(function, args, limits)
            child = await self._take()
            begun, is_wasted = time.monotonic(), False
            try:
                async with asyncio.timeout(limits.seconds):
                    succeeded, grown, content = await _ask(child, call)
                value = _read(function, succeeded, content)
            except TimeoutError as error:
                is_wasted = True
                raise SourceRefused("source-too-slow", seconds=int(limits.seconds)) from error
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                is_wasted = True
                raise await self._autopsy(child, limits) from error
            else:
                if not grown:
                    self._idle.append(child)
            finally:
                taken_s = time.monotonic() - begun
                self._accounts.charge(party, run, taken_s, is_wasted=is_wasted)
                self._busy.discard(child)
                if child not in self._idle:
                    await _end(child)
        if isinstance(value, UserError):
            raise value
        return value

    async def close(self) -> None:
        """End every child, also those at work."""
        self._closed = True
        children = [*self._idle, *self._busy]
        self._idle.clear()
        await asyncio.gather(*(_end(child) for child in children))

    async def __aenter__(self) -> "ProcessPool":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _take(self) -> Process:
        if self._closed:
            raise SourceUnavailable("the process pool is closed")
        while self._idle:
            child = self._idle.pop()
            if child.returncode is None:
                self._busy.add(child)
                return child
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-W", "ignore", "-m", "pipelines.isolation.child", *self._folders),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            # Nothing of our environment: a parser has no use for tokens and passwords.
            env={
                "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path),
                "PYTHONUTF8": "1",
                "OPENBLAS_NUM_THREADS": "1",
                "OMP_NUM_THREADS": "1",
                "OMP_THREAD_LIMIT": "1",
            },
            start_new_session=True,  # so that what a child starts ends with it
        )
        self._busy.add(child)
        return child

    async def _autopsy(self, child: Process, limits: Limits) -> SourceRefused | SourceUnavailable:
        """Say why a child died, and put its last words in the log."""
        await _end(child)
        if self._closed:
            return SourceUnavailable("the process pool is closed")
        assert child.stderr is not None
        words = (await child.stderr.read()).decode(errors="replace")
        if child.returncode == OUT_OF_MEMORY:
            return SourceRefused("source-too-heavy", limit_mb=limits.memory_mb)
        if child.returncode in (-signal.SIGXCPU, -signal.SIGALRM):
            return SourceRefused("source-too-slow", seconds=limits.cpu_seconds)
        # Where it stood, not what it said: an exception may quote the document.
        frames = " < ".join(f"{file}:{line}" for file, line in _FRAME.findall(words)[:-6:-1])
        _log.warning("a parser ended with %s at %s", child.returncode, frames or "an unknown place")
        return SourceRefused("source-broken")


async def _ask(child: Process, call: bytes) -> tuple[bool, bool, bytes]:
    assert child.stdin is not None
    assert child.stdout is not None
    whole = memoryview(call)
    for start in range(0, len(whole), _PIECE):
        child.stdin.write(whole[start : start + _PIECE])
        await child.stdin.drain()
    succeeded, grown, length = _header(await child.stdout.readexactly(REPLY.size))
    return succeeded, grown, await child.stdout.readexactly(length)


def _header(content: bytes) -> tuple[bool, bool, int]:
    succeeded, grown, length = REPLY.unpack(content)
    if length > LARGEST_REPLY:
        raise InternalError(f"a child sent {length} bytes")
    return succeeded, grown, length


def _read(function: Callable[[*Args], T], succeeded: bool, content: bytes) -> T | UserError:
    try:
        if not succeeded:
            return unpack_error(content)
        (value,) = reply_type(function).validate_json(content)
    except ValidationError as error:
        kinds = sorted({fault["type"] for fault in error.errors(include_input=False)})
        raise InternalError(f"a child sent something else: {', '.join(kinds)}") from None
    result: T = value
    return result


async def _end(child: Process) -> None:
    if child.returncode is None:
        # Not child.kill(): that asks after the child first, and takes its exit status away
        # from whoever waits for it.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
    await child.wait()
