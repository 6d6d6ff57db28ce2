"""Which lines of a PDF are headings, and of which level: by its table of contents, or by size."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pipelines.extractors.pdf.paragraphs import Line, Typography, is_heading

_MOST_LINES = 4  # that one heading takes
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a PDF's own table of contents."""

    title: str
    page: int  # counted from 1
    level: int  # 1 is the outermost


def with_levels(
    lines: Sequence[Line], entries: Iterable[Entry], usual: Typography
) -> tuple[Line, ...]:
    """Give every heading its level; what the table of contents does not name stands below it."""
    named = _named(lines, entries)
    if named:
        below = min(_DEEPEST, max(named.values()) + 1)
        levels = dict.fromkeys({_weight(line) for line in lines}, below)
    else:
        weights = {_weight(line) for line in lines if is_heading(line, usual)}
        ordered = sorted(weights, reverse=True)
        levels = {weight: min(_DEEPEST, rank) for rank, weight in enumerate(ordered, start=1)}
    return tuple(
        replace(line, level=named.get(idx, levels.get(_weight(line))))
        if idx in named or is_heading(line, usual)
        else line
        for idx, line in enumerate(lines)
    )


def _weight(line: Line) -> float:
    return round(line.size)


def _named(lines: Sequence[Line], entries: Iterable[Entry]) -> dict[int, int]:
    """Find the lines that are entries of the table of contents, by their index: the level."""
    pages: dict[int, list[int]] = {}
    for idx, line in enumerate(lines):
        pages.setdefault(line.page, []).append(idx)
    keys = [_key(line.text) for line in lines]
    named: dict[int, int] = {}
    for entry in entries:
        wanted = _key(entry.title)
        found = [
            run
            for at, _ in enumerate(pages.get(entry.page, ()))
            if wanted and (run := _run(keys, pages[entry.page][at : at + _MOST_LINES], wanted))
        ]
        if found:  # a page's header may say the same in smaller letters
            best = max(found, key=lambda run: lines[run[0]].size)
            named.update(dict.fromkeys(best, entry.level))
    return named


def _run(keys: Sequence[str], indices: Sequence[int], wanted: str) -> Sequence[int]:
    """Return the first of these lines which together say what is wanted, or none."""
    said = ""
    for count, idx in enumerate(indices, start=1):
        said += keys[idx]
        if said.lstrip("0123456789") == wanted:
            return indices[:count]
        if len(said) > len(wanted) + _MOST_LINES:
            break
    return ()


def _key(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold())).lstrip("0123456789")
