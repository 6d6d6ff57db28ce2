"""Read presentations."""

import io
from collections.abc import Iterable, Iterator
from typing import Any

import pptx
from pptx.exc import PythonPptxError

from pipelines.errors import SourceRefused
from pipelines.extractors.lists import join_items
from pipelines.extractors.office.zip_safety import open_document, refusing_broken
from pipelines.extractors.tables import table_blocks
from pipelines.extractors.titles import choose_title
from pipelines.models.documents import Block, Extracted, Fetched
from pipelines.nodes.text.clean import strip_invisible

MOST_SLIDES = 2000
_DEEPEST = 16  # groups inside groups


class PptxExtractor:
    """Reads PPTX through python-pptx; a slide is a page."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return for each slide its title as a heading, its texts, tables and notes.

        Raises:
            SourceRefused: a bomb, broken, too many slides, or without text.
        """
        open_document(fetched.content).close()
        with refusing_broken(PythonPptxError):
            show: Any = pptx.Presentation(io.BytesIO(fetched.content))
            count = len(show.slides)
            if count > MOST_SLIDES:
                raise SourceRefused("source-too-many-pages", pages=count, limit=MOST_SLIDES)
            slides = [list(_slide(slide, page)) for page, slide in enumerate(show.slides, start=1)]
            title, author = show.core_properties.title, show.core_properties.author
        blocks = tuple(block for slide in slides for block in slide)
        if not blocks:
            raise SourceRefused("source-no-text")
        headings = (block.text for block in blocks if block.heading)
        return Extracted(
            blocks=blocks,
            title=choose_title([title, next(headings, None)], fetched, blocks),
            url=fetched.url,
            pages=count,
            pages_without_text=sum(not slide for slide in slides),
            author=author or None,
        )


def _slide(slide: Any, page: int) -> Iterator[Block]:
    title = slide.shapes.title
    if title is not None and title.has_text_frame and (text := _line(title.text_frame.text)):
        yield Block(text=text, page=page, heading=True, level=1)
    shapes = (shape for shape in slide.shapes if title is None or shape is not title)
    own = None if title is None else title.shape_id
    yield from join_items(
        block for shape in shapes if shape.shape_id != own for block in _shape(shape, page)
    )
    if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame):
        yield from join_items(_paragraphs(notes.paragraphs, page))


def _shape(shape: Any, page: int, depth: int = 0) -> Iterator[Block]:
    if hasattr(shape, "shapes") and depth < _DEEPEST:
        for inner in shape.shapes:
            yield from _shape(inner, page, depth + 1)
    elif shape.has_text_frame:
        yield from _paragraphs(shape.text_frame.paragraphs, page)
    elif getattr(shape, "has_table", False):
        rows = ([cell.text for cell in row.cells] for row in shape.table.rows)
        pairs = not shape.table.first_row
        yield from table_blocks(enumerate(rows, start=1), page=page, pairs=pairs)


def _paragraphs(paragraphs: Iterable[Any], page: int) -> Iterator[Block]:
    """Read paragraphs; several in one frame are the points of a slide."""
    lines = [line for line in (_line(each.text) for each in paragraphs) if line]
    for line in lines:
        yield Block(text=line if len(lines) == 1 else f"- {line}", page=page)


def _line(text: str) -> str:
    return " ".join(strip_invisible(text).split())
