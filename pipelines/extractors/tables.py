"""Tables as text: each row says what its values are, so that it can be found and cited alone."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from pipelines.models.documents import Block

Row = tuple[int, Sequence[str]]  # its number in the table, 1-based, and its cells

_WIDEST = 256  # columns; what stands further right is left out
_LONGEST_NAME = 100  # characters of a column's name
_LOOK_AHEAD = 20  # rows in which the names of the columns are looked for
_NUMBER = re.compile(r"[-+−(]?[\d\s.,']*\d[\d\s.,']*[%)]?\s?\S{0,3}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SPACES = re.compile(r"\s+")


def table_blocks(
    rows: Iterable[Row], *, page: int | None = None, pairs: bool = False
) -> Iterator[Block]:
    """Yield a block a row: "Column: value; Column: value".

    The names of the columns are taken from the first row that has several cells, if these look
    like names; what stands above is text. A table without names keeps its values in order.

    Args:
        pairs: nothing says that the first row is one of names, so that two columns are a list of
            what is what: "first: second".
    """
    inked = inked_rows(rows)
    ahead = list(islice(inked, _LOOK_AHEAD))
    if pairs and max((len(cells) for _, cells in ahead), default=0) == 2:
        for number, cells in chain(ahead, inked):
            yield pair_block(cells, number, page)
        return
    at, names = find_names(ahead)
    for number, cells in ahead[:at]:
        yield row_block((), cells, number, page)
    for number, cells in chain(ahead[at + bool(names) :], inked):
        yield row_block(names, cells, number, page)


def named_blocks(rows: Iterable[Row]) -> Iterator[Block]:
    """Yield a block a row of a table whose first row is known to be the names of its columns."""
    (first, cells), *others = rows
    names = _tidied(cells)
    blocks = [row_block(names, cells, number, None) for number, cells in inked_rows(others)]
    return iter(blocks or [row_block((), names, first, None)])


def inked_rows(rows: Iterable[Row]) -> Iterator[Row]:
    """Leave out empty rows, and empty cells at the ends of the others."""
    filled = ((number, _tidied(cells)) for number, cells in rows)
    return ((number, cells) for number, cells in filled if any(cells))


def find_names(rows: Sequence[Row]) -> tuple[int, Sequence[str]]:
    """Return where the table begins below what stands over it, and the names of its columns.

    The row of names, if there is one, is the first of the table.
    """
    at = next((at for at, (_, cells) in enumerate(rows) if sum(map(bool, cells)) > 1), len(rows))
    if at + 1 < len(rows) and _are_names(rows[at][1], rows[at + 1][1]):
        return at, rows[at][1]
    return at, ()


def row_block(names: Sequence[str], cells: Sequence[str], number: int, page: int | None) -> Block:
    """Make the block of one row."""
    return Block(text=describe_row(names, cells), page=page, row=number)


def pair_block(cells: Sequence[str], number: int, page: int | None) -> Block:
    """Make the block of a row that says of its first cell what it is."""
    if len(cells) != 2 or not cells[0]:
        return row_block((), cells, number, page)
    return row_block(("", cells[0]), ("", cells[1]), number, page)


def describe_row(names: Sequence[str], cells: Sequence[str]) -> str:
    """Write a row with the name of its column before each value; empty cells are left out."""
    said = []
    for at, cell in enumerate(cells):
        name = names[at].rstrip(" :") if at < len(names) else ""
        if cell:
            said.append(f"{name}: {cell}" if name else cell)
    return "; ".join(said)


def _tidied(cells: Sequence[str]) -> list[str]:
    tidied = [_SPACES.sub(" ", cell).strip() for cell in cells[:_WIDEST]]
    while tidied and not tidied[-1]:
        tidied.pop()
    return tidied


def _are_names(first: Sequence[str], second: Sequence[str]) -> bool:
    """Say whether a row looks like the names of columns: short, distinct words; years may be."""
    named = [cell for cell in first if cell]
    if len(set(named)) < len(named) or any(len(cell) > _LONGEST_NAME for cell in named):
        return False
    if len(named) == 2 and named[0].endswith(":"):  # a form: what is what, line by line
        return False
    numbers = [cell for cell in named if _NUMBER.fullmatch(cell)]
    if len(numbers) == len(named) or not all(map(_YEAR.fullmatch, numbers)):
        return False
    return len(named) * 2 > len(second)
