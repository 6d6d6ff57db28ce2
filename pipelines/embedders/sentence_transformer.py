"""Embed with any sentence-transformers model; by default with the one that is installed."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from cachetools import LRUCache

from pipelines.embedders.calibration import Floors, estimate_floors
from pipelines.embedders.document import Context, DocumentReader, ReadingPlan, embedding_keys
from pipelines.embedders.packed.unpack import (
    PACKED_MAX_SIM_CROSS_FLOOR,
    PACKED_MAX_SIM_FLOOR,
    PACKED_NAME,
    PACKED_SIMILARITY_FLOOR,
    unpack_packed,
)
from pipelines.embedders.tokens import PieceRarity, TextTokenizer, Tokens
from pipelines.errors import EmbeddingUnusable, ModelBroken
from pipelines.model_threads import ModelThreads
from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import (
    EmbeddedChunk,
    Int32Array,
    PassagePlan,
    Span,
)
from pipelines.nodes.chunking.embedding_layout import (
    Layout,
    Window,
    check_passages,
    lay_out_queries,
    plan_windows,
    unit_rows,
)

if TYPE_CHECKING:
    from pipelines.embedders.encoder import Encoder, Reading

_CACHED_QUERIES = 256
_CACHED_LENGTH = 1000  # characters; longer questions are rare, and their token embeddings large
_LONG_WINDOW = 2048  # tokens; models that read this much at once are made for late chunking


@dataclass(frozen=True, slots=True)
class LateChunking:
    """How chunks take in their surroundings: the weight of the context, and what it is.

    Defaults, by model: one with a window under 2048 tokens takes the context from the passage,
    because over a whole window neighbouring paragraphs blur into each other, and as the mean of
    the passage's chunks: to read the passage once more finds hardly better after reranking, and
    takes as long again (benchmarks/RESULTS.md). One with a longer window and more than 384
    dimensions is late-chunked over the whole document. One that does not pool by mean reads every
    chunk alone, since its token embeddings cannot be pooled.
    """

    context_weight: float
    context: Context = "chunks"

    @classmethod
    def suited_to(cls, window: int, dim: int, *, pools_by_mean: bool) -> "LateChunking":
        """Choose by what kind of model it is."""
        if not pools_by_mean:
            return cls(context_weight=0.0)
        if window >= _LONG_WINDOW and dim > 384:
            return cls(context_weight=1.0, context="document")
        return cls(context_weight=0.3)


@dataclass(slots=True, eq=False)
class _Wanted:
    """Rows that somebody waits for, and what was read of them."""

    rows: Sequence[Int32Array]
    readings: Sequence["Reading"] | None = None


class SentenceTransformerEmbedder:
    """An Embedder over a loaded model. Make it with `load_embedder`."""

    def __init__(
        self,
        encoder: "Encoder",
        threads: ModelThreads,
        *,
        model: str,
        chunking: LateChunking,
        floors: Floors,
        rarity: PieceRarity,
    ) -> None:
        self._encoder = encoder
        self._threads = threads
        self._model = model
        self._floors = floors
        self._rarity = rarity
        self._layout = Layout(encoder.dim, chunking.context_weight)
        self._plan = ReadingPlan(self._layout, chunking.context, overlap=encoder.capacity // 4)
        self._queries: LRUCache[str, QueryEmbedding] = LRUCache(_CACHED_QUERIES)
        self._wanted: list[_Wanted] = []
        self._turn = asyncio.Lock()

    @property
    def model(self) -> str:
        """Name of the model; embeddings of different models cannot be compared."""
        return self._model

    @property
    def layout(self) -> str:
        """Name the layout, what context was read from, and what token vectors were."""
        return f"{self._layout.name}-{self._plan.context}"

    @property
    def similarity_floor(self) -> float:
        """Cosine of unrelated texts under this model."""
        return self._floors.similarity

    @property
    def max_sim_floor(self) -> float:
        """MaxSim of unrelated texts under this model, for MaxSimReranker."""
        return self._floors.max_sim

    @property
    def max_sim_cross_floor(self) -> float:
        """The same, where the question is in another language than the passage."""
        return self._floors.max_sim_cross

    @property
    def threads(self) -> ModelThreads:
        """The threads models compute in; a cross-encoder shares them."""
        return self._threads

    @property
    def text(self) -> TextTokenizer:
        """The model's tokenizer."""
        return self._encoder.text

    async def embed_query(self, text: str) -> QueryEmbedding:
        """Embed a question, however long; a few hundred recent ones are remembered.

        Returns:
            Its embedding, and the tokens of the text itself: measured on XQuAD, counting prefix
            and special tokens costs MaxSim half a point.
        """
        (embedding,) = await self.embed_queries([text])
        return embedding

    async def embed_queries(self, texts: Sequence[str]) -> list[QueryEmbedding]:
        """Embed several texts as questions, read together: five cost about what two do alone."""
        known = {text: self._queries[text] for text in texts if text in self._queries}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        read = await self._read_queries(new) if new else ()
        for text, embedding in zip(new, read, strict=True):
            known[text] = embedding
            if len(text) <= _CACHED_LENGTH:
                self._queries[text] = embedding
        return [known[text] for text in texts]

    async def embed_document(
        self,
        text: str,
        passages: Sequence[PassagePlan],
        *,
        skip: frozenset[int] = frozenset(),
    ) -> AsyncGenerator[EmbeddedChunk, None]:
        """Yield every chunk of the passages that is not skipped, in order.

        Args:
            skip: numbers of chunks, counted through the document, that need not be embedded.
        Raises:
            SpanOutOfRange: a span is empty, past the end of the text, or starts before the last.
            EmbeddingUnusable: the model gave numbers that are no embedding.
        """
        check_passages(passages, len(text))
        reader = DocumentReader(self._encoder, self._threads, self._plan)
        async for chunk in reader.read(text, passages, skip):
            yield chunk

    def embedding_keys(self, text: str, passages: Sequence[PassagePlan]) -> tuple[str, ...]:
        """Name, for every chunk, all that its embedding is made from besides model and layout."""
        return embedding_keys(text, passages, whole_document=self._plan.context == "document")

    async def token_spans(self, text: str) -> tuple[Span, ...]:
        """Character span of every token that stands for characters, in order."""
        tokens = await asyncio.to_thread(self._encoder.text.tokenize, text)
        return tuple(Span(start, end) for start, end in tokens.offsets.tolist() if start < end)

    async def close(self) -> None:
        """Stop the model's threads; what waits in them is dropped."""
        await self._threads.close()

    async def _read_queries(self, texts: Sequence[str]) -> list[QueryEmbedding]:
        tokenize = self._encoder.text.tokenize
        tokens = await asyncio.to_thread(lambda: [tokenize(text) for text in texts])
        plans = [self._windows(each) for each in tokens]
        rows = [
            each.ids[window.read.start : window.read.end]
            for each, windows in zip(tokens, plans, strict=True)
            for window in windows
        ]
        in_order = iter(await self._read_with_others(rows))
        return [
            self._query(each, windows, [next(in_order) for _ in windows])
            for each, windows in zip(tokens, plans, strict=True)
        ]

    async def _read_with_others(self, rows: Sequence[Int32Array]) -> Sequence["Reading"]:
        """Read rows together with those that came while others were being read.

        Twenty people's questions in one batch take a third of what they take one by one.
        """
        wanted = _Wanted(rows)
        self._wanted.append(wanted)
        async with self._turn:
            if wanted.readings is None:  # else whoever was before has read it along
                together = [wanted, *(one for one in self._wanted if one is not wanted)]
                self._wanted = []
                read = iter(await self._read_rows([row for one in together for row in one.rows]))
                for one in together:
                    one.readings = [next(read) for _ in one.rows]
        assert wanted.readings is not None
        return wanted.readings

    async def _read_rows(self, rows: Sequence[Int32Array]) -> Sequence["Reading"]:
        readings: dict[int, Reading] = {}
        for batch in self._encoder.batches([*map(len, rows)]):
            read = await self._threads.interactive(
                self._encoder.read, [rows[i] for i in batch], "query"
            )
            readings.update(zip(batch, read, strict=True))
        return [readings[i] for i in range(len(rows))]

    def _windows(self, tokens: Tokens) -> Sequence[Window]:
        whole = Span(0, len(tokens))
        return plan_windows(whole, self._encoder.capacity, 0) or (Window(whole, whole),)

    def _query(
        self, tokens: Tokens, windows: Sequence[Window], readings: Sequence["Reading"]
    ) -> QueryEmbedding:
        kept = [w.kept(read.tokens) for w, read in zip(windows, readings, strict=True)]
        lengths = [max(window.keep.end - window.keep.start, 1) for window in windows]
        sentences = unit_rows(np.stack([reading.sentence for reading in readings]))
        mean = np.average(sentences, axis=0, weights=lengths)
        embedding = lay_out_queries(np.asarray(mean, dtype=np.float32)[None], self._layout)[0]
        weights = self._rarity.weigh(tokens.ids)
        return QueryEmbedding(embedding, unit_rows(np.concatenate(kept)), weights, tokens.offsets)


