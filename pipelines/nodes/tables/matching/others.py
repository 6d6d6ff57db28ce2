"""Others: rows that are named by a word of the question, and are of another thing than it asks for.

"Rear shock absorbers" are no front ones, what a job is priced without is not priced, and of two
jobs that replace something neither replaces the clutch.
"""

import re
from collections.abc import Iterable, Sequence

from pipelines.nodes.questions.opposites import are_opposed
from pipelines.nodes.tables.asking import asks_price
from pipelines.nodes.tables.matching.asked_columns import ColumnMatch
from pipelines.nodes.tables.matching.columns import is_remark, naming_column
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import (
    HELD,
    INFLECTED,
    RELATED,
    letter_strength,
    terms_of,
)
from pipelines.nodes.tables.words.kinds import asked_kinds
from pipelines.nodes.tables.words.lexicon import EVERY, WITHOUT, concepts_of, fold_in_place

_DIGIT = re.compile(r"\d")
_HOURS = frozenset({"opening", "closing", "hours"})
_OF_A_SORT = 2  # words of a value that says no more than of which sort something is
_WHOLE = 0.99  # of a value's words, from which on it is said as it stands
_FEW = 3  # rows, the numbers of which may be told
_TERM_REACH = 2  # words behind "without", one of which is what is not there


def opposing_word(
    reading: Reading, rows: Sequence[RowMatch], columns: Iterable[ColumnMatch]
) -> int | None:
    """Return the word of the question that says the opposite of what every row is called.

    A word that names a column is of that column, and says nothing of the rows.
    """
    taken = {word for column in columns for word in column.words}
    taken |= {word for match in rows for word in match.words}
    for at, word in enumerate(reading.words):
        is_of_hours = concepts_of(word.folded) & _HOURS  # it opens, and is "closed" on Sunday
        if at not in taken and rows:
            apart = _called_alone if is_of_hours else _told_apart
            called = [apart(reading, match) for match in rows]
            if all(any(are_opposed(word.folded, one) for one in each) for each in called):
                return at
    return None


def asked_of(reading: Reading, question: str, rows: Sequence[RowMatch]) -> tuple[RowMatch, ...]:
    """Leave out the rows that are named by what they are without, or are paid for with.

    What the fee is no row tells whose price is "included in the fee".
    """
    if asks_price(question):
        rows = [match for match in rows if not _is_named_by_price(reading, match)]
    said = " ".join(word.folded for word in reading.words)
    if WITHOUT.find(said):
        return tuple(rows)
    return tuple(match for match in rows if not _is_without(reading, match))


def are_vague(reading: Reading, rows: Sequence[RowMatch], unmatched: Sequence[int]) -> bool:
    """Say whether several rows are named by one word, which stands in none, and nothing else is.

    A verb is such a word: «поменять» names the replacement of whatever is replaced.
    """
    words = frozenset().union(*(match.words for match in rows))
    keys = {key for match in rows for key in match.keys}
    if not unmatched or len(rows) < 2 or len(words) != 1:
        return False
    stands = reading.values[sorted(words)][:, [m.index for m in rows]][..., sorted(keys)]
    return bool(stands.max(initial=0.0) < RELATED)


def are_by_remark(
    reading: Reading, question: str, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
) -> bool:
    """Say whether rows are found by one word of a remark, and something else of them is told.

    That somebody "needs the cot" tells nothing of how many children they are, nor of any cot.
    """
    naming = naming_column(reading)
    tells_who = any(one.index == naming for one in columns) or "person" in asked_kinds(question)
    return not tells_who and all(
        len(match.words) == 1
        and bool(match.keys)
        and all(is_remark(reading, key) for key in match.keys)
        and all(reading.covers[match.index, key] < _WHOLE for key in match.keys)
        for match in rows
    )


def lacked_value(reading: Reading, rows: Sequence[RowMatch]) -> tuple[int, int] | None:
    """Return a word that is a whole value of a column in which every row is of another one.

    Sleeves are taken up, of shirts and jackets, and coats are cleaned: no coat's sleeve is.
    """
    named = {word for match in rows for word in match.words}
    for at, word in enumerate(reading.words):
        if at in named or word.asks or word.unit or reading.headers[at].max(initial=0.0) >= HELD:
            continue
        whole = (reading.values[at] >= INFLECTED) & (reading.lengths == 1)
        for column in whole.any(axis=0).nonzero()[0].tolist():
            name = reading.table.columns[column]
            cells = [reading.table.rows[match.index].cell(name) for match in rows]
            if reading.kinds[column] == "text" and cells and all(cells):
                return at, column
    return None


def _called_alone(reading: Reading, match: RowMatch) -> list[str]:
    return [_called(reading, match)]


def _told_apart(reading: Reading, match: RowMatch) -> list[str]:
    """Return what a row is named by, and what else it is told apart by: "Arena hire", "Outdoor"."""
    row, names = reading.table.rows[match.index], reading.table.columns
    texts = [row.cell(names[at]) for at, kind in enumerate(reading.kinds) if kind == "text"]
    sorts = [cell.value for cell in texts if cell and len(terms_of(cell.value)) <= _OF_A_SORT]
    return [_called(reading, match), *sorts]


def _called(reading: Reading, match: RowMatch) -> str:
    """Return the values by which a row is named."""
    row = reading.table.rows[match.index]
    cells = (row.cell(reading.table.columns[key]) for key in sorted(match.keys))
    return "\n".join(cell.value for cell in cells if cell)


def _is_named_by_price(reading: Reading, match: RowMatch) -> bool:
    """Say whether a row is named by nothing but what stands in place of its price."""
    row, names = reading.table.rows[match.index], reading.table.columns
    prices = match.keys - {naming_column(reading)}  # which may be called "Tariff"
    cells = [row.cell(names[key]) for key in prices if _is_of_price(names[key])]
    is_of_price = bool(match.words) and len(cells) == len(match.keys)
    return is_of_price and not any(c and _DIGIT.search(c.value) for c in cells)


def _is_of_price(header: str) -> bool:
    return any("price" in concepts_of(term) for term in terms_of(header))


def _is_without(reading: Reading, match: RowMatch) -> bool:
    value = fold_in_place(_called(reading, match))
    for denied in WITHOUT.find(value):
        near = value[denied.end :].split()[:_TERM_REACH]
        named = [reading.words[word] for word in sorted(match.words)]
        held = [any(letter_strength(word, term) >= HELD for term in near) for word in named]
        if held and all(held):
            return True
    return False


def are_numbers_of_many(
    reading: Reading, question: str, rows: Sequence[RowMatch], columns: Sequence[ColumnMatch]
) -> bool:
    """Say whether numbers to call are told of rows that only have a word in common.

    Whom to ring about the hall is none of all who meet there.
    """
    naming = naming_column(reading)
    are_numbers = bool(columns) and all(reading.kinds[one.index] == "phone" for one in columns)
    is_all = bool(EVERY.find(fold_in_place(question)))
    is_named = is_all or len(rows) <= _FEW or any(naming in match.keys for match in rows)
    return are_numbers and not is_named
