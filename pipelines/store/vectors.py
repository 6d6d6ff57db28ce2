"""Embeddings as the database takes and gives them."""

import numpy as np
from pgvector import Vector

from pipelines.errors import DatabaseRefused
from pipelines.models.documents import EMBEDDING_DIM, EmbeddedChunk, FloatArray, TokenVectors
from pipelines.store.database import Row, bytes_of


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
