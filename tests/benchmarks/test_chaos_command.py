"""The real bot, killed at a few points of a golden run and at random moments: a short trial."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def chaos(*arguments: str) -> dict[str, Any]:
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks", "chaos", "--json", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    figures: dict[str, Any] = json.loads(ran.stdout)
    return figures


def test_a_killed_bot_loses_nothing_and_does_nothing_twice() -> None:
    figures = chaos("--kills", "2", "--seed", "7", "--points", "3")
    assert (figures["lost"], figures["duplicates"], figures["half_visible"]) == (0, 0, 0), figures[
        "troubles"
    ]
    assert figures["random_kills"] == 2
    assert figures["kills"] >= 2
    assert figures["golden_points"] > 500


def test_a_postgres_that_is_stopped_hard_loses_nothing() -> None:
    figures = chaos("--kills", "1", "--seed", "3", "--stop-postgres")
    assert (figures["lost"], figures["duplicates"], figures["half_visible"]) == (0, 0, 0), figures[
        "troubles"
    ]
    assert figures["kills"] == 1


@pytest.mark.parametrize("points", ["some", "-1"])
def test_points_that_are_no_number_are_refused(points: str) -> None:
    with pytest.raises(AssertionError, match="--points"):
        chaos("--kills", "1", f"--points={points}")
