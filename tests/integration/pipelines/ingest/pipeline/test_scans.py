"""Scans and pictures through the whole pipeline."""

import pytest
from PIL import Image

from tests.support.extractors.picture_maker import (
    ENGLISH,
    RUSSIAN,
    draw,
    needs_tesseract,
    save,
    scan,
)
from tests.support.pipelines.ingest_fixtures import ANNA
from tests.support.pipelines.pipeline_harness import ReadingRoom

PROSE = "The lamp burns forty litres of oil in a winter night, and less in summer. " * 4


@needs_tesseract
async def test_scans_and_pictures_become_documents_that_are_found(room: ReadingRoom) -> None:
    report = await room.ingest(
        ("scan.pdf", scan([PROSE, draw(RUSSIAN), Image.new("L", (400, 300), 200)])),
        ("photo.jpg", save(draw([*ENGLISH, *ENGLISH]), "JPEG")),
        ("wall.png", save(Image.new("RGB", (800, 600), "white"), "PNG")),
        owner=ANNA,
    )
    book, photo, wall = report.items
    assert (book.status, book.pages, book.pages_by_ocr, book.pages_without_text) == (
        *("stored", 3),
        *(1, 1),
    )
    assert (photo.status, photo.pages, photo.pages_by_ocr) == ("stored", None, 1)
    assert photo.title not in (None, "photo"), "it is called by its first line"
    assert wall.status == "refused"
    assert wall.failure is not None
    assert wall.failure.code == "source-no-text-in-picture"
    found = await room.search("Когда построен маяк?", asker=ANNA)
    best = next(passage for passage in found if passage.document_id == book.document_id)
    assert "1867" in best.text
    assert best.page == 2
    shown = {line.node for lines in room.mailbox.progress[report.batch_id] for line in lines}
    assert "ocr" in shown


@pytest.mark.parametrize("name", ["drawing.svg", "drawing"])
async def test_hostile_25_svg_with_script(room: ReadingRoom, name: str) -> None:
    svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script><text>hi</text></svg>"
    (item,) = (await room.ingest((name, svg), owner=ANNA)).items
    assert item.status == "refused"
    assert item.failure is not None
    assert item.failure.code == "source-not-supported"
    assert item.chunks == 0
