"""The calls a process makes to the world outside, counted, and the one at which it dies."""

import json
import mmap
import os
import signal
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

_SIZE = 4096
_HEADER = 8


@dataclass(frozen=True, slots=True)
class Point:
    """Before or after the nth call with this label since the order was given."""

    label: str  # "db:put_artifact", "engine:INSERT INTO …", "http:GET /a", "telegram:sendMessage"
    nth: int
    when: Literal["before", "after"]


class Orders:
    """A page of memory that the harness writes and the process under test reads at each call."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(bytes(_SIZE))
        self._file = os.open(file, os.O_RDWR)
        self._page = mmap.mmap(self._file, _SIZE)

    def give(self, point: Point | None) -> None:
        """Order a death; every count begins anew."""
        written = json.dumps(asdict(point) if point else None).encode()
        self._page[_HEADER : _HEADER + len(written) + 1] = written + b"\0"
        self._page[0] = (self._page[0] + 1) % 256

    @property
    def number(self) -> int:
        """Which order it is."""
        return int(self._page[0])

    def read(self) -> Point | None:
        """Return the order that stands."""
        written = bytes(self._page[_HEADER:]).partition(b"\0")[0]
        order = json.loads(written) if written else None
        return Point(**order) if order else None

    def close(self) -> None:
        """Give the page back."""
        self._page.close()
        os.close(self._file)


class Tally:
    """Counts the calls of one process; dies by kill -9 where it was ordered to."""

    def __init__(self, orders: Orders, log: Path) -> None:
        self._orders = orders
        self._log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._number = -1
        self._order: Point | None = None
        self._counts: Counter[str] = Counter()

    def before(self, label: str) -> int:
        """Note that a call begins; return its number."""
        if self._orders.number != self._number:
            self._number, self._order = self._orders.number, self._orders.read()
            self._counts.clear()
        self._counts[label] += 1
        nth = self._counts[label]
        os.write(self._log, f"{self._number}\t{nth}\t{label}\n".encode())
        self._die_at(label, nth, "before")
        return nth

    def after(self, label: str, nth: int) -> None:
        """Note that it has ended, well or not."""
        self._die_at(label, nth, "after")

    def _die_at(self, label: str, nth: int, when: str) -> None:
        order = self._order
        if order and (order.label, order.nth, order.when) == (label, nth, when):
            os.kill(os.getpid(), signal.SIGKILL)


def points_of(log: Path, number: int, *, periodic: int = 2) -> list[Point]:
    """List the points of a recorded run, in order.

    Args:
        log: what `Tally` wrote.
        number: of the order under which the run was recorded.
        periodic: calls that are made when nothing happens (under any order before) count so
            often only: they come by the clock.
    """
    lines = [line.split("\t", 2) for line in log.read_text(encoding="utf-8").splitlines()]
    idle = {label for order, _, label in lines if int(order) == number - 1}
    found = []
    for order, nth, label in lines:
        if int(order) == number and (label not in idle or int(nth) <= periodic):
            found += [Point(label, int(nth), "before"), Point(label, int(nth), "after")]
    return found
