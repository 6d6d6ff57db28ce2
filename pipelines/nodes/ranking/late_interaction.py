"""MaxSim: how well the tokens of a question find each other in a passage.

Source: Khattab and Zaharia 2020, arXiv 2004.12832. The mean instead of their sum, so that
questions of different lengths share one scale, weighted by how much each token tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipelines.models.documents import (
    BoolArray,
    FloatArray,
    Int8Array,
    Int32Array,
    Span,
    TokenVectors,
)


def calibrate(cosines: FloatArray, floor: float) -> FloatArray:
    """Stretch cosines so that `floor`, what unrelated texts get, is 0 and 1 stays 1.

    Returns:
        float32, same shape: (cosine - floor) / (1 - floor), clipped to 0..1.
    """
    stretched = np.clip((cosines - floor) / (1.0 - floor), 0.0, 1.0)
    return np.asarray(stretched, dtype=np.float32)


def max_sim(
    query_tokens: FloatArray, weights: FloatArray, passages: Sequence[TokenVectors]
) -> FloatArray:
    """Score whole passages: the mean over question tokens of their best cosine in the passage.

    Args:
        query_tokens: float32 [tokens, dim], unit rows.
        weights: float32 [tokens], sum 1.
        passages: token vectors of each passage; may have none.
    Returns:
        float32 [len(passages)], -1..1; 0 where either side has no tokens.
    """
    return np.asarray(weights @ best_cosines(query_tokens, passages), dtype=np.float32)


def best_cosines(query_tokens: FloatArray, passages: Sequence[TokenVectors]) -> FloatArray:
    """Return float32 [tokens, passages]: the best cosine of each token in each passage, or 0."""
    lengths = np.array([len(passage.vectors) for passage in passages], dtype=np.intp)
    best = np.zeros((len(query_tokens), len(passages)), dtype=np.float32)
    filled = lengths > 0
    if len(query_tokens) and filled.any():
        rows = np.concatenate([passage.vectors for passage in passages if len(passage.vectors)])
        starts = np.concatenate([[0], np.cumsum(lengths[filled])[:-1]])
        best[:, filled] = np.maximum.reduceat(token_cosines(query_tokens, rows), starts, axis=1)
    return best


@dataclass(frozen=True, slots=True, eq=False)
class RangeMatches:
    """How a question's tokens find each other in ranges of one passage.

    best: float32 [ranges, question tokens], the best cosine of each token in each range.
    likeness: float32 [ranges], cosine of the mean of the range's tokens and of the question's.
    """

    best: FloatArray
    likeness: FloatArray


def match_ranges(
    query_tokens: FloatArray, token_vectors: TokenVectors, ranges: Sequence[Span]
) -> RangeMatches:
    """Compare a question with character ranges of one passage, such as its sentences.

    Args:
        query_tokens: float32 [tokens, dim], unit rows.
        token_vectors: of the passage the ranges lie in.
        ranges: half-open character ranges; a token belongs to each range that it overlaps.
    Returns:
        Cosines in -1..1; 0 for a range without tokens, or when there are none.
    """
    best = np.zeros((len(ranges), len(query_tokens)), dtype=np.float32)
    likeness = np.zeros(len(ranges), dtype=np.float32)
    if not len(query_tokens) or not len(token_vectors.vectors) or not len(ranges):
        return RangeMatches(best, likeness)
    wide, lengths = _with_lengths(token_vectors.vectors)
    inside = _inside(token_vectors.offsets, ranges)
    filled = inside.any(axis=1)
    cosines = query_tokens @ wide.T / lengths
    masked = np.where(inside[filled, None, :], cosines[None], -np.inf)
    best[filled] = masked.max(axis=2)
    sums = (inside / lengths) @ wide
    sizes = np.sqrt(np.einsum("rd,rd->r", sums, sums))
    likeness[:] = sums @ _unit(query_tokens.mean(axis=0)) / np.maximum(sizes, 1e-9)
    return RangeMatches(best, likeness)


def _inside(offsets: Int32Array, ranges: Sequence[Span]) -> BoolArray:
    """Say which tokens overlap each range, bool [ranges, tokens]."""
    bounds = np.array([(span.start, span.end) for span in ranges])
    starts, ends = offsets[:, 0], offsets[:, 1]
    return np.asarray((ends > bounds[:, :1]) & (starts < bounds[:, 1:]))


def _unit(vector: FloatArray) -> FloatArray:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), dtype=np.float32)


def _with_lengths(rows: Int8Array) -> tuple[FloatArray, FloatArray]:
    """Return rows as float32, and their lengths, at least 1, which the caller divides out last."""
    wide = rows.astype(np.float32)
    return wide, np.maximum(np.sqrt(np.einsum("td,td->t", wide, wide)), 1.0, dtype=np.float32)


def token_cosines(query_tokens: FloatArray, rows: Int8Array) -> FloatArray:
    """Cosines float32 [query tokens, rows]."""
    wide, lengths = _with_lengths(rows)
    return np.asarray(query_tokens @ wide.T / lengths, dtype=np.float32)
