"""Where models compute: two threads for questions, one a core for uploads, off the event loop.

Two pools rather than one queue, because a forward pass cannot be interrupted: a question would
wait for the end of the batch that an upload is in. Uploads take every core, but give it up to
whoever else wants it, and each of their threads computes alone: threads that compute together
wait for each other at OpenMP's barriers, also for one that the kernel has put aside.

Two uploads at once on two cores that other processes kept busy too, questions of 16 tokens, p95 of
60 in milliseconds, four times: with no upload 33, 36, 61, 59; with uploads at niceness 10 67, 60,
38, 109; at 19 34, 36, 30, 52. Both workers read 2,900 tokens of text per second of their core.

Two for questions, because many who ask at once leave a core idle otherwise: of 50 people the
slowest twentieth waited 12.2 and 13.3 s with one thread, and 11.0 and 11.8 with two.

NumPy computes in the thread that asks it to, for the same reason: what it is asked for here takes
a millisecond, and OpenBLAS's other threads then spin for longer than that. A question took 119 ms
of processor time with them and 51 without.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

if TYPE_CHECKING:
    import torch

_Piece = TypeVar("_Piece")
_Result = TypeVar("_Result")
_Args = TypeVarTuple("_Args")
_QUESTIONS_AT_ONCE = 2
_NICENESS = 19  # niceness: whoever waits for an answer gets the core first
_QUOTA = Path("/sys/fs/cgroup/cpu.max")  # "max 100000" or "200000 100000"


class ModelThreads:
    """Runs model work in threads. One instance per process, shared by all models."""

    def __init__(self, threads: int | None = None, workers: int | None = None) -> None:
        """Compute each question with `threads` cores, and `workers` pieces of uploads at once.

        By default half of the cores, and all of them.
        """
        cores = available_cores()
        self.threads = threads or max(1, cores // 2)
        self.workers = workers or cores
        self._interactive = ThreadPoolExecutor(
            _QUESTIONS_AT_ONCE, "model-interactive", _prepare, (self.threads, 0)
        )
        self._background = ThreadPoolExecutor(
            self.workers, "model-background", _prepare, (1, _NICENESS)
        )

    async def interactive(self, work: Callable[[*_Args], _Result], *args: *_Args) -> _Result:
        """Run work that somebody is waiting for."""
        return await asyncio.get_running_loop().run_in_executor(self._interactive, work, *args)

    async def background(self, work: Callable[[*_Args], _Result], *args: *_Args) -> _Result:
        """Run a piece of background work; keep pieces small, they take turns."""
        return await asyncio.get_running_loop().run_in_executor(self._background, work, *args)

    async def background_each(
        self, work: Callable[[_Piece], _Result], pieces: Sequence[_Piece]
    ) -> list[_Result]:
        """Run background work on several pieces at once and return the results in their order.

        One caller has at most one piece more waiting than can run, so that others get a turn.
        When a piece fails, those that have not begun are dropped.
        """
        turns = asyncio.Semaphore(self.workers + 1)

        async def run(piece: _Piece) -> _Result:
            async with turns:
                return await self.background(work, piece)

        tasks = [asyncio.create_task(run(piece)) for piece in pieces]
        try:
            return await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()

    async def close(self) -> None:
        """Drop what has not begun and wait for what has."""
        for pool in (self._interactive, self._background):
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)


def _prepare(threads: int, niceness: int) -> None:
    import torch  # two seconds and 200 MB: only when there is work, and not on the event loop

    torch.set_num_threads(threads)
    ThreadpoolController().select(internal_api="openblas").limit(limits=1)
    if niceness and sys.platform == "linux":  # the one system where a thread has its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)


def best_dtype() -> "torch.dtype":
    """Return bfloat16 where the hardware computes in it, else float32.

    Measured on a CPU with AVX512-BF16: 2.7 times the speed of float32 at a cosine of 0.9998.
    """
    import torch

    if torch.cuda.is_available():
        return torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float32
    return processor_dtype()


def processor_dtype() -> "torch.dtype":
    """Return the same for what is computed on the processor, whatever stands beside it."""
    import torch

    able = torch.cpu.get_capabilities()
    return torch.bfloat16 if able.get("avx512_bf16") or able.get("amx_bf16") else torch.float32


def available_cores() -> int:
    """Count the cores this process may use: its affinity and its container's quota."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    try:
        quota, period = _QUOTA.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return cores or 1
    return min(cores or 1, max(1, int(quota) // int(period))) if quota != "max" else cores or 1
