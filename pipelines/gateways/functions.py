"""The Gateway protocol over SQL functions: one method, one function of the same name."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, cast

from pipelines.errors import DatabaseRefused
from pipelines.gateways import rows as mapping
from pipelines.gateways.batches import BatchFunctions
from pipelines.gateways.documents import DocumentFunctions
from pipelines.gateways.documents_staged import StagingFunctions
from pipelines.gateways.documents_watched import WatchFunctions
from pipelines.gateways.gathered import GatheredFunctions
from pipelines.gateways.inbox import InboxFunctions
from pipelines.gateways.reembedding import ReembeddingFunctions
from pipelines.gateways.vectors import Vector
from pipelines.models.answers import Passage, Turn
from pipelines.models.documents import EmbeddedChunk, FloatArray, TokenVectors
from pipelines.models.people import Mode, User


class FunctionGateway(
    ReembeddingFunctions,
    BatchFunctions,
    InboxFunctions,
    GatheredFunctions,
    DocumentFunctions,
    StagingFunctions,
    WatchFunctions,
):
    """Implements every method of the protocol; a driver implements `table` and `value`.

    Arguments are str, int, float, bool, None, bytes, lists of these, and Json.
    """

    @abstractmethod
    async def table(self, function: str, arguments: Mapping[str, Any]) -> list[mapping.Row]:
        """Call a function that returns a table."""

    @abstractmethod
    async def value(self, function: str, arguments: Mapping[str, Any]) -> Any:
        """Call a function that returns one value, or void (None)."""

    @abstractmethod
    async def close(self) -> None:
        """Give back the connections."""

    async def ensure_user(
        self, telegram_id: int, display_name: str | None, language: str | None
    ) -> User:
        """Insert or refresh a user."""
        found = await self.table(
            "ensure_user",
            {
                "p_telegram_id": telegram_id,
                "p_display_name": mapping.storable_or_none(display_name),
                "p_language": language,
            },
        )
        return mapping.user_of(found[0])

    async def claim_ownership(self, telegram_id: int) -> bool:
        """Make this user the owner if there is none yet; False if somebody was first."""
        return bool(await self.value("claim_ownership", {"p_telegram_id": telegram_id}))

    async def has_owner(self) -> bool:
        """Tell whether somebody owns this copy."""
        return bool(await self.value("has_owner", {}))

    async def get_mode(self, user_id: str) -> Mode | None:
        """Return the mode last set."""
        return cast("Mode | None", await self.value("get_mode", {"p_user_id": user_id}))

    async def set_mode(self, user_id: str, mode: Mode) -> None:
        """Upsert the mode."""
        await self.value("set_mode", {"p_user_id": user_id, "p_mode": mode})

    async def get_history(self, user_id: str, pairs: int) -> tuple[Turn, ...]:
        """Return the last pairs, oldest first."""
        found = await self.table("get_history", {"p_user_id": user_id, "p_pairs": pairs})
        return tuple(map(mapping.turn_of, found))

    async def insert_and_trim_pairs(
        self, user_id: str, turns: Sequence[Turn], keep_pairs: int, *, run_id: str | None = None
    ) -> None:
        """Append turns and keep only the last pairs, in one transaction."""
        await self.value(
            "insert_and_trim_pairs",
            {
                "p_items": mapping.turn_items(user_id, turns),
                "p_keep_pairs": keep_pairs,
                "p_run_id": run_id,
            },
        )

    async def clear_history(self, user_id: str) -> int:
        """Return how many messages were deleted."""
        return int(await self.value("clear_history", {"p_user_id": user_id}))

    async def search_documents(
        self,
        query: FloatArray,
        *,
        top_k: int,
        threshold: float,
        floor: float,
        asker: int | None,
    ) -> tuple[Passage, ...]:
        """Return up to top_k of the nearest chunks above the threshold.

        Args:
            query: float32 [768], unit length.
            floor: cosine of unrelated texts; similarity = (cos - floor)/(1 - floor).
        """
        found = await self.table(
            "search_documents",
            {
                "query_vector": Vector(query),
                "top_k": top_k,
                "p_threshold": threshold,
                "p_floor": floor,
                "p_asker": asker,
            },
        )
        return tuple(map(mapping.passage_of, found))

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
        """Return one chunk of each of up to top_k passages, best by vectors and words first.

        Args:
            text: the question as asked; its words count beside the threshold.
            language: its two-letter code, or "und".
            model: what the query is embedded with, as is `layout`; None: do not compare.
        Raises:
            UserError: the base is embedded otherwise: it was moved meanwhile.
        """
        found = await self.table(
            "search_documents",
            {
                "query_vector": Vector(query),
                "query_text": mapping.storable(text),
                "top_k": top_k,
                "p_threshold": threshold,
                "p_floor": floor,
                "p_asker": asker,
                "p_language": language,
                "p_model": model,
                "p_layout": layout,
            },
        )
        return tuple(map(mapping.passage_of, found))

    async def get_passages(self, ids: Sequence[int], *, asker: int | None) -> tuple[Passage, ...]:
        """Return the passages around `ids`, in their order, without what may not be read."""
        found = await self.table("get_passages", {"p_ids": list(ids), "p_asker": asker})
        return tuple(map(mapping.passage_of, found))

    async def get_neighbours(self, ids: Sequence[int], *, asker: int | None) -> tuple[Passage, ...]:
        """Return the passages just before and after those of `ids`, without these."""
        found = await self.table("get_neighbours", {"p_ids": list(ids), "p_asker": asker})
        return tuple(map(mapping.passage_of, found))

    async def get_token_vectors(
        self,
        ids: Sequence[int],
        *,
        asker: int | None,
        model: str | None = None,
        layout: str | None = None,
    ) -> dict[int, TokenVectors]:
        """Return the token vectors of the passages around `ids` that the asker may read.

        Raises:
            UserError: the base is embedded otherwise than `model` and `layout`, if given.
        """
        found = await self.table(
            "get_token_vectors",
            {"p_ids": list(ids), "p_asker": asker, "p_model": model, "p_layout": layout},
        )
        return mapping.token_vectors_by_id(found)

    async def find_embeddings(
        self, keys: Sequence[str], *, model: str, layout: str
    ) -> dict[str, EmbeddedChunk]:
        """Return what this model made in this layout before, by the key it was stored under."""
        found = await self.table(
            "find_embeddings", {"p_keys": list(keys), "p_model": model, "p_layout": layout}
        )
        return {row["embedding_key"]: mapping.embedded_chunk_of(row) for row in found}

    async def put_artifact(self, batch_id: str, name: str, content: bytes) -> None:
        """Keep bytes for a later step of the run."""
        await self.value(
            "put_artifact", {"p_batch_id": batch_id, "p_name": name, "p_content": content}
        )

    async def get_artifact(self, batch_id: str, name: str) -> bytes:
        """Return the bytes that an earlier step kept.

        Raises:
            DatabaseRefused: there are none under this name.
        """
        content = await self.value("get_artifact", {"p_batch_id": batch_id, "p_name": name})
        if content is None:
            raise DatabaseRefused(f"batch {batch_id} has no artifact {name}")
        return mapping.bytes_of(content)

    async def delete_artifacts(self, batch_id: str) -> None:
        """Drop what the steps of a run kept for each other."""
        await self.value("delete_artifacts", {"p_batch_id": batch_id})

    async def delete_artifacts_of(self, batch_id: str, prefix: str, name: str) -> None:
        """Delete those whose names start so, and the one that has this name."""
        await self.value(
            "delete_artifacts_of", {"p_batch_id": batch_id, "p_prefix": prefix, "p_name": name}
        )
