"""Numbered: rows that are called by a number of a thing: "5 этаж", "Floors 4–6", "2 смена, июль".

"The 5th floor" and «второй смены» are those of that number, or of the span that has it, and of no
other row that only shares the word.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.amounts.measures import is_unit
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import INFLECTED, Word, has_currency, term_strength
from pipelines.nodes.tables.words.lexicon import UNITS, fold_in_place
from pipelines.nodes.text.numbers import ordinal_of, written_ordinal

_NUMBER = (
    r"(?P<first>\d{1,4})(?:\s?[–—-]\s?(?P<last>\d{1,4}))?(?:-?(?:st|nd|rd|th|[ыои]?[йяе]|го))?"
)
_BEHIND = re.compile(rf"(?<![\w.,:–—-]){_NUMBER}\s(?P<noun>[^\W\d_]{{3,}})")
_BEFORE = re.compile(rf"(?<!\w)(?P<noun>[^\W\d_]{{3,}})\s(?:№\s?)?{_NUMBER}(?![\w:%°]|[.,]\d)")
_FEWEST = 2  # rows


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A number, or a span of them, beside the noun that it is of."""

    noun: str
    first: int
    last: int


def are_numbered(values: Iterable[str]) -> bool:
    """Say whether values are called by numbers of one thing, each by another: no amounts of it."""
    told = [_numbered(value) for value in values]
    firsts = [one.first for one in told if one]
    nouns = [one.noun for one in told if one]
    is_one = all(term_strength(nouns[0], noun) >= INFLECTED for noun in nouns)
    return len(firsts) == len(told) >= _FEWEST and len(set(firsts)) == len(firsts) and is_one


def take_numbered(
    question: str, words: Sequence[Word], values: FloatArray, table: Table
) -> tuple[Word, ...]:
    """Take the number of a thing for the rows that it is of, and for nothing else.

    Args:
        values: float32 [words, R, C], changed in place.
    """
    asked = list(_asked(question, words))
    if len(asked) != 1 or not table.columns:
        return tuple(words)
    ((at, noun, number),) = asked
    column = int(table.grouped)
    cells = ((row, one.cell(table.columns[column])) for row, one in enumerate(table.rows))
    told = {row: one for row, cell in cells if cell and (one := _numbered(cell.value))}
    told = {
        row: one
        for row, one in told.items()
        if term_strength(words[noun].folded, one.noun) >= INFLECTED
    }
    held = {row for row, one in told.items() if one.first <= number <= one.last}
    if len(told) < _FEWEST or not held:
        return tuple(words)
    values[at] = 0.0
    values[noun, sorted(told.keys() - held), column] = 0.0
    values[at, sorted(held), column] = 1.0
    return tuple(replace(w, asks=False) if w is words[at] else w for w in words)


def _asked(question: str, words: Sequence[Word]) -> Iterator[tuple[int, int, int]]:
    """Yield the places of a number and of the noun beside it, with the number."""
    for at, (word, behind) in enumerate(pairwise(words)):
        if question[word.span.end : behind.span.start].strip():
            continue
        first, second = _number_of(word), _number_of(behind)
        if first and not (second or behind.unit or behind.has_digits or is_unit(behind.folded)):
            yield at, at + 1, first
        elif second and behind.folded.isdecimal() and not (first or word.unit or word.has_digits):
            is_of_next = at + 2 < len(words) and _is_counted(question, behind, words[at + 2])
            if not is_of_next:
                yield at + 1, at, second


def _is_counted(question: str, number: Word, behind: Word) -> bool:
    """Say whether a number is that of what stands behind it: "floor 3 times"."""
    is_beside = not question[number.span.end : behind.span.start].strip()
    return is_beside and (behind.unit or UNITS.holds(behind.folded) or is_unit(behind.folded))


def _number_of(word: Word) -> int:
    number = int(word.folded) if word.folded.isdecimal() else written_ordinal(word.folded)
    return number or ordinal_of(word.folded)


@lru_cache(maxsize=20_000)
def _numbered(value: str) -> _Numbered | None:
    """Return the number that a value is called by; None of an amount, or of several numbers."""
    folded = fold_in_place(value)
    match = _BEHIND.match(folded) or _BEFORE.match(folded)
    if match is None or is_unit(match["noun"]) or has_currency(match["noun"]):
        return None
    first = int(match["first"])
    last = int(match["last"] or first)
    is_unit_like = UNITS.holds(match["noun"])
    return _Numbered(match["noun"], first, last) if first <= last and not is_unit_like else None
