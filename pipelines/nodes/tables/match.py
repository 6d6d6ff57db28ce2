"""Match: which rows of a table a question names, which column it asks for, and what it names
that the table does not have.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.evidence import (
    CONCEPT,
    INFLECTED,
    RELATED,
    SYNONYM,
    Word,
    shape_of,
    terms_of,
)
from pipelines.nodes.tables.kinds import asked_kinds, is_year, kind_of
from pipelines.nodes.tables.lexicon import (
    KINDS,
    PREPOSITIONS,
    PRICE_ASKED,
    THINGS,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.tables.reading import HELD, Reading

_SOLID = 0.55  # what a word must be worth to name a row by itself
_CLOSE = 0.9  # of the best row's share, for a row that is meant as well
_WHOLE = 0.99  # of a value's words, from which on it is named as it stands
_RARE = 0.3  # a word that more than this share of the rows lacks does not tell them apart
NAMED_MOST = 12  # rows that may be meant by name, where they are not counted or summed up
_PRESENT_MOST = 20
_KIND_ONLY = 0.55  # strength of a column that only the question word points to
_SURE = RELATED - 0.06  # a column that is asked for beyond doubt
_SENTENCE = 3  # words of its own, from which on a value is more than a name
_TIE = 0.05
_BY_KIND = 0.3
_PLACES = frozenset({"place", "address", "city", "country", "origin", "room"})


@dataclass(frozen=True, slots=True)
class RowMatch:
    """A row that a question names: by which columns' values, by which words, how surely (0..1)."""

    index: int
    keys: frozenset[int]
    words: frozenset[int]
    strength: float


@dataclass(frozen=True, slots=True)
class ColumnMatch:
    """A column that a question asks for, by which words, how surely (0..1)."""

    index: int
    words: frozenset[int]
    strength: float


@dataclass(frozen=True, slots=True)
class Missing:
    """What a question names and a table lacks, and what the table has of that kind.

    column: where it would stand; "" where it would be the name of a column itself.
    """

    word: str
    column: str
    present: tuple[str, ...]


def named_rows(reading: Reading, *, of_a_kind: bool = False) -> tuple[RowMatch, ...]:
    """Return the rows that the question names, in order; none when no word tells rows apart.

    Args:
        of_a_kind: they are counted or summed up, however many there are of them.
    """
    rows = len(reading.table.rows)
    if not rows or not len(reading.words):
        return ()
    quality = _quality(reading) * _named_by_numbers(reading)[None]
    rarity = _rarity(reading.values, 0.0 if of_a_kind else _RARE)
    worth = reading.values * quality[None] * rarity[:, None, None]
    worth *= _tells_rows(reading)
    best = worth.max(axis=2)  # words by rows
    totals = best.sum(axis=0)
    solid = best.max(axis=0) >= _SOLID
    if not solid.any():
        return ()
    highest = float(totals[solid].max())
    chosen = [row for row in range(rows) if solid[row] and totals[row] >= _CLOSE * highest]
    matches = [_row_match(reading, worth, row) for row in chosen]
    matches += _named_alike(reading, worth, matches, solid)
    matches += _named_besides(reading, worth, matches, solid)
    most = rows if of_a_kind else NAMED_MOST
    if len(matches) > most or (rows > 1 and len(chosen) == rows):
        return ()
    return tuple(sorted(matches, key=lambda match: match.index))


def asked_columns(
    reading: Reading, question: str, keys: frozenset[int], used: frozenset[int] = frozenset()
) -> tuple[ColumnMatch, ...]:
    """Return the column that the question asks for, or several that it names alike.

    Args:
        keys: columns by whose values rows were named: they are known already.
        used: words that named rows.
    """
    columns = len(reading.table.columns)
    free = [index for index in range(columns) if index not in keys]
    kinds = asked_kinds(question)
    strengths = reading.headers.copy()
    elsewhere = strengths.max(axis=1, keepdims=True, initial=0.0) >= INFLECTED
    strengths[elsewhere & (strengths <= SYNONYM)] = 0.0  # another column is called by the word
    for word in used:
        weaker = strengths[word] <= reading.values[word].max(initial=0.0)
        strengths[word, weaker] = 0.0
    if "place" in kinds:  # "where" names such a column as well as a word of its header does
        for index in free:
            if _is_of_kind(reading, index, kinds):
                strengths[:, index] = np.maximum(strengths[:, index], _asked_where(reading))
    telling = _telling(strengths, free)
    scores = {index: float(telling[:, index].sum()) for index in free}
    named = [index for index in free if strengths[:, index].max(initial=0.0) >= HELD]
    if named:
        for index in named:
            scores[index] += _BY_KIND * _is_of_kind(reading, index, kinds)
            scores[index] += 0.2 * _header_cover(reading, strengths, index)
        best = max(scores[index] for index in named)
        return tuple(
            ColumnMatch(
                index,
                frozenset(np.flatnonzero(strengths[:, index] >= HELD).tolist()),
                float(strengths[:, index].max()),
            )
            for index in named
            if scores[index] >= best - _TIE
        )
    fitting = [index for index in free if _is_of_kind(reading, index, kinds)]
    if len(fitting) > 1 and PRICE_ASKED.find(fold_in_place(question)):
        prices = [index for index in fitting if "price" in reading.measures[index]]
        return tuple(ColumnMatch(index, frozenset(), CONCEPT) for index in prices)
    if len(fitting) == 1:
        return (ColumnMatch(fitting[0], frozenset(), _KIND_ONLY),)
    return ()


