"""MaxSim: how well the tokens of a question find each other in a passage.

Source: Khattab and Zaharia 2020, arXiv 2004.12832. The mean instead of their sum, so that
questions of different lengths share one scale, weighted by how much each token tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipelines.models.documents import (
    FloatArray,
    Int8Array,
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
    if not len(query_tokens) or not len(token_vectors.vectors):
        return RangeMatches(best, likeness)
    rows = _unit_rows(token_vectors.vectors)
    cosines = query_tokens @ rows.T
    mean = _unit(query_tokens.mean(axis=0))
    starts, ends = token_vectors.offsets[:, 0], token_vectors.offsets[:, 1]
    for row, span in enumerate(ranges):
        inside = np.flatnonzero((ends > span.start) & (starts < span.end))
        if len(inside):
            best[row] = cosines[:, inside].max(axis=1)
            likeness[row] = _unit(rows[inside].mean(axis=0)) @ mean
    return RangeMatches(best, likeness)


def _unit_rows(rows: Int8Array) -> FloatArray:
    wide = rows.astype(np.float32)
    lengths = np.sqrt(np.einsum("td,td->t", wide, wide))
    return np.asarray(wide / np.maximum(lengths, 1.0)[:, None], dtype=np.float32)


def _unit(vector: FloatArray) -> FloatArray:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), dtype=np.float32)


def token_cosines(query_tokens: FloatArray, rows: Int8Array) -> FloatArray:
    """Cosines float32 [query tokens, rows]; lengths are divided out last, where it is cheapest."""
    wide = rows.astype(np.float32)
    lengths = np.sqrt(np.einsum("td,td->t", wide, wide))
    return np.asarray(query_tokens @ wide.T / np.maximum(lengths, 1.0), dtype=np.float32)
