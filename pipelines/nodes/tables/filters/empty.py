"""Empty: the rows that have something in a column, and those whose cell is empty, or says no."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pipelines.models.documents import Span
from pipelines.nodes.tables.filters.values import is_nothing
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch, asked_columns
from pipelines.nodes.tables.matching.columns import naming_column
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD, INFLECTED
from pipelines.nodes.tables.words.lexicon import (
    ABSENT,
    AFFIRMED,
    DENYING,
    HAVING,
    KINDS,
    LISTS,
    WHICH,
    fold_in_place,
)
from pipelines.nodes.text.calendar import day_or_month

_GOES_ON = re.compile(r"[-‐‑][^\W\d_]")
_RARE = 2  # times as many rows as have something
_NAMES = ("text", "person")


@dataclass(frozen=True, slots=True)
class Filled:
    """Rows by whether a column has something for them: the one asked for, and which of the two.

    says_whether: it says yes or no of every row.
    is_of_few: few have something, and it is named by what they are: «должников», "Долг".
    """

    column: ColumnMatch
    rows: tuple[int, ...]
    is_denied: bool
    says_whether: bool
    is_of_few: bool


def denials(question: str) -> tuple[Span, ...]:
    """Return the words by which a question asks for what is not, or has not.

    The "no" of "no-shows" is a part of what these are called.
    """
    folded = fold_in_place(question).replace("’", "'")
    return tuple(span for span in DENYING.find(folded) if not _GOES_ON.match(folded, span.end))


def asks_for_rows(question: str) -> bool:
    """Say whether somebody is asked for, or which of several, or a list of them."""
    folded = fold_in_place(question)
    return any(words.find(folded) for words in (KINDS["person"], WHICH, LISTS))


def filled_rows(reading: Reading, question: str, asked: Sequence[ColumnMatch]) -> Filled | None:
    """Return the rows that have something in the column asked for, or of a denial the others.

    None where rows have no names, or the question no one column; where all have something, or none
    has; and unless it denies, asks who has, is of a day or month, "who came in March", or few have
    it. Where that fails, the column is what is denied, "who has not *paid* the dues", beside
    "Dues", or whatever is named: «у кого долг» asks for no number.
    """
    naming = naming_column(reading)
    if reading.kinds[naming] not in _NAMES:
        return None
    for named in (asked, _denied_columns(reading, question), _named_columns(reading)):
        columns = [column for column in named if column.index != naming]
        each = [_filled(reading, question, column) for column in columns]
        found = [filled for filled in each if filled]
        if found and (len(columns) == 1 or _agree(found)):
            return found[0]
    return None


def _agree(found: Sequence[Filled]) -> bool:
    """Say whether columns tell of the same rows that they have nothing: "Paid", "Paid on"."""
    first, *others = found
    return bool(others) and all(one.is_denied and one.rows == first.rows for one in found)


def _filled(reading: Reading, question: str, column: ColumnMatch) -> Filled | None:
    """Return the rows by one column, where a question may be of it."""
    name, is_denied = reading.table.columns[column.index], bool(denials(question))
    is_of_having = HAVING.find(fold_in_place(question)) or is_of_day(name)
    rows = [at for at in range(len(reading.table.rows)) if at not in reading.totals]
    says_whether = _says_whether(reading, rows, name)
    empty = tuple(at for at in rows if _is_empty(reading, at, name))
    filled = tuple(at for at in rows if at not in empty)
    is_rare = _RARE * len(filled) <= len(rows)  # few have it: debtors are those who owe anything
    is_told = is_denied or is_of_having or says_whether or is_rare
    is_told = is_told or _is_of_rows_there(reading, question, column)
    if column.strength < HELD or not column.words or not is_told:
        return None
    if not empty or not filled:
        return None
    is_of_few = is_rare and column.strength < INFLECTED
    return Filled(column, empty if is_denied else filled, is_denied, says_whether, is_of_few)


def _is_of_rows_there(reading: Reading, question: str, column: ColumnMatch) -> bool:
    """Say whether it is asked which rows are in a column: "which stops are on route B".

    They are called as the column of their names is, the other one by all that is left to tell.
    """
    naming = naming_column(reading)
    words = enumerate(reading.words)
    others = [at for at, word in words if not word.asks and at not in column.words]
    is_by_name = column.strength >= INFLECTED and bool(WHICH.find(fold_in_place(question)))
    return is_by_name and len(others) == 1 and bool(reading.headers[others[0], naming] >= HELD)


def _named_columns(reading: Reading) -> tuple[ColumnMatch, ...]:
    """Return the column that words name best, of whatever kind its values are.

    What only asks, names none: "who", of the column "Who pays".
    """
    tells = np.array([not word.asks for word in reading.words], dtype=np.float32)
    strengths = (reading.headers * tells[:, None]).max(axis=0, initial=0.0)
    best = np.flatnonzero(strengths >= max(float(strengths.max(initial=0.0)), HELD)).tolist()
    return tuple(
        ColumnMatch(
            at,
            frozenset(np.flatnonzero(reading.headers[:, at] >= HELD).tolist()),
            float(strengths[at]),
        )
        for at in best
    )


def _denied_columns(reading: Reading, question: str) -> tuple[ColumnMatch, ...]:
    """Return the columns that the word right behind a denial names, whatever else is named."""
    folded = fold_in_place(question)
    behind = [
        any(
            denial.end <= word.span.start and not folded[denial.end : word.span.start].strip()
            for denial in denials(question)
        )
        for word in reading.words
    ]
    headers = reading.headers * np.array(behind, dtype=np.float32)[:, None]
    return asked_columns(replace(reading, headers=headers), question, frozenset())


def is_of_day(name: str) -> bool:
    """Say whether a column is that of a day or month, by the last of its names: "Q1, Mar"."""
    return day_or_month(name.split(", ")[-1]) is not None


def _says_whether(reading: Reading, rows: Sequence[int], column: str) -> bool:
    """Say whether a column says yes or no of every row, as "Training needed" does."""
    cells = [reading.table.rows[at].cell(column) for at in rows]
    said = [fold_in_place(cell.value).strip(" .") for cell in cells if cell is not None]
    return len(said) == len(rows) and all(ABSENT.holds(s) or AFFIRMED.holds(s) for s in said)


def _is_empty(reading: Reading, row: int, column: str) -> bool:
    cell = reading.table.rows[row].cell(column)
    return cell is None or is_nothing(cell.value)
