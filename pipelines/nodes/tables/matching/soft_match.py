"""Soft match: words that stand nowhere in a table by their letters, by the vectors of tokens."""

from collections.abc import Mapping, Sequence

import numpy as np

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import BoolArray, FloatArray, Span, TokenVectors
from pipelines.nodes.ranking.late_interaction import token_cosines
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import HELD, Word, begin_alike
from pipelines.nodes.tables.words.kinds import kind_of_column
from pipelines.nodes.tables.words.lexicon import ASKING, fold_in_place

# Cosines of the tokens of unrelated words are about 0.70 under the packed model, and those of the
# same word 0.85 and more; between them it is the distance from the next best that tells.
_UNRELATED = 0.70
_HEADER_LEAST, _HEADER_MARGIN = 0.74, 0.08
_VALUE_LEAST, _VALUE_MARGIN, _VALUE_STEP = 0.755, 0.015, 0.06
_KIN_MARGIN = 0.03  # over the values of other columns: what is of a kind with no column is not
_SOFT_MOST = 0.8  # by vectors alone a word is never as sure as by its letters
_ROWS_SEEN = 40  # whose names of columns are compared: they say the same
_ROWS_COMPARED = 400


class SoftMatch:
    """Words of a question, against headers and values by token vectors."""

    def __init__(
        self,
        query: QueryEmbedding,
        words: Sequence[Word],
        token_vectors: Mapping[int, TokenVectors],
        unknown: BoolArray,
    ) -> None:
        self._query = query
        self._words = words
        self._stored = token_vectors
        self._unknown = unknown
        self._compared: dict[int, FloatArray] = {}
        self._shares = _token_shares(words, query)

    def headers(self, table: Table) -> FloatArray:
        """Return float32 [words, C], over a margin to the next best column."""
        cosines = np.zeros((len(self._words), len(table.columns)), dtype=np.float32)
        seen = np.zeros(len(table.columns), dtype=np.float32)
        at = {name: index for index, name in enumerate(table.columns)}
        for row in table.rows[:_ROWS_SEEN]:
            named = [cell for cell in row.cells if cell.name]
            similar = self._cosines(row.passage.id, [cell.name_span for cell in named])
            if similar is None:
                continue
            columns = [at[cell.name] for cell in named]
            cosines[:, columns] += similar
            seen[columns] += 1
        mean = np.asarray(cosines / np.maximum(seen, 1.0), dtype=np.float32)
        over = mean - np.maximum(_next_best(mean), _UNRELATED)
        strengths = np.clip(over / _HEADER_MARGIN, 0.0, 1.0) * _SOFT_MOST
        names = np.array([word.name for word in self._words], dtype=bool)
        telling = [not ASKING.holds(fold_in_place(name)) for name in table.columns]  # no "Who"
        near = (mean >= _HEADER_LEAST) & ~names[:, None] & np.array(telling, dtype=bool)
        return self._for_telling(np.where(near, strengths, 0.0))

    def values(self, table: Table, headers: FloatArray) -> FloatArray:
        """Return float32 [words, R, C]: in each column the value that is nearest by a margin.

        A word that names a column names no value.
        """
        cosines = self._near_values(table)
        over = cosines - _next_best_value(cosines)
        strengths = 0.45 + 0.45 * np.clip(over / _VALUE_STEP, 0.0, 1.0)
        near = (cosines >= _VALUE_LEAST) & (over >= _VALUE_MARGIN)
        near &= _kind_mask(table)[None, None, :] & ~self._false_friends(table)
        near &= (headers.max(axis=1, initial=0.0) < HELD)[:, None, None]
        return self._for_telling(np.where(near, np.minimum(strengths, _SOFT_MOST), 0.0))

    def kin(self, table: Table) -> FloatArray:
        """Return float32 [words, C]: 0..1, how surely a word is of a kind with a column's values.

        It is nearer to one of them than to whatever stands in the other columns: a hamster to
        rabbits and cats, though it is none.
        """
        best = self._near_values(table).max(axis=1, initial=0.0)
        over = best - _next_best(best)
        near = (best >= _VALUE_LEAST) & (over >= _KIN_MARGIN)
        return np.asarray(np.where(near, best, 0.0), dtype=np.float32)

    def _near_values(self, table: Table) -> FloatArray:
        """Return float32 [words, R, C]: the cosines of words and values; 0 where none is known."""
        shape = (len(self._words), len(table.rows), len(table.columns))
        cosines = np.zeros(shape, dtype=np.float32)
        at = {name: index for index, name in enumerate(table.columns)}
        for index, row in enumerate(table.rows[:_ROWS_COMPARED]):
            similar = self._cosines(row.passage.id, [cell.value_span for cell in row.cells])
            if similar is not None:
                cosines[:, index, [at[cell.name] for cell in row.cells]] = similar
        return cosines

    def _false_friends(self, table: Table) -> BoolArray:
        """Return bool [words, R, C]: values that begin as a word sounds, and go on otherwise.

        They are near it by their letters, of which the model makes as much as of a meaning.
        """
        shape = (len(self._words), len(table.rows), len(table.columns))
        friends = np.zeros(shape, dtype=bool)
        at = {name: index for index, name in enumerate(table.columns)}
        for row_index, row in enumerate(table.rows[:_ROWS_COMPARED]):
            for cell in row.cells:
                for index in np.flatnonzero(self._unknown).tolist():
                    word = self._words[index].folded
                    friends[index, row_index, at[cell.name]] = begin_alike(word, cell.value)
        return friends

    def _for_telling(self, strengths: FloatArray) -> FloatArray:
        silent = [word.asks or word.unit or word.has_digits for word in self._words]
        strengths[np.array(silent, dtype=bool) | ~self._unknown] = 0.0
        return np.asarray(strengths, dtype=np.float32)

    def _cosines(self, passage: int, spans: Sequence[Span]) -> FloatArray | None:
        """Return float32 [words, spans]: the mean over a word's tokens of their best cosine."""
        stored, offsets = self._stored.get(passage), self._query.token_offsets
        if stored is None or offsets is None or not spans:
            return None
        if passage not in self._compared:
            self._compared[passage] = token_cosines(self._query.token_embeddings, stored.vectors)
        cosines = self._compared[passage]
        starts, ends = stored.offsets[:, 0], stored.offsets[:, 1]
        rows = np.zeros((len(self._words), len(spans)), dtype=np.float32)
        for column, span in enumerate(spans):
            inside = (ends > span.start) & (starts < span.end)
            if inside.any():
                best = cosines[:, inside].max(axis=1)
                rows[:, column] = self._shares @ best
        return rows


