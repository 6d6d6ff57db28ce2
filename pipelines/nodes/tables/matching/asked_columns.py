"""Asked columns: which column of a table a question asks for, by its words and by its kind."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipelines.models.documents import FloatArray, Span
from pipelines.nodes.tables.amounts.arithmetic import parse_number
from pipelines.nodes.tables.amounts.measures import asked_unit
from pipelines.nodes.tables.asking import asks_by_price, asks_price
from pipelines.nodes.tables.matching.calendar.day_columns import is_of_day
from pipelines.nodes.tables.matching.flag_columns import flag_columns
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import (
    CONCEPT,
    HELD,
    INFLECTED,
    RELATED,
    SYNONYM,
    has_currency,
    terms_of,
)
from pipelines.nodes.tables.words.kinds import asked_kinds, holds_hours, is_year, kind_of
from pipelines.nodes.tables.words.lexicon import (
    CONTAINERS,
    DAILY,
    KINDS,
    OPPOSITES,
    STOCK_ASKED,
    STOCKED,
    UNITS,
    concepts_of,
    fold_in_place,
)
from pipelines.nodes.text.calendar import days_in
from pipelines.nodes.text.dictionary import is_counted

_KIND_ONLY = 0.55  # strength of a column that only the question word points to
_TIE = 0.05
_BY_KIND = 0.3
_BRACKETS = re.compile(r"\([^()]*\)")
_NUMBER = re.compile(r"number|номер\w{0,2}|nummer|numero")
_COUNTS = re.compile(r"how many|wie ?viele|cuant[oa]s")
_LEAST = re.compile(r"(?:мин|min)(?!\w)")
_COUNTED = re.compile(r"(?<!\w)сколько (?:всего |у нас |там |сейчас |вообще )*([а-яё]+)")
_HOUR_ASKED = re.compile(r"скольк|час[ау]?(?!\w)|time|o'clock|uhr|wie ?viel|hora|几点")
_DAY_AND_HOUR = 2  # columns
_TIMES = frozenset({"date", "duration", "hours", "age"})
_NEVER = {"number": ("time", "phone"), "person": ("number", "time")}  # by what is asked
_MONEY = frozenset({"price", "paid"})
_STOCK = frozenset({"stock", "amount"})
_PLACES = frozenset({"place", "address", "city", "country", "origin", "room"})


@dataclass(frozen=True, slots=True)
class ColumnMatch:
    """A column that a question asks for, by which words, how surely (0..1)."""

    index: int
    words: frozenset[int]
    strength: float


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
    named = [index for index in free if strengths[:, index].max(initial=0.0) >= HELD]
    if "time" in kinds:  # "until when may he be called" asks for no telephone number
        named = [index for index in named if not _is_called(reading, strengths, index)]
        named = _timed(reading, question, strengths, named, free)
        named = _with_hours(reading, question, named)
        is_hour = _HOUR_ASKED.search(fold_in_place(question)) is not None
        named = [at for at in named if not _is_mere_number(reading, at, is_hour=is_hour)]
    named = _fitting(reading, question, named, free, kinds)
    if named:
        return _best_named(reading, question, strengths, named, free)
    return _of_kind(reading, question, free, kinds, used)


def _best_named(
    reading: Reading,
    question: str,
    strengths: FloatArray,
    named: Sequence[int],
    free: Sequence[int],
) -> tuple[ColumnMatch, ...]:
    """Return those of some columns that are named best, by words and by the kind of what they hold.

    Args:
        strengths: float32 [words, C], how surely each word names each column.
        named: columns that are named; free: those that may be asked for.
    """
    kinds, telling = asked_kinds(question), _telling(strengths, free)
    scores = {index: float(telling[:, index].sum()) for index in named}
    is_when = kinds == {"time"} and _asks_when(question, kinds)
    days = frozenset({"days"}) if is_when else frozenset[str]()
    for index in named:
        is_fitting = is_of_kind(reading, index, kinds) or is_of_kind(reading, index, days)
        scores[index] += _BY_KIND * is_fitting
        scores[index] += 0.2 * _header_cover(reading, strengths, index)
    best = max(scores.values())
    return tuple(
        ColumnMatch(
            index,
            frozenset(np.flatnonzero(strengths[:, index] >= HELD).tolist()),
            float(strengths[:, index].max()),
        )
        for index in named
        if scores[index] >= best - _TIE
    )


def _of_kind(
    reading: Reading,
    question: str,
    free: Sequence[int],
    kinds: frozenset[str],
    used: frozenset[int],
) -> tuple[ColumnMatch, ...]:
    """Return the column that only the question word points to, or all that tell a price."""
    is_named = bool(used)
    fitting = [index for index in free if is_of_kind(reading, index, kinds)]
    fitting = _with_hours(reading, question, fitting)
    if asks_by_price(question):
        prices = [index for index in fitting if "price" in reading.measures[index]]
        if prices or len(fitting) > 1:
            return tuple(ColumnMatch(index, frozenset(), CONCEPT) for index in prices)
    if len(fitting) > 1 and is_named and _asks_for_stock(reading, question, used):
        fitting = [index for index in fitting if is_stock(reading, index)]
    number = [i for i, word in enumerate(reading.words) if _NUMBER.fullmatch(word.folded)]
    if is_named and not fitting and number:  # somebody's, by which one calls
        phones = [index for index in free if reading.kinds[index] == "phone"]
        return tuple(ColumnMatch(index, frozenset(number), CONCEPT) for index in phones[:1])
    if (unit := asked_unit(question)) and not has_currency(question[unit.start : unit.end]):
        fitting = [index for index in fitting if not reading.measures[index] & _MONEY]
    if counts_by_words(question):  # "how many eggs" asks for no price
        if _counts_what_it_lists(reading):
            return ()
        fitting = [index for index in fitting if not reading.measures[index] & _MONEY]
    if _asks_when(question, kinds):
        days = [index for index in free if is_of_kind(reading, index, frozenset({"days"}))]
        both = sorted({*fitting, *days})  # "when" of a timetable: the day and the hour
        if len(days) == 1 and len(both) == _DAY_AND_HOUR:
            return tuple(ColumnMatch(index, frozenset(), _KIND_ONLY) for index in both)
    is_of_rows = "person" in kinds and fitting[:1] == [0]  # whoever the rows are of: "Keeper, Car"
    if len(fitting) == 1 or is_of_rows:
        return (ColumnMatch(fitting[0], frozenset(), _KIND_ONLY),)
    return ()


def _asks_for_stock(reading: Reading, question: str, used: frozenset[int]) -> bool:
    """Say whether it is asked how many of a thing there are: «сколько бука», and of it no more."""
    if STOCK_ASKED.find(fold_in_place(question)) or counts_by_words(question):
        return True
    others = (word for at, word in enumerate(reading.words) if at not in used)
    return "number" in asked_kinds(question) and all(word.asks for word in others)


def stocked(reading: Reading, question: str) -> tuple[Span, ...]:
    """Return where a question says that a thing is there, of a table that tells how many are."""
    if not any(is_stock(reading, at) for at in range(len(reading.table.columns))):
        return ()
    return tuple(STOCKED.find(fold_in_place(question)))


def is_stock(reading: Reading, column: int) -> bool:
    """Say whether a column tells how many there are, and not how many there must be at least."""
    about, name = reading.measures[column], fold_in_place(reading.table.columns[column])
    is_counted = bool(_COUNTS.match(name) or name.startswith("сколько"))
    is_least = "least" in about or _LEAST.match(name) is not None
    return (is_counted or not about.isdisjoint(_STOCK)) and not is_least


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
    if asks_price(question):
        named = _without_times(reading, _without_names(reading, named, free), free)
    if asks_by_price(question):
        named = _priced(reading, named, free)
    if not any(is_of_kind(reading, index, kinds) for index in free):
        return list(named)
    unfit = {kind for asked, others in _NEVER.items() if kinds == {asked} for kind in others}
    fit = [index for index in named if reading.kinds[index] not in unfit]
    of_money = any(concepts_of(word.folded) & _MONEY for word in reading.words)
    if kinds != {"number"} or not of_money:
        return fit
    return [index for index in fit if _has_digits(reading, index)]


def _without_names(reading: Reading, named: Sequence[int], free: Sequence[int]) -> list[int]:
    """Leave out what rows are called by, where a column tells prices: "what does a group cost"."""
    has_prices = any("price" in reading.measures[at] for at in free)
    first = int(reading.table.grouped)
    return [at for at in named if not (has_prices and at == first)]


def _without_times(reading: Reading, named: Sequence[int], free: Sequence[int]) -> list[int]:
    """Leave out how long something takes, where a column tells prices: "delivery" by its time."""
    has_prices = any("price" in reading.measures[at] for at in free)
    times = {at for at in named if {"duration"} <= reading.measures[at] - {"price"}}
    priced = {at for at in named if "price" in reading.measures[at]}
    return [at for at in named if not (has_prices and at in times - priced)]


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


def _with_hours(reading: Reading, question: str, columns: Sequence[int]) -> list[int]:
    """Leave out what tells no hour where one is asked for, and a column has it: "what time"."""
    kinds = asked_kinds(question)
    if "time" not in kinds or _asks_when(question, kinds):
        return list(columns)
    values = {at: reading.table.cells(reading.table.columns[at]) for at in columns}
    hours = [
        at
        for at, cells in values.items()
        if 2 * sum(holds_hours(cell.value) for _, cell in cells) > len(cells) > 0
    ]
    return hours or list(columns)


def _asks_when(question: str, kinds: frozenset[str]) -> bool:
    """Say whether it is asked when, which the day tells as well as the hour."""
    return "time" in kinds and not _HOUR_ASKED.search(fold_in_place(question))


def _timed(
    reading: Reading,
    question: str,
    strengths: FloatArray,
    named: Sequence[int],
    free: Sequence[int],
) -> list[int]:
    """Leave out what a word only may mean, where a column tells the time: "work" is no "Post".

    So is what tells no time, and is called by no other word than what tells the days is: «Мусор»
    beside «Мусор забирают».
    """
    times = ("time", "days") if _asks_when(question, frozenset({"time"})) else ("time",)
    timed = {i for i in free if any(is_of_kind(reading, i, frozenset({one})) for one in times)}
    if not timed:
        return list(named)
    by_name = {index for index in named if strengths[:, index].max(initial=0.0) >= INFLECTED}
    kept = timed.intersection(named)
    words = {at for index in kept for at in np.flatnonzero(strengths[:, index] >= HELD)}
    own = {
        index
        for index in by_name
        if not kept or not words.issuperset(np.flatnonzero(strengths[:, index] >= HELD))
    }
    return sorted({*own, *kept})


def _is_mere_number(reading: Reading, column: int, *, is_hour: bool = False) -> bool:
    """Say whether a column of numbers tells no time: "lessons a week" is no answer to "when".

    Args:
        is_hour: an hour is asked for, which a year is none of.
    """
    cells = reading.table.cells(reading.table.columns[column])
    are_years = all(is_year(cell.value) for _, cell in cells)
    is_time = (reading.measures[column] & _TIMES or are_years) and not (is_hour and are_years)
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
        return _is_of_place(reading.table.columns[column])
    if "time" in kinds and reading.kinds[column] == "text":
        values = [cell.value for _, cell in reading.table.cells(reading.table.columns[column])]
        return 2 * sum(map(holds_hours, values)) >= len(values) > 0
    if "days" in kinds:
        values = [cell.value for _, cell in reading.table.cells(reading.table.columns[column])]
        return 2 * sum(map(_is_of_days, values)) >= len(values) > 0
    return reading.kinds[column] in kinds


def tells_place(name: str) -> bool:
    """Say whether a column is called by a place, or asks for one: "Room", «Где»."""
    return _is_of_place(name) or KINDS["place"].holds(fold_in_place(name).strip())


def _is_of_place(name: str) -> bool:
    return any(concepts_of(term) & _PLACES for term in terms_of(name))


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
