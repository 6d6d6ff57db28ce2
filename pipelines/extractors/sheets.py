"""Sheets: several tables may stand on one, below each other or side by side."""

from collections.abc import Iterable, Iterator, Sequence

from pipelines.extractors.tables import Row, find_head, inked_rows, table_blocks
from pipelines.models.documents import Block

_LEVEL = 2  # of what a further table is called; 1 is its sheet's
_MOSTLY = 0.8  # of the rows of a table have something in a column, where it is one of all rows
_FEWEST = 3  # rows, the names among them, from which on what a column holds tells
_FEWEST_NAMES = 3  # of columns, below what is no table
_LOOKED_AT = 200  # rows of a table, the first, that say what it is like
_NARROWEST = 2  # columns of a table that stands beside another one


def sheet_blocks(rows: Iterable[Row]) -> Iterator[Block]:
    """Yield the blocks of all tables of a sheet; of several, each under a heading.

    That is the line above the names of its columns, or else these; the first may have none.
    """
    tables = [side for table in _below_each_other(list(inked_rows(rows))) for side in _sides(table)]
    for number, table in enumerate(tables):
        head = find_head(table)
        above = [cell for _, cells in table[: head.at] for cell in cells if cell]
        if head.names and (number or (above and len(tables) > 1)):
            title = " ".join(above) or ", ".join(filter(None, head.names))
            yield Block(text=title, heading=True, level=_LEVEL)
            table = table[head.at :]
        yield from table_blocks(table)


def _below_each_other(rows: Sequence[Row]) -> list[list[Row]]:
    """Divide rows where, after an empty one, another table begins."""
    tables: list[list[Row]] = []
    for part in _parts(rows):
        if tables and not _begins(part, tables[-1][:_LOOKED_AT]):
            tables[-1].extend(part)
        else:
            tables.append(part)
    return tables


def _parts(rows: Sequence[Row]) -> list[list[Row]]:
    parts: list[list[Row]] = []
    for row in rows:
        if not parts or row[0] > parts[-1][-1][0] + 1:
            parts.append([])
        parts[-1].append(row)
    return parts


def _begins(part: Sequence[Row], before: Sequence[Row]) -> bool:
    """Say whether rows are a table of their own, with names, and not more of the one before."""
    head, below = _divided(part)
    earlier, former = _divided(before)
    named = {at for at, name in enumerate(head) if name}
    if not named or not below or not former or not all(_inked(cells) <= named for cells in below):
        return False
    if not any(earlier):
        return len(named) >= _FEWEST_NAMES and any(len(_inked(cells)) > 1 for cells in former)
    return list(head) == list(earlier) or any(
        _is_another(at, head, below, former) for at in range(max(len(head), len(earlier)))
    )


def _is_another(
    at: int, head: Sequence[str], below: Sequence[Sequence[str]], former: Sequence[Sequence[str]]
) -> bool:
    """Say whether a column is another one below than above.

    It is filled where none was, or the other way round; or its name is a word where numbers stand,
    above, below or both.
    """
    name, values, above = _at(head, at), _column(below, at), _column(former, at)
    if not above:
        return bool(name and values)
    if len(below) + 1 < _FEWEST:
        return False
    if not name:
        return len(above) >= _MOSTLY * len(former)
    return not any(map(str.isdecimal, name)) and (_are_numbers(values) or _are_numbers(above))


def _sides(table: Sequence[Row]) -> list[list[Row]]:
    """Divide a table at empty columns, where what stands beside is a table as well."""
    width = max(len(cells) for _, cells in table)
    inked = frozenset[int]().union(*(_inked(cells) for _, cells in table))
    sides: list[list[Row]] = []
    start = 0
    for at in (*range(width), width):
        if at not in inked and at > start:
            cut = _cut(table, start, at)
            if sides and not _is_beside(cut):
                return [list(table)]
            sides.append(cut)
        if at not in inked:
            start = at + 1
    is_table = len(sides) > 1 and any(find_head(sides[0]).names)
    return sides if is_table else [list(table)]


def _cut(table: Sequence[Row], start: int, end: int) -> list[Row]:
    rows = ((number, list(cells[start:end])) for number, cells in table)
    return list(inked_rows(rows))


def _is_beside(side: Sequence[Row]) -> bool:
    """Say whether what stands right of an empty column has names, and rows called each its own.

    They follow each other: remarks beside some rows are none.
    """
    head, below = _divided(side)
    if len(head) < _NARROWEST or not all(head) or not below:
        return False
    keys = [_at(cells, 0) for cells in below]
    is_dense = side[-1][0] - side[0][0] == len(side) - 1
    return is_dense and all(keys) and len(set(keys)) == len(keys) and not _are_numbers(keys)


def _divided(rows: Sequence[Row]) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Return the names of the columns of a table, and the cells of the rows below."""
    head = find_head(rows)
    return head.names, [cells for _, cells in rows[head.at + head.height :]]


def _inked(cells: Sequence[str]) -> frozenset[int]:
    return frozenset(at for at, cell in enumerate(cells) if cell)


def _column(rows: Sequence[Sequence[str]], at: int) -> list[str]:
    return [cell for cells in rows if (cell := _at(cells, at))]


def _at(cells: Sequence[str], at: int) -> str:
    return cells[at] if at < len(cells) else ""


def _are_numbers(values: Sequence[str]) -> bool:
    """Say whether most values have digits: numbers, dates, telephones."""
    return 2 * sum(any(map(str.isdecimal, value)) for value in values) > len(values)