def find_missing(
    reading: Reading, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
) -> Missing | None:
    """Return what the question names and the table, though it is asked, does not have."""
    lost = [index for index, word in enumerate(reading.words) if _is_lost(reading, index)]
    for index in lost:
        if missing := _missing_code(reading, reading.words[index]):
            return missing
    sure = [column for column in columns if column.strength >= _SURE]
    for index in lost:
        if not _rest_is_held(reading, index, lost):
            continue
        if missing := _missing_year(reading, reading.words[index]):
            return missing
        column = _column_beside_value(reading, index)
        if column is None and sure:
            column = _column_of_missing(reading, index, rows, sure)
        if column is not None:
            name = reading.table.columns[column]
            return Missing(reading.words[index].text, name, _distinct(reading, name))
    return None


def _column_of_missing(
    reading: Reading, index: int, rows: Sequence[RowMatch], asked: Sequence[ColumnMatch]
) -> int | None:
    """Return the column in which a word that stands nowhere would stand, were it there.

    None when it may be any word: it has to be written as a name, to stand beside the name of a
    column, or to be the only one that nothing stands for, behind a preposition.
    """
    word = reading.words[index]
    named = word.name and not word.has_digits
    if not named and (rows or reading.crosses):
        return None
    beside = _header_beside(reading, index)
    if beside is not None and any(column.index != beside for column in asked):
        return beside
    alone = sum(_is_lost(reading, other) for other in range(len(reading.words))) == 1
    if named or (alone and _hangs(reading, index)):
        return _key_column(reading, rows, asked)
    return None


def _column_beside_value(reading: Reading, index: int) -> int | None:
    """Return the column of a value that a name is said with: "Рустама Петрова" is not Галиев."""
    if not reading.words[index].name or reading.words[index].has_digits:
        return None
    for beside in (index - 1, index + 1):
        if 0 <= beside < len(reading.words) and reading.words[beside].name:
            strengths = reading.values[beside].max(axis=0, initial=0.0)
            if strengths.max(initial=0.0) >= INFLECTED:
                return int(strengths.argmax())
    return None


def _rest_is_held(reading: Reading, index: int, lost: Sequence[int]) -> bool:
    """Say whether the table is asked all the same: of the other words it has most.

    Words that follow each other are one name, if they are written alike.
    """
    first = last = index
    alike = [other for other in lost if reading.words[other].name == reading.words[index].name]
    while first - 1 in alike:
        first -= 1
    while last + 1 in alike:
        last += 1
    others = sum(not first <= other <= last for other in lost)
    telling = sum(not (word.asks or word.unit) for word in reading.words)
    held = telling - len(lost)
    return held > others


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


def _tells_rows(reading: Reading) -> FloatArray:
    """Return [words, R, C]: 0 where a word is said of all rows: "room" of a column of rooms.

    What a column is about names no row by a synonym alone, nor by standing in a sentence of another
    column: "surcharge on the service price" beside a column of services.
    """
    of_column = (reading.headers < RELATED)[:, None, :]
    is_about = reading.headers.max(axis=1, initial=0.0) >= CONCEPT
    by_more = (reading.values > SYNONYM) | ~is_about[:, None, None]
    is_name = reading.headers.max(axis=1, initial=0.0) >= INFLECTED
    in_names = ~is_name[:, None, None] | (reading.lengths < _SENTENCE)[None]
    return np.asarray(of_column & by_more & in_names, dtype=np.float32)


def _named_by_numbers(reading: Reading) -> FloatArray:
    """Return float32 [C]: numbers name rows only where the question names their column too."""
    telling = [index for index, word in enumerate(reading.words) if not (word.asks or word.unit)]
    named = reading.headers[telling].max(axis=0, initial=0.0) >= HELD
    numbers = np.array([kind == "number" for kind in reading.kinds], dtype=bool)
    return np.where(numbers & ~named, 0.5, 1.0).astype(np.float32)


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


def _row_match(reading: Reading, worth: FloatArray, row: int) -> RowMatch:
    own = worth[:, row, :]  # words by columns
    keys = {int(own[word].argmax()) for word in np.flatnonzero(own.max(axis=1) >= _SOLID)}
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
        strengths = reading.values.max(axis=2)
        if row not in rows and any(
            other.keys == match.keys
            and other.words == match.words
            and bool((strengths[:, row] >= strengths[:, match.index])[sorted(match.words)].all())
            for match in matches
        ):
            alike.append(other)
    return alike


