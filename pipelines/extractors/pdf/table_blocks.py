"""Rows of ruled tables as blocks, with the names of their columns, over page ends too."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from pipelines.extractors.pdf.reading_order import TableRow
from pipelines.extractors.tables import Head, Row, find_head, inked_rows, pair_block, row_block
from pipelines.models.documents import Block

_SAME_COLUMN = 3.0  # points
_MARGINS = 4  # lines at the foot of a page and at the head of the next
_LARGER = 1.05  # times


class SetLine(Protocol):
    """What is asked of a line: where it stands, and how it is set."""

    @property
    def page(self) -> int: ...
    @property
    def size(self) -> float: ...
    @property
    def bold(self) -> bool: ...


class RuledTables:
    """Remembers the last table, since it may go on."""

    def __init__(self) -> None:
        self._names: Sequence[str] = ()
        self._head: list[Sequence[str]] = []  # the rows that the names stand in
        self._columns: Sequence[float] = ()
        self._page = 0
        self._number = 0

    def blocks(self, rows: Sequence[tuple[SetLine, TableRow]], between: int) -> Iterator[Block]:
        """Yield a block a row.

        Args:
            between: lines of text since the row before.
        """
        starts = [at for at, (_, row) in enumerate(rows) if at and row.is_first]
        for start, end in zip([0, *starts], [*starts, len(rows)], strict=True):
            yield from self._table(rows[start:end], 0 if start else between)

    def _table(self, rows: Sequence[tuple[SetLine, TableRow]], between: int) -> Iterator[Block]:
        inked = list(inked_rows(enumerate(row.values for _, row in rows)))
        line, row = rows[0]
        goes_on = not row.is_first or self._goes_on(line.page, row.columns, between)
        self._columns, self._page = row.columns, rows[-1][0].page
        if goes_on:
            height = len(self._head)  # it is said again on a new page
            at = height if [cells for _, cells in inked[:height]] == self._head else 0
        else:
            self._number = 0
            head = find_head(inked)
            at = head.at
            if self._has_two_columns and head.names and not _stands_out(rows, inked[at : at + 2]):
                at, head = 0, Head(0)
            self._names = head.names
            for number, cells in inked[:at]:
                yield self._block((), cells, rows[number][0].page)
            self._head = [cells for _, cells in inked[at : at + head.height]]
            self._number += head.height
            at += head.height
        for number, cells in inked[at:]:
            yield self._block(self._names, cells, rows[number][0].page)

    def _block(self, names: Sequence[str], cells: Sequence[str], page: int) -> Block:
        self._number += 1
        if self._has_two_columns and not names:
            return pair_block(cells, self._number, page)
        return row_block(names, cells, self._number, page)

    @property
    def _has_two_columns(self) -> bool:
        return len(self._columns) == 3

    def _goes_on(self, page: int, columns: Sequence[float], between: int) -> bool:
        """Say whether a table goes on at the top of a page: its columns stand where they stood."""
        return (
            page == self._page + 1
            and between <= _MARGINS
            and len(columns) == len(self._columns)
            and all(
                abs(one - other) <= _SAME_COLUMN
                for one, other in zip(columns, self._columns, strict=True)
            )
        )


def _stands_out(rows: Sequence[tuple[SetLine, TableRow]], first: Sequence[Row]) -> bool:
    """Say whether the first of two rows is set as names are.

    With two columns it may as well be the first pair of a list of what is what.
    """
    (one, _), (other, _) = (rows[number] for number, _ in first)
    return (one.bold and not other.bold) or one.size > _LARGER * other.size