def _token_shares(words: Sequence[Word], query: QueryEmbedding) -> FloatArray:
    """Return float32 [words, tokens]: each row the mean over the tokens of one word."""
    shares = np.zeros((len(words), len(query.token_embeddings)), dtype=np.float32)
    if query.token_offsets is not None:
        starts, ends = query.token_offsets[:, 0], query.token_offsets[:, 1]
        for index, word in enumerate(words):
            own = (ends > word.span.start) & (starts < word.span.end)
            shares[index, own] = 1.0 / max(int(own.sum()), 1)
    return shares


def _kind_mask(table: Table) -> BoolArray:
    """Return bool [C]: columns of words, in which vectors may tell values apart; names sound."""
    return np.array(
        [
            kind_of_column(cell.value for _, cell in table.cells(column)) == "text"
            for column in table.columns
        ],
        dtype=bool,
    )


def _next_best(scores: FloatArray) -> FloatArray:
    """Return, for each entry, the best of the others in its row (the last axis)."""
    if scores.shape[-1] < 2:
        return np.zeros_like(scores)
    ordered = np.sort(scores, axis=-1)
    best, second = ordered[..., -1:], ordered[..., -2:-1]
    return np.where(scores == best, second, best)


def _next_best_value(cosines: FloatArray) -> FloatArray:
    """Return, for each entry [words, R, C], the best of the other rows in its column."""
    return np.moveaxis(_next_best(np.moveaxis(cosines, 1, -1)), -1, 1)