def _named_besides(
    reading: Reading, worth: FloatArray, matches: Sequence[RowMatch], solid: Sequence[bool]
) -> list[RowMatch]:
    """Return rows that other words name, in a column in which a row is named already."""
    used = {word for match in matches for word in match.words}
    keys = {key for match in matches for key in match.keys}
    rows = {match.index for match in matches}
    besides = []
    for row in np.flatnonzero(np.asarray(solid)).tolist():
        others = [word for word in range(len(worth)) if word not in used]
        if row in rows or not others:
            continue
        if worth[np.ix_(others, [row], sorted(keys))].max(initial=0.0) >= _SOLID:
            besides.append(_row_match(reading, worth, row))
    return besides


def _telling(strengths: FloatArray, free: Sequence[int]) -> FloatArray:
    """Divide what a word says of several columns alike among them."""
    telling = np.zeros_like(strengths)
    for word, row in enumerate(strengths):
        best = max((row[index] for index in free), default=0.0)
        if best < HELD:
            continue
        alike = [index for index in free if row[index] >= 0.9 * best]
        for index in alike:
            telling[word, index] = row[index] / len(alike)
    return telling


def _header_cover(reading: Reading, strengths: FloatArray, column: int) -> float:
    terms = terms_of(reading.table.columns[column])
    held = int((strengths[:, column] >= HELD).sum())
    return min(held / max(len(terms), 1), 1.0)


def _is_of_kind(reading: Reading, column: int, kinds: frozenset[str]) -> bool:
    if "place" in kinds:
        terms = terms_of(reading.table.columns[column])
        return any(concepts_of(term) & _PLACES for term in terms)
    return reading.kinds[column] in kinds


def _asked_where(reading: Reading) -> FloatArray:
    """Return float32 [words]: which of them asks where."""
    where = [CONCEPT * KINDS["place"].holds(word.folded) for word in reading.words]
    return np.array(where, dtype=np.float32)


def _is_lost(reading: Reading, index: int) -> bool:
    """Say whether a word stands nowhere in the table or around it."""
    word = reading.words[index]
    return (
        not (word.asks or word.unit or THINGS.holds(word.folded))
        and reading.around[index] < HELD
        and reading.headers[index].max(initial=0.0) < HELD
        and reading.values[index].max(initial=0.0) < HELD
    )


def _missing_code(reading: Reading, word: Word) -> Missing | None:
    """A code of the shape of those in a column, with letters that some of these have."""
    shape = shape_of(word.folded)
    if not word.has_digits or "a" not in shape:
        return None
    letters = _letters(word.folded)
    for column in reading.table.columns:
        values = [fold_in_place(cell.value) for _, cell in reading.table.cells(column)]
        alike = [value for value in values if shape_of(value) == shape]
        if len(alike) * 2 > len(values) and any(_letters(value) == letters for value in alike):
            return Missing(word.text, column, _distinct(reading, column))
    return None


def _missing_year(reading: Reading, word: Word) -> Missing | None:
    """A year, or "2023/24", where several columns are named so."""
    shape = shape_of(word.folded)
    alike = tuple(
        column for column in reading.table.columns if shape_of(fold_in_place(column)) == shape
    )
    years = sum(is_year(column[:4]) for column in alike)
    if is_year(word.folded[:4]) and years > 1:
        return Missing(word.text, "", alike)
    return None


def _letters(code: str) -> str:
    return "".join(character for character in code if character.isalpha())


def _header_beside(reading: Reading, index: int) -> int | None:
    """Return the column whose name stands beside a word: "отдела маркетинга"."""
    for step in (-1, 1):
        beside = index + step
        while 0 <= beside < len(reading.words) and reading.words[beside].folded in _ARTICLES:
            beside += step
        if not 0 <= beside < len(reading.words):
            continue
        strengths = reading.headers[beside]
        for column in np.argsort(-strengths).tolist():
            names = reading.kinds[column] in ("text", "person", "code")
            if strengths[column] >= 0.75 and names:
                return int(column)
    return None


_ARTICLES = frozenset({"the", "a", "an", "der", "die", "das", "el", "la", "los", "las"})


def _hangs(reading: Reading, index: int) -> bool:
    """Say whether a preposition stands before a word: it names what is asked about."""
    return index > 0 and PREPOSITIONS.holds(reading.words[index - 1].folded)


def _key_column(
    reading: Reading, rows: Sequence[RowMatch], asked: Sequence[ColumnMatch]
) -> int | None:
    """Return the column by which rows are named: the first whose values are names."""
    for match in rows:
        for key in match.keys:
            return key
    taken = {column.index for column in asked}
    for index, column in enumerate(reading.table.columns):
        values = [cell.value for _, cell in reading.table.cells(column)]
        names = all(kind_of(value) in ("text", "person", "code") for value in values)
        if index not in taken and names and len(set(values)) == len(values):
            return index
    return None


def _values(reading: Reading, column: int) -> tuple[str, ...]:
    return _distinct(reading, reading.table.columns[column])


def _distinct(reading: Reading, column: str) -> tuple[str, ...]:
    sums = {id(reading.table.rows[index]) for index in reading.totals}
    cells = (cell for row, cell in reading.table.cells(column) if id(row) not in sums)
    return tuple(dict.fromkeys(cell.value for cell in cells))[:_PRESENT_MOST]
