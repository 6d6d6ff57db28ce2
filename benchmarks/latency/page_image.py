"""How long the page of a citation takes, from the tap to the picture, and what is marked on it.

The product's own way, but for the database and the network: the file from disk, then a child
process that draws. The letters under the marker are read again and compared with the quote's.
"""

import random
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import percentile
from benchmarks.latency.waiting import make_pdf
from pipelines.extractors.paged import draw_page
from pipelines.extractors.pdf.extractor import PdfExtractor
from pipelines.extractors.pdf.file import open_for_reading
from pipelines.extractors.pdf.marked_page import find_boxes
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import CleanText, Fetched
from pipelines.models.originals import PageQuote
from pipelines.nodes.text.clean import clean
from pipelines.nodes.text.words import split_sentences
from pipelines.originals.cache import OriginalCache, digest
from pipelines.originals.pages import DRAWING


@dataclass(frozen=True, slots=True)
class PageImageResult:
    """Figures of one run; `exact`: sentences under whose marker stands what was quoted."""

    pages: int
    sentences: int
    exact: int
    first_ms: float  # a child process is started for it
    p50_ms: float
    p95_ms: float
    largest_kb: float


async def measure(count: int, sentences: int, seed: int = 1) -> PageImageResult:
    """Show the pages of so many sentences of a PDF of so many pages."""
    with tempfile.TemporaryDirectory(prefix="paragraf-page-image-") as folder:
        path = Path(folder) / "long.pdf"
        make_pdf(path, count)
        content = path.read_bytes()
        cache = OriginalCache(Path(folder) / "originals", 2 * len(content))
        await cache.put(content)
        quotes = _quotes(content)
        wanted = random.Random(seed).sample(quotes, min(sentences, len(quotes)))  # noqa: S311
        took, sizes = [], []
        async with ProcessPool() as pool:
            for quote in wanted:
                began = time.perf_counter()
                held = await cache.get(digest(content))
                assert held is not None
                picture = await pool.run(draw_page, held, quote, limits=DRAWING)
                took.append(1000 * (time.perf_counter() - began))
                sizes.append(len(picture.content))
    return PageImageResult(
        pages=count,
        sentences=len(wanted),
        exact=sum(_is_exact(content, quote) for quote in wanted),
        first_ms=round(took[0], 1),
        p50_ms=round(percentile(took[1:], 50), 1),
        p95_ms=round(percentile(took[1:], 95), 1),
        largest_kb=round(max(sizes) / 1024, 1),
    )


def _quotes(content: bytes) -> list[PageQuote]:
    text = clean(PdfExtractor(seconds=600).extract(Fetched(content, "application/pdf", "long.pdf")))
    quotes = []
    for paragraph in text.paragraphs:
        words = text.text[paragraph.start : paragraph.end]
        for span in split_sentences(words):
            start, end = paragraph.start + span.start, paragraph.start + span.end
            quotes.append(_quote(text, start, end))
    return quotes


def _quote(text: CleanText, start: int, end: int) -> PageQuote:
    """Take a sentence as a citation has it: up to the end of its page."""
    place = [each for each in text.anchors if each.at <= start][-1]
    end = min([end, *(each.at for each in text.anchors if start < each.at < end)])
    around = text.text[max(0, start - 500) : start], text.text[end : end + 500]
    return PageQuote(place.page or 1, text.text[start:end], *around)


def _is_exact(content: bytes, quote: PageQuote) -> bool:
    page = open_for_reading(content)[quote.page - 1]
    text = page.get_textpage()
    under = ""
    for left, bottom, right, top in find_boxes(page, quote):
        inset = 0.3 * (top - bottom)  # neighbouring lines reach over
        under += text.get_text_bounded(left, bottom + inset, right, top - inset)
    return "".join(filter(str.isalnum, under)) == "".join(filter(str.isalnum, quote.text))
