"""What reading a long PDF costs: the whole pipeline beside the bare work that it cannot do without.

The bare work is extracting the text with pypdf and embedding the same chunks with the same model,
with nothing stored: by this product's own embedder in this process ("direct"), and once by
sentence-transformers as it comes ("plain"). Pipeline and bare work are done in turns, so that a
busy machine hurts both.
"""

import asyncio
import contextlib
import io
import json
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE

import psutil
from pypdf import PdfReader

from benchmarks.latency.waiting import make_pdf
from benchmarks.product import Product, fresh_storage, open_product, progress, warn_of_load
from benchmarks.refused import CannotMeasure
from pipelines.embedders.packed.unpack import unpack_packed
from pipelines.extractors.pdf.extractor import PdfExtractor
from pipelines.isolation.child import peak_kib
from pipelines.models.documents import CleanText, Fetched, FileRef, Message, PassagePlan
from pipelines.models.requests import IngestRequest
from pipelines.nodes.chunking.passages import plan_passages
from pipelines.nodes.text.clean import clean

_RESET_PEAK = "5"  # Source: proc(5), clear_refs


@dataclass(frozen=True, slots=True)
class PagesResult:
    """Figures of one run; seconds are the best of the rounds.

    Processor seconds, of this process and its children, say more on a machine that others use;
    the database's are not in them.
    """

    pages: int
    chunks: int
    ingest_s: float
    direct_s: float
    ratio: float
    ingest_cpu_s: float
    direct_cpu_s: float
    cpu_ratio: float
    plain_s: float
    plain_ratio: float
    parent_grew_mb: float


async def measure(count: int, rounds: int, models_dir: Path) -> PagesResult:
    """Take in a PDF of so many pages, and do the bare work on it, this often each."""
    warn_of_load()
    async with fresh_storage() as storage, open_product(storage, models_dir) as product:
        await _ingest(product, _pdf(3, 0))  # children are started, models are warm
        taken: list[Cost] = []
        bare: list[Cost] = []
        grown, chunks = 0.0, 0
        for number in range(1, rounds + 1):
            content = _pdf(count, number)
            before = _reset_peak()
            cost, chunks = await _ingest(product, content)
            grown = max(grown, (peak_kib() - before) / 1024)
            taken.append(cost)
            bare.append(await _direct(product, content))
            progress(f"round {number}: {taken[-1]}, bare {bare[-1]}")
        plain_s = await _plain(content, unpack_packed(models_dir))
    best, direct = _best(taken), _best(bare)
    return PagesResult(
        *(count, chunks, best.seconds, direct.seconds, best.seconds / direct.seconds),
        *(best.cpu, direct.cpu, best.cpu / direct.cpu),
        *(plain_s, best.seconds / plain_s, grown),
    )


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds by the clock and of the processor."""

    seconds: float
    cpu: float

    @classmethod
    def now(cls) -> "Cost":
        """Read both clocks."""
        cpu = time.process_time()
        for child in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                cpu += sum(child.cpu_times()[:2])
        return cls(time.perf_counter(), cpu)

    def since(self, start: "Cost") -> "Cost":
        """Say what was spent from `start` on."""
        return Cost(self.seconds - start.seconds, self.cpu - start.cpu)


def _best(costs: Sequence[Cost]) -> Cost:
    return Cost(min(cost.seconds for cost in costs), min(cost.cpu for cost in costs))


def _pdf(pages: int, number: int) -> bytes:
    """Set pages of prose; another number is another text, since nothing is embedded twice."""
    with tempfile.TemporaryDirectory(prefix="paragraf-pages-") as folder:
        path = Path(folder) / "long.pdf"
        make_pdf(path, pages, seed=number)
        return path.read_bytes()


async def _ingest(product: Product, content: bytes) -> tuple[Cost, int]:
    run_id = f"benchmark-{uuid.uuid4()}"
    await product.storage.store.artifacts.put_artifact(run_id, "upload/0", content)
    file = FileRef("artifact", f"{run_id}/upload/0", "long.pdf", len(content))
    began = Cost.now()
    report = await product.runs.ingest(IngestRequest(Message(files=(file,)), None), run_id=run_id)
    spent = Cost.now().since(began)
    (item,) = report.items
    if item.status != "stored":
        raise CannotMeasure(f"not taken in: {item.failure.code if item.failure else item.status}")
    return spent, item.chunks


async def _direct(product: Product, content: bytes) -> Cost:
    """Extract with pypdf, and embed what the pipeline embeds."""
    extracted = _extract(content)
    document, passages = _planned(content)
    began = Cost.now()
    async for _ in product.models.embedder.embed_document(document.text, passages):
        pass
    embedded = Cost.now().since(began)
    return Cost(extracted.seconds + embedded.seconds, extracted.cpu + embedded.cpu)


async def _plain(content: bytes, model: Path) -> float:
    """Extract with pypdf, and embed the same chunks with sentence-transformers: seconds."""
    extracted = _extract(content)
    document, passages = _planned(content)
    texts = [document.text[at.start : at.end] for plan in passages for at in plan.chunks]
    command = (sys.executable, "-W", "ignore", "-m", "benchmarks.latency.pages_plain", str(model))
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
    said, _ = await process.communicate(json.dumps(texts).encode())
    if process.returncode:
        raise CannotMeasure("sentence-transformers could not embed the chunks")
    return extracted.seconds + float(said)


def _extract(content: bytes) -> Cost:
    began = Cost.now()
    "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return Cost.now().since(began)


def _planned(content: bytes) -> tuple[CleanText, tuple[PassagePlan, ...]]:
    document = clean(PdfExtractor().extract(Fetched(content, "application/pdf", "long.pdf")))
    return document, plan_passages(document, "paragraph")


def _reset_peak() -> int:
    Path("/proc/self/clear_refs").write_text(_RESET_PEAK)
    return peak_kib()
