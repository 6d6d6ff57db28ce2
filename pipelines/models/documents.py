"""The values that travel between nodes. Frozen, typed, free of drivers and settings."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float32]
Int8Array = NDArray[np.int8]
Int32Array = NDArray[np.int32]

Kind = Literal["web", "video", "file"]
Strategy = Literal["paragraph", "sentence", "fixed"]
SecretPolicy = Literal["refuse", "mask", "allow"]
Role = Literal["user", "assistant"]
ItemStatus = Literal["stored", "known", "refused", "failed"]

EMBEDDING_DIM = 768
LARGEST_MEMBER_MB = 20  # of a file in an archive


# ── sources ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class FileRef:
    """Where the bytes of a file wait: `place` names a fetcher, `key` is its address there."""

    place: Literal["telegram", "artifact", "post"]
    key: str
    file_name: str
    size: int | None = None
    media_type: str | None = None  # as whoever sent it says; the bytes are looked at all the same
    message: str = ""  # that it was written in, which may be changed: its versions share it
    is_caption: bool = False  # of other files: it is kept with them, and not counted as one


@dataclass(frozen=True, slots=True)
class Message:
    """What a user sent, before it is split into sources."""

    text: str = ""
    links: tuple[str, ...] = ()  # links behind text (entities), besides those in `text`
    files: tuple[FileRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One item of a batch: a page, a video or a file."""

    idx: int
    kind: Kind
    label: str  # what the user calls it: the link or the file name
    url: str | None = None
    file: FileRef | None = None
    language: str | None = None  # two letters, in which its sender reads
    inside: str | None = None  # label of the archive that it was taken out of

    @property
    def is_caption(self) -> bool:
        """Tell whether it is what was written beneath other files."""
        return self.file is not None and self.file.is_caption


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """A file in an archive, as the archive describes it."""

    idx: int  # its place in the archive's list
    name: str
    size: int  # bytes, declared
    refusal: str | None = None  # a message id: why it is not even taken out


@dataclass(frozen=True, slots=True)
class Fetched:
    """Bytes of a source, as a fetcher got them."""

    content: bytes
    media_type: str  # "application/pdf", "text/html", "application/x-captions+json", …
    file_name: str | None = None
    url: str | None = None  # after redirects
    charset: str | None = None  # a codec that the bytes are still to be read with, as the site says


# ── documents ────────────────────────────────────────────────────────────────────────────


def are_foreign(one: str, other: str) -> bool:
    """Say whether two languages are known to be different ones; "und" is none."""
    return "und" != one != other != "und"


@dataclass(frozen=True, slots=True)
class Span:
    """Half-open range of characters (or tokens, where said): start <= i < end."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Anchor:
    """From character `at` on, text comes from this place in the source, until the next anchor."""

    at: int
    page: int | None = None  # 1-based
    start_seconds: float | None = None
    heading: str | None = None  # path of headings: "Installation › Ports"
    row: int | None = None  # 1-based row of a table


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of extracted text in reading order: a paragraph, a heading, a caption line."""

    text: str
    page: int | None = None
    start_seconds: float | None = None
    heading: bool = False
    row: int | None = None
    level: int | None = None  # of a heading, 1 the highest; None: not known


@dataclass(frozen=True, slots=True)
class Extracted:
    """What an extractor read out of the bytes, uncleaned."""

    blocks: tuple[Block, ...]
    title: str | None = None
    url: str | None = None  # canonical
    pages: int | None = None
    language: str | None = None  # as the source declares it, two letters
    author: str | None = None
    published: str | None = None  # ISO 8601 date
    pages_without_text: int = 0
    pages_by_ocr: int = 0
    scans: tuple[int, ...] = ()  # pages whose text is, as it seems, in a picture


@dataclass(frozen=True, slots=True)
class PageSlice:
    """Some pages of a document, as its extractor read them and as only it understands them."""

    content: str
    pages: int  # of the whole document
    next_page: int | None  # where to go on; None: that was all


@dataclass(frozen=True, slots=True)
class CleanText:
    """A document's cleaned text; `paragraphs` are ordered, non-empty, disjoint spans of `text`."""

    text: str
    paragraphs: tuple[Span, ...]
    anchors: tuple[Anchor, ...] = ()


@dataclass(frozen=True, slots=True)
class Screened:
    """A text without the secrets in it, and where they stood; nothing of them."""

    text: CleanText
    secrets: int = 0
    places: str = ""  # "aws-access-key@page:3 password@line:12"


@dataclass(frozen=True, slots=True)
class Chunk:
    """The span of text that is embedded, and where it stands in its source.

    Chunks with one `passage_idx` follow each other: their texts, each after its `lead`, are the
    passage, letter by letter.
    """

    paragraph_idx: int
    text: str
    language: str
    page: int | None = None
    start_seconds: float | None = None
    anchors: tuple[Anchor, ...] = ()  # `at` counts from the chunk's own first character
    passage_idx: int = 0  # which reading unit of the document it is part of
    lead: str = ""  # white space between the chunk before it in its passage and this one


@dataclass(frozen=True, slots=True)
class PassagePlan:
    """A passage, the unit that is read and cited, and the chunks in it, the units of search.

    `chunks` are ordered, non-empty and disjoint, and cover all of `span` but white space.
    """

    span: Span
    chunks: tuple[Span, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """Late-interaction vectors of one chunk.

    vectors: int8 [tokens, dim]; a row divided by its length is the token's unit vector.
    offsets: int32 [tokens, 2]; half-open character range of each token in the chunk's text.
    """

    vectors: Int8Array
    offsets: Int32Array


@dataclass(frozen=True, slots=True, eq=False)
class EmbeddedChunk:
    """embedding: float32 [768], unit length; token vectors for the reranker."""

    embedding: FloatArray
    token_vectors: TokenVectors
