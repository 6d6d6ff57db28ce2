"""Look for conflicts in pairs of documents and count what is found, and what is none."""

import time
from collections import Counter
from statistics import median

from benchmarks.conflicts.planting import TRAPS, Pair, pairs
from pipelines.nodes.learning.conflicts import Conflict, conflicts_in

Figures = dict[str, object]


def measure(seed: int) -> dict[str, Figures]:
    """Return the figures of both sets; the rules were made with `dev`."""
    return {name: _figures(list(pairs(name, seed))) for name in ("held", "dev")}


def _figures(planted: list[Pair]) -> Figures:
    conflicting, found = Counter[str](), Counter[str]()
    fallen_for, taken = Counter[str](), []
    cards = wrong = 0
    for pair in planted:
        began = time.perf_counter()
        conflicts = conflicts_in(pair.second, pair.first)
        taken.append(1000 * (time.perf_counter() - began))
        right = [one for one in conflicts if pair.trap is None and _is_planted(one, pair)]
        cards += len(conflicts)
        wrong += len(conflicts) - len(right)
        if pair.trap is None:
            conflicting[pair.kind] += 1
            found[pair.kind] += bool(right)
        else:
            fallen_for[pair.trap] += bool(conflicts)
    return {
        "pairs": len(planted),
        "planted": conflicting.total(),
        "found": found.total() / conflicting.total(),
        "cards": cards,
        "wrong_cards": wrong / max(1, cards),
        **{f"found_{kind}": found[kind] / count for kind, count in sorted(conflicting.items())},
        "fallen_for": {trap: fallen_for[trap] for trap in TRAPS},
        "p50_ms": median(taken),
    }


def _is_planted(conflict: Conflict, pair: Pair) -> bool:
    said = pair.second.text[conflict.mine.start : conflict.mine.end]
    there = pair.first.text[conflict.theirs.start : conflict.theirs.end]
    return (said, there) == (pair.theirs, pair.mine)
