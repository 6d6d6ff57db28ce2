"""Read a whole document and give its chunks out in order.

A chunk is read alone, which gives its own embedding and its token vectors, and once more in its
surroundings, for its context: in its passage, or in the whole document by models made for that.
Tokens taken out of a long reading blur into each other, so the token vectors are those of the
chunk alone. A passage of one chunk is read once.

Memory holds one group of passages, however long the document is.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pipelines.embedders.context import DocumentContext
from pipelines.embedders.texts import TextReading, read_texts
from pipelines.embedders.tokens import Tokens
from pipelines.lanes import Lanes
from pipelines.models import EmbeddedChunk, FloatArray, PassagePlan, Span, TokenVectors
from pipelines.nodes.layout import Layout, lay_out_chunks
from pipelines.nodes.pool import pool_chunks, tokens_of
from pipelines.nodes.quantize import quantize_rows
from pipelines.nodes.windows import plan_windows

if TYPE_CHECKING:
    from pipelines.embedders.encoder import Encoder

_GROUP_CHARACTERS = 48_000  # of passages that are read together: some 12,000 tokens


@dataclass(frozen=True, slots=True)
class ReadingPlan:
    """How a document is read.

    whole_document: the context of a chunk is the document, not its passage.
    overlap: tokens that the windows of a long reading share.
    """

    layout: Layout
    whole_document: bool
    overlap: int


@dataclass(frozen=True, slots=True, eq=False)
class _Passage:
    """A passage about to be read. `around` are its tokens, if it is to be read as a whole."""

    span: Span
    chunks: tuple[Span, ...]
    own: tuple[Tokens, ...]  # of each chunk
    around: Tokens | None


class DocumentReader:
    """Reads one document."""

    def __init__(self, encoder: "Encoder", lanes: Lanes, plan: ReadingPlan) -> None:
        self._encoder = encoder
        self._lanes = lanes
        self._plan = plan

    async def read(
        self, text: str, passages: Sequence[PassagePlan], skip: frozenset[int]
    ) -> AsyncIterator[EmbeddedChunk]:
        """Yield every chunk that is not skipped, in order.

        Spans are checked by the caller; `skip` numbers the chunks of the document.
        """
        wanted = list(_wanted(passages, skip))
        document = await self._document(text, wanted)
        for group in _groups(wanted):
            read = await asyncio.to_thread(self._prepare, text, group)
            texts = [
                tokens
                for passage in read
                for tokens in (*passage.own, *([passage.around] if passage.around else []))
            ]
            done = iter(await read_texts(self._encoder, self._lanes, texts, self._plan.overlap))
            owns: list[TextReading] = []
            contexts: list[FloatArray | None] = []
            for passage in read:
                chunks = [next(done) for _ in passage.chunks]
                rows = next(done).rows if passage.around else None
                owns += chunks
                contexts += await self._contexts(passage, rows, document)
            embeddings = await self._lay_out(owns, contexts)
            tokens = [each for passage in read for each in passage.own]
            for embedding, own, its in zip(embeddings, owns, tokens, strict=True):
                yield EmbeddedChunk(embedding, _token_vectors(own.rows, its))

    def _prepare(self, text: str, group: Sequence[PassagePlan]) -> list[_Passage]:
        """Tokenize passages and chunks, each by itself."""
        tokenize = self._encoder.text.tokenize
        reads_context = self._plan.layout.reads_context and not self._plan.whole_document
        return [
            _Passage(
                plan.span,
                plan.chunks,
                tuple(tokenize(text[chunk.start : chunk.end]) for chunk in plan.chunks),
                tokenize(text[plan.span.start : plan.span.end])
                if reads_context and plan.chunks != (plan.span,)
                else None,
            )
            for plan in group
        ]

    async def _document(self, text: str, passages: Sequence[PassagePlan]) -> DocumentContext | None:
        """Prepare to read the whole text, for models whose context that is."""
        if not (self._plan.whole_document and self._plan.layout.reads_context and passages):
            return None
        tokens = await asyncio.to_thread(self._encoder.text.tokenize, text)
        windows = plan_windows(Span(0, len(tokens)), self._encoder.capacity, self._plan.overlap)
        return DocumentContext(self._encoder, self._lanes, tokens, windows)

    async def _contexts(
        self,
        passage: _Passage,
        rows: FloatArray | None,
        document: DocumentContext | None,
    ) -> list[FloatArray | None]:
        """Pool each chunk's tokens in its surroundings; None where there are none to be read."""
        contexts: list[FloatArray | None] = []
        for chunk in passage.chunks:
            if document is not None and len(document.tokens):
                found = await document.rows(tokens_of(document.tokens.offsets, chunk))
                contexts.append(pool_chunks(found, [Span(0, len(found))])[0])
            elif passage.around is not None and rows is not None and len(rows):
                inner = Span(chunk.start - passage.span.start, chunk.end - passage.span.start)
                contexts.append(pool_chunks(rows, [tokens_of(passage.around.offsets, inner)])[0])
            else:
                contexts.append(None)
        return contexts

    async def _lay_out(
        self, owns: Sequence[TextReading], contexts: Sequence[FloatArray | None]
    ) -> FloatArray:
        """Join both readings of each chunk, or its own twice: float32 [chunks, 768]."""
        own = np.stack([reading.sentence for reading in owns])
        around = own.copy()
        pooled = [row for row, context in enumerate(contexts) if context is not None]
        if pooled:
            rows = np.stack([context for context in contexts if context is not None])
            around[pooled] = await self._lanes.upload(self._encoder.finish, rows)
        return lay_out_chunks(own, around, self._plan.layout)


def _wanted(passages: Sequence[PassagePlan], skip: frozenset[int]) -> Iterator[PassagePlan]:
    """Leave out the chunks that are skipped, and passages without any left."""
    number = 0
    for plan in passages:
        last = number + len(plan.chunks)
        kept = [c for i, c in enumerate(plan.chunks, start=number) if i not in skip]
        number = last
        if kept:
            yield PassagePlan(plan.span, tuple(kept))


def _groups(passages: Sequence[PassagePlan]) -> Iterator[list[PassagePlan]]:
    """Cut passages into groups that are read together: at least one, by their characters."""
    group: list[PassagePlan] = []
    characters = 0
    for plan in passages:
        group.append(plan)
        characters += plan.span.end - plan.span.start
        if characters >= _GROUP_CHARACTERS:
            yield group
            group, characters = [], 0
    if group:
        yield group


def _token_vectors(rows: FloatArray, tokens: Tokens) -> TokenVectors:
    """Keep the tokens that stand for characters."""
    visible = tokens.offsets[:, 1] > tokens.offsets[:, 0]
    return TokenVectors(quantize_rows(rows[visible]), tokens.offsets[visible])
