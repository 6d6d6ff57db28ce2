"""What reading a long PDF costs: the whole pipeline beside the bare work that it cannot do without.

The bare work is extracting the text with pypdf and embedding the same chunks with the same model,
in this process, with nothing stored. Both are done in turns, so that a busy machine hurts both.
"""

import io
import tempfile
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from pypdf import PdfReader

from benchmarks.latency import make_pdf
from benchmarks.product import Product, fresh_storage, open_product, progress, warn_of_load
from benchmarks.refused import CannotMeasure
from pipelines.extractors.pdf import PdfExtractor
from pipelines.models import Fetched, FileRef, Message
from pipelines.nodes.clean import clean
from pipelines.nodes.passages import plan_passages
from pipelines.requests import IngestRequest
from pipelines.workbench import peak_kib

_RESET_PEAK = "5"  # Source: proc(5), clear_refs


@dataclass(frozen=True, slots=True)
class PagesResult:
    """Figures of one run; seconds are the best of the rounds."""

    pages: int
    chunks: int
    ingest_s: float
    direct_s: float
    ratio: float
    extract_s: float  # of the bare work, pypdf's part
    parent_grew_mb: float


async def measure(count: int, rounds: int, models_dir: Path) -> PagesResult:
    """Take in a PDF of so many pages, and do the bare work on it, this often each."""
    warn_of_load()
    async with fresh_storage() as storage, open_product(storage, models_dir) as product:
        await _ingest(product, _pdf(3, 0))  # children are started, models are warm
        taken: list[float] = []
        bare: list[tuple[float, float]] = []
        grown, chunks = 0.0, 0
        for number in range(1, rounds + 1):
            content = _pdf(count, number)
            before = _reset_peak()
            seconds, chunks = await _ingest(product, content)
            grown = max(grown, (peak_kib() - before) / 1024)
            taken.append(seconds)
            bare.append(await _direct(product, content))
            progress(f"round {number}: {taken[-1]:.1f} s, bare {sum(bare[-1]):.1f} s")
    direct = min(sum(each) for each in bare)
    best = min(taken)
    extract = min(extraction for extraction, _ in bare)
    return PagesResult(count, chunks, best, direct, best / direct, extract, grown)


def _pdf(pages: int, number: int) -> bytes:
    """Set pages of prose; another number is another text, since nothing is embedded twice."""
    with tempfile.TemporaryDirectory(prefix="paragraf-pages-") as folder:
        path = Path(folder) / "long.pdf"
        make_pdf(path, pages, seed=number)
        return path.read_bytes()


async def _ingest(product: Product, content: bytes) -> tuple[float, int]:
    run_id = f"benchmark-{uuid.uuid4()}"
    await product.storage.gateway.put_artifact(run_id, "upload/0", content)
    file = FileRef("artifact", f"{run_id}/upload/0", "long.pdf", len(content))
    began = time.perf_counter()
    report = await product.runs.ingest(IngestRequest(Message(files=(file,)), None), run_id=run_id)
    seconds = time.perf_counter() - began
    (item,) = report.items
    if item.status != "stored":
        raise CannotMeasure(f"not taken in: {item.failure.code if item.failure else item.status}")
    return seconds, item.chunks


async def _direct(product: Product, content: bytes) -> tuple[float, float]:
    """Return the seconds of extracting with pypdf, and of embedding what the pipeline embeds."""
    began = time.perf_counter()
    "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    extracted = time.perf_counter() - began
    document = clean(PdfExtractor().extract(Fetched(content, "application/pdf", "long.pdf")))
    passages = plan_passages(document, "paragraph")
    began = time.perf_counter()
    async for _ in product.models.embedder.embed_document(document.text, passages):
        pass
    return extracted, time.perf_counter() - began


def _reset_peak() -> int:
    Path("/proc/self/clear_refs").write_text(_RESET_PEAK)
    return peak_kib()
