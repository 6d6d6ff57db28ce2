"""Grids on a PDF page: what lines that cross each other divide it into.

Between two places of a grid there is one cell or, where the line between them is not drawn, a
part of a larger one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from pipelines.extractors.pdf.reading_order import Segment
from pipelines.extractors.pdf.rulings import Rule

SNAP = 3.0  # points within which lines meet, and are one
MOST_COLUMNS = 64

Place = tuple[int, int]  # row from the top, column from the left


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns between `xs`, from left to right, and rows between `ys`, from the top down."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    across: tuple[Rule, ...]
    down: tuple[Rule, ...]
    is_ruled: bool = True  # else columns are where gaps are

    @property
    def area(self) -> float:
        """How much of the page it covers, in square points."""
        return (self.xs[-1] - self.xs[0]) * (self.ys[0] - self.ys[-1])

    def holds(self, segment: Segment) -> bool:
        """Say whether a run of letters stands in the grid."""
        x, y = middle(segment)
        inside = self.xs[0] <= x <= self.xs[-1] and self.ys[-1] <= y <= self.ys[0]
        return inside and not segment.turned

    def place(self, segment: Segment) -> Place:
        """Say where in the grid a run of letters stands that it holds."""
        x, y = middle(segment)
        row = sum(y < below for below in self.ys[1:-1])
        return row, sum(x > right for right in self.xs[1:-1])

    def owners(self) -> Mapping[Place, Place]:
        """Say for every place which is the upper left one of its cell."""
        owner: dict[Place, Place] = {}
        for row, (top, bottom) in enumerate(pairwise(self.ys)):
            for column, (left, right) in enumerate(pairwise(self.xs)):
                place = row, column
                if column and not _crossed(self.down, left, (top + bottom) / 2):
                    owner[place] = owner[row, column - 1]
                elif row and not _crossed(self.across, top, (left + right) / 2):
                    owner[place] = owner[row - 1, column]
                else:
                    owner[place] = place
        return owner


def middle(segment: Segment) -> tuple[float, float]:
    """Return where the middle of a run of letters stands."""
    return (segment.left + segment.right) / 2, (segment.bottom + segment.top) / 2


def _crossed(rules: Iterable[Rule], at: float, place: float) -> bool:
    return any(rule.at == at and rule.covers(place) for rule in rules)


def merge_rules(rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Make one of lines that are drawn twice, in pieces, or as the two sides of a thick one."""
    groups: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: rule.at):
        if groups and rule.at - groups[-1][0].at <= SNAP:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    return tuple(chain.from_iterable(_joined(group) for group in groups))


def _joined(group: Sequence[Rule]) -> Iterator[Rule]:
    at = sum(rule.at for rule in group) / len(group)
    held: Rule | None = None
    for rule in sorted(group, key=lambda rule: rule.start):
        if held is not None and rule.start <= held.end + SNAP:
            held = replace(held, end=max(held.end, rule.end))
            continue
        if held is not None:
            yield held
        held = Rule(at, rule.start, rule.end)
    if held is not None:
        yield held


def find_grids(across: Sequence[Rule], down: Sequence[Rule]) -> tuple[list[Grid], list[Rule]]:
    """Return the grids of two rows and two columns or more, and the lines across of no grid."""
    grids: list[Grid] = []
    alone = set(across)
    for lying, standing in _crossing(across, down):
        xs = {rule.at for rule in standing}
        # The outer lines of a table may be left out, at its sides.
        ends = min(rule.start for rule in lying), max(rule.end for rule in lying)
        xs |= {end for end in ends if all(abs(end - x) > SNAP for x in xs)}
        ys = {rule.at for rule in lying}
        if 3 <= len(xs) <= MOST_COLUMNS + 1 and len(ys) >= 3:
            ordered = tuple(sorted(xs)), tuple(sorted(ys, reverse=True))
            grids.append(Grid(*ordered, tuple(lying), tuple(standing)))
            alone.difference_update(lying)
    return grids, sorted(alone, key=lambda rule: -rule.at)


def _crossing(
    across: Sequence[Rule], down: Sequence[Rule]
) -> Iterator[tuple[list[Rule], list[Rule]]]:
    """Yield lines that hang together: those across and those down."""
    waiting = set(down)
    left = set(across)
    while waiting:
        lying: list[Rule] = []
        standing = [waiting.pop()]
        for rule in standing:  # grows as it goes
            met = [other for other in left if _meet(other, rule)]
            left.difference_update(met)
            lying += met
            also = [other for other in waiting if any(_meet(one, other) for one in met)]
            waiting.difference_update(also)
            standing += also
        if lying:
            yield lying, standing


def _meet(across: Rule, down: Rule) -> bool:
    return (
        across.start - SNAP <= down.at <= across.end + SNAP
        and down.start - SNAP <= across.at <= down.end + SNAP
    )