async def load_embedder(
    model: str | None,
    data_dir: Path,
    *,
    threads: ModelThreads | None = None,
    chunking: LateChunking | None = None,
) -> SentenceTransformerEmbedder:
    """Load a model off the event loop: seconds, most of them the import of torch.

    Args:
        model: name or folder of a sentence-transformers model; None or "" for the packed one.
        data_dir: where the packed model is unpacked to.
        threads: the process's model threads; made here when not given.
        chunking: by default what suits the model.
    Raises:
        ModelBroken: the model cannot be had or is of the wrong kind; says what to do.
    """
    threads = threads or ModelThreads()
    place = model if model else str(await asyncio.to_thread(unpack_packed, data_dir))
    encoder = await threads.interactive(_load, place)
    rarity = await asyncio.to_thread(encoder.text.rarity, Path(place))
    if model:
        try:
            floors = await threads.interactive(estimate_floors, encoder, rarity)
        except EmbeddingUnusable as error:
            raise ModelBroken(f"the embedding model {model} gives no embeddings") from error
    else:
        floors = Floors(PACKED_SIMILARITY_FLOOR, PACKED_MAX_SIM_FLOOR, PACKED_MAX_SIM_CROSS_FLOOR)
    chunking = chunking or LateChunking.suited_to(
        encoder.window, encoder.dim, pools_by_mean=encoder.pools_by_mean
    )
    name = model or PACKED_NAME
    return SentenceTransformerEmbedder(
        encoder, threads, model=name, chunking=chunking, floors=floors, rarity=rarity
    )


def _load(place: str) -> "Encoder":
    from pipelines.embedders.encoder import load_encoder  # torch: seconds, in a model thread

    return load_encoder(place)
