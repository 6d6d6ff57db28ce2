"""Measure a peer in a process of its own."""

import asyncio
import os
import sys
from pathlib import Path

from benchmarks.peers.job import Job, Measured
from benchmarks.refused import CannotMeasure

_ROOT = Path(__file__).parents[2]
# The model is a folder, so no hub need be asked about it; and nobody watches bars move.
_QUIET = {"HF_HUB_OFFLINE": "1", "TQDM_DISABLE": "1"}


async def measure_peer(name: str, job: Job) -> Measured:
    """Run `python -m benchmarks.peers NAME`, the job on its standard input.

    Raises:
        CannotMeasure: it failed; what it complained of is on standard error.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.peers", name),
        cwd=_ROOT,
        env={**os.environ, **_QUIET},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate(job.to_json())
    if process.returncode != 0:
        raise CannotMeasure(f"{name} failed, see above")
    return Measured.from_json(out)
