"""Reads closely, off the event loop: the port that the rest of the product knows."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tokenizers import Tokenizer

from pipelines.embedders.close.pairs import Pair, lay_out
from pipelines.embedders.packed.unpack import PACKED_NAME, unpack_packed
from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder
from pipelines.embedders.tokens import TextTokenizer
from pipelines.model_threads import ModelThreads
from pipelines.models.documents import FloatArray

if TYPE_CHECKING:
    from pipelines.embedders.close.cross_encoder import CrossEncoder


class PackedCloseReader:
    """A CloseReader over the packed model. Make it with `load_close_reader`."""

    def __init__(self, encoder: "CrossEncoder", text: TextTokenizer, threads: ModelThreads) -> None:
        self._encoder = encoder
        self._text = text
        self._threads = threads

    async def answering(self, question: str, sentences: Sequence[str]) -> FloatArray:
        """Return float32 [sentences], log odds; NaN for what is too far behind to be read."""
        return await self._threads.interactive(self._answering, question, sentences)

    async def standing(self, claim: str, text: str, *, question: str = "") -> float:
        """Return the log odds that a text bears a claim out, as the answer to a question."""
        return await self._threads.interactive(self._standing, claim, text, question)

    def _answering(self, question: str, sentences: Sequence[str]) -> FloatArray:
        return self._encoder.answering(lay_out(self._text, sentences, question=question))

    def _standing(self, claim: str, text: str, question: str) -> float:
        return self._encoder.standing(self._pair(claim, text, question))

    def _pair(self, claim: str, text: str, question: str) -> Pair:
        return lay_out(self._text, [text], question=question, claim=claim)


async def load_close_reader(
    embedder: SentenceTransformerEmbedder, data_dir: Path
) -> PackedCloseReader:
    """Load what the packed model was taught, off the event loop: a tenth of a second.

    Args:
        embedder: whose threads are shared, and whose tokenizer, if it is the packed model.
        data_dir: where the packed model is unpacked to.
    Raises:
        ModelBroken: the packed model is missing or damaged.
    """
    folder = await asyncio.to_thread(unpack_packed, data_dir)
    text = embedder.text
    if embedder.model != PACKED_NAME:
        text = await asyncio.to_thread(_tokenizer, folder)
    return PackedCloseReader(
        await embedder.threads.interactive(_load, folder), text, embedder.threads
    )


def _tokenizer(folder: Path) -> TextTokenizer:
    return TextTokenizer(Tokenizer.from_file(str(folder / "tokenizer.json")))


def _load(folder: Path) -> "CrossEncoder":
    from pipelines.embedders.close.cross_encoder import CrossEncoder  # torch

    return CrossEncoder(folder)
