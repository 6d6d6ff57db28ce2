"""Sorts: whether a question names another sort of what a row is called by half.

"Stretch ceiling" has a word of "Painting of ceilings", which neither is all of the row's name nor
all that is asked about: of it nothing is told.
"""

import re
from collections.abc import Sequence

from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.reading import Reading
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
    is_whole = any(
        reading.covers[match.index, key] >= _WHOLE for match in rows for key in match.keys
    )
    named = frozenset().union(*(match.words for match in rows))
    return not is_whole and any(
        _is_sort(reading, question, at) for at in unmatched if at + 1 in named
    )


def _is_sort(reading: Reading, question: str, at: int) -> bool:
    word, following = reading.words[at], reading.words[at + 1]
    if question[word.span.end : following.span.start] != " ":
        return False
    return not _CYRILLIC.search(word.folded) or part_of_speech(word.folded) in _NAMING
