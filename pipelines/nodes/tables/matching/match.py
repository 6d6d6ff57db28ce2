"""Match: which rows of a table a question names, and which column it asks for."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipelines.models.documents import BoolArray, FloatArray
from pipelines.nodes.tables.amounts.arithmetic import parse_number
from pipelines.nodes.tables.asking import asks_price
from pipelines.nodes.tables.matching.day_columns import is_of_day
from pipelines.nodes.tables.matching.flag_columns import flag_columns
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import (
    CONCEPT,
    HELD,
    INFLECTED,
    RELATED,
    SYNONYM,
    terms_of,
)
from pipelines.nodes.tables.words.kinds import asked_kinds, holds_hours, is_year, kind_of
from pipelines.nodes.tables.words.lexicon import (
    CONTAINERS,
    DAILY,
    KINDS,
    OPPOSITES,
    PRICE_ASKED,
    STOCK_ASKED,
    TOTALS,
    UNITS,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.text.calendar import days_in
from pipelines.nodes.text.dictionary import is_counted

_SOLID = 0.55  # what a word must be worth to name a row by itself
_CLOSE = 0.9  # of the best row's share, for a row that is meant as well
_WHOLE = 0.99  # of a value's words, from which on it is named as it stands
_RARE = 0.3  # a word that more than this share of the rows lacks does not tell them apart
NAMED_MOST = 12  # rows that may be meant by name, where they are not counted or summed up
_KIND_ONLY = 0.55  # strength of a column that only the question word points to
_FIRST = 2  # the last column from the left in which a row may be named
_SENTENCE = 3  # words of its own, from which on a value is more than a name
_TIE = 0.05
_BY_KIND = 0.3
_BRACKETS = re.compile(r"\([^()]*\)")
_NUMBER = re.compile(r"number|номер\w{0,2}|nummer|numero")
_COUNTS = re.compile(r"how many|wie ?viele|cuant[oa]s")
_COUNTED = re.compile(r"(?<!\w)сколько (?:всего |у нас |там |сейчас |вообще )*([а-яё]+)")
_HOUR_ASKED = re.compile(r"скольк|час[ау]?(?!\w)|time|o'clock|uhr|wie ?viel|hora|几点")
_DAY_AND_HOUR = 2  # columns
_TIMES = frozenset({"date", "duration", "hours", "age"})
_NEVER = {"number": ("time", "phone"), "person": ("number", "time")}  # by what is asked
_MONEY = frozenset({"price", "paid"})
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


def named_rows(reading: Reading, *, of_a_kind: bool = False) -> tuple[RowMatch, ...]:
    """Return the rows that the question names, in order; none when no word tells rows apart.

    Args:
        of_a_kind: they are counted or summed up, however many there are of them.
    """
    rows = len(reading.table.rows)
    if not rows or not len(reading.words):
        return ()
    values = _in_named_columns(reading)
    quality = _quality(reading) * _named_by_numbers(reading)[None]
    rarity = _rarity(values, 0.0 if of_a_kind else _RARE)
    worth = values * quality[None] * rarity[:, None, None]
    worth = np.maximum(worth, reading.numbered) * _tells_rows(reading)
    amounts = [at for at, kind in enumerate(reading.kinds) if kind == "number"]
    worth[np.ix_(reading.counting, range(rows), amounts)] = 0.0
    if of_a_kind or not any(TOTALS.holds(word.folded) for word in reading.words):
        worth[:, sorted(reading.totals)] = 0.0  # "total of kitchenware" is no kitchenware
    best = worth.max(axis=2)  # words by rows
    totals = best.sum(axis=0)
    solid = best.max(axis=0) >= _SOLID
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


def asked_columns(
    reading: Reading, question: str, keys: frozenset[int], used: frozenset[int] = frozenset()
) -> tuple[ColumnMatch, ...]:
    """Return the column that the question asks for, or several that it names alike.

    Args:
        keys: columns by whose values rows were named: they are known already.
        used: words that named rows.
    """
    columns = len(reading.table.columns)
    free = [index for index in range(columns) if index not in keys | reading.excluded]
    kinds = asked_kinds(question)
    strengths = reading.headers.copy()
    strengths[:, sorted(reading.excluded)] = 0.0
    elsewhere = strengths.max(axis=1, keepdims=True, initial=0.0) >= INFLECTED
    strengths[elsewhere & (strengths <= SYNONYM)] = 0.0  # another column is called by the word
    for word in used:
        weaker = strengths[word] <= reading.values[word].max(initial=0.0)
        strengths[word, weaker & ~reading.called_by(word, used)] = 0.0
    strengths[:, [_is_opposite(reading, question, index) for index in range(columns)]] = 0.0
    if "place" in kinds:  # "where" names such a column as well as a word of its header does
        for index in free:
            if is_of_kind(reading, index, kinds):
                strengths[:, index] = np.maximum(strengths[:, index], _asked_where(reading))
    telling = _telling(strengths, free)
    scores = {index: float(telling[:, index].sum()) for index in free}
    named = [index for index in free if strengths[:, index].max(initial=0.0) >= HELD]
    if "time" in kinds:  # "until when may he be called" asks for no telephone number
        named = [index for index in named if not _is_called(reading, strengths, index)]
        named = _timed(reading, strengths, named, free)
        named = [index for index in named if not _is_mere_number(reading, index)]
    named = _fitting(reading, question, named, free, kinds)
    if named:
        for index in named:
            scores[index] += _BY_KIND * is_of_kind(reading, index, kinds)
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
    return _of_kind(reading, question, free, kinds, is_named=bool(used))


def _of_kind(
    reading: Reading, question: str, free: Sequence[int], kinds: frozenset[str], *, is_named: bool
) -> tuple[ColumnMatch, ...]:
    """Return the column that only the question word points to, or all that tell a price."""
    fitting = [index for index in free if is_of_kind(reading, index, kinds)]
    if PRICE_ASKED.find(fold_in_place(question)):
        prices = [index for index in fitting if "price" in reading.measures[index]]
        if prices or len(fitting) > 1:
            return tuple(ColumnMatch(index, frozenset(), CONCEPT) for index in prices)
    if len(fitting) > 1 and is_named and STOCK_ASKED.find(fold_in_place(question)):
        fitting = [index for index in fitting if "stock" in reading.measures[index]]
    number = [i for i, word in enumerate(reading.words) if _NUMBER.fullmatch(word.folded)]
    if is_named and not fitting and number:  # somebody's, by which one calls
        phones = [index for index in free if reading.kinds[index] == "phone"]
        return tuple(ColumnMatch(index, frozenset(number), CONCEPT) for index in phones[:1])
    if counts_by_words(question):  # "how many eggs" asks for no price
        if _counts_what_it_lists(reading):
            return ()
        fitting = [index for index in fitting if not reading.measures[index] & _MONEY]
    if "time" in kinds and not _HOUR_ASKED.search(fold_in_place(question)):
        days = [index for index in free if is_of_kind(reading, index, frozenset({"days"}))]
        both = sorted({*fitting, *days})  # "when" of a timetable: the day and the hour
        if len(days) == 1 and len(both) == _DAY_AND_HOUR:
            return tuple(ColumnMatch(index, frozenset(), _KIND_ONLY) for index in both)
    is_of_rows = "person" in kinds and fitting[:1] == [0]  # whoever the rows are of: "Keeper, Car"
    if len(fitting) == 1 or is_of_rows:
        return (ColumnMatch(fitting[0], frozenset(), _KIND_ONLY),)
    return ()


def _counts_what_it_lists(reading: Reading) -> bool:
    """Say whether a table is called by what is counted: bookings, of "Hall bookings"."""
    telling = (i for i, word in enumerate(reading.words) if not (word.asks or word.unit))
    first = next(telling, None)
    return first is not None and bool(reading.around[first] >= RELATED)


def counts_by_words(question: str) -> bool:
    """Say whether a question asks "how many", which is never asked of money."""
    folded = fold_in_place(question)
    if _COUNTS.search(folded):
        return True
    counted = _COUNTED.search(folded)
    if counted is None or any(map(str.isdigit, folded)):  # "how many cost over 100": their prices
        return False
    word = counted[1]
    return is_counted(word) and not (UNITS.holds(word) or concepts_of(word) & _MONEY)


def _fitting(
    reading: Reading,
    question: str,
    named: Sequence[int],
    free: Sequence[int],
    kinds: frozenset[str],
) -> list[int]:
    """Leave out columns of what cannot be asked for, where one of the table may be.

    "How much rent is paid" asks for no day, "how much have we paid" for no yes or no, and "who is
    behind with the rent" for no number.
    """
    days = [index for index in named if is_of_day(reading.table.columns[index])]
    if days and "time" in kinds:  # from when to when, rather than how many hours
        return days
    if counts_by_words(question) or asks_price(question):
        # whether one has eggs is not how many, nor what they cost
        flags = flag_columns(reading)
        named = [index for index in named if index not in flags]
    if PRICE_ASKED.find(fold_in_place(question)):
        named = _priced(reading, named, free)
    if not any(is_of_kind(reading, index, kinds) for index in free):
        return list(named)
    unfit = {kind for asked, others in _NEVER.items() if kinds == {asked} for kind in others}
    fit = [index for index in named if reading.kinds[index] not in unfit]
    of_money = any(concepts_of(word.folded) & _MONEY for word in reading.words)
    if kinds != {"number"} or not of_money:
        return fit
    return [index for index in fit if _has_digits(reading, index)]


def _priced(reading: Reading, named: Sequence[int], free: Sequence[int]) -> list[int]:
    """Leave out what is only like a word, where a column tells the price: "box" is no "Shelf".

    Nor does a pack of butter ask for what "Pack" holds, if these are no numbers: "Glass", "Bottle".
    """
    prices = {index for index in free if "price" in reading.measures[index]}
    called = [at for at in named if reading.headers[:, at].max(initial=0.0) >= INFLECTED]
    prices |= {at for at in called if prices and _holds_bare_numbers(reading, at)}
    said = [at for at, word in enumerate(reading.words) if not CONTAINERS.holds(word.folded)]
    strengths = reading.headers[said].max(axis=0, initial=0.0)
    return [at for at in named if not prices or at in prices or strengths[at] >= INFLECTED]


def _holds_bare_numbers(reading: Reading, column: int) -> bool:
    cells = reading.table.cells(reading.table.columns[column])
    numbers = [parse_number(cell.value) for _, cell in cells]
    return all(number is not None and not number.unit for number in numbers)


def _timed(
    reading: Reading, strengths: FloatArray, named: Sequence[int], free: Sequence[int]
) -> list[int]:
    """Leave out what a word only may mean, where a column tells the time: "work" is no "Post"."""
    timed = {index for index in free if is_of_kind(reading, index, frozenset({"time"}))}
    if not timed:
        return list(named)
    by_name = (index for index in named if strengths[:, index].max(initial=0.0) >= INFLECTED)
    return sorted({*by_name, *timed.intersection(named)})


def _is_mere_number(reading: Reading, column: int) -> bool:
    """Say whether a column of numbers tells no time: "lessons a week" is no answer to "when"."""
    cells = reading.table.cells(reading.table.columns[column])
    is_time = reading.measures[column] & _TIMES or all(is_year(cell.value) for _, cell in cells)
    return reading.kinds[column] == "number" and not is_time


def _has_digits(reading: Reading, column: int) -> bool:
    cells = reading.table.cells(reading.table.columns[column])
    return any(character.isdigit() for _, cell in cells for character in cell.value)


def _is_opposite(reading: Reading, question: str, column: int) -> bool:
    """Say whether a column tells the opposite of what is asked: "moved in" of "moving out"."""
    name, asked = fold_in_place(reading.table.columns[column]), fold_in_place(question)
    return any(
        told.find(name) and wanted.find(asked) and not (wanted.find(name) or told.find(asked))
        for pair in OPPOSITES
        for told, wanted in (pair, pair[::-1])
    )


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
    by_more = (reading.values > SYNONYM) | ~is_about[:, None, None]
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


def _have_own_words(matches: Sequence[RowMatch]) -> bool:
    """Say whether each of some rows is named by a word that none of the others has."""
    said = [match.words for match in matches]
    return all(one.difference(*(o for o in said if o is not one)) for one in said)


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
        naming = [word for word, one in zip(others, best.tolist(), strict=True) if one >= _SOLID]
        is_whole = reading.covers[row, sorted(keys)].max(initial=0.0) > _WHOLE
        if naming and (is_whole or not any(_is_beside(reading, word, used) for word in naming)):
            besides.append(_row_match(reading, worth, row))
    return besides


def _is_beside(reading: Reading, word: int, others: Iterable[int]) -> bool:
    """Say whether nothing but a space is between a word and one of the others."""
    span = reading.words[word].span
    spans = [reading.words[other].span for other in others]
    return any(1 in (span.start - one.end, one.start - span.end) for one in spans)


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
    """Return which share of a header's terms is held; what it says in brackets explains these."""
    terms = terms_of(_BRACKETS.sub("", reading.table.columns[column]))
    held = int((strengths[:, column] >= HELD).sum())
    return min(held / max(len(terms), 1), 1.0)


