"""What can be searched and read, as a Protocol: part of the Gateway."""

from collections.abc import Sequence
from typing import Protocol

from pipelines.models.answers import Passage
from pipelines.models.documents import EmbeddedChunk, FloatArray, TokenVectors


class Library(Protocol):
    """Passages, found and read; `asker` is a Telegram id, None sees what everyone may read."""

    async def search_documents(
        self,
        query: FloatArray,
        *,
        top_k: int,
        threshold: float,
        floor: float,
        asker: int | None,
    ) -> tuple[Passage, ...]:
        """The nearest chunk of each of the top_k nearest passages, nearest first."""
        ...

    async def hybrid_search(
        self,
        query: FloatArray,
        *,
        text: str,
        language: str,
        top_k: int,
        threshold: float,
        floor: float,
        asker: int | None,
        model: str | None = None,
        layout: str | None = None,
    ) -> tuple[Passage, ...]:
        """One chunk of each of the best top_k passages by vectors and words, best first.

        Raise UserError when the base is embedded by another model or layout than these.
        """
        ...

    async def get_passages(self, ids: Sequence[int], *, asker: int | None) -> tuple[Passage, ...]:
        """The whole passage around each of `ids`, in their order, under the id asked for.

        Those the asker may not read, or that are gone, are left out.
        """
        ...

    async def get_neighbours(self, ids: Sequence[int], *, asker: int | None) -> tuple[Passage, ...]:
        """The passages just before and after those of `ids` in their documents, without these."""
        ...

    async def get_token_vectors(
        self,
        ids: Sequence[int],
        *,
        asker: int | None,
        model: str | None = None,
        layout: str | None = None,
    ) -> dict[int, TokenVectors]:
        """Those of the whole passage around each of `ids`; offsets are the passage's.

        Raise UserError when the base is embedded by another model or layout than these.
        """
        ...

    async def find_embeddings(
        self, keys: Sequence[str], *, model: str, layout: str
    ) -> dict[str, EmbeddedChunk]:
        """What was embedded before, by the key it was stored under."""
        ...
