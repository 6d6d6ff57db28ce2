"""`python -m benchmarks speed` over the real product, with too few questions to quote it."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.__main__ import main
from benchmarks.speed.search_speed import Effort, measure

KEYS = {
    *("chunks", "recall@10", "search_p50_ms", "search_p95_ms", "retrieval_p50_ms"),
    *("retrieval_p95_ms", "retrieval_p95_ms_while_ingesting", "build_s", "disk_bytes"),
    "rss_bytes",
}


@pytest.mark.nightly
async def test_everything_is_measured(models_dir: Path) -> None:
    effort = Effort(frames=96, recall=8, timed=8, uploaded=40)
    results = await measure(1_500, models_dir, effort)
    figures = results.figures
    assert figures.keys() == KEYS
    assert figures["chunks"] == 1_500
    assert figures["recall@10"] == 1.0  # so few are searched exactly, or the graph finds them all
    for name in "search", "retrieval":
        assert 0 < float(figures[f"{name}_p50_ms"]) <= float(figures[f"{name}_p95_ms"])  # type: ignore[arg-type]
    assert results.details["passages"] > 1  # type: ignore[operator]


def test_a_library_of_few_chunks_is_refused(capfd: Any) -> None:
    assert main(["speed", "--chunks", "200", "--json"]) == 2
    out, complaint = capfd.readouterr()
    assert out == ""
    assert "--chunks" in complaint
