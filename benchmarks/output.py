"""Standard output for figures alone."""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def figures_only() -> Iterator[TextIO]:
    """Give standard output, and lead whatever else is printed, by libraries too, elsewhere."""
    sys.stdout.flush()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)
        try:
            yield out
        finally:
            sys.stdout.flush()
            os.dup2(out.fileno(), 1)


def as_json(value: object) -> str:
    """Write a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def as_table(columns: Mapping[str, Mapping[str, object]]) -> str:
    """Lay figures out: a row for each name in the first column, a column for each system."""
    flat = {name: dict(_flat(values)) for name, values in columns.items()}
    names = list(dict.fromkeys(row for values in flat.values() for row in values))
    wide = max(map(len, names))
    head = " " * wide + "".join(f"{name:>14}" for name in flat)
    rows = (
        f"{row:<{wide}}" + "".join(f"{_shown(values.get(row)):>14}" for values in flat.values())
        for row in names
    )
    return "\n".join([head, *rows])


def as_rows(rows: Sequence[Mapping[str, object]]) -> str:
    """Lay out rows that have the same names."""
    names = list(rows[0]) if rows else []
    widths = [max(len(name), 10) for name in names]
    lines = [names, *([_shown(row[name]) for name in names] for row in rows)]
    return "\n".join(
        "  ".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True))
        for line in lines
    )


def _flat(values: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4f}" if value <= 1 else f"{value:,.1f}"
    return "–" if value is None else str(value)
