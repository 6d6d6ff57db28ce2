"""The second half of the ingest pipeline's steps: from chunks to documents and a report.

Those that read a source are in `reading.py`; `pipeline.py` connects them.
"""

import time
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from pipelines.concurrency import prefetch
from pipelines.embedding.cache import EmbeddingCache
from pipelines.engine.graph import Failed
from pipelines.errors import EmbeddingUnusable, SourceRefused, UserError
from pipelines.ingest.archives import archive_of
from pipelines.ingest.batch import Batch, Item, ItemArtifacts, Order
from pipelines.ingest.progress import BatchProgress
from pipelines.ingest.retry import wanted_sources
from pipelines.ingest.screening import REFUSED
from pipelines.ingest.versions import version_key
from pipelines.models.documents import Source
from pipelines.models.originals import Original
from pipelines.models.requests import BatchReport, IngestRequest
from pipelines.nodes.sources.bibliography import Work, full_citation, metadata_of
from pipelines.nodes.sources.media_type import PDF
from pipelines.originals.cache import OriginalCache, digest
from pipelines.ports import Embedder, Notifier
from pipelines.store.staging import KnownDocument, NewDocument, ParagraphRow
from pipelines.store.store import Store

ROWS_AT_ONCE = 64
ROWS_AHEAD = 512
ROWS_TOLD = 8  # after which it is said how many are done


