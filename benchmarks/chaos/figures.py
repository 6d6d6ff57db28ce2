"""What a trial has found out."""

import sys
from dataclasses import dataclass, field

from benchmarks.chaos.points import Point


@dataclass
class ChaosFigures:
    """What the command prints; of lost, duplicates and half visible there should be none."""

    kills: int = 0  # of all sorts
    seed: int = 0
    lost: int = 0
    duplicates: int = 0
    half_visible: int = 0
    recovered_max_s: float = 0.0  # from a start to the last word about everything that was left
    golden_calls: int = 0  # before and after each of which a process can die
    golden_points: int = 0  # of those that differ
    points_killed_at: int = 0
    random_kills: int = 0
    stops_of_postgres: int = 0
    batches: int = 0
    searches: int = 0  # that looked for something half visible
    troubles: list[str] = field(default_factory=list)


class Account:
    """Keeps the figures of one trial."""

    def __init__(self, seed: int) -> None:
        self.figures = ChaosFigures(seed=seed)
        self.golden: frozenset[Point] = frozenset()
        self._hit: set[Point] = set()

    def plan(self, points: tuple[Point, ...], calls: int) -> None:
        """Note at which points the process is to die."""
        self.golden = frozenset(points)
        self.figures.golden_points, self.figures.golden_calls = len(points), calls

    def left(self, of: frozenset[Point]) -> frozenset[Point]:
        """Return the points at which it has not died yet."""
        return of - self._hit

    def count_kill(self, at: set[Point], *, at_random: bool) -> None:
        """Note that it died, and where each batch stood."""
        self._hit |= at & self.golden
        self.figures.points_killed_at = len(self._hit)
        self.figures.kills += 1
        self.figures.random_kills += at_random

    def count_recovery(self, seconds: float) -> None:
        """Note how long after a start everything was over."""
        self.figures.recovered_max_s = max(self.figures.recovered_max_s, round(seconds, 1))

    def trouble(self, where: str, what: str) -> None:
        """Note that something is wrong."""
        self.figures.troubles.append(f"{where}: {what}")
        print(f"{where}: {what}", file=sys.stderr, flush=True)

    def say(self, what: str) -> None:
        """Show how far the trial is."""
        found = self.figures
        print(
            f"{what}: {found.kills} kills, {found.points_killed_at} of {found.golden_points}"
            f" points, {found.recovered_max_s} s at most",
            file=sys.stderr,
            flush=True,
        )
