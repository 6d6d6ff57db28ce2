"""Missing columns: what is asked of rows by a word, and no column of the table is of.

"Which cakes contain lupin" of a list of milk, nuts and eggs; "how many calories in the soup" of one
that has but prices.
"""

import re
from collections.abc import Iterable, Sequence

from pipelines.models.documents import Span
from pipelines.nodes.tables.matching.absent.missing import Missing, is_lost
from pipelines.nodes.tables.matching.columns import naming_column
from pipelines.nodes.tables.matching.flag_columns import flag_columns
from pipelines.nodes.tables.matching.match import RowMatch
from pipelines.nodes.tables.matching.reading import Reading
from pipelines.nodes.tables.words.evidence import HELD
from pipelines.nodes.tables.words.lexicon import (
    ALLERGIES,
    ANYBODY,
    BEFORE_CONTAINED,
    BETWEEN_CONTAINED,
    FREE_OF,
    KINDS,
    NO_COLUMNS,
    fold_in_place,
)
from pipelines.nodes.text.dictionary import part_of_speech

_FEWEST = 2  # columns of yes and no, that make a table one of what things contain
_WHOLE = 0.99  # of what a row is called, that is said
_NOUNS = ("NOUN", "")  # "" of a word that is not Russian
_SILENT = (FREE_OF, ALLERGIES, ANYBODY)  # no word of these is what nothing contains
_APART = re.compile(r"[\s,;/-]*")


def missing_column(reading: Reading, question: str, rows: Sequence[RowMatch]) -> Missing | None:
    """Return what a question asks about, and no column is of: all else of it the table has.

    Args:
        rows: those that are named.
    """
    folded = fold_in_place(question)
    silent = [span for words in _SILENT for span in words.find(folded)]
    lost = [
        at
        for at, word in enumerate(reading.words)
        if is_lost(reading, at) and word.span not in silent
    ]
    if not lost:
        return None
    first, last = reading.words[lost[0]], reading.words[lost[-1]]
    said = Span(first.span.start, last.span.end)
    columns: Sequence[int] = ()
    if _are_contained(reading, lost, folded):
        columns = sorted(flag_columns(reading))
        free = [one.start for one in FREE_OF.find(folded) if said.start < one.start < said.end]
        said = Span(said.start, min(free, default=said.end))
    elif len(lost) == 1 and _is_how_much(reading, lost[0], folded) and _are_whole(reading, rows):
        naming = naming_column(reading)
        columns = [at for at in range(len(reading.table.columns)) if at != naming]
    names = tuple(name for at in columns if (name := reading.table.columns[at]))
    word = question[said.start : said.end].rstrip(" -")
    return Missing(word, "", names) if names else None


def _are_contained(reading: Reading, lost: Sequence[int], folded: str) -> bool:
    """Say whether it is asked what contains some words, of a table that tells what things contain.

    They stand behind "contain", with what the table has and what joins them, or before "free".
    """
    flags = sorted(flag_columns(reading))
    if len(flags) < _FEWEST:
        return False
    held = [
        word.span
        for at, word in enumerate(reading.words)
        if at in lost or reading.headers[at, flags].max(initial=0.0) >= HELD
    ]
    first, last = reading.words[lost[0]].span, reading.words[lost[-1]].span
    is_kind = any(span.start - last.end == 1 for span in held)  # "tree nuts", of nuts
    if is_kind or not _is_filled(Span(first.start, last.end), held, folded):
        return False
    is_free = any(
        first.start < free.start and _is_filled(Span(last.end, free.start), held, folded)
        for free in FREE_OF.find(folded)
    )
    return is_free or any(
        said.end <= first.start and _is_filled(Span(said.end, first.start), held, folded)
        for said in BEFORE_CONTAINED.find(folded)
    )


def _is_filled(stretch: Span, held: Iterable[Span], folded: str) -> bool:
    """Say whether nothing is in a stretch but some words, and what joins them."""
    end = stretch.start
    for span in sorted((*held, *BETWEEN_CONTAINED.find(folded)), key=lambda one: one.start):
        if stretch.start <= span.start < stretch.end and span.start >= end:
            if not _APART.fullmatch(folded, end, span.start):
                return False
            end = span.end
    return end >= stretch.end or _APART.fullmatch(folded, end, stretch.end) is not None


def _is_how_much(reading: Reading, at: int, folded: str) -> bool:
    """Say whether it is asked how much there is of a thing, by a noun."""
    word = reading.words[at]
    if NO_COLUMNS.holds(word.folded) or part_of_speech(word.folded) not in _NOUNS:
        return False
    return any(word.span.start - said.end == 1 for said in KINDS["number"].find(folded))


def _are_whole(reading: Reading, rows: Sequence[RowMatch]) -> bool:
    """Say whether rows are named, each by all that it is called."""
    naming = naming_column(reading)
    return bool(rows) and all(reading.covers[match.index, naming] >= _WHOLE for match in rows)
