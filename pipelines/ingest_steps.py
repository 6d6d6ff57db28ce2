"""What the nodes of the ingest pipeline do: one method a node. `ingest.py` connects them."""

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from pipelines.ahead import ahead
from pipelines.batch import Batch, ChunkPlan, Item, Order
from pipelines.codec import decode_bytes, encode_bytes
from pipelines.embedding_memory import EmbeddingMemory
from pipelines.errors import SourceRefused
from pipelines.graph import Failed
from pipelines.models import (
    CleanText,
    Extracted,
    Fetched,
    Source,
    Strategy,
)
from pipelines.nodes.classify import classify
from pipelines.nodes.clean import clean
from pipelines.planning import detect_language, plan_document
from pipelines.ports import Correspondent, Embedder, Fetcher, Gateway, LanguageDetector, Workers
from pipelines.requests import BatchReport, IngestRequest
from pipelines.staging import KnownDocument, NewDocument, ParagraphRow

ROWS_AT_ONCE = 64
ROWS_AHEAD = 512


@dataclass(frozen=True, slots=True)
class Ingest:
    """The adapters that the nodes of the ingest pipeline work with."""

    gateway: Gateway
    embedder: Embedder
    detector: LanguageDetector
    workers: Workers
    fetchers: Mapping[str, Fetcher]  # by kind, and by place for files
    extract: Callable[[str, Fetched], Extracted]  # by an extractor's name
    correspondent: Correspondent
    chunk_size: int = 384
    overlap: int = 32

    async def classify(self, request: IngestRequest) -> Batch:
        """Split a message into its sources."""
        sources = classify(request.message)
        if not sources:
            raise SourceRefused("nothing-to-add")
        order = Order.of(request)
        items = tuple(Item(order, source) for source in sources)
        return Batch(order, time.time(), items)

    async def fetch(self, item: Item) -> Item:
        """Get the bytes and leave them as an artifact."""
        source = item.source
        fetcher = self.fetchers[source.file.place if source.file else source.kind]
        fetched = await fetcher.fetch(source)
        await self._put(item, "content", fetched.content)
        return replace(
            item,
            media_type=fetched.media_type,
            file_name=fetched.file_name,
            url=fetched.url or source.url,
        )

    async def read(self, item: Item, extractor: str) -> Item:
        """Read text out of the bytes, in a child process."""
        content = await self._get(item, "content")
        fetched = Fetched(content, item.media_type, item.file_name, item.url)
        extracted = await self.workers.run(self.extract, extractor, fetched)
        await self._put(item, "extracted", encode_bytes(extracted))
        return replace(
            item,
            title=extracted.title or item.file_name or item.source.label,
            url=extracted.url or item.url,
            pages=extracted.pages,
            declared_language=extracted.language,
        )

    async def clean(self, item: Item) -> Item:
        """Clean the text; what is left of it is what the document is known by."""
        extracted: Extracted = decode_bytes(Extracted, await self._get(item, "extracted"))
        cleaned = await self.workers.run(clean, extracted)
        if not cleaned.text.strip():
            raise SourceRefused("source-no-text", name=item.source.label)
        await self._put(item, "clean", encode_bytes(cleaned))
        return replace(item, content_sha256=hashlib.sha256(cleaned.text.encode()).hexdigest())

    async def recognise(self, item: Item) -> Item:
        """Name the document's language."""
        cleaned = await self._clean_text(item)
        language = await self.workers.run(
            detect_language, self.detector, cleaned.text, item.declared_language
        )
        return replace(item, language=language)

    async def look_up(self, item: Item) -> Item:
        """See whether the uploader already has, or may read, the same text."""
        known = await self.gateway.find_known(item.content_sha256, asker=item.order.owner)
        return replace(item, known=known)

    async def plan(self, item: Item) -> Item:
        """Cut the text into chunks."""
        cleaned = await self._clean_text(item)
        strategy = item.order.strategy or _strategy(item)
        tokens = await self.embedder.token_spans(cleaned.text) if strategy == "fixed" else None
        size, overlap = item.order.chunk_size, item.order.overlap
        passages, chunks = await self.workers.run(
            plan_document,
            self.detector,
            cleaned,
            item.language,
            strategy,
            tokens,
            self.chunk_size if size is None else size,
            self.overlap if overlap is None else overlap,
        )
        await self._put(item, "chunks", encode_bytes(ChunkPlan(passages, chunks)))
        return replace(item, chunks=len(chunks))

    async def number(self, batch: Batch) -> Batch:
        """Give every chunk its place in the batch; a text that came twice is kept once."""
        numbered: list[Item] = []
        by_text: dict[str, Item] = {}
        next_idx = 0
        for item in batch.items:
            placed = replace(item, first_idx=next_idx)
            if placed.is_new:
                if twin := by_text.get(placed.content_sha256):
                    placed = replace(placed, known=_as_known(twin))
                else:
                    by_text[placed.content_sha256] = placed
                    next_idx += placed.chunks
            numbered.append(placed)
        return replace(batch, items=tuple(numbered))

    async def embed(self, item: Item) -> Item:
        """Embed in context; store rows as they come, unseen until the batch is published."""
        cleaned = await self._clean_text(item)
        plan: ChunkPlan = decode_bytes(ChunkPlan, await self._get(item, "chunks"))
        await self.gateway.stage_document(self._document(item))
        memory = EmbeddingMemory(self.gateway, self.embedder)
        rows: list[ParagraphRow] = []
        # Embedding goes on while rows are stored.
        async with aclosing(ahead(memory.embed(cleaned.text, plan.passages), ROWS_AHEAD)) as chunks:
            async for idx, key, embedded in chunks:
                rows.append(ParagraphRow(item.first_idx + idx, plan.chunks[idx], embedded, key))
                if len(rows) == ROWS_AT_ONCE:
                    await self._stage(item, rows)
                    rows = []
        await self._stage(item, rows)
        return item

    async def publish(self, batch: Batch) -> Batch:
        """Make the whole batch visible in one transaction."""
        await self.gateway.publish_batch(batch.order.batch_id)
        return batch

    async def report(self, batch: Batch) -> BatchReport:
        """Say how every item ended."""
        report = BatchReport(
            batch_id=batch.order.batch_id,
            items=tuple(item.report() for item in batch.items),
            seconds=time.time() - batch.started_at,
        )
        if batch.failure is None:
            await self.correspondent.ingested(batch.order.origin, report)
        else:
            await self.correspondent.failed(batch.order.origin, batch.failure)
        return report

    async def clear_away(self, report: BatchReport) -> BatchReport:
        """Delete what the steps left for each other."""
        await self.gateway.delete_artifacts(report.batch_id)
        return report

    async def set_aside(self, failed: Failed) -> Item:
        """Note why an item cannot become a document; leave nothing of it behind."""
        item: Item = failed.value
        await self.gateway.discard_document(item.document_id)
        return replace(item, failure=failed.failure)

    async def call_off(self, failed: Failed) -> Batch:
        """Leave nothing of a batch that could not be published or not even be read."""
        request: IngestRequest = failed.value
        order, failure = Order.of(request), failed.failure
        items = tuple(
            Item(order, source, failure=failure) for source in classify(request.message)
        ) or (Item(order, Source(0, "file", ""), failure=failure),)
        for item in items:
            await self.gateway.discard_document(item.document_id)
        return Batch(order, time.time(), items, failure)

    async def _clean_text(self, item: Item) -> CleanText:
        cleaned: CleanText = decode_bytes(CleanText, await self._get(item, "clean"))
        return cleaned

    async def _put(self, item: Item, name: str, content: bytes) -> None:
        await self.gateway.put_artifact(item.order.batch_id, item.artifact(name), content)

    async def _get(self, item: Item, name: str) -> bytes:
        return await self.gateway.get_artifact(item.order.batch_id, item.artifact(name))

    async def _stage(self, item: Item, rows: Sequence[ParagraphRow]) -> None:
        if rows:
            await self.gateway.stage_paragraphs(
                item.document_id,
                item.order.batch_id,
                rows,
                model=self.embedder.model,
                layout=self.embedder.layout,
            )

    def _document(self, item: Item) -> NewDocument:
        return NewDocument(
            document_id=item.document_id,
            batch_id=item.order.batch_id,
            item_idx=item.source.idx,
            owner_telegram_id=item.order.owner,
            kind=item.source.kind,
            title=item.title,
            url=item.url,
            file_name=item.file_name if item.source.kind == "file" else None,
            language=item.language,
            pages=item.pages,
            content_sha256=item.content_sha256,
            embedding_model=self.embedder.model,
            embedding_layout=self.embedder.layout,
            readable_by_everyone=item.order.readable_by_everyone,
        )


def _strategy(item: Item) -> Strategy:
    return "sentence" if item.source.kind == "video" else "paragraph"


def _as_known(twin: Item) -> KnownDocument:
    return KnownDocument(
        document_id=twin.document_id,
        title=twin.title,
        batch_id=twin.order.batch_id,
        kind=twin.source.kind,
        language=twin.language,
        pages=twin.pages,
        chunks=twin.chunks,
    )
