"""Groups of rows: lines of their own in a table that say what the rows below them belong to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipelines.nodes.tables.words.lexicon import TOTALS, fold_in_place

_Row = tuple[int, Sequence[str]]  # its number in the table, 1-based, and its cells
_LONGEST = 100  # characters of a line that names a group
_ROWS_EACH = 2  # rows to a group, at least on average, where only the lines' places tell
_FEWEST_LETTERS = 2
_FEWEST_FULL, _FEWEST_COLUMNS = 3, 3  # rows and columns, over which one line is no row


def grouped(rows: Sequence[_Row]) -> Iterator[tuple[str, _Row]]:
    """Yield each row with the name of its group, "" without one; lines of groups are left out.

    A line right below another one names a group within that one's: "Kitchen, Pots". The total of
    all stands below that of the last group, and is not of it.
    """
    lines = _lines(rows)
    standing: list[str] = []
    summed = False
    for at, row in enumerate(rows):
        if at not in lines:
            is_total = _is_total(next(filter(None, row[1]), ""))
            yield "" if is_total and summed else ", ".join(standing), row
            summed = is_total
            continue
        summed = False
        if at - 1 in lines:
            standing = [*standing, lines[at]]
        else:
            alike = [level for level, name in enumerate(standing) if _alike(name, lines[at])]
            standing = [*standing[: alike[-1] if alike else 0], lines[at]]


def _lines(rows: Sequence[_Row]) -> Mapping[int, str]:
    """Return which rows are but the names of groups: set apart, or else first of all.

    A row that has nothing but its own name is alike by its place: so a table of which nothing tells
    more must begin with such a line, and have several, each with rows of its own; or one, over rows
    of several columns of which no cell is empty.
    """
    single = {at: name for at, (_, cells) in enumerate(rows) if (name := _name(cells))}
    last = max((at for at in range(len(rows)) if at not in single), default=0)
    single = {at: name for at, name in single.items() if at < last}
    others = [cells for at, (_, cells) in enumerate(rows) if at not in single]
    first = 0 in single
    places = {at: _place(rows[at][1]) for at in single}
    columns = {place: _column(place, others) for place in set(places.values())}
    apart = {
        at: name
        for at, name in single.items()
        if _is_written_apart(rows[at][1][places[at]], name, columns[places[at]])
        or (first and not columns[places[at]].has_words)
    }
    if apart:
        return single if any(at - 1 in apart for at in single.keys() - apart.keys()) else apart
    follow = any(at - 1 in single for at in single)
    is_even = len(single) > 1 and _ROWS_EACH * len(single) <= len(others)
    is_alone = len(single) == 1 and _are_full(others)
    return single if first and (is_even or is_alone) and not follow else {}


def _are_full(rows: Sequence[Sequence[str]]) -> bool:
    """Say whether several rows have something in each of several columns."""
    widths = {len(cells) for cells in rows}
    is_wide = len(rows) >= _FEWEST_FULL and len(widths) == 1 and min(widths) >= _FEWEST_COLUMNS
    return is_wide and all(all(cells) for cells in rows)


def _name(cells: Sequence[str]) -> str:
    """Return the only cell of a row, where it may be the name of a group; else ""."""
    filled = [cell for cell in cells if cell]
    text = filled[0].rstrip(" :") if len(filled) == 1 else ""
    letters = sum(map(str.isalpha, text))
    is_short = letters >= _FEWEST_LETTERS and len(text) <= _LONGEST and text[-1] not in ".!?"
    return text if is_short and not (_is_total(text) or "; " in text or ": " in text) else ""


def _is_total(cell: str) -> bool:
    return any(span.start == 0 for span in TOTALS.find(fold_in_place(cell)))


@dataclass(frozen=True, slots=True)
class _Column:
    """What the rows have in a column: most have words, some a colon, some are in capitals."""

    has_words: bool  # else it numbers them, or tells the hour
    has_colons: bool
    has_capitals: bool


def _column(at: int, rows: Sequence[Sequence[str]]) -> _Column:
    cells = [row[at] if at < len(row) else "" for row in rows]
    return _Column(
        has_words=2 * sum(any(map(str.isalpha, cell)) for cell in cells) >= len(cells),
        has_colons=any(cell.endswith(":") for cell in cells),
        has_capitals=any(cell.isupper() and len(cell) > 1 for cell in cells),
    )


def _is_written_apart(cell: str, name: str, column: _Column) -> bool:
    """Say whether a line is written as no row is: in capitals, or with a colon."""
    if not column.has_words:  # "LUNCH" among hours is a row
        return False
    if cell.endswith(":"):
        return not column.has_colons
    return name.isupper() and not column.has_capitals


def _place(cells: Sequence[str]) -> int:
    """Return the column in which a line stands."""
    return next(at for at, cell in enumerate(cells) if cell)


def _alike(one: str, other: str) -> bool:
    return one.isupper() == other.isupper()
