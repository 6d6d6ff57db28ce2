"""Missing: what a question names and a table, though it is asked, does not have."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pipelines.models.documents import Span
from pipelines.nodes.tables.amounts.measures import MONEY
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD, INFLECTED, RELATED, Word, shape_of, terms_of
from pipelines.nodes.tables.words.kinds import is_year, kind_of
from pipelines.nodes.tables.words.lexicon import CONTAINERS, PREPOSITIONS, THINGS, fold_in_place
from pipelines.nodes.text.calendar import dates_in, day_or_month, days_in

_SURE = RELATED - 0.06  # a column that is asked for beyond doubt
_WHOLE = 0.99  # of a value's words, from which on it is named as it stands
_DATED = 0.5  # of a column's values
_PRESENT_MOST = 20
_BEGINNING = 2  # letters
_NO_NOUN = re.compile(  # verbs and adverbs, mostly
    r"(?:ть|ться|ти|[еи]т|[уюая]т|но|[аеиуыя]л(?:и|ся|ась|ись)?)$"
)
_RUSSIAN = re.compile(r"[а-я]+")
_ENGLISH = re.compile(r"[a-z]+")
_BEFORE_NOUN = frozenset({"is", "are", "of", "for"})


@dataclass(frozen=True, slots=True)
class Missing:
    """What a question names and a table lacks, and what the table has of that kind.

    column: where it would stand; "" where it would be the name of a column itself.
    by_kind: only its meaning tells that it would stand there: a sentence may tell of it as well.
    """

    word: str
    column: str
    present: tuple[str, ...]
    by_kind: bool = False


def find_missing(
    reading: Reading, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
) -> Missing | None:
    """Return what the question names and the table, though it is asked, does not have."""
    held = frozenset().union(*(column.words for column in columns))
    words = range(len(reading.words))
    lost = [index for index in words if index not in held and is_lost(reading, index)]
    for index in lost:
        if missing := _missing_code(reading, reading.words[index]):
            return missing
    sure = [column for column in columns if column.strength >= _SURE]
    if sure and (broken := broken_name(reading, rows)):
        key = _key_column(reading, rows, sure)
        name = reading.table.columns[key or 0]
        return Missing(broken, name, _distinct(reading, name))
    for index in lost:
        if not _rest_is_held(reading, index, lost):
            continue
        if missing := _missing_year(reading, reading.words[index]):
            return missing
        column = _column_beside_value(reading, index)
        if day_or_month(reading.words[index].folded) or days_in(reading.words[index].text):
            column = column_of_dates(reading) if sure else None
        elif column is None and sure:
            column = _column_of_missing(reading, index, rows, sure)
        if column is not None and _may_stand(reading, index, column):
            name = reading.table.columns[column]
            return Missing(reading.words[index].text, name, _distinct(reading, name))
    return _missing_of_kind(reading, lost, sure) if sure and not rows else None


def _missing_of_kind(
    reading: Reading, lost: Sequence[int], asked: Sequence[ColumnMatch]
) -> Missing | None:
    """A word, or one name of several, that is of a kind with what the rows are called: a hamster.

    All else that the question names the table has; a column is asked for by its name.
    """
    is_one = bool(lost) and lost[-1] - lost[0] + 1 == len(lost)
    is_named = any(column.words for column in asked)
    if reading.crosses or not (is_one and is_named and _rest_is_held(reading, lost[0], lost)):
        return None
    column = _key_column(reading, (), asked)
    if column is None or not reading.kin[list(lost), column].max(initial=0.0):
        return None
    name, words = reading.table.columns[column], [reading.words[at].text for at in lost]
    return Missing(" ".join(words), name, _distinct(reading, name), by_kind=True)


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
    alone = sum(is_lost(reading, other) for other in range(len(reading.words))) == 1
    if named or (alone and _hangs(reading, index)):
        return _key_column(reading, rows, asked)
    return None


def column_of_dates(reading: Reading) -> int | None:
    """Return the first column most of whose values are dates, or name days or months."""
    for at, name in enumerate(reading.table.columns):
        values = [cell.value for _, cell in reading.table.cells(name)]
        if values and sum(map(_is_dated, values)) >= _DATED * len(values):
            return at
    return None


def _is_dated(value: str) -> bool:
    return bool(dates_in(value)) or any(map(day_or_month, terms_of(value)))


def _may_stand(reading: Reading, index: int, column: int) -> bool:
    """Say whether a word may be missing in a column: a year is no name that is not there.

    Nor does a word that has no digits stand among sums of money.
    """
    name = reading.table.columns[column]
    if reading.measures[column] & MONEY and not reading.words[index].has_digits:
        return False
    values = (cell.value for _, cell in reading.table.cells(name))
    is_date = is_year(reading.words[index].folded)
    return not is_date or any(is_year(term) for value in values for term in terms_of(value))


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


def broken_name(reading: Reading, rows: Sequence[RowMatch]) -> str:
    """Return a name of two words that no row has, though some have one of them; else "".

    «Ремонт обуви» is no «Ремонт подкладки». A row that is called by the one word alone is meant by
    it, whatever is said behind. In English a verb stands there as a noun does: "does 8B go"; but
    what stands between "is" or "of" and a name is of it: "how much is *oat* milk".
    """
    for first, second in pairwise(range(len(reading.words))):
        one, other = reading.words[first], reading.words[second]
        beside = other.span.start - one.span.end == 1 and not (other.asks or other.unit)
        if _narrows(reading, rows, first):
            return f"{one.text} {other.text}"
        found = [match for match in rows if first in match.words]
        if not found or not beside or other.name or not (_is_noun(one) and _is_noun(other)):
            continue
        whole = any(
            _is_whole(reading, match, first) or _resembles(reading, match, other) for match in found
        )
        if not whole and (is_lost(reading, second) or _are_apart(reading, first, second)):
            return f"{one.text} {other.text}"
    return ""


def _narrows(reading: Reading, rows: Sequence[RowMatch], at: int) -> bool:
    """Say whether an English word that stands nowhere narrows the one behind, by which rows are.

    It stands right between that one and a word that nothing but a name follows.
    """
    if reading.crosses or at == 0 or not rows or not is_lost(reading, at):
        return False
    before, word, named = reading.words[at - 1 : at + 2]
    is_name = all(match.words == {at + 1} for match in rows)
    beside = word.span.start - before.span.end == 1 == named.span.start - word.span.end
    is_whole = any(_is_whole(reading, match, at + 1) for match in rows)
    is_plain = all(_ENGLISH.fullmatch(one.folded) for one in (word, named))
    return is_name and beside and is_plain and before.folded in _BEFORE_NOUN and not is_whole


def _is_noun(word: Word) -> bool:
    """Say whether a Russian word is no verb or adverb, mostly."""
    return bool(_RUSSIAN.fullmatch(word.folded)) and not _NO_NOUN.search(word.folded)


def _is_whole(reading: Reading, match: RowMatch, word: int) -> bool:
    """Say whether a row is called by no more than what is said, by its letters."""
    held = max(float(reading.values[word, match.index, key]) for key in match.keys)
    return held >= INFLECTED and any(
        reading.covers[match.index, key] > _WHOLE for key in match.keys
    )


def _resembles(reading: Reading, match: RowMatch, word: Word) -> bool:
    """Say whether what a row is called has a word that begins as this one: one form of it."""
    row = reading.table.rows[match.index]
    cells = (row.cell(reading.table.columns[key]) for key in match.keys)
    terms = (term for cell in cells if cell for term in terms_of(cell.value))
    return any(term[:_BEGINNING] == word.folded[:_BEGINNING] for term in terms)


def _are_apart(reading: Reading, first: int, second: int) -> bool:
    """Say whether two Russian words name rows of one column, but never the same row.

    What follows belongs to what it follows.
    """
    one, other = reading.values[first], reading.values[second]
    column = int(one.max(axis=0).argmax())
    is_named = one[:, column].max() >= HELD <= other[:, column].max()
    together = np.minimum(one.max(axis=1), other.max(axis=1)).max(initial=0.0)
    elsewhere = reading.headers[[first, second]].max(initial=0.0) >= HELD
    return bool(is_named and together < HELD and not elsewhere)


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


def portions(reading: Reading) -> tuple[Span, ...]:
    """Return where a question says what a thing comes in, of which a table says nothing: a box."""
    words = enumerate(reading.words)
    return tuple(
        word.span for at, word in words if CONTAINERS.holds(word.folded) and is_lost(reading, at)
    )


def is_lost(reading: Reading, index: int) -> bool:
    """Say whether a word stands nowhere in the table or around it, and is of no measure in it."""
    word = reading.words[index]
    return (
        not (word.asks or word.unit or THINGS.holds(word.folded))
        and index not in reading.bearers
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


def years_of_columns(columns: Sequence[str]) -> tuple[str, ...]:
    """Return the years that columns are called by which differ in nothing else: "2024, £"."""
    found = [
        (match[0], _YEAR.sub("", name, count=1))
        for name in columns
        if (match := _YEAR.search(name))
    ]
    alike = {rest for _, rest in found}
    return tuple(year for year, _ in found) if len(found) > 1 and len(alike) == 1 else ()


def _missing_year(reading: Reading, word: Word) -> Missing | None:
    """A year, or "2023/24", where several columns are named so."""
    shape = shape_of(word.folded)
    alike = tuple(
        column for column in reading.table.columns if shape_of(fold_in_place(column)) == shape
    )
    years = sum(is_year(column[:4]) for column in alike)
    if is_year(word.folded[:4]) and years > 1:
        return Missing(word.text, "", alike)
    told = years_of_columns(reading.table.columns) if is_year(word.folded) else ()
    return Missing(word.text, "", told) if told and word.folded not in told else None


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


_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
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


def _distinct(reading: Reading, column: str) -> tuple[str, ...]:
    sums = {id(reading.table.rows[index]) for index in reading.totals}
    cells = (cell for row, cell in reading.table.cells(column) if id(row) not in sums)
    return tuple(dict.fromkeys(cell.value for cell in cells))[:_PRESENT_MOST]
