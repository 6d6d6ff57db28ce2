"""Heads: which tables passages hold rows of; a passage may hold the rows of several."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipelines.models.answers import Passage
from pipelines.nodes.tables.rows import Table, TableRow, read_rows, same_table


@dataclass(frozen=True, slots=True)
class TableHead:
    """A passage that has rows of a table, and the heading over these."""

    passage: Passage
    heading: str | None

    @property
    def table(self) -> tuple[str, str | None]:
        """What tells tables apart: the document, and the heading in it."""
        return self.passage.document_id, self.heading

    def holds(self, row: TableRow) -> bool:
        """Say whether a row of the passage is one of this table."""
        return (row.passage.id, row.heading) == (self.passage.id, self.heading)


def heads_of_tables(passages: Iterable[Passage], limit: int) -> list[TableHead]:
    """Return one head of each table, the best first; of a passage, those of all its tables.

    Args:
        passages: the best first.
        limit: how many of them may bring tables.
    """
    heads: dict[tuple[str, str | None], TableHead] = {}
    for passage in passages:
        if len({head.passage.id for head in heads.values()}) == limit:
            break
        for anchor in passage.anchors:
            if anchor.row is not None:
                head = TableHead(passage, anchor.heading)
                heads.setdefault(head.table, head)
    return list(heads.values())


def table_of(head: TableHead, whole: Sequence[Passage]) -> Table | None:
    """Return the table of a head, with all of its rows that the passages around it hold.

    A line above it or below, such as what its sheet is called, is no table beside it.
    """
    tables = same_table([row for one in whole for row in read_rows(one)], whole)
    held = [table for table in tables if any(map(head.holds, table.rows))]
    return next((table for table in held if any(table.columns)), held[0] if held else None)
