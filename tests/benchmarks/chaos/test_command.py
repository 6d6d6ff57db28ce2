"""The real bot, killed at points of a golden run and at random moments.

Every day other points and moments are drawn; the seed is in the figures, and repeats the choice.
`make nightly` tries every point.
"""

import json
import subprocess
import sys
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.support import ROOT

SEED = str(datetime.now(UTC).date().toordinal())


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


def assert_nothing_lost(figures: dict[str, Any]) -> None:
    found = (figures["lost"], figures["duplicates"], figures["half_visible"])
    assert found == (0, 0, 0), figures["troubles"]


@pytest.mark.nightly
def test_a_killed_bot_loses_nothing_and_does_nothing_twice() -> None:
    figures = chaos("--kills", "8", "--seed", SEED, "--points", "4")
    assert_nothing_lost(figures)
    assert figures["random_kills"] >= 8
    assert figures["golden_points"] > 300
    assert figures["points_killed_at"] >= 4
    assert figures["searches"] > 0


@pytest.mark.nightly
def test_no_point_of_the_golden_run_loses_anything() -> None:
    figures = chaos("--kills", "60", "--seed", SEED, "--points", "all")
    assert_nothing_lost(figures)
    assert figures["random_kills"] >= 60
    assert figures["points_killed_at"] > 24


@pytest.mark.nightly
def test_a_postgres_that_is_stopped_hard_loses_nothing() -> None:
    figures = chaos("--kills", "2", "--seed", SEED, "--stop-postgres")
    assert_nothing_lost(figures)
    assert figures["stops_of_postgres"] == 2


@pytest.mark.parametrize("points", ["some", "-1"])
def test_points_that_are_no_number_are_refused(points: str) -> None:
    with pytest.raises(AssertionError, match="--points"):
        chaos("--kills", "1", f"--points={points}")
