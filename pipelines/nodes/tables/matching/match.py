"""Match: which rows of a table a question names, and what of it stands for nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipelines.models.documents import BoolArray, FloatArray
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import CONCEPT, HELD, INFLECTED, RELATED, SYNONYM
from pipelines.nodes.tables.words.lexicon import TOTALS

_SOLID = 0.55  # what a word must be worth to name a row by itself
_SOLID_ACROSS = 0.5  # where it is one of another language, which no form is nearer to
_CLOSE = 0.9  # of the best row's share, for a row that is meant as well
_WHOLE = 0.99  # of a value's words, from which on it is named as it stands
_RARE = 0.3  # a word that more than this share of the rows lacks does not tell them apart
NAMED_MOST = 12  # rows that may be meant by name, where they are not counted or summed up
_FIRST = 2  # the last column from the left in which a row may be named
_SENTENCE = 3  # words of its own, from which on a value is more than a name


@dataclass(frozen=True, slots=True)
class RowMatch:
    """A row that a question names: by which columns' values, by which words, how surely (0..1)."""

    index: int
    keys: frozenset[int]
    words: frozenset[int]
    strength: float


def named_rows(reading: Reading, *, of_a_kind: bool = False) -> tuple[RowMatch, ...]:
    """Return the rows that the question names, in order; none when no word tells rows apart.

    Args:
        of_a_kind: they are counted or summed up, however many there are of them.
    """
    rows = len(reading.table.rows)
    if not rows or not len(reading.words):
        return ()
    values = _in_named_columns(reading)
    quality = _quality(reading) * _named_by_numbers(reading)
    rarity = _rarity(values, 0.0 if of_a_kind else _RARE)
    worth = values * quality[None] * rarity[:, None, None]
    worth = np.maximum(worth, reading.numbered) * _tells_rows(reading)
    amounts = [at for at, kind in enumerate(reading.kinds) if kind == "number"]
    worth[np.ix_(reading.counting, range(rows), amounts)] = 0.0
    if of_a_kind or not any(TOTALS.holds(word.folded) for word in reading.words):
        worth[:, sorted(reading.totals)] = 0.0  # "total of kitchenware" is no kitchenware
    best = worth.max(axis=2)  # words by rows
    totals = best.sum(axis=0)
    solid = best.max(axis=0) >= _solid(reading)
    if not solid.any():
        return ()
    highest = float(totals[solid].max())
    chosen = [row for row in range(rows) if solid[row] and totals[row] >= _CLOSE * highest]
    matches = [_row_match(reading, worth, row) for row in chosen]
    alike = np.ones_like(solid) if of_a_kind else solid  # however long the value is that holds it
    matches += _named_alike(reading, worth, matches, alike)
    matches += _named_besides(reading, worth, matches, solid)
    most = rows if of_a_kind else NAMED_MOST
    is_told = of_a_kind and _have_own_words(matches)
    if len(matches) > most or (rows > 1 and len(chosen) == rows and not is_told):
        return ()
    return tuple(sorted(matches, key=lambda match: match.index))


def unmatched_words(
    reading: Reading, rows: Iterable[RowMatch], columns: Iterable[ColumnMatch]
) -> tuple[int, ...]:
    """Return the words that neither row, column, heading nor title stands for."""
    named = frozenset(word for match in rows for word in match.words)
    held = named.union(*(column.words for column in columns))
    return tuple(
        index
        for index, word in enumerate(reading.words)
        if not (word.asks or word.unit)
        and index not in held
        and reading.around[index] < HELD
        and reading.headers[index].max(initial=0.0) < HELD
    )


def _solid(reading: Reading) -> float:
    return _SOLID_ACROSS if reading.crosses else _SOLID


def _in_named_columns(reading: Reading) -> FloatArray:
    """Return [words, R, C]: a word that stands in several columns is of the one that is named.

    "Which come on Wednesday" is not "Order by: Wed", nor «расход 0» «Долг: 0».
    """
    values = reading.values.copy()
    values[sorted(reading.of_columns)] = 0.0
    naming = {i: np.flatnonzero(row >= INFLECTED) for i, row in enumerate(reading.headers)}
    for index, held in enumerate(values.max(axis=1, initial=0.0) >= HELD):
        others = [columns for i, columns in naming.items() if i != index and len(columns) == 1]
        named = {int(columns[0]) for columns in others if held[columns[0]]}
        is_of_group = reading.table.grouped and held[0]
        if len(named) == 1 and held.sum() > 1 and not is_of_group:
            values[index][:, [at for at in range(values.shape[2]) if at not in named]] = 0.0
    return values


def _tells_rows(reading: Reading) -> FloatArray:
    """Return [words, R, C]: 0 where a word is said of all rows: "room" of a column of rooms.

    What a column is about names no row by a synonym alone, nor by standing in a sentence of another
    column: "surcharge on the service price" beside a column of services.
    """
    of_column = (reading.headers < RELATED)[:, None, :]
    is_about = reading.headers.max(axis=1, initial=0.0) >= CONCEPT
    loosely = RELATED if reading.crosses else SYNONYM
    by_more = (reading.values > loosely) | ~is_about[:, None, None]
    is_name = reading.headers.max(axis=1, initial=0.0) >= INFLECTED
    is_short = (reading.lengths < _SENTENCE) & _may_name(reading)
    in_names = ~is_name[:, None, None] | is_short[None]
    in_names &= ~is_about[:, None, None] | (reading.lengths < _SENTENCE)[None]
    return np.asarray(of_column & by_more & in_names & ~reading.only_units, dtype=np.float32)


