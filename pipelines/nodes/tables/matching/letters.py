"""Letters: how well each word of a question stands in each header and value, as it is written."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.amounts.arithmetic import find_numbers, parse_number
from pipelines.nodes.tables.amounts.measures import is_one_unit, written_measure
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import (
    CONCEPT,
    INFLECTED,
    RELATED,
    Word,
    abbreviations,
    concept_strength,
    does_so,
    is_one_extreme,
    letter_strength,
    letters_in,
    spelled_in,
    terms_of,
)
from pipelines.nodes.tables.words.kinds import tells_more
from pipelines.nodes.tables.words.lexicon import ABSENT, CLOSES, KINDS, UNITS, fold_in_place
from pipelines.nodes.text.numbers import ordinal_of
from pipelines.nodes.text.words import content_words


def strengths_in(words: Sequence[Word], text: str) -> FloatArray:
    """Return how surely each word is said in a text, float32 [words], 0..1."""
    terms = set(terms_of(text))
    best = [
        max((letter_strength(word, term) for term in terms), default=0.0) if not word.asks else 0.0
        for word in words
    ]
    about = [concept_strength(word, text) if not word.asks else 0.0 for word in words]
    return np.maximum(np.array(best, dtype=np.float32), np.array(about, dtype=np.float32))


def headers_by_letters(words: Sequence[Word], table: Table) -> FloatArray:
    """Return how surely each column is called by each word, float32 [words, C]."""
    strengths = np.zeros((len(words), len(table.columns)), dtype=np.float32)
    about = np.zeros_like(strengths)
    for at, column in enumerate(table.columns):
        terms = set(terms_of(column))
        short = abbreviations(column)
        for number, word in enumerate(words):
            if not word.asks or (word.folded in terms and _is_question_word(word)):
                about[number, at] = concept_strength(word, column)
                letters = max((letter_strength(word, term) for term in terms), default=0.0)
                if letters < INFLECTED and tells_more(word.folded):
                    letters = 0.0  # «дороже» is no «дорога»
                is_done = any(does_so(word.folded, term) for term in terms)
                if is_done or is_one_extreme(word.folded, column):
                    letters = max(letters, INFLECTED)
                shortened = RELATED * any(map(word.folded.startswith, short))
                strengths[number, at] = max(about[number, at], letters, shortened)
    is_known = about.max(axis=1, keepdims=True, initial=0.0) >= CONCEPT
    strengths[is_known & (strengths < INFLECTED)] = 0.0  # "pay" is a price, and no contribution
    strengths = np.maximum(strengths, about)
    _take_counted(words, strengths, table)
    return np.asarray(strengths, dtype=np.float32)


def _take_counted(words: Sequence[Word], strengths: FloatArray, table: Table) -> None:
    """Take an ordinal for the column that has its number: "Room 3" of "the third room".

    The word beside it, by which all of them are called, names no other one then.
    """
    for at, word in enumerate(words):
        number = 0 if word.has_digits else ordinal_of(word.folded)
        counted = [i for i, name in enumerate(table.columns) if str(number) in terms_of(name)]
        beside = at + 1
        if not number or len(counted) != 1 or beside == len(words):
            continue
        if strengths[beside, counted[0]] >= INFLECTED:
            strengths[at, counted[0]] = INFLECTED
            others = [i for i in range(len(table.columns)) if i != counted[0]]
            strengths[beside, others] = 0.0


def _is_question_word(word: Word) -> bool:
    """Say whether a header may hold it on purpose: "fires when"."""
    return any(words.holds(word.folded) for words in KINDS.values())


def values_by_letters(words: Sequence[Word], table: Table) -> FloatArray:
    """Return how surely each word stands in each value, float32 [words, R, C]."""
    shape = (len(words), len(table.rows), len(table.columns))
    strengths = np.zeros(shape, dtype=np.float32)
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    at = {name: index for index, name in enumerate(table.columns)}
    for row_index, row in enumerate(table.rows):
        for cell in row.cells:
            places[cell.value].append((row_index, at[cell.name]))
    for value, places_of_value in places.items():
        rows, columns = zip(*places_of_value, strict=True)
        strengths[:, rows, columns] = _one_value(words, value)[:, None]
    return strengths


def _one_value(words: Sequence[Word], value: str) -> FloatArray:
    """Return float32 [words]: how well each stands in a value; "closes" is no day off: "closed"."""
    terms = {term for term in terms_of(value) if tells(term) or term == value.strip().lower()}
    terms |= set(letters_in(value))
    strengths = np.zeros(len(words), dtype=np.float32)
    number = parse_number(value) if any(word.has_digits for word in words) else None
    is_absent = ABSENT.holds(fold_in_place(value).strip(" ."))
    for index, word in enumerate(words):
        if word.asks or word.unit or (is_absent and CLOSES.holds(word.folded)):
            continue
        strengths[index] = max((letter_strength(word, term) for term in terms), default=0.0)
        if number and word.folded.isdecimal() and number.value == int(word.folded):
            strengths[index] = 1.0
        if word.has_digits and _measures_so(word, value):
            strengths[index] = 1.0
    if spelled := spelled_in(words, value):
        strengths[spelled.start : spelled.end] = 1.0
    return strengths


def _measures_so(word: Word, value: str) -> bool:
    """Say whether a word with a unit written to its number is a measure in a value: "8m", "8 m"."""
    number, unit = written_measure(word.folded) or (None, "")
    return bool(unit) and any(
        one.value == number and one.unit and is_one_unit(unit, one.unit)
        for one in find_numbers(fold_in_place(value))
    )


@lru_cache(maxsize=20_000)
def tells(term: str) -> bool:
    """Say whether a term of a value is a word of its own: no unit, and no "of"."""
    return bool(content_words(term)) and not UNITS.holds(term.strip(".,"))
