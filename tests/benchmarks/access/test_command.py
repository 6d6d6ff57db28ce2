"""access: the command, whole; only the library that the predicate is timed in is small."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.__main__ import main
from tests.benchmarks.test_commands import benchmark


@pytest.mark.nightly
async def test_what_one_may_not_read_changes_nothing(models_dir: Path) -> None:
    figures = await benchmark(
        *(
            "access",
            "--worlds",
            "1000",
            "--libraries",
            "20",
            "--searches",
            "2000",
            "--chunks",
            "2000",
        ),
        *("--models-dir", str(models_dir)),
    )
    assert figures["worlds"] == 1000
    assert figures["compared"] > 20_000
    assert figures["differences"] == 0
    assert figures["answers_compared"] > 200
    assert figures["answers_cited"] > 100
    assert figures["questions_offered"] > 10
    assert figures["answers_differing"] == 0
    assert figures["withdrawn"] > 500
    assert figures["wrong"] == 0
    assert figures["readable"]["full"] == 1.0
    assert figures["readable"]["small"] < 0.2
    assert figures["predicate"] > 0
    assert figures["alone_p50_ms"] > 0


def test_a_library_of_few_chunks_is_refused(capfd: Any) -> None:
    assert (
        main(
            [
                "access",
                "--worlds",
                "0",
                "--libraries",
                "0",
                "--searches",
                "0",
                "--chunks",
                "200",
                "--json",
            ]
        )
        == 2
    )
    out, complaint = capfd.readouterr()
    assert out == ""
    assert "--chunks" in complaint
