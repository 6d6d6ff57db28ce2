"""The values that travel through the ingest pipeline: a batch and its items.

Bytes, text and chunks do not travel: steps leave them as artifacts of the batch, under names
that `Item.artifact` gives. They lie in the database until the run ends, so that any worker can go
on where another stopped.
"""

import asyncio
import uuid
from dataclasses import dataclass
from typing import Literal

from pipelines.engine.codec import decode_bytes
from pipelines.errors import Failure
from pipelines.models.documents import (
    Chunk,
    ItemStatus,
    PassagePlan,
    Source,
    Strategy,
)
from pipelines.models.requests import IngestRequest, ItemReport
from pipelines.store.batches import ArtifactStore
from pipelines.store.staging import KnownDocument

# The bytes as fetched; what was read out of them; of scans, the pages recognised so far; the text
# that is kept, with and without what stands where in it; where it is cut.
ArtifactName = Literal["content", "extracted", "recognised", "clean", "text", "chunks"]


_DOCUMENT_IDS = uuid.UUID("6b7f3a52-3c1e-4d0c-9a55-0d6f1c2b9e10")


@dataclass(frozen=True, slots=True)
class Order:
    """What holds for every item of a batch."""

    batch_id: str
    owner: int | None
    origin: str
    strategy: Strategy | None
    chunk_size: int | None
    overlap: int | None
    reader_role: str | None
    told_in: int | None = None
    without_secrets: bool = False

    @classmethod
    def of(cls, request: IngestRequest) -> "Order":
        """Take over what a request says, without its message."""
        return cls(
            batch_id=request.run_id,
            owner=request.owner,
            origin=request.origin,
            strategy=request.strategy,
            chunk_size=request.chunk_size,
            overlap=request.overlap,
            reader_role=request.reader_role,
            told_in=request.told_in,
            without_secrets=request.without_secrets,
        )


@dataclass(frozen=True, slots=True)
class Member:
    """A file out of an archive, a source like any other; or why it cannot be one."""

    source: Source
    failure: Failure | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One source on its way to becoming a document."""

    order: Order
    source: Source
    media_type: str = ""
    title: str = ""
    file_name: str | None = None
    url: str | None = None
    declared_language: str | None = None
    language: str = "und"
    pages: int | None = None
    pages_without_text: int = 0
    pages_by_ocr: int = 0
    scans: int = 0  # pages whose text is in a picture, as it seemed before they were recognised
    author: str | None = None
    published: str | None = None  # ISO 8601 date
    sheets: tuple[str, ...] = ()  # names of those of a workbook
    seconds: float | None = None  # of a recording: from which on the last is said
    secrets: int = 0  # found, and masked or refused
    content_sha256: str = ""
    chunks: int = 0
    first_idx: int = 0  # idx_in_batch of the first chunk
    known: KnownDocument | None = None
    failure: Failure | None = None
    missed_questions: int = 0  # of the self-test's, which did not find the document
    is_untested: bool = False  # there was no time for the self-test
    is_new_version: bool = False  # of a document that it took the place of
    readers: tuple[str, ...] | None = None  # the roles that may read it, once it is published
    members: tuple[Member, ...] = ()  # of an archive: they take its place in the batch

    @property
    def document_id(self) -> str:
        """The same uuid at every attempt, so that a repeated step writes the same row."""
        return str(uuid.uuid5(_DOCUMENT_IDS, f"{self.order.batch_id}/{self.source.idx}"))

    def artifact(self, name: str) -> str:
        """Name of an artifact of this item within its batch."""
        return f"{self.source.idx}/{name}"

    @property
    def is_new(self) -> bool:
        """Whether a document is to be made of it."""
        return self.known is None and self.failure is None

    @property
    def is_kept(self) -> bool:
        """Whether what was sent can be had again when the batch is over.

        Texts, and files that were handed over, lie in the database until then. A file out of an
        archive is had again with its archive.
        """
        file, inside = self.source.file, self.source.inside
        return file is None or file.place == "telegram" or inside is not None

    def report(self) -> ItemReport:
        """Say how it ended."""
        source, known = self.source, self.known
        if self.failure is not None:
            # With an id there is a traceback: the fault was ours, not the source's.
            status: ItemStatus = "refused" if self.failure.error_id is None else "failed"
            return ItemReport(
                source.idx,
                source.label,
                status,
                source.kind,
                failure=self.failure,
                is_kept=self.is_kept,
                is_caption=source.is_caption,
            )
        return ItemReport(
            idx=source.idx,
            label=source.label,
            status="known" if known else "stored",
            kind=source.kind,
            document_id=known.document_id if known else self.document_id,
            batch_id=known.batch_id if known else self.order.batch_id,
            title=known.title if known else self.title,
            language=known.language if known else self.language,
            pages=known.pages if known else self.pages,
            pages_without_text=self.pages_without_text,
            pages_by_ocr=self.pages_by_ocr,
            secrets=self.secrets,
            chunks=known.chunks if known else self.chunks,
            missed_questions=self.missed_questions,
            is_untested=self.is_untested,
            is_new_version=self.is_new_version,
            is_caption=source.is_caption,
            readers=self.readers,
        )


@dataclass(frozen=True, slots=True)
class Batch:
    """All items of one message, from classify to report."""

    order: Order
    started_at: float  # seconds since the epoch
    items: tuple[Item, ...]
    failure: Failure | None = None  # the batch as a whole came to nothing

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class ChunkPlan:
    """An artifact: where a document is cut, and the chunks that were cut from it."""

    passages: tuple[PassagePlan, ...]
    chunks: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True)
class ItemArtifacts:
    """What steps leave for each other: bytes under names within the item they are of."""

    store: ArtifactStore

    async def put(self, item: Item, name: ArtifactName, content: bytes) -> None:
        """Keep bytes for a later step."""
        await self.store.put_artifact(item.order.batch_id, item.artifact(name), content)

    async def get(self, item: Item, name: ArtifactName) -> bytes:
        """Return the bytes that an earlier step kept; raise DatabaseRefused if there are none."""
        return await self.store.get_artifact(item.order.batch_id, item.artifact(name))

    async def text(self, item: Item) -> str:
        """Return the cleaned text of an item, without what stands where in it."""
        return (await self.get(item, "text")).decode()

    async def plan(self, item: Item) -> ChunkPlan:
        """Return where an item is cut; between any two lines of it others have their turn."""
        passages, chunks = list[PassagePlan](), list[Chunk]()
        for line in (await self.get(item, "chunks")).splitlines():
            part: ChunkPlan = decode_bytes(ChunkPlan, line)
            passages += part.passages
            chunks += part.chunks
            await asyncio.sleep(0)
        return ChunkPlan(tuple(passages), tuple(chunks))
