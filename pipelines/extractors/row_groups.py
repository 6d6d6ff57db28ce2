"""Groups of rows: lines of their own in a table that say what the rows below them belong to."""

from collections.abc import Iterator, Mapping, Sequence

from pipelines.nodes.tables.words.lexicon import TOTALS, fold_in_place

_Row = tuple[int, Sequence[str]]  # its number in the table, 1-based, and its cells
_LONGEST = 100  # characters of a line that names a group
_ROWS_EACH = 2  # rows to a group, at least on average, where only the lines' places tell
_FEWEST_LETTERS = 2


def grouped(rows: Sequence[_Row]) -> Iterator[tuple[str, _Row]]:
    """Yield each row with the name of its group, "" without one; lines of groups are left out.

    A line right below another one names a group within that one's: "Kitchen, Pots".
    """
    lines = _lines(rows)
    standing: list[str] = []
    for at, row in enumerate(rows):
        if at not in lines:
            yield ", ".join(standing), row
        elif at - 1 in lines:
            standing = [*standing, lines[at]]
        else:
            alike = [level for level, name in enumerate(standing) if _alike(name, lines[at])]
            standing = [*standing[: alike[-1] if alike else 0], lines[at]]


def _lines(rows: Sequence[_Row]) -> Mapping[int, str]:
    """Return which rows are but the names of groups: set apart, or else first of all.

    A row that has nothing but its own name is alike by its place: so a table of which nothing tells
    more must begin with such a line, and have several, each with rows of its own.
    """
    single = {at: name for at, (_, cells) in enumerate(rows) if (name := _name(cells))}
    last = max((at for at in range(len(rows)) if at not in single), default=0)
    single = {at: name for at, name in single.items() if at < last}
    others = [cells for at, (_, cells) in enumerate(rows) if at not in single]
    first = 0 in single
    apart = {
        at: name
        for at, name in single.items()
        if _is_written_apart(rows[at][1], name, others)
        or (first and not _has_words_beside(rows[at][1], others))
    }
    if apart:
        return single if any(at - 1 in apart for at in single.keys() - apart.keys()) else apart
    follow = any(at - 1 in single for at in single)
    is_even = len(single) > 1 and _ROWS_EACH * len(single) <= len(others)
    return single if first and is_even and not follow else {}


def _name(cells: Sequence[str]) -> str:
    """Return the only cell of a row, where it may be the name of a group; else ""."""
    filled = [cell for cell in cells if cell]
    text = filled[0].rstrip(" :") if len(filled) == 1 else ""
    letters = sum(map(str.isalpha, text))
    is_short = letters >= _FEWEST_LETTERS and len(text) <= _LONGEST and text[-1] not in ".!?"
    is_total = any(span.start == 0 for span in TOTALS.find(fold_in_place(text)))
    return text if is_short and not (is_total or "; " in text or ": " in text) else ""


def _is_written_apart(cells: Sequence[str], name: str, others: Sequence[Sequence[str]]) -> bool:
    """Say whether a line is written as no row is: in capitals, or with a colon."""
    at, beside = _beside(cells, others)
    if not _has_words_beside(cells, others):  # "LUNCH" among hours is a row
        return False
    if cells[at].endswith(":"):
        return not any(cell.endswith(":") for cell in beside)
    return name.isupper() and not any(cell.isupper() and len(cell) > 1 for cell in beside)


def _has_words_beside(cells: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    """Say whether rows have words where a line stands: else it numbers them, or tells the hour."""
    _, beside = _beside(cells, others)
    return 2 * sum(any(map(str.isalpha, cell)) for cell in beside) >= len(beside)


def _beside(cells: Sequence[str], others: Sequence[Sequence[str]]) -> tuple[int, list[str]]:
    """Return where a line stands, and what the rows have there."""
    at = next(at for at, cell in enumerate(cells) if cell)
    return at, [row[at] if at < len(row) else "" for row in others]


def _alike(one: str, other: str) -> bool:
    return one.isupper() == other.isupper()
