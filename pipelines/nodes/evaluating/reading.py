"""Reading: a text as the meter sees it: its words, its numbers and names, and its parts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import FloatArray, Int32Array, Span, TokenVectors
from pipelines.nodes.checking.units import unit_at
from pipelines.nodes.questions.follow_up.tokens import TOKEN, is_asking, lists
from pipelines.nodes.text.calendar import day_or_month
from pipelines.nodes.text.numbers import Number, numbers_in
from pipelines.nodes.text.words import content_words, fold, split_sentences

_PART = re.compile(r"[;,:](?=\s)|\s(?=(?:and|but|while|whereas|or|а|и|но|или|плюс)\s)|\s[—–-]\s")

Kind = Literal["number", "day", "name", "code", "word"]


@dataclass(frozen=True, slots=True)
class Word:
    """A word that carries meaning, or a number or a name of several.

    keys: what it is taken for: values of a number, a day's English name, else its stems.
    unit: of a number, see `unit_of`; -1: none.
    """

    start: int
    end: int
    kind: Kind
    stems: frozenset[str]
    keys: frozenset[str]
    unit: int = -1


@dataclass(frozen=True, eq=False)
class ReadText:
    """A text, read once.

    words: in order; parts, sentences: int32 [words], of which each is, rising.
    bounds: of each part.
    vectors: float32 [words, dim], unit rows; None where there are none.
    weights: float32 [words], sum 1 (none without words): how much each tells.
    """

    text: str
    words: tuple[Word, ...]
    bounds: tuple[Span, ...]
    parts: Int32Array
    sentences: Int32Array
    vectors: FloatArray | None
    weights: FloatArray

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all words."""
        return frozenset().union(*(word.stems for word in self.words))

    @cached_property
    def keys(self) -> frozenset[str]:
        """What all words are taken for."""
        return frozenset().union(*(word.keys for word in self.words))

    def spelled(self, word: Word) -> str:
        """Return a word as it is written."""
        return self.text[word.start : word.end]

    def part_at(self, word: int) -> str:
        """Return the part that a word is in."""
        bound = self.bounds[int(self.parts[word])]
        return self.text[bound.start : bound.end]

    def sentence_at(self, word: int) -> str:
        """Return the sentence that a word is in."""
        inside = self.parts[self.sentences == self.sentences[word]]
        first, last = self.bounds[int(inside[0])], self.bounds[int(inside[-1])]
        return self.text[first.start : last.end]


def read_text(
    text: str, vectors: TokenVectors | QueryEmbedding | None = None, *, is_question: bool = False
) -> ReadText:
    """Take a text apart.

    Args:
        vectors: of its tokens, with offsets in it.
        is_question: words that only ask are left out.
    """
    bounds, opens = _bounds(text)
    words = tuple(_words(text, bounds, opens, is_question=is_question))
    starts = np.array([bound.start for bound in bounds] or [0])
    at = np.array([word.start for word in words], dtype=np.int32)
    parts = np.maximum(np.searchsorted(starts, at, side="right") - 1, 0).astype(np.int32)
    sentences = np.cumsum(opens or [True]).astype(np.int32)[parts]
    rows, weights = _word_vectors(words, vectors)
    return ReadText(text, words, bounds, parts, sentences, rows, weights)


def _bounds(text: str) -> tuple[tuple[Span, ...], list[bool]]:
    """Return the parts of the sentences, and whether each opens one."""
    bounds, opens = list[Span](), list[bool]()
    for span in split_sentences(text):
        edges = [match.end() for match in _PART.finditer(text, span.start, span.end)]
        edges = [span.start, *(edge for edge in edges if edge < span.end), span.end]
        for at, (start, end) in enumerate(pairwise(edges)):
            bounds.append(Span(start, end))
            opens.append(at == 0)
    return tuple(bounds), opens


