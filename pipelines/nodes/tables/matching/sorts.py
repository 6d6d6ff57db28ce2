"""Sorts: whether a question names another sort of what a row is called by half.

"Stretch ceiling" has a word of "Painting of ceilings", which neither is all of the row's name nor
all that is asked about: of it nothing is told.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from pipelines.nodes.answering.fitting.sorts import names_thing
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import INFLECTED, SYNONYM
from pipelines.nodes.text.dictionary import part_of_speech

_WHOLE = 0.99  # of a name
_NAMING = ("ADJF", "NOUN")
_CYRILLIC = re.compile(r"[а-я]")


def names_another_sort(
    reading: Reading, question: str, rows: Sequence[RowMatch], unmatched: Sequence[int]
) -> bool:
    """Say whether a word that nothing stands for is said right before the one that names rows.

    None of which is named by all that it is called. In "fix taps" a verb may mean what the row
    does, as far as a language tells verbs.
    """
    named = frozenset().union(*(match.words for match in rows))
    return not _are_whole(reading, rows) and any(
        _is_sort(reading, question, at)
        for at in unmatched
        if at + 1 in named and at not in reading.bearers
    )


def names_another_beside(
    reading: Reading, question: str, rows: Sequence[RowMatch], unmatched: Sequence[int]
) -> bool:
    """Say whether a word that nothing stands for is said right behind the one that names rows, too.

    Of what somebody may be allergic to "lemon cake" must not be told what is of "Lemon tart". A
    column that only means about the same stands for no such word.
    """
    named = frozenset().union(*(match.words for match in rows))
    best = np.maximum(reading.headers.max(axis=1, initial=0.0), reading.around)
    loose = {
        at
        for at, word in enumerate(reading.words)
        if not (word.asks or word.unit) and at not in named and best[at] <= SYNONYM
    }
    others = sorted(loose.union(unmatched))
    behind = any(at - 1 in named and _is_sort(reading, question, at - 1) for at in others)
    is_sort = names_another_sort(reading, question, rows, others)
    is_sort = is_sort or (behind and not _are_whole(reading, rows))
    return is_sort or _is_torn(reading, question, rows)


def numbers_another(
    reading: Reading, question: str, rows: Sequence[RowMatch], unmatched: Sequence[int]
) -> bool:
    """Say whether rows have but the number of a thing that nothing there is called: a course.

    Of "the level 3 course" no price of a boat that needs level 3 is told.
    """
    named = frozenset().union(*(match.words for match in rows))
    keys = sorted(frozenset().union(*(match.keys for match in rows)))
    numbers = {
        at
        for at in named
        if at > 0
        and reading.words[at].folded.isdecimal()
        and reading.headers[at - 1, keys].max(initial=0.0) >= INFLECTED
    }
    return bool(numbers >= named) and any(
        at - 1 in numbers
        and _is_beside(reading, question, at - 1)
        and names_thing(reading.words[at].folded)
        for at in unmatched
    )


def torn_between(reading: Reading, rows: Sequence[RowMatch]) -> tuple[int, int] | None:
    """Return a word that names a row and the column it does so in, where another names no such row.

    Washing is done of boats up to 6 m, and berths are for those of 9: of "washing a boat of 9 m"
    each row has one in a column of its own, and none has both.
    """
    found: list[tuple[int, int, frozenset[int]]] = []
    indexes = [match.index for match in rows]
    for at in sorted(frozenset().union(*(match.words for match in rows))):
        held = reading.values[at] >= INFLECTED
        columns, own = np.flatnonzero(held.any(axis=0)), np.flatnonzero(held.any(axis=1))
        if len(columns) == 1 and 0 < len(own) < len(indexes):
            found.append((at, int(columns[0]), frozenset(own.tolist())))
    for at, column, named in found:
        for other, beside, others in found:
            is_apart = at < other and column < beside and named.isdisjoint(others)
            if is_apart and named.union(others) == frozenset(indexes):
                return at, column
    return None


def _is_torn(reading: Reading, question: str, rows: Sequence[RowMatch]) -> bool:
    """Say whether two words side by side are each of another row: "chicken pie" of two dishes."""
    named = sorted(frozenset().union(*(match.words for match in rows)))
    return any(
        after - at == 1
        and _is_beside(reading, question, at)
        and not any({at, after} <= match.words for match in rows)
        for at, after in pairwise(named)
    )


def _are_whole(reading: Reading, rows: Sequence[RowMatch]) -> bool:
    return any(reading.covers[match.index, key] >= _WHOLE for match in rows for key in match.keys)


def _is_sort(reading: Reading, question: str, at: int) -> bool:
    word = reading.words[at]
    if not _is_beside(reading, question, at):
        return False
    return not _CYRILLIC.search(word.folded) or part_of_speech(word.folded) in _NAMING


def _is_beside(reading: Reading, question: str, at: int) -> bool:
    """Say whether nothing but a space stands between a word and the next."""
    word, following = reading.words[at], reading.words[at + 1]
    return question[word.span.end : following.span.start] == " "
