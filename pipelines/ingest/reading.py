"""The first half of the ingest pipeline's steps: from a source to chunks that can be embedded."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pipelines.engine.codec import decode_bytes, encode_bytes
from pipelines.errors import SourceRefused
from pipelines.ingest.archives import Unpacker, artifact_name
from pipelines.ingest.batch import Item, ItemArtifacts
from pipelines.ingest.pages import (
    NOTHING_YET,
    PagedReader,
    Recognised,
    check_length,
    first_line,
    read_slices,
    recognise_scans,
)
from pipelines.ingest.plan import (
    CleanDocument,
    ReadDocument,
    clean_document,
    packed,
    plan_document,
    read_document,
)
from pipelines.ingest.progress import BatchProgress
from pipelines.ingest.screening import Screening
from pipelines.isolation.limits import THINKING
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import Extracted, Fetched, Strategy
from pipelines.nodes.sources.media_type import XLSX
from pipelines.nodes.text.charsets import to_utf8
from pipelines.ports import Embedder, Fetcher, LanguageDetector, Transcriber
from pipelines.store.store import Store


@dataclass(frozen=True, slots=True)
class ReadSteps:
    """The steps that read one source, and the adapters they read it with."""

    store: Store
    embedder: Embedder
    detector: LanguageDetector
    pool: ProcessPool
    fetchers: Mapping[str, Fetcher]  # by kind, and by place for files
    extract: Callable[[str, Fetched], Extracted]  # by an extractor's name
    transcriber: Transcriber
    pages: PagedReader
    screening: Screening
    unpacker: Unpacker
    progress: BatchProgress
    chunk_size: int = 384
    overlap: int = 32
    ocr_pages: int = 200  # of a document, at most

    @property
    def artifacts(self) -> ItemArtifacts:
        """What steps leave for each other."""
        return ItemArtifacts(self.store.artifacts)

    async def fetch(self, item: Item) -> Item:
        """Get the bytes and leave them as an artifact."""
        source = item.source
        self.screening.check_link(source)
        fetcher = self.fetchers[source.file.place if source.file else source.kind]
        fetched = await fetcher.fetch(source)
        await self.artifacts.put(item, "content", await readable_content(self.pool, fetched))
        return replace(
            item,
            media_type=fetched.media_type,
            file_name=self.screening.file_name(fetched.file_name),
            url=self.screening.address(fetched.url, source.url) or source.url,
        )

    async def unpack(self, item: Item) -> Item:
        """Take the files out of an archive; each goes on as an item of its own."""
        content = await self.artifacts.get(item, "content")
        members = []
        async for member, inner in self.unpacker.files(self.pool, item, content):
            if member.failure is None:
                name = artifact_name(member.source)
                await self.store.artifacts.put_artifact(item.order.batch_id, name, inner)
            members.append(replace(member, source=self.screening.source(member.source)))
        return replace(item, members=tuple(members))

    async def read(self, item: Item, extractor: str) -> Item:
        """Read text out of the bytes, in a child process."""
        fetched = await self._fetched(item)
        read = await self.pool.run(read_document, self.extract, extractor, fetched)
        return await self._keep(item, read)

    async def read_pages(self, item: Item) -> Item:
        """Read text out of a long document, some pages at a time, in child processes."""
        fetched = await self._fetched(item)
        return await self._keep(item, await read_slices(self.pool, self.pages, fetched))

    async def ocr(self, item: Item) -> Item:
        """Recognise the text of pages that are pictures, in child processes."""
        extracted: Extracted = decode_bytes(Extracted, await self.artifacts.get(item, "extracted"))
        fetched = await self._fetched(item)
        known: Recognised = decode_bytes(Recognised, await self.artifacts.get(item, "recognised"))

        total = min(len(extracted.scans), self.ocr_pages)

        async def keep(found: Recognised) -> None:
            await self.artifacts.put(item, "recognised", encode_bytes(found))
            await self.progress.advanced(item, "ocr", len(found.pages), total)

        recognised = await recognise_scans(
            *(self.pool, self.pages, fetched, extracted, self.ocr_pages), known=known, keep=keep
        )
        if item.media_type.startswith("image/"):
            recognised = replace(recognised, title=first_line(recognised) or recognised.title)
        return await self._keep(item, packed(recognised))

    async def transcribe(self, item: Item) -> Item:
        """Write down what is said in a recording."""
        fetched = await self._fetched(item)
        return await self._keep(item, packed(await self.transcriber.transcribe(fetched)))

    async def _fetched(self, item: Item) -> Fetched:
        content = await self.artifacts.get(item, "content")
        return Fetched(content, item.media_type, item.file_name, item.url)

    async def _keep(self, item: Item, read: ReadDocument) -> Item:
        """Leave what was read as an artifact, and note what the source says of itself."""
        extracted = read.about
        check_length(read.characters)
        await self.artifacts.put(item, "extracted", read.content)
        if extracted.scans and not extracted.pages_by_ocr:
            await self.artifacts.put(item, "recognised", encode_bytes(NOTHING_YET))
        return replace(
            item,
            title=self.screening.title(extracted.title or item.file_name or item.source.label),
            url=self.screening.address(extracted.url, item.url) or item.url,
            pages=extracted.pages,
            pages_without_text=extracted.pages_without_text,
            pages_by_ocr=extracted.pages_by_ocr,
            scans=len(extracted.scans),
            author=extracted.author and self.screening.title(extracted.author),
            published=extracted.published,
            declared_language=extracted.language,
            sheets=tuple(map(self.screening.title, read.sheets if item.media_type == XLSX else ())),
            seconds=read.seconds,
        )

    async def clean(self, item: Item) -> Item:
        """Clean the text; what is left of it is what the document is known by.

        Raises:
            SourceRefused: nothing is left.
        """
        extracted = await self.artifacts.get(item, "extracted")
        cleaned = await self.pool.run(clean_document, extracted, limits=THINKING)
        if not cleaned.text.strip():
            raise SourceRefused("source-no-text", name=item.source.label)
        return await self._keep_clean(item, cleaned)

    async def _keep_clean(self, item: Item, cleaned: CleanDocument) -> Item:
        await self.artifacts.put(item, "clean", cleaned.content)
        await self.artifacts.put(item, "text", cleaned.text)
        return replace(item, content_sha256=hashlib.sha256(cleaned.text).hexdigest())

    async def scan(self, item: Item) -> Item:
        """Refuse what holds secrets, or keep only a text without them."""
        cleaned = await self.artifacts.get(item, "clean")
        # Lines are counted in bytes that are text.
        is_text = item.media_type.startswith("text/")
        content = await self.artifacts.get(item, "content") if is_text else b""
        screened = await self.screening.screen(
            self.pool,
            cleaned,
            content,
            title=item.title,
            file_name=item.file_name or item.source.label,
            link=item.url,
            without_secrets=item.order.without_secrets,
        )
        if screened.document is not None:
            item = await self._keep_clean(item, screened.document)
            for name in ("content", "extracted"):
                await self.artifacts.put(item, name, b"")
        return replace(item, secrets=max(screened.secrets, screened.masks))

    async def deduplicate(self, item: Item) -> Item:
        """See whether the uploader already has, or may read, the same text.

        In a group only what it may read counts: its receipt names what is known by its title.
        """
        order = item.order
        known = await self.store.staging.find_known(
            item.content_sha256, asker=order.owner, told_in=order.told_in
        )
        return replace(item, known=known)

    async def plan(self, item: Item) -> Item:
        """Name the document's language, and cut its text into chunks."""
        strategy = item.order.strategy or _strategy(item)
        text = await self.artifacts.text(item) if strategy == "fixed" else ""
        tokens = await self.embedder.token_spans(text) if strategy == "fixed" else None
        size, overlap = item.order.chunk_size, item.order.overlap
        plan = await self.pool.run(
            plan_document,
            self.detector,
            await self.artifacts.get(item, "clean"),
            item.declared_language,
            strategy,
            tokens,
            self.chunk_size if size is None else size,
            self.overlap if overlap is None else overlap,
            limits=THINKING,
        )
        await self.artifacts.put(item, "chunks", plan.content)
        return replace(item, language=plan.language, chunks=plan.chunks)


async def readable_content(pool: ProcessPool, fetched: Fetched) -> bytes:
    """Return what was fetched; a text that its site says is in another encoding in UTF-8.

    In a child process, since the name of the encoding is a stranger's too.
    """
    if fetched.charset is None:
        return fetched.content
    return await pool.run(to_utf8, fetched.content, fetched.charset)


def _strategy(item: Item) -> Strategy:
    return "sentence" if item.source.kind == "video" else "paragraph"