def _may_name(reading: Reading) -> BoolArray:
    """Return bool [R, C]: whether a value may be a name, though a word of it names a column.

    One of the first columns may, and one word alone: no note, «телефон сменил».
    """
    is_first = np.arange(len(reading.table.columns)) <= _FIRST
    return np.asarray(is_first[None] | (reading.lengths == 1), dtype=bool)


def _named_by_numbers(reading: Reading) -> FloatArray:
    """Return float32 [R, C]: numbers name rows only where the question names their column too.

    What stands among them as a word is none: "free".
    """
    telling = [index for index, word in enumerate(reading.words) if not (word.asks or word.unit)]
    named = reading.headers[telling].max(axis=0, initial=0.0) >= HELD
    weights = np.ones((len(reading.table.rows), len(reading.table.columns)), dtype=np.float32)
    for column, name in enumerate(reading.table.columns):
        if reading.kinds[column] != "number" or named[column]:
            continue
        for index, row in enumerate(reading.table.rows):
            cell = row.cell(name)
            if cell is None or any(map(str.isdigit, cell.value)):
                weights[index, column] = 0.5
    return weights


def _quality(reading: Reading) -> FloatArray:
    """Return float32 [R, C]: how much a word in a value says about it: less in a long one."""
    covers = reading.covers
    return np.asarray(np.clip(2.0 * covers, 0.0, 1.0), dtype=np.float32)


def _rarity(values: FloatArray, least: float) -> FloatArray:
    """Return float32 [words]: how few of the rows a word stands in; 0 of one that tells nothing."""
    strongest = values.max(axis=2)  # words by rows
    held = strongest >= np.maximum(0.9 * strongest.max(axis=1, keepdims=True), HELD)
    rows = values.shape[1]
    if rows == 1:
        return np.ones(len(values), dtype=np.float32)
    rarity = 1.0 - (np.maximum(held.sum(axis=1), 1) - 1) / (rows - 1)
    return np.asarray(np.where(rarity >= least, 0.5 + 0.5 * rarity, 0.0), dtype=np.float32)


def _have_own_words(matches: Sequence[RowMatch]) -> bool:
    """Say whether each of some rows is named by a word that none of the others has."""
    said = [match.words for match in matches]
    return all(one.difference(*(o for o in said if o is not one)) for one in said)


def _row_match(reading: Reading, worth: FloatArray, row: int) -> RowMatch:
    own = worth[:, row, :]  # words by columns
    keys = {int(own[word].argmax()) for word in np.flatnonzero(own.max(axis=1) >= _solid(reading))}
    words = np.flatnonzero(reading.values[:, row, :].max(axis=1) >= HELD)
    return RowMatch(row, frozenset(keys), frozenset(words.tolist()), float(own.max()))


def _named_alike(
    reading: Reading, worth: FloatArray, matches: Sequence[RowMatch], solid: Sequence[bool]
) -> list[RowMatch]:
    """Return rows in whose longer values the words stand that name a row, where none is whole.

    Who asks for the stapler means the small one no more than the one for heavy duty.
    """
    rows = {match.index for match in matches}
    if any(reading.covers[match.index, key] > _WHOLE for match in matches for key in match.keys):
        return []
    alike = []
    for row in np.flatnonzero(np.asarray(solid)).tolist():
        other = _row_match(reading, worth, row)
        for match in matches:
            keys = sorted(match.keys)
            strengths = reading.values[sorted(match.words)][:, :, keys].max(axis=2, initial=0.0)
            is_alike = other.words == match.words and other.keys <= match.keys
            if row in rows or not is_alike or not match.words:
                continue
            if bool((strengths[:, row] >= strengths[:, match.index]).all()):
                alike.append(replace(other, keys=match.keys))
                break
    return alike


def _named_besides(
    reading: Reading, worth: FloatArray, matches: Sequence[RowMatch], solid: Sequence[bool]
) -> list[RowMatch]:
    """Return rows that other words name, in a column in which a row is named already.

    A word that stands right beside one of a name belongs to it: "back brakes" are no back box.
    """
    used = {word for match in matches for word in match.words}
    keys = {key for match in matches for key in match.keys}
    rows = {match.index for match in matches}
    names = reading.headers.max(axis=1, initial=0.0) >= CONCEPT  # a column, by what it is about
    besides = []
    for row in np.flatnonzero(np.asarray(solid)).tolist():
        others = [word for word in range(len(worth)) if word not in used and not names[word]]
        if row in rows or not others:
            continue
        best = worth[np.ix_(others, [row], sorted(keys))].max(axis=(1, 2), initial=0.0)
        naming = [
            word for word, one in zip(others, best.tolist(), strict=True) if one >= _solid(reading)
        ]
        is_whole = reading.covers[row, sorted(keys)].max(initial=0.0) > _WHOLE
        if naming and (is_whole or not any(_is_beside(reading, word, used) for word in naming)):
            besides.append(_row_match(reading, worth, row))
    return besides


def _is_beside(reading: Reading, word: int, others: Iterable[int]) -> bool:
    """Say whether nothing but a space is between a word and one of the others."""
    span = reading.words[word].span
    spans = [reading.words[other].span for other in others]
    return any(1 in (span.start - one.end, one.start - span.end) for one in spans)
