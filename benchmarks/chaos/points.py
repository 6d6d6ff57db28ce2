"""The points at which a bot can die, and which of them are the same.

A call to the world outside is made on behalf of one person's batch, or of the bot itself, and its
label says what it is for, not when it came: "sources.3/scan put_artifact". So it names the same
call in every batch and in every life of the bot, whatever else goes on beside it.

What outlives a killed process is what its calls have left in Postgres and in Telegram. That is
why most points need no kill of their own:

- Before a call is after the one before it: nothing that lasts lies between them. A call that was
  under way is either done or not done for whoever comes later, so it is one of these two.
- A call that only reads leaves what was there. Which those are is not guessed: Postgres lets no
  function write that is declared `stable`; of the engine's statements they are transactions
  without INSERT, UPDATE or DELETE; of Telegram's methods those that get something.
- The engine writes in transactions. Between a statement and its COMMIT nothing lasts yet, and
  Postgres rolls back as soon as the connection is gone: it is the point before the transaction.
- Batches share no rows. What becomes of one depends on where it stands itself, so that a kill
  while several are under way is a kill at as many points.

So the points that differ are those after each call that leaves something, `lasting` ones.
`every=True` lists all of them, before and after every call, statement and COMMIT.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

PERIODIC = 2  # times that a call counts which nobody's batch asked for: it may come by the clock
NOBODY = 0

When = Literal["before", "after"]


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """Before or after the nth call with this label in one life, on behalf of one batch."""

    label: str
    nth: int
    when: When


@dataclass(frozen=True, slots=True)
class Moment:
    """A point that was passed, and in whose batch."""

    person: int  # NOBODY: the bot on its own behalf
    point: Point
    is_lasting: bool  # something is left now that was not before

    def line(self) -> str:
        """Write it on a line of the log."""
        lasting = "lasting" if self.is_lasting else ""
        point = self.point
        return f"{self.person}\t{point.when}\t{point.nth}\t{lasting}\t{point.label}\n"

    @classmethod
    def read(cls, line: str) -> "Moment":
        """Read a line of the log."""
        person, when, nth, lasting, label = line.rstrip("\n").split("\t", 4)
        point = Point(label, int(nth), "before" if when == "before" else "after")
        return cls(int(person), point, lasting == "lasting")


def points_of(moments: Iterable[Moment], *, every: bool) -> tuple[Point, ...]:
    """List the points of a recorded run, each once, in order."""
    found = {
        moment.point: None
        for moment in moments
        if (every or moment.is_lasting)
        and (moment.person != NOBODY or moment.point.nth <= PERIODIC)
    }
    return tuple(found)


def standing_at(moments: Iterable[Moment], *, every: bool) -> dict[int, Point]:
    """Tell at which point each batch stood when the process died."""
    return {moment.person: moment.point for moment in moments if every or moment.is_lasting}
