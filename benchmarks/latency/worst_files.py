"""How long somebody waits for a small text while somebody else sends the worst files there are."""

import asyncio
import statistics
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.latency.uploads_people import Sender, sender
from benchmarks.latency.worst_made import worst_files
from benchmarks.product import running_bot, warn_of_load

_HOSTILE, _OTHER = 9201, 9202
_IN_AN_ALBUM = 10
_IDLE_NOTES = 8
_LEAST_NOTES = 8


@dataclass(frozen=True, slots=True)
class WorstFilesResult:
    """Figures of one run, in seconds from sending to the receipt.

    notes: how many were added while files waited or were read; kept_busy_s: how long that lasted.
    """

    files: int
    idle_p50_s: float
    idle_max_s: float
    notes: int
    beside_p50_s: float
    beside_max_s: float
    p50_to_idle: float
    max_to_idle: float
    kept_busy_s: float


async def measure(files: int, models_dir: Path, *, most_seconds: float) -> WorstFilesResult:
    """Add notes to a bot of its own, first alone, then beside the files, for so long at most."""
    warn_of_load()
    made = await asyncio.to_thread(worst_files, files)
    async with running_bot(models_dir) as stack:
        assert stack.page_url is not None
        async with (
            sender(stack.page_url, _HOSTILE) as hostile,
            sender(stack.page_url, _OTHER) as other,
        ):
            await other.add_note(0)  # what is loaded at the first file is loaded now
            idle = [await other.add_note(1 + n) for n in range(_IDLE_NOTES)]
            flood = asyncio.create_task(_flood(hostile, made))
            started = time.perf_counter()
            beside = await _notes_beside(other, flood, most_seconds)
            busy = time.perf_counter() - started
            flood.cancel()
            with suppress(asyncio.CancelledError):
                await flood
    middle = statistics.median(idle)
    return WorstFilesResult(
        files=files,
        idle_p50_s=round(middle, 2),
        idle_max_s=round(max(idle), 2),
        notes=len(beside),
        beside_p50_s=round(statistics.median(beside), 2),
        beside_max_s=round(max(beside), 2),
        p50_to_idle=round(statistics.median(beside) / middle, 2),
        max_to_idle=round(max(beside) / middle, 2),
        kept_busy_s=round(busy, 1),
    )


async def _flood(hostile: Sender, files: list[tuple[str, bytes]]) -> None:
    for first in range(0, len(files), _IN_AN_ALBUM):
        await hostile.send_files(str(first), files[first : first + _IN_AN_ALBUM])
    await hostile.until_over(len(files))


async def _notes_beside(
    other: Sender, flood: asyncio.Task[None], most_seconds: float
) -> list[float]:
    """Add one note after another until the files are done with, or the time is up."""
    took: list[float] = []
    until = time.perf_counter() + most_seconds
    while len(took) < _LEAST_NOTES or not (flood.done() or time.perf_counter() > until):
        took.append(await other.add_note(1000 + len(took)))
    return took
