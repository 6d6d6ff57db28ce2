"""What a database must be able to do for us: call a function, and give its rows or its value.

Every method of a store is one SQL function of the same name. A row is what a driver makes of one:
psycopg gives uuids, dates and bytes where PostgREST gives text; the readers below take both.
Embeddings go and come as vectors and as bytes, which are made and read here.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

import numpy as np
from pgvector import Vector

from pipelines.errors import DatabaseRefused
from pipelines.models.documents import EMBEDDING_DIM, EmbeddedChunk, FloatArray, TokenVectors

Row = Mapping[str, Any]

# What Postgres cannot store as text: NUL, and halves of surrogate pairs, which are not UTF-8.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class Database(Protocol):
    """Arguments are str, int, float, bool, None, bytes, Vector, lists of these, and Json."""

    async def rows(
        self, function: str, /, *, paged: bool = False, **arguments: Any
    ) -> Sequence[Row]:
        """Call a function that returns a table.

        Args:
            paged: it may return more rows than an answer over HTTP holds. It must be read-only and
                order them, as it is then called once a page.
        Raises:
            ParagrafError: every error of a driver, as one of ours.
        """
        ...

    async def value(self, function: str, /, *, unlimited: bool = False, **arguments: Any) -> Any:
        """Call a function that returns one value, or void (None).

        Args:
            unlimited: it may take as long as it takes. PostgREST takes the time limit from the
                function's own settings. Source: docs.postgrest.org, "Functions".
        Raises:
            ParagrafError: every error of a driver, as one of ours.
        """
        ...

    async def close(self) -> None:
        """Give back the connections."""
        ...


@dataclass(frozen=True, slots=True)
class Json:
    """An argument of type jsonb, as against an array."""

    items: Sequence[Mapping[str, Any]] | Mapping[str, Any]


def storable(text: str) -> str:
    """Replace each character that Postgres cannot store by U+FFFD; offsets stay true."""
    return _UNSTORABLE.sub("\ufffd", text)


def storable_or_none(text: str | None) -> str | None:
    """Do the same where there may be no text."""
    return None if text is None else storable(text)


def bytes_of(value: bytes | str) -> bytes:
    r"""Read a bytea: bytes from psycopg, "\x…" from PostgREST."""
    return bytes.fromhex(value.removeprefix("\\x")) if isinstance(value, str) else value


def date_of(value: datetime | str) -> datetime:
    """Read a timestamptz: a datetime from psycopg, text from PostgREST."""
    return datetime.fromisoformat(value) if isinstance(value, str) else value


def date_or_none(value: datetime | str | None) -> datetime | None:
    """Read a timestamptz that may be null."""
    return None if value is None else date_of(value)


def text_or_none(value: object) -> str | None:
    """Read a uuid that may be null, as text."""
    return None if value is None else str(value)


def to_vector(embedding: FloatArray) -> Vector:
    """Make an argument of type vector of a float32 [768], every number of it finite.

    Raises:
        DatabaseRefused: another shape, or a number that is not finite.
    """
    if embedding.shape != (EMBEDDING_DIM,):
        raise DatabaseRefused(f"an embedding has shape {embedding.shape}, not ({EMBEDDING_DIM},)")
    if not np.isfinite(embedding).all():
        raise DatabaseRefused("an embedding holds a number that is not finite")
    return Vector(embedding)


def vectors_as_bytes(token_vectors: TokenVectors) -> bytes:
    """Write the vectors as they are stored: int8, row after row."""
    return token_vectors.vectors.astype(np.int8).tobytes()


def offsets_as_bytes(token_vectors: TokenVectors) -> bytes:
    """Write the offsets as they are stored: pairs of int32, little endian."""
    return token_vectors.offsets.astype("<i4").tobytes()


def token_vectors_of(row: Row) -> TokenVectors:
    """Read the columns vectors, offsets and dim."""
    return TokenVectors(
        vectors=np.frombuffer(bytes_of(row["vectors"]), dtype=np.int8).reshape(-1, row["dim"]),
        offsets=np.frombuffer(bytes_of(row["offsets"]), dtype="<i4").reshape(-1, 2),
    )


def embedded_chunk_of(row: Row) -> EmbeddedChunk:
    """Read a row of find_embeddings: the numbers that were stored, bit by bit."""
    return EmbeddedChunk(
        embedding=np.frombuffer(bytes_of(row["embedding"]), dtype=">f4").astype(np.float32),
        token_vectors=token_vectors_of(row),
    )
