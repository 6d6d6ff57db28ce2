"""Read tables that are text: CSV and TSV."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence

from pipelines.errors import SourceRefused
from pipelines.extractors.sheets import sheet_blocks
from pipelines.extractors.text.decoding import decode
from pipelines.extractors.titles import choose_title
from pipelines.models.documents import Extracted, Fetched

_DELIMITERS = ";\t,|"
_SAMPLE_LINES = 50
_SAMPLE = 64 * 1024
_LONGEST_CELL = 1024 * 1024


class CsvExtractor:
    """Reads `text/csv` with whatever divides its cells: comma, semicolon, tab or bar."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return one block per row, with the names of the columns and the row's line number.

        Raises:
            SourceRefused: there is nothing in it, or a cell has no end.
        """
        text = decode(fetched.content)
        delimiter, text = _declared_delimiter(text)
        csv.field_size_limit(_LONGEST_CELL)
        try:
            rows = _rows(text, delimiter or _likely_delimiter(text))
            blocks = tuple(sheet_blocks(rows))
        except csv.Error as error:
            raise SourceRefused("source-broken") from error
        if not blocks:
            raise SourceRefused("source-no-text")
        title = choose_title([], fetched, blocks)
        return Extracted(blocks=blocks, title=title, url=fetched.url)


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Number rows as a table program shows them: a cell of several lines makes one row."""
    return enumerate(csv.reader(text.splitlines(keepends=True), delimiter=delimiter), start=1)


def _declared_delimiter(text: str) -> tuple[str | None, str]:
    """Take the line "sep=;" off, which some programs write first."""
    first, _, rest = text.partition("\n")
    if first.startswith("sep=") and len(first.rstrip()) == 5:
        return first[4], rest
    return None, text


def _likely_delimiter(text: str) -> str:
    """Return what divides most lines into equally many cells, and these into several."""
    lines = text[:_SAMPLE].splitlines(keepends=True)[:_SAMPLE_LINES]
    best, best_share = ",", 0.0
    for delimiter in _DELIMITERS:
        widths = Counter(len(row) for row in csv.reader(lines, delimiter=delimiter) if row)
        width, count = max(widths.items(), key=lambda pair: (pair[0] > 1, pair[1]), default=(0, 0))
        share = count / max(1, widths.total())
        if width > 1 and share > best_share:
            best, best_share = delimiter, share
    return best
