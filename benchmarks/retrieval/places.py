"""Find the paragraphs that a passage holds.

Texts are compared by their letters and digits alone, so that it does not matter how a document
was cleaned and cut. A passage counts for a paragraph when it holds at least half of it, or when
at least half of the passage lies in it; a passage of which neither is true anywhere counts for
the paragraph that most of it lies in. Paragraphs of the same letters are one: who finds the text
has found it.

Ranks are of paragraphs, and strict: a passage of several paragraphs takes a place for each, in
the order of the text; a paragraph that was found before takes none; a passage that cannot be
found in its article takes one.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from benchmarks.squad import Corpus, Place

LOST: Place = (-1, -1)  # of a passage that stands in no paragraph


def letters(text: str) -> str:
    """Reduce a text to its letters and digits, in lower case."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in plain if character.isalnum())


class Finder:
    """Tells which paragraphs of a corpus a text of one of its articles holds."""

    def __init__(self, corpus: Corpus) -> None:
        keys = {place: letters(corpus.text(place)) for place in corpus.places()}
        first = {key: place for place, key in reversed(keys.items())}
        self._canonical = {place: first[key] for place, key in keys.items()}
        self._articles = [
            _Text(tuple(keys[number, idx] for idx in range(len(article.paragraphs))))
            for number, article in enumerate(corpus.articles)
        ]
        self._known: dict[tuple[int, str], tuple[Place, ...]] = {}

    def canonical(self, place: Place) -> Place:
        """Return the first place with the same text."""
        return self._canonical.get(place, place)

    def held_by(self, article: int, passage: str) -> tuple[Place, ...]:
        """Return the places of the paragraphs a passage of this article holds, in their order."""
        key = (article, passage)
        if key not in self._known:
            held = self._articles[article].held_by(passage)
            self._known[key] = tuple(self.canonical((article, idx)) for idx in held) or (LOST,)
        return self._known[key]


class _Text:
    """The letters of an article, paragraph by paragraph."""

    def __init__(self, paragraphs: tuple[str, ...]) -> None:
        self._lengths = [len(paragraph) for paragraph in paragraphs]
        self._starts = [0, *accumulate(self._lengths)][:-1]
        self._text = "".join(paragraphs)

    def held_by(self, passage: str) -> list[int]:
        shares = self._shares(passage)
        total = sum(shares.values())
        held = [
            idx
            for idx, share in sorted(shares.items())
            if 2 * share >= min(self._lengths[idx], total)
        ]
        return held or ([max(shares, key=shares.__getitem__)] if shares else [])

    def _shares(self, passage: str) -> dict[int, int]:
        """Count the passage's letters in each paragraph: as a whole, or else line by line."""
        whole = self._find(letters(passage))
        if whole:
            return whole
        shares: dict[int, int] = {}
        for line in passage.splitlines():
            for idx, share in self._find(letters(line)).items():
                shares[idx] = shares.get(idx, 0) + share
        return shares

    def _find(self, key: str) -> dict[int, int]:
        start = self._text.find(key) if key else -1
        if start < 0:
            return {}
        end = start + len(key)
        shares: dict[int, int] = {}
        for idx in range(bisect_right(self._starts, start) - 1, len(self._starts)):
            first, length = self._starts[idx], self._lengths[idx]
            if first >= end:
                break
            share = min(end, first + length) - max(start, first)
            if share > 0:
                shares[idx] = share
        return shares


def distinct(places: Iterable[Place]) -> list[Place]:
    """Keep the first of every place; each text that was lost keeps its own."""
    kept: list[Place] = []
    seen: set[Place] = set()
    for place in places:
        if place == LOST or place not in seen:
            kept.append(place)
            seen.add(place)
    return kept


def rank_of(place: Place, ranked: Iterable[Place]) -> int | None:
    """Return the rank of a place, from 1, or None."""
    return next((n for n, found in enumerate(distinct(ranked), 1) if found == place), None)
