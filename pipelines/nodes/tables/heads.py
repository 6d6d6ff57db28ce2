"""Heads: which tables passages hold rows of; a passage may hold the rows of several."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pipelines.models.answers import Passage
from pipelines.nodes.tables.answered import Line, TableAnswer
from pipelines.nodes.tables.rows import Table, TableRow, read_rows, same_table
from pipelines.nodes.text.words import content_words


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

    A line above it or below, such as what its sheet is called, is no table beside it: where the
    passage holds no more than such lines, it is the table that they are above or below of.
    """
    tables = same_table([row for one in whole for row in read_rows(one)], whole)
    held = [table for table in tables if any(map(head.holds, table.rows))]
    beside = [table for table in tables if head.table == _place_of(table)]
    of_rows = (table for table in (*held, *beside) if not _are_lines(table))
    found = next((table for table in of_rows if any(table.columns)), None)
    plain = (table for table in held if not any(table.columns))
    return found or next(plain, None)


def with_notes(answer: TableAnswer, head: TableHead, whole: Sequence[Passage]) -> TableAnswer:
    """Add to cells the lines below their table that have a word which nothing stands for.

    Of "express, 2 kg" a rate is told with "Express delivery costs twice the rate."
    """
    asked = content_words(" ".join(answer.unmatched))
    if not (asked and answer.lines) or answer.aggregate or answer.is_list:
        return answer
    tables = same_table([row for one in whole for row in read_rows(one)], whole)
    lines = (table for table in tables if head.table == _place_of(table) and _are_lines(table))
    numbers = [line.row.number for line in answer.lines]
    notes = [
        row
        for table in lines
        for row in table.rows
        if row.number > max(numbers) and asked & content_words(row.text)
    ]
    held = content_words("\n".join(row.text for row in notes))
    left = tuple(word for word in answer.unmatched if not content_words(word) <= held)
    told = tuple(Line("", " ".join(row.text.split()), row, None) for row in notes)
    return replace(answer, lines=(*answer.lines, *told), unmatched=left) if notes else answer


def _place_of(table: Table) -> tuple[str, str | None]:
    return table.rows[0].passage.document_id, table.rows[0].heading


def _are_lines(table: Table) -> bool:
    """Say whether rows are but lines of text, some of which have a colon: "Short stay: £6"."""
    are_single = all(len(row.cells) == 1 for row in table.rows)
    return are_single and not table.form and "" in table.columns
