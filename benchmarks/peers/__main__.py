"""`python -m benchmarks.peers NAME < JOB`: take a job in, ask its questions, print the times."""

import sys
import time
from pathlib import Path

from benchmarks.output import figures_only
from benchmarks.peers.job import Job, Measured
from benchmarks.peers.peer import Peer
from pipelines.model_threads import best_dtype


def main() -> int:
    """Measure one peer."""
    with figures_only() as out:
        name, job = sys.argv[1], Job.from_json(sys.stdin.buffer.read())
        print(measure(name, open_peer(name, job), job).to_json().decode(), file=out)
    return 0


def open_peer(name: str, job: Job) -> Peer:
    """Open a peer; only here is its code imported.

    Peers compute in float32, the precision that the model is published in and that they so take
    by default; "txtai-fast" is given the one that is fastest on this machine, as we take it.
    """
    if name == "langchain":
        from benchmarks.peers.langchain import LangChain

        return LangChain(Path(job.model), job.database_url, dtype="float32")
    from benchmarks.peers.txtai import Txtai

    fastest = str(best_dtype()).removeprefix("torch.")
    dtype = fastest if name == "txtai-fast" else "float32"
    return Txtai(Path(job.model), dtype=dtype, hybrid=name == "txtai-hybrid")


def measure(name: str, peer: Peer, job: Job) -> Measured:
    """Put a clock on the ingest and on every question."""
    began = time.perf_counter()
    peer.ingest(job.paragraphs)
    seconds = time.perf_counter() - began
    print(f"{name}: taken in within {seconds:.1f} s", file=sys.stderr, flush=True)
    for question in job.warm_up:
        peer.search(question, job.limit)
    rankings, times = [], []
    for question in job.questions:
        began = time.perf_counter()
        found = peer.search(question, job.limit)
        times.append((time.perf_counter() - began) * 1000)
        rankings.append(tuple(found))
    print(f"{name}: {len(rankings)} questions", file=sys.stderr, flush=True)
    return Measured(tuple(rankings), tuple(times), seconds)


if __name__ == "__main__":
    sys.exit(main())