def is_of_kind(reading: Reading, column: int, kinds: frozenset[str]) -> bool:
    """Say whether a column holds what is asked for by one of some kinds of question."""
    if "place" in kinds:
        terms = terms_of(reading.table.columns[column])
        return any(concepts_of(term) & _PLACES for term in terms)
    if "time" in kinds and reading.kinds[column] == "text":
        values = [cell.value for _, cell in reading.table.cells(reading.table.columns[column])]
        return 2 * sum(map(holds_hours, values)) >= len(values) > 0
    if "days" in kinds:
        values = [cell.value for _, cell in reading.table.cells(reading.table.columns[column])]
        return 2 * sum(map(_is_of_days, values)) >= len(values) > 0
    return reading.kinds[column] in kinds


def _is_of_days(value: str) -> bool:
    """Say whether a value tells days, of the week or by date; hours are none."""
    is_weekday = bool(days_in(value, is_label=True)) or DAILY.holds(fold_in_place(value))
    return is_weekday or (kind_of(value) == "time" and not holds_hours(value))


def _is_called(reading: Reading, strengths: FloatArray, column: int) -> bool:
    """Say whether a column of telephone numbers is only named by a word for calling somebody."""
    by_name = strengths[:, column].max(initial=0.0) >= INFLECTED
    return reading.kinds[column] == "phone" and not by_name


def _asked_where(reading: Reading) -> FloatArray:
    """Return float32 [words]: which of them asks where."""
    where = [CONCEPT * KINDS["place"].holds(word.folded) for word in reading.words]
    return np.array(where, dtype=np.float32)
