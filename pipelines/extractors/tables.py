"""Tables as text: each row says what its values are, so that it can be found and cited alone."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise

from pipelines.extractors.row_groups import grouped
from pipelines.models.documents import Block

Row = tuple[int, Sequence[str]]  # its number in the table, 1-based, and its cells

_WIDEST = 256  # columns; what stands further right is left out
_LONGEST_NAME = 100  # characters of a column's name
_LOOK_AHEAD = 20  # rows in which the names of the columns are looked for
_NUMBER = re.compile(r"[-+−(]?[\d\s.,']*\d[\d\s.,']*[%)]?\s?\S{0,3}")
_YEAR = re.compile(  # and what is counted in it: "2025, ₽"
    r"(?:19|20)\d\d(?:[/–-]\d{2,4})?(?:,?\s?(?:[₽£$€%]|г\.?|год|руб|р\.?|млн|eur|usd|gbp))?",
    re.IGNORECASE,
)
_BAND = re.compile(r"\d{1,3}\s?[-–—]\s?\d{1,3}|\d{1,3}\s?\+")
_FIRST = re.compile(r"\d+")
_FIGURES = re.compile(r"[\d\s.,'’–-]+")
_SENTENCE = re.compile(r"(?:[*†]|(?:\S+\s+){3,}\S+[.!]$).*")
_FEWEST_IN_A_NOTE = 5  # words
_SPACES = re.compile(r"\s+")


def table_blocks(
    rows: Iterable[Row], *, page: int | None = None, pairs: bool = False
) -> Iterator[Block]:
    """Yield a block a row: "Column: value; Column: value".

    The names of the columns are taken from the first row that has several cells, if these look
    like names, or from two, of which the upper one names groups; what stands above is text. A table
    without names keeps its values in order. Where rows stand in groups, each begins with the
    name of its own: "Kitchen; Column: value". A sentence below the rows is text as well.

    Args:
        pairs: nothing says that the first row is one of names, so that two columns are a list of
            what is what: "first: second"; unless it names the others: Flat, Flat 1, Flat 2.
    """
    inked = inked_rows(rows)
    ahead = list(islice(inked, _LOOK_AHEAD))
    is_of_two = max((len(cells) for _, cells in ahead), default=0) == 2
    if pairs and is_of_two and not _names_others(ahead):
        for number, cells in chain(ahead, inked):
            yield pair_block(cells, number, page)
        return
    head = find_head(ahead)
    for number, cells in ahead[: head.at]:
        yield row_block((), cells, number, page)
    rest = chain(ahead[head.at + head.height :], inked)
    if not head.names:
        yield from (row_block((), cells, number, page) for number, cells in rest)
        return
    below = list(rest)
    last = max((number for number, cells in below if len(cells) > 1), default=0)
    for group, (number, cells) in grouped(below):
        if _is_note(cells, is_apart=number > last + 1 > 1):
            yield row_block((), cells, number, page)
        else:
            yield row_block(head.names, cells, number, page, group)


def named_blocks(rows: Iterable[Row]) -> Iterator[Block]:
    """Yield a block a row of a table whose first row is known to be the names of its columns."""
    (first, cells), *others = rows
    names = _tidied(cells)
    blocks = [
        row_block(names, cells, number, None, group)
        for group, (number, cells) in grouped(list(inked_rows(others)))
    ]
    return iter(blocks or [row_block((), names, first, None)])


def inked_rows(rows: Iterable[Row]) -> Iterator[Row]:
    """Leave out empty rows, and empty cells at the ends of the others."""
    filled = ((number, _tidied(cells)) for number, cells in rows)
    return ((number, cells) for number, cells in filled if any(cells))


@dataclass(frozen=True, slots=True)
class Head:
    """Where a table begins below what stands over it, and the names of its columns.

    The rows that hold the names, `height` of them, are the first of the table.
    """

    at: int
    names: Sequence[str] = ()
    height: int = 0


def find_head(rows: Sequence[Row]) -> Head:
    """Find the names of the columns in the first rows of a table."""
    at = next((at for at, (_, cells) in enumerate(rows) if sum(map(bool, cells)) > 1), len(rows))
    if at + 2 < len(rows):
        below = [cells for _, cells in rows[at + 2 :]]
        if names := _grouped_names(rows[at][1], rows[at + 1][1], below):
            return Head(at, names, 2)
    if at + 1 < len(rows) and _are_names(rows[at][1], rows[at + 1][1]):
        return Head(at, rows[at][1], 1)
    return Head(at)


def row_block(
    names: Sequence[str], cells: Sequence[str], number: int, page: int | None, group: str = ""
) -> Block:
    """Make the block of one row, of a group or none."""
    return Block(text=describe_row(names, cells, group), page=page, row=number)


def pair_block(cells: Sequence[str], number: int, page: int | None) -> Block:
    """Make the block of a row that says of its first cell what it is."""
    if len(cells) != 2 or not cells[0]:
        return row_block((), cells, number, page)
    return row_block(("", cells[0]), ("", cells[1]), number, page)


def describe_row(names: Sequence[str], cells: Sequence[str], group: str = "") -> str:
    """Write a row with the name of its column before each value; empty cells are left out.

    A group stands first, in one with the value of a column that has no name either.
    """
    is_first_named = bool(names) and bool(names[0])
    if group and not is_first_named:
        cells = [", ".join(filter(None, (group, cells[0]))), *cells[1:]]
    said = [group] if group and is_first_named else []
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


def _grouped_names(
    upper: Sequence[str], lower: Sequence[str], below: Sequence[Sequence[str]]
) -> Sequence[str]:
    """Return the names of columns that stand in two rows, as "Q1, Jan"; none if they do not.

    A name of the upper row reaches over the empty cells to its right, the last one as far as the
    others do. That the lower row is none of values is seen by the numbers below it, or by cells
    that are left empty for names of both rows.
    """
    groups = _groups(upper, len(lower))
    reached = [at for at, cell in enumerate(lower) if cell and groups[at] and not _at(upper, at)]
    named = [cell for cell in (*upper, *lower) if cell]
    if not reached or not all(map(_is_name, named)):
        return ()
    counted = sum(any(_NUMBER.fullmatch(_at(row, at)) for row in below) for at in range(len(lower)))
    leaves_room = bool(upper[0]) and not lower[0]
    if not leaves_room and 2 * counted <= len(lower) - 1:
        return ()
    width = max(len(upper), len(lower))
    names = [", ".join(filter(None, (groups[at], _at(lower, at)))) for at in range(width)]
    filled = list(filter(None, names))
    return names if len(set(filled)) == len(filled) else ()


def _groups(upper: Sequence[str], width: int) -> list[str]:
    """Return the name of the upper row that reaches over each column; "" where none does."""
    starts = [at for at, cell in enumerate(upper) if cell]
    ends = [*starts[1:], max(width, len(upper))]
    widths = [end - start for start, end in zip(starts, ends, strict=True)]
    widths[-1] = min(widths[-1], max((w for w in widths[:-1] if w > 1), default=widths[-1]))
    groups = [""] * max(width, len(upper))
    for start, reach in zip(starts, widths, strict=True):
        groups[start : start + reach] = [upper[start]] * reach
    return groups


def _at(cells: Sequence[str], at: int) -> str:
    return cells[at] if at < len(cells) else ""


def _names_others(rows: Sequence[Row]) -> bool:
    """Say whether the first cell names what stands in those below it: Flat above Flat 1, Flat 2."""
    first, *others = [cells[0].rstrip(" :").casefold() for _, cells in rows]
    return len(others) > 1 and all(other.startswith(f"{first} ") for other in others)


def _is_note(cells: Sequence[str], *, is_apart: bool) -> bool:
    """Say whether a row is but a sentence, which says something of the table: no value of it.

    Some words are one that stand apart, below all that has several cells.
    """
    (first, *others) = cells
    is_long = is_apart and len(first.split()) >= _FEWEST_IN_A_NOTE
    return not others and (is_long or bool(_SENTENCE.fullmatch(first)))


def _is_name(cell: str) -> bool:
    is_number = _NUMBER.fullmatch(cell) is not None
    return len(cell) <= _LONGEST_NAME and (not is_number or _YEAR.fullmatch(cell) is not None)


def _are_names(first: Sequence[str], second: Sequence[str]) -> bool:
    """Say whether a row looks like the names of columns: short, distinct words.

    Years may be, and how long or heavy something is.
    """
    named = [cell for cell in first if cell]
    if len(set(named)) < len(named) or any(len(cell) > _LONGEST_NAME for cell in named):
        return False
    if len(named) == 2 and named[0].endswith(":"):  # a form: what is what, line by line
        return False
    numbers = [cell for cell in named if _NUMBER.fullmatch(cell)]
    are_told = all(map(_YEAR.fullmatch, numbers)) or _are_measures(numbers, second)
    are_told = are_told or _are_bands(numbers, second)
    if len(numbers) == len(named) or not are_told:
        return False
    return len(named) * 2 > len(second)


def _are_bands(numbers: Sequence[str], below: Sequence[str]) -> bool:
    """Say whether spans of numbers name columns, none of which holds one: 6-9, 10-13, 14+."""
    bands = [cell for cell in numbers if _BAND.fullmatch(cell)]
    firsts = [int(_FIRST.findall(cell)[0]) for cell in bands]
    rises = all(one < after for one, after in pairwise(firsts))
    is_below = any(_BAND.fullmatch(cell) for cell in below)
    return len(bands) == len(numbers) > 1 and rises and not is_below


def _are_measures(numbers: Sequence[str], below: Sequence[str]) -> bool:
    """Say whether numbers with one unit name columns in which others stand: 30 min above £20."""
    units = {_FIGURES.sub("", cell).casefold() for cell in numbers}
    beside = {_FIGURES.sub("", cell).casefold() for cell in below if _FIGURES.search(cell)}
    return len(units) == 1 and all(map(str.isalpha, units)) and bool(beside) and units != beside