def _words(
    text: str, bounds: Sequence[Span], opens: Sequence[bool], *, is_question: bool
) -> Iterator[Word]:
    """Yield words, those of one name and of one number joined."""
    openings = {bound.start for bound, first in zip(bounds, opens, strict=True) if first}
    numbers = numbers_in(text)
    matches = list(TOKEN.finditer(text))
    last: Word | None = None
    for at, match in enumerate(matches):
        following = matches[at + 1] if at + 1 < len(matches) else None
        is_first = match.start() in openings and not _goes_on(match, following, text)
        word = _word(match, numbers, text, is_first=is_first)
        if word is None or (is_question and _only_asks(match[0])):
            continue
        if last is not None and _is_one(last, word, text):
            joined = last.keys | word.keys if last.kind == "name" else last.keys
            last = replace(
                last, end=max(last.end, word.end), stems=last.stems | word.stems, keys=joined
            )
            continue
        if last is not None:
            yield last
        last = word
    if last is not None:
        yield last


def _goes_on(match: re.Match[str], following: re.Match[str] | None, text: str) -> bool:
    """Say whether a first word with a capital is that of a name of several."""
    if following is None or not following[0][0].isupper():
        return False
    return text[match.end() : following.start()] == " "


def _is_one(last: Word, word: Word, text: str) -> bool:
    if last.kind == "number" == word.kind:
        return word.start < last.end
    return last.kind == "name" == word.kind and text[last.end : word.start] in (" ", "-")


def _only_asks(text: str) -> bool:
    folded = fold(text)
    return is_asking(folded) or folded in lists()["fillers"]


def _word(
    match: re.Match[str], numbers: Sequence[Number], text: str, *, is_first: bool
) -> Word | None:
    spelled = match[0]
    stems = content_words(spelled)
    number = _number_at(match, numbers)
    if number is not None:
        span = number.span
        unit = unit_at(text, span, numbers)
        return Word(span.start, max(span.end, match.end()), "number", stems, number.values, unit)
    if not stems:
        return None
    start, end = match.span()
    if (day := day_or_month(spelled)) is not None:
        return Word(start, end, "day", stems, frozenset({day}))
    if any(map(str.isdigit, spelled)):
        return Word(start, end, "code", stems, stems)
    is_name = spelled[0].isupper() and (not is_first or (spelled.isupper() and len(spelled) > 1))
    return Word(start, end, "name" if is_name else "word", stems, stems)


def _number_at(match: re.Match[str], numbers: Sequence[Number]) -> Number | None:
    """Return the number that a word is of; one inside a code is none."""
    for number in numbers:
        if number.span.start < match.end() and match.start() < number.span.end:
            is_whole = number.span.end - number.span.start >= len(match[0])
            return number if is_whole or match[0][0].isdigit() else None
    return None


def _word_vectors(
    words: Sequence[Word], embedded: TokenVectors | QueryEmbedding | None
) -> tuple[FloatArray | None, FloatArray]:
    """Return the mean vector of each word's tokens, and how much each word tells."""
    weights = np.full(len(words), 1.0 / max(len(words), 1), dtype=np.float32)
    if isinstance(embedded, TokenVectors):
        rows, offsets, told = embedded.vectors.astype(np.float32), embedded.offsets, None
    elif embedded is not None and embedded.token_offsets is not None:
        rows, offsets = embedded.token_embeddings, embedded.token_offsets
        told = embedded.token_weights
    else:
        return None, weights
    if not len(rows) or not words:
        return None, weights
    first = np.searchsorted(offsets[:, 1], [word.start for word in words], side="right")
    last = np.searchsorted(offsets[:, 0], [word.end for word in words], side="left")
    last = np.maximum(last, first)
    zero = np.zeros((1, rows.shape[1]), dtype=np.float32)
    sums = np.concatenate([zero, np.cumsum(rows, axis=0, dtype=np.float32)])
    means = sums[last] - sums[first]
    means /= np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)
    if told is not None:
        running = np.concatenate([[0.0], np.cumsum(told)])
        of_words = running[last] - running[first]
        weights = np.asarray(of_words / max(float(of_words.sum()), 1e-9), dtype=np.float32)
    return np.asarray(means, dtype=np.float32), weights
