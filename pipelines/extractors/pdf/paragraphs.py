"""Lines of a PDF page with what typography says about them, and the paragraphs they make.

A PDF has no paragraphs; it has strings at places. A wider gap, an indented line after the end
of a sentence, or another size of letters starts a new paragraph; larger or bold short lines are
headings.

Which lines of a PDF are headings, and of which level: by its table of contents, or by size.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from statistics import median

from pipelines.extractors.pdf.reading_order import Row, TableRow
from pipelines.extractors.pdf.table_blocks import RuledTables
from pipelines.models.documents import Block

_WIDER_GAP = 1.3  # times the usual distance between lines
_LARGER = 1.12  # times the size of the body text
_INDENT = 0.8  # of the letters' size
_HEADING_LENGTH = 120
# Of a heading of a section: "3. Fees", "2.1 Fees", "§ 4 Fees"; "2025", "12 months" is none.
_NUMBERED = re.compile(r"(?:§\s*)?\d{1,2}(?:\.\d{1,2})*[.)]?\s+[^\W\d_]")
_SENTENCE_ENDS = (".", "!", "?", ":", ";", "…", ".”", ".»", '."', ")")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text: where it starts (points, from the lower left) and how it is set."""

    text: str
    page: int
    x: float
    y: float
    size: float
    bold: bool
    cells: bool = False  # a row of a table
    row: TableRow | None = None  # of a ruled table
    level: int | None = None  # of the heading that the table of contents says it is


@dataclass(frozen=True, slots=True)
class Typography:
    """What is usual in one document, in points."""

    size: float
    pitch: float
    bold: bool


def to_lines(rows: Iterable[Row], page: int) -> Iterator[Line]:
    """Take over the rows of a page, each set as its longest piece is."""
    for row in rows:
        longest = max(row.pieces, key=lambda piece: len(piece.text))
        bold = all(piece.bold for piece in row.pieces)
        if text := row.text:
            x, y = round(row.pieces[0].left, 1), round(longest.bottom, 1)
            yield Line(text, page, x, y, round(longest.size, 1), bold, row.cells, row.table_row)


def measure(lines: Sequence[Line]) -> Typography:
    """Find the usual size of letters and the usual distance between lines."""
    sizes: Counter[tuple[float, bool]] = Counter()
    for line in lines:
        sizes[round(line.size, 1), line.bold] += len(line.text)
    (size, bold), _ = sizes.most_common(1)[0] if sizes else ((10.0, False), 0)
    gaps = [
        above.y - below.y
        for above, below in pairwise(lines)
        if above.page == below.page and 0.5 * size < above.y - below.y < 3 * size
    ]
    return Typography(size, _smallest_common(gaps) or 1.3 * size, bold)


def _smallest_common(gaps: Sequence[float]) -> float | None:
    """Return the median of the smaller half: gaps between paragraphs must not count."""
    if not gaps:
        return None
    ordered = sorted(gaps)
    return median(ordered[: max(1, (len(ordered) + 1) // 2)])


def to_blocks(lines: Iterable[Line], usual: Typography) -> Iterator[Block]:
    """Gather lines into one block per paragraph and per heading; line ends stay in them."""
    tables = RuledTables()
    between = 0
    for in_table, group in groupby(lines, key=lambda line: line.row is not None):
        run = list(group)
        if in_table:
            yield from tables.blocks([(line, line.row) for line in run if line.row], between)
        else:
            yield from _prose(run, usual)
        between = len(run)


def _prose(lines: Iterable[Line], usual: Typography) -> Iterator[Block]:
    group: list[Line] = []
    for line in lines:
        if group and _starts_new(group, line, usual):
            yield _block(group, usual)
            group = []
        group.append(line)
    if group:
        yield _block(group, usual)


def is_heading(line: Line, usual: Typography) -> bool:
    """Say whether a line is set as a heading, or the table of contents says that it is one."""
    if line.level is not None:
        return True
    if line.cells or len(line.text) > _HEADING_LENGTH or not any(c.isalpha() for c in line.text):
        return False
    if line.size >= _LARGER * usual.size:
        return True
    return line.bold and not usual.bold and not line.text.endswith((".", ",", ";"))


def _starts_new(group: Sequence[Line], line: Line, usual: Typography) -> bool:
    last = group[-1]
    gap = last.y - line.y
    if line.cells or last.cells or line.level != last.level:
        return True
    if line.page != last.page or is_heading(line, usual) != is_heading(last, usual):
        return True
    if is_heading(line, usual) and _begins_section(line.text):
        return True
    if abs(line.size - last.size) > 0.1 * usual.size and gap > 0.5 * usual.pitch:
        return True
    if _is_up(last, line, usual):  # a new column, or something beside: the sentence may go on
        return last.text.endswith(_SENTENCE_ENDS)
    usual_gap = max(usual.pitch, usual.pitch * last.size / usual.size)
    beside = _of_column(group, usual)
    indented = line.x - min(member.x for member in beside) > _INDENT * line.size
    sentence_over = last.text.endswith(_SENTENCE_ENDS)
    return gap > _WIDER_GAP * usual_gap or (indented and sentence_over and len(beside) > 1)


def _of_column(group: Sequence[Line], usual: Typography) -> Sequence[Line]:
    """Return the last lines of a paragraph that stand in one column."""
    tops = (
        at for at, (above, below) in enumerate(pairwise(group), 1) if _is_up(above, below, usual)
    )
    return group[max(tops, default=0) :]


def _is_up(above: Line, below: Line, usual: Typography) -> bool:
    """Say whether a line stands above the one before it: at the top of the next column."""
    return above.y - below.y < -usual.pitch


def _begins_section(heading: str) -> bool:
    """Say whether a line is the numbered heading of a section, which goes on with no other."""
    found = _NUMBERED.match(heading)
    return found is not None and found[0][-1].isupper()


def _block(group: Sequence[Line], usual: Typography) -> Block:
    heading = is_heading(group[0], usual)
    text = (" " if heading else "\n").join(line.text for line in group)
    return Block(text=text, page=group[0].page, heading=heading, level=group[0].level)


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
