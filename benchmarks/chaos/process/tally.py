"""Counts the calls of one process to the world outside, and kills it where it was ordered to."""

import json
import os
import signal
import threading
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.chaos.points import NOBODY, Moment, Point, When


@dataclass(frozen=True, slots=True)
class Order:
    """When to die: as soon as many batches stand at points that are wanted, at once.

    After `spared` steps that batches take, `quorum` batches are enough, and one fewer after every
    `patience` steps more. What is called on nobody's behalf needs neither.
    """

    wanted: frozenset[Point] = frozenset()
    quorum: int = 1
    patience: int = 40
    spared: int = 0
    every: bool = False  # points at which nothing new is left count, too
    # By person: updates that were begun twice. A third death would count against them, as it
    # should, so it has to wait until they are settled.
    tender: tuple[tuple[int, int], ...] = ()

    def write(self, file: Path) -> None:
        """Put it where the process finds it."""
        wanted = [[point.label, point.nth, point.when] for point in sorted(self.wanted)]
        file.write_text(json.dumps({**asdict(self), "wanted": wanted}), encoding="utf-8")

    @classmethod
    def read(cls, file: Path) -> "Order":
        """Read what was written."""
        found = json.loads(file.read_text(encoding="utf-8"))
        found["wanted"] = frozenset(Point(*each) for each in found["wanted"])
        found["tender"] = tuple((person, count) for person, count in found["tender"])
        return cls(**found)


@dataclass(frozen=True, slots=True)
class Call:
    """A call that has begun."""

    person: int
    label: str
    nth: int
    is_lasting: bool


class Tally:
    """Counts calls, writes each down, and dies by kill -9. Threads may share it."""

    def __init__(self, order: Order, log: Path) -> None:
        self._order = order
        self._log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._lock = threading.Lock()
        self._counts: Counter[tuple[int, str]] = Counter()
        self._ownership: dict[int, Point] = {}
        self._tender = dict(order.tender)
        self._steps = 0

    def begin(self, person: int, label: str, *, is_lasting: bool) -> Call:
        """Note that a call begins."""
        with self._lock:
            self._counts[person, label] += 1
            call = Call(person, label, self._counts[person, label], is_lasting)
            if self._order.every:
                self._pass(call, "before", is_lasting=False)
        return call

    def end(self, *calls: Call) -> None:
        """Note that calls have ended."""
        with self._lock:
            for call in calls:
                if call.is_lasting or self._order.every:
                    self._pass(call, "after", is_lasting=call.is_lasting)

    def settle(self, person: int) -> None:
        """Note that an update was settled: it will not be begun again."""
        if self._tender.get(person):
            self._tender[person] -= 1

    def _pass(self, call: Call, when: When, *, is_lasting: bool) -> None:
        point = Point(call.label, call.nth, when)
        os.write(self._log, Moment(call.person, point, is_lasting).line().encode())
        if self._order.wanted:
            self._ownership[call.person] = point
            if self._is_time(call.person):
                os.kill(os.getpid(), signal.SIGKILL)

    def _is_time(self, person: int) -> bool:
        if any(self._tender.values()):
            return False
        order, ownership = self._order, self._ownership
        if person == NOBODY:
            return ownership[NOBODY] in order.wanted
        self._steps += 1
        if (late := self._steps - 1 - order.spared) < 0:
            return False
        there = {ownership[each] for each in ownership if each != NOBODY}
        return len(there & order.wanted) >= max(1, order.quorum - late // order.patience)
