"""Read texts and whole documents in the batches that are fastest, and give chunks out in order.

A chunk is read alone, which gives its own embedding and its token vectors. Its context is the
mean of its passage's chunks; or, in models made for late chunking, its own tokens pooled out of
a reading of the whole document, or of the passage where a plan says so. Tokens taken out of a
long reading blur into each other, so the token vectors are those of the chunk alone.

Memory holds two groups of passages, however long the document is.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from pipelines.concurrency import map_ahead
from pipelines.embedders.tokens import Tokens
from pipelines.model_threads import ModelThreads
from pipelines.models.documents import (
    EmbeddedChunk,
    FloatArray,
    Int32Array,
    PassagePlan,
    Span,
    TokenVectors,
)
from pipelines.nodes.chunking.embedding_layout import (
    Layout,
    Window,
    lay_out_chunks,
    plan_windows,
    pool_chunks,
    quantize_rows,
    tokens_of,
    unit_rows,
)

if TYPE_CHECKING:
    from pipelines.embedders.encoder import Encoder, Reading


@dataclass(frozen=True, slots=True, eq=False)
class TextReading:
    """sentence: float32 [dim], unit length; rows: float32 [tokens, dim], one per token."""

    sentence: FloatArray
    rows: FloatArray


async def read_texts(
    encoder: "Encoder", threads: ModelThreads, texts: Sequence[Tokens], overlap: int
) -> list[TextReading]:
    """Read each text by itself, in windows where it is longer than the model can take.

    Args:
        overlap: tokens that two windows of one text share.
    """
    jobs: list[tuple[int, Window]] = []
    for i, tokens in enumerate(texts):
        whole = Span(0, len(tokens))
        windows = plan_windows(whole, encoder.capacity, overlap) or (Window(whole, whole),)
        jobs += [(i, window) for window in windows]

    def read(batch: list[int]) -> "list[Reading]":
        rows: list[Int32Array] = [texts[jobs[j][0]].ids_in(jobs[j][1].read) for j in batch]
        return encoder.read(rows, "passage")

    batches = encoder.batches([job[1].read.end - job[1].read.start for job in jobs])
    done = await threads.background_each(read, batches)
    readings = {
        j: reading
        for batch, read_batch in zip(batches, done, strict=True)
        for j, reading in zip(batch, read_batch, strict=True)
    }
    parts: list[list[tuple[Window, Reading]]] = [[] for _ in texts]
    for j, (i, window) in enumerate(jobs):
        parts[i].append((window, readings[j]))
    return [_join(part) for part in parts]


def _join(parts: "Sequence[tuple[Window, Reading]]") -> TextReading:
    """Average the windows of one text by how many tokens each of them stands for."""
    weights = [max(window.keep.end - window.keep.start, 1) for window, _ in parts]
    sentences = unit_rows(np.stack([reading.sentence for _, reading in parts]))
    sentence = unit_rows(np.average(sentences, axis=0, weights=weights))
    rows = [window.kept(reading.tokens) for window, reading in parts]
    return TextReading(sentence, rows[0] if len(rows) == 1 else np.concatenate(rows))


_GROUP_CHARACTERS = 24_000  # of passages that are read together: some 6,000 tokens
_GROUPS_AT_ONCE = 2  # so that no core waits for the last piece of a group


Context = Literal["chunks", "passage", "document"]


@dataclass(frozen=True, slots=True)
class ReadingPlan:
    """How a document is read.

    context: what a chunk's context is taken from; from "chunks" nothing is read twice.
    overlap: tokens that the windows of a long reading share.
    """

    layout: Layout
    context: Context
    overlap: int


@dataclass(frozen=True, slots=True, eq=False)
class _Passage:
    """A passage about to be read. `around` are its tokens, if it is to be read as a whole."""

    first: int  # number of its first chunk in the document
    span: Span
    chunks: tuple[Span, ...]
    own: tuple[Tokens, ...]  # of each chunk
    around: Tokens | None


class DocumentContext:
    """Token embeddings of the document, read window by window as they are asked for."""

    def __init__(
        self, encoder: "Encoder", threads: ModelThreads, tokens: Tokens, windows: Sequence[Window]
    ) -> None:
        self.tokens = tokens
        self._encoder = encoder
        self._threads = threads
        self._windows = iter(windows)
        self._start = 0
        self._rows: FloatArray = np.empty((0, 0), dtype=np.float32)

    async def rows(self, span: Span) -> FloatArray:
        """Return float32 [tokens, dim] of a range; starts never go back, so what is before goes."""
        while self._start + len(self._rows) < span.end:
            self._append(await self._read_next())
            self._forget(span.start)
        self._forget(span.start)
        return self._rows[span.start - self._start : span.end - self._start]

    async def _read_next(self) -> FloatArray:
        window = next(self._windows)
        ids = self.tokens.ids_in(window.read)
        (reading,) = await self._threads.background(self._encoder.read, [ids], "passage")
        return window.kept(reading.tokens)

    def _append(self, rows: FloatArray) -> None:
        self._rows = np.concatenate([self._rows.reshape(-1, rows.shape[1]), rows])

    def _forget(self, before: int) -> None:
        cut = min(max(before - self._start, 0), len(self._rows))
        self._start, self._rows = self._start + cut, self._rows[cut:]


class DocumentReader:
    """Reads one document."""

    def __init__(self, encoder: "Encoder", threads: ModelThreads, plan: ReadingPlan) -> None:
        self._encoder = encoder
        self._threads = threads
        self._plan = plan

    async def read(
        self, text: str, passages: Sequence[PassagePlan], skip: frozenset[int]
    ) -> AsyncIterator[EmbeddedChunk]:
        """Yield every chunk that is not skipped, in order.

        Spans are checked by the caller; `skip` numbers the chunks of the document.
        """
        wanted = list(_wanted(passages, skip))
        document = await self._document(text) if wanted else None
        read = partial(self._read_group, text, document)
        at_once = _GROUPS_AT_ONCE if document is None else 1  # its windows are read in turn
        async with aclosing(map_ahead(read, _groups(wanted), at_once)) as groups:
            async for group in groups:
                for number, embedding, own, tokens in group:
                    if number not in skip:
                        yield EmbeddedChunk(embedding, _token_vectors(own.rows, tokens))

    async def _read_group(
        self,
        text: str,
        document: DocumentContext | None,
        group: Sequence[tuple[int, PassagePlan]],
    ) -> list[tuple[int, FloatArray, TextReading, Tokens]]:
        """Return number, embedding, reading and tokens of every chunk of these passages."""
        read = await asyncio.to_thread(self._prepare, text, group)
        texts = [
            tokens
            for passage in read
            for tokens in (*passage.own, *([passage.around] if passage.around else []))
        ]
        done = iter(await read_texts(self._encoder, self._threads, texts, self._plan.overlap))
        owns: list[TextReading] = []
        contexts: list[FloatArray | None] = []
        for passage in read:
            chunks = [next(done) for _ in passage.chunks]
            rows = next(done).rows if passage.around else None
            owns += chunks
            if self._plan.context == "chunks":
                contexts += [mean_of(chunks)] * len(chunks)
            else:
                contexts += await self._contexts(passage, rows, document)
        embeddings = await self._lay_out(owns, contexts)
        tokens = [each for passage in read for each in passage.own]
        numbers = [passage.first + i for passage in read for i in range(len(passage.chunks))]
        return list(zip(numbers, embeddings, owns, tokens, strict=True))

    def _prepare(self, text: str, group: Sequence[tuple[int, PassagePlan]]) -> list[_Passage]:
        """Tokenize passages and chunks, each by itself."""
        tokenize = self._encoder.text.tokenize
        reads_passage = self._plan.layout.reads_context and self._plan.context == "passage"
        return [
            _Passage(
                first,
                plan.span,
                plan.chunks,
                tuple(tokenize(text[chunk.start : chunk.end]) for chunk in plan.chunks),
                tokenize(text[plan.span.start : plan.span.end])
                if reads_passage and plan.chunks != (plan.span,)
                else None,
            )
            for first, plan in group
        ]

    async def _document(self, text: str) -> DocumentContext | None:
        """Prepare to read the whole text, for models whose context that is."""
        if self._plan.context != "document" or not self._plan.layout.reads_context:
            return None
        tokens = await asyncio.to_thread(self._encoder.text.tokenize, text)
        windows = plan_windows(Span(0, len(tokens)), self._encoder.capacity, self._plan.overlap)
        return DocumentContext(self._encoder, self._threads, tokens, windows)

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
        """Join each chunk with its context, or with itself: float32 [chunks, 768]."""
        own = np.stack([reading.sentence for reading in owns])
        around = own.copy()
        given = [row for row, context in enumerate(contexts) if context is not None]
        if given:
            rows = np.stack([context for context in contexts if context is not None])
            if self._plan.context != "chunks":  # pooled out of tokens, as the model's layers were
                rows = await self._threads.background(self._encoder.finish, rows)
            around[given] = rows
        return lay_out_chunks(own, around, self._plan.layout)


def mean_of(chunks: Sequence[TextReading]) -> FloatArray:
    """Return float32 [dim], unit length: the direction between the chunks of a passage."""
    return unit_rows(np.sum([chunk.sentence for chunk in chunks], axis=0, dtype=np.float32))


def _wanted(
    passages: Sequence[PassagePlan], skip: frozenset[int]
) -> Iterator[tuple[int, PassagePlan]]:
    """Leave out passages of which every chunk is skipped; number each by its first chunk."""
    first = 0
    for plan in passages:
        if not skip.issuperset(range(first, first + len(plan.chunks))):
            yield first, plan
        first += len(plan.chunks)


def _groups(
    passages: Sequence[tuple[int, PassagePlan]],
) -> Iterator[list[tuple[int, PassagePlan]]]:
    """Cut passages into groups that are read together: at least one, by their characters."""
    group: list[tuple[int, PassagePlan]] = []
    characters = 0
    for first, plan in passages:
        group.append((first, plan))
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


def embedding_keys(
    text: str, passages: Sequence[PassagePlan], *, whole_document: bool
) -> tuple[str, ...]:
    """Return a SHA-256 for every chunk: of its surroundings, and of where it stands in them.

    Where the surroundings are a passage, how that is cut counts too: its chunks are the context.

    Args:
        whole_document: the surroundings are the document, not the passage.
    """
    document = _digest(text) if whole_document else ""
    keys = []
    for plan in passages:
        start = 0 if whole_document else plan.span.start
        edges = [chunk.start - start for chunk in plan.chunks]
        around = document or _digest(f"{edges} {text[plan.span.start : plan.span.end]}")
        keys += [
            _digest(f"{around} {chunk.start - start} {chunk.end - start}") for chunk in plan.chunks
        ]
    return tuple(keys)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
