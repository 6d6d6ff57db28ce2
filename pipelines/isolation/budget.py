"""What each party has had of the children's time, and what follows when it is much.

Counted is how long a child is taken, by this process's own clock: what a child says of itself a
document may have made it say.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from cachetools import LRUCache

from pipelines.errors import SourceRefused
from pipelines.isolation.limits import Limits

HURRIED = Limits(seconds=10.0, cpu_seconds=4)  # what hardly any document needs more than
_HOUR_S, _REMEMBERED = 3600.0, 10_000


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds of the children's time."""

    party_s: float = 1200.0  # in an hour; whoever has had more comes after everybody else
    wasted_s: float = 60.0  # in an hour, with what came to nothing; then limits are shorter
    run_s: float = 0.0  # for one run with its branches: a batch; 0: as much as it needs


class Accounts:
    """Who has had how much.

    What a party has had is forgiven in an hour, bit by bit; what a run has had stays with it.

    Args:
        clock: returns seconds.
    """

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.monotonic) -> None:
        self._budget = budget
        self._had = _Buckets(budget.party_s, clock)
        self._wasted = _Buckets(budget.wasted_s, clock)
        self._runs: LRUCache[str, float] = LRUCache(_REMEMBERED)

    def is_spent(self, party: str) -> bool:
        """Tell whether others come before this party."""
        return self._had.level(party) >= self._budget.party_s

    def limits_of(self, party: str, limits: Limits) -> Limits:
        """Shorten the limits of a party whose work has come to nothing for long enough."""
        if self._wasted.level(party) < self._budget.wasted_s:
            return limits
        return replace(
            limits,
            seconds=min(limits.seconds, HURRIED.seconds),
            cpu_seconds=min(limits.cpu_seconds, HURRIED.cpu_seconds),
        )

    def check_run(self, run: str) -> None:
        """Let a run go on that has something left.

        Raises:
            SourceRefused: it has not.
        """
        limit = self._budget.run_s
        if limit and self._runs.get(run, 0.0) >= limit:
            raise SourceRefused("batch-too-slow", minutes=round(limit / 60))

    def charge(self, party: str, run: str, seconds: float, *, is_wasted: bool) -> None:
        """Note what was taken, and whether it came to nothing."""
        self._had.add(party, seconds)
        if is_wasted:
            self._wasted.add(party, seconds)
        if run:
            self._runs[run] = self._runs.get(run, 0.0) + seconds


class _Buckets:
    """Leaky buckets, one a party: each loses its whole measure in an hour."""

    def __init__(self, measure: float, clock: Callable[[], float]) -> None:
        self._per_second = measure / _HOUR_S
        self._clock = clock
        self._levels: LRUCache[str, tuple[float, float]] = LRUCache(_REMEMBERED)

    def level(self, party: str) -> float:
        level, at = self._levels.get(party, (0.0, 0.0))
        return max(0.0, level - (self._clock() - at) * self._per_second)

    def add(self, party: str, seconds: float) -> None:
        self._levels[party] = self.level(party) + seconds, self._clock()
