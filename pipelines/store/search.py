"""Passages, found and read; `asker` is a Telegram id, None sees what everyone may read."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pipelines.errors import DatabaseRefused
from pipelines.models.answers import Passage
from pipelines.models.documents import Anchor, EmbeddedChunk, FloatArray, TokenVectors
from pipelines.store.database import (
    Database,
    Row,
    embedded_chunk_of,
    storable_or_none,
    to_vector,
    token_vectors_of,
)


class SearchStore:
    """What can be searched and read. What the asker may not read is not there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def search_documents(
        self,
        query: FloatArray,
        *,
        top_k: int,
        threshold: float,
        floor: float,
        asker: int | None,
        text: str | None = None,
        language: str = "und",
        model: str | None = None,
        layout: str | None = None,
        ef: int | None = None,
        within: Sequence[str] | None = None,
    ) -> tuple[Passage, ...]:
        """Return one chunk of each of the best top_k passages, best first.

        Args:
            query: float32 [768], unit length.
            threshold: of similarity; passages that are found by their words count beside it.
            floor: cosine of unrelated texts; similarity = (cos - floor)/(1 - floor).
            text: the question as asked, to look for its words as well; None: vectors alone.
            language: its two-letter code, or "und".
            model: what the query is embedded with, as is `layout`; None: do not compare.
            ef: how far the index looks (`hnsw.ef_search`); None: as the function is declared.
            within: ids of the documents to look in; None: all that the asker may read.
        Raises:
            UserError: the base is embedded by another model or layout than these.
        """
        further: dict[str, Any] = {} if ef is None else {"p_ef": ef}
        if within is not None:
            further["p_within"] = list(within)
        rows = await self._database.rows(
            "search_documents",
            query_vector=to_vector(query),
            top_k=top_k,
            query_text=storable_or_none(text),
            p_threshold=threshold,
            p_floor=floor,
            p_asker=asker,
            p_language=language,
            p_model=model,
            p_layout=layout,
            **further,
        )
        return tuple(map(_passage, rows))

    async def get_passages(self, ids: Sequence[int], *, asker: int | None) -> tuple[Passage, ...]:
        """Return the whole passage around each of `ids`, in their order, under the id asked for."""
        rows = await self._database.rows("get_passages", p_ids=list(ids), p_asker=asker)
        return tuple(map(_passage, rows))

    async def get_neighbours(self, ids: Sequence[int], *, asker: int | None) -> tuple[Passage, ...]:
        """Return the passages just before and after those of `ids`, without these."""
        rows = await self._database.rows("get_neighbours", p_ids=list(ids), p_asker=asker)
        return tuple(map(_passage, rows))

    async def document_passages(
        self, document_id: str, *, asker: int | None, first: int = 0, limit: int = 100
    ) -> tuple[Passage, ...]:
        """Return the passages of a document in reading order, from number `first` on."""
        rows = await self._database.rows(
            "document_passages",
            p_document_id=document_id,
            p_asker=asker,
            p_from=max(first, 0),
            p_limit=limit,
        )
        return tuple(map(_passage, rows))

    async def get_token_vectors(
        self,
        ids: Sequence[int],
        *,
        asker: int | None,
        model: str | None = None,
        layout: str | None = None,
    ) -> dict[int, TokenVectors]:
        """Return those of the whole passage around each of `ids`; offsets are the passage's.

        Raises:
            UserError: the base is embedded otherwise than `model` and `layout`, if given.
        """
        rows = await self._database.rows(
            "get_token_vectors",
            paged=True,
            p_ids=list(ids),
            p_asker=asker,
            p_model=model,
            p_layout=layout,
        )
        return _token_vectors_by_id(rows)

    async def find_embeddings(
        self, keys: Sequence[str], *, model: str, layout: str, asker: int | None = None
    ) -> dict[str, EmbeddedChunk]:
        """Return what this model made in this layout before, by the key it was stored under.

        Of what the asker may read, and of what is being taken in for them.
        """
        rows = await self._database.rows(
            "find_embeddings",
            p_keys=list(keys),
            p_model=model,
            p_layout=layout,
            p_asker=asker,
        )
        return {row["embedding_key"]: embedded_chunk_of(row) for row in rows}


def _passage(row: Row) -> Passage:
    """Read a passage; those without a score were not searched for: 0."""
    return Passage(
        id=row["id"],
        document_id=str(row["document_id"]),
        paragraph_idx=row["paragraph_idx"],
        text=row["paragraph_text"],
        kind=row["type"],
        title=row["title"],
        url=row["url"],
        file_name=row["file_name"],
        language=row["language"],
        page=row["page"],
        start_seconds=row["start_seconds"],
        anchors=tuple(Anchor(**anchor) for anchor in row["anchors"]),
        similarity=float(row.get("score", 0.0)),
        passage_idx=row["passage_idx"],
        score_modifier=row["score_modifier"],
    )


def _token_vectors_by_id(rows: Sequence[Row]) -> dict[int, TokenVectors]:
    """Read the rows of get_token_vectors, one a passage; offsets then count from its beginning.

    Raises:
        DatabaseRefused: a passage has vectors of two models.
    """
    found: dict[int, TokenVectors] = {}
    for row in rows:
        if row["id"] in found:
            raise DatabaseRefused(f"passage {row['id']} has token vectors of two models: re-embed")
        stored = token_vectors_of(row)
        begins = np.repeat(np.array(row["begins"], dtype=np.int32), row["tokens"])
        found[row["id"]] = TokenVectors(stored.vectors, stored.offsets + begins[:, None])
    return found
