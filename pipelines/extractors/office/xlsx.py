"""Read spreadsheets."""

import datetime
import io
import re
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from openpyxl import load_workbook  # type: ignore[import-untyped]
from openpyxl.utils.exceptions import InvalidFileException  # type: ignore[import-untyped]

from pipelines.errors import SourceRefused
from pipelines.extractors.office.zip_safety import open_document, refusing_broken
from pipelines.extractors.sheets import sheet_blocks
from pipelines.extractors.titles import choose_title
from pipelines.models.documents import Block, Extracted, Fetched

MOST_CELLS = 1_000_000
_WIDEST = 256  # columns that are read


class XlsxExtractor:
    """Reads XLSX through openpyxl, row by row; of a sheet the texts of its cells are held."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return each sheet's name as a heading, and below it one block per row.

        Formulas give the value that was last computed.

        Raises:
            SourceRefused: a bomb, broken, empty, or more cells than MOST_CELLS.
        """
        open_document(fetched.content).close()
        with refusing_broken(InvalidFileException), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about what openpyxl does not keep when it writes
            book = load_workbook(
                io.BytesIO(fetched.content), read_only=True, data_only=True, keep_links=False
            )
            blocks = tuple(_blocks(book))
            title = book.properties.title
            author = book.properties.creator
        if not any(block.row is not None for block in blocks):
            raise SourceRefused("source-no-text")
        return Extracted(
            blocks=blocks,
            title=choose_title([title], fetched, blocks),
            url=fetched.url,
            author=author if author and author != "openpyxl" else None,
        )


def _blocks(book: Any) -> Iterator[Block]:
    read = 0
    for sheet in book.worksheets:
        sheet.reset_dimensions()  # what a sheet says of its size may be a lie

        def rows(sheet: Any = sheet) -> Iterator[tuple[int, Sequence[str]]]:
            nonlocal read
            for number, cells in enumerate(sheet.iter_rows(), start=1):
                read += len(cells)
                if read > MOST_CELLS:
                    raise SourceRefused("source-too-many-cells", limit=MOST_CELLS)
                yield number, [_text(cell) for cell in cells[:_WIDEST]]

        table = list(sheet_blocks(rows()))
        if table:
            yield Block(text=sheet.title, heading=True, level=1)
            yield from table


def _has_dots(number_format: str) -> bool:
    """Say whether a day is shown as in "24.05.2026": no two ways of reading that are in use."""
    return re.match(r"(?:\[[^]]*\])?d{1,2}\\?\.m{1,2}\\?\.y", number_format.lower()) is not None


def _text(cell: Any) -> str:
    """Write a cell's value the way its sheet shows it, as far as that matters to a reader."""
    value = cell.value
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime.datetime):
        day = f"{value:%d.%m.%Y}" if _has_dots(cell.number_format or "") else f"{value:%F}"
        return day if value.time() == datetime.time() else f"{day} {value:%R}"
    if isinstance(value, int | float):
        if "%" in (cell.number_format or ""):
            return f"{round(value * 100, 8):.12g}%"
        return str(value) if isinstance(value, int) else f"{value:.15g}"
    return str(value)