@dataclass(frozen=True, slots=True)
class IngestSteps:
    """The steps that make documents of what was read, and report."""

    store: Store
    embedder: Embedder
    notifier: Notifier
    progress: BatchProgress
    originals: OriginalCache

    async def classify(self, request: IngestRequest) -> Batch:
        """Split a message into its sources.

        Raises:
            SourceRefused: it has none.
        """
        sources = wanted_sources(request)
        if not sources:
            raise SourceRefused("nothing-to-add")
        order = Order.of(request)
        items = tuple(Item(order, source) for source in sources)
        return Batch(order, time.time(), items)

    async def assign_indices(self, batch: Batch) -> Batch:
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
        try:
            return await self._embed(item)
        except EmbeddingUnusable:  # what is stored by now may belong to other chunks
            await self.store.staging.discard_document(item.document_id)
            raise

    async def _embed(self, item: Item) -> Item:
        artifacts = ItemArtifacts(self.store.artifacts)
        text = await artifacts.text(item)
        plan = await artifacts.plan(item)
        await self.store.staging.stage_document(self._document(item))
        await self._hold_original(item)
        cache = EmbeddingCache(self.store.search, self.embedder, item.order.owner)
        rows: list[ParagraphRow] = []
        # Embedding goes on while rows are stored.
        embedded_chunks = cache.embed(text, plan.passages)
        async with aclosing(prefetch(embedded_chunks, ROWS_AHEAD)) as chunks:
            async for idx, key, embedded in chunks:
                rows.append(ParagraphRow(item.first_idx + idx, plan.chunks[idx], embedded, key))
                if len(rows) == ROWS_AT_ONCE:
                    await self._stage(item, rows)
                    rows = []
                if (idx + 1) % ROWS_TOLD == 0:
                    await self.progress.advanced(item, "embed", idx + 1, len(plan.chunks))
        await self._stage(item, rows)
        return item

    async def publish(self, batch: Batch) -> Batch:
        """Make the whole batch visible in one transaction, unless it was cancelled before.

        Raises:
            UserError: it was; nothing of it is seen.
        """
        if await self.store.batches.finalize_batch(batch.order.batch_id, "finished") == "cancelled":
            raise UserError("batch-cancelled")
        await self.store.staging.publish_batch(batch.order.batch_id)
        versions = await self.store.batches.list_batch_versions(batch.order.batch_id)
        readers = await self.store.documents.list_readers(
            [item.document_id for item in batch.items if item.is_new]
        )
        replacing = {document_id for document_id, former_id in versions if former_id}
        return replace(
            batch,
            items=tuple(
                replace(
                    item,
                    is_new_version=item.is_new and item.document_id in replacing,
                    readers=readers.get(item.document_id) if item.is_new else None,
                )
                for item in batch.items
            ),
        )

    async def report(self, batch: Batch) -> BatchReport:
        """Say how every item ended; of a cancelled batch whoever cancelled it speaks."""
        report = BatchReport(
            batch_id=batch.order.batch_id,
            items=tuple(item.report() for item in batch.items),
            seconds=time.time() - batch.started_at,
        )
        if await self.store.batches.claim_final_report(report.batch_id) == "cancelled":
            return report
        if batch.failure is None:
            await self.notifier.ingested(batch.order.origin, report)
        else:
            await self.notifier.failed(batch.order.origin, batch.failure)
        return report

    async def clean_up(self, report: BatchReport) -> BatchReport:
        """Delete what the steps left for each other."""
        await self.store.artifacts.delete_artifacts(report.batch_id)
        return report

    async def record_failure(self, failed: Failed) -> Item:
        """Note why an item cannot become a document; leave nothing of it behind."""
        item: Item = failed.value
        await self.store.staging.discard_document(item.document_id)
        if failed.failure.code == REFUSED:
            await self._forget(item)
        return replace(item, failure=failed.failure)

    async def abort(self, failed: Failed) -> Batch:
        """Leave nothing of a batch that could not be published or not even be read."""
        request: IngestRequest = failed.value
        order, failure = Order.of(request), failed.failure
        sources = wanted_sources(request) or (Source(0, "file", ""),)
        items = tuple(Item(order, source, failure=failure) for source in sources)
        await self.store.staging.discard_batch(order.batch_id)
        return Batch(order, time.time(), items, failure)

    async def _hold_original(self, item: Item) -> None:
        """Note where the file of a document is; of one with pages hold the bytes, to show those.

        Of a text without its secrets there are no bytes any more, so that none are shown or sent.
        """
        source = item.source.file
        if item.media_type != PDF and (source is None or source.place != "telegram"):
            return
        content = await ItemArtifacts(self.store.artifacts).get(item, "content")
        if content:
            await self.store.originals.put_original(original_of(item, content))
            if item.media_type == PDF:
                await self.originals.put(content)

    async def _forget(self, item: Item) -> None:
        """Delete the bytes of a refused item at once, not with the batch; its archive's too."""
        file = item.source.file
        batch_id, _, name = file.key.partition("/") if file else ("", "", "")
        own = name if batch_id == item.order.batch_id else ""
        for idx in {item.source.idx, archive_of(item.source.idx)}:
            await self.store.artifacts.delete_artifacts_of(item.order.batch_id, f"{idx}/", own)

    async def _stage(self, item: Item, rows: Sequence[ParagraphRow]) -> None:
        if rows:
            await self.store.staging.stage_paragraphs(
                item.document_id,
                item.order.batch_id,
                rows,
                model=self.embedder.model,
                layout=self.embedder.layout,
            )

    def _document(self, item: Item) -> NewDocument:
        is_file = item.source.kind == "file"
        work = Work(
            *(item.title, item.language, item.author, item.published),
            url=None if is_file else item.url,
            file_name=item.file_name if is_file else None,
            pages=item.pages,
            sheets=item.sheets,
            seconds=item.seconds,
        )
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
            reader_role=item.order.reader_role,
            author=item.author,
            published=item.published,
            version_key=version_key(item),
            full_citation=full_citation(work, datetime.now(UTC).date().isoformat()),
            metadata=metadata_of(work) | ({"caption": True} if item.source.is_caption else {}),
            told_in=item.order.told_in,
        )


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


def original_of(item: Item, content: bytes) -> Original:
    """Say where the file of an item can be had again: as it was sent, or under its link.

    What lay in the database or in an archive cannot be had again.
    """
    source = item.source
    known = Original(item.document_id, digest(content), len(content), item.file_name or "")
    if source.file is not None and source.file.place == "telegram":
        return replace(known, place="telegram", key=source.file.key)
    if source.kind == "web" and source.url:
        return replace(known, place="web", key=source.url)
    return known
