"""Likeness: which words of a text stand for those of another, and what stands around them."""

import re
from difflib import SequenceMatcher
from functools import lru_cache

import numpy as np

from pipelines.models.documents import FloatArray
from pipelines.nodes.evaluating.reading import ReadText, Word
from pipelines.nodes.text.glossary import meanings, meant
from pipelines.nodes.text.words import fold, romanised

SURELY = 0.95  # from which on a word stands for another
_ALIKE, _UNLIKE = 0.88, 0.72  # cosines at which a word's tokens say so, and say nothing
_BY_VECTORS = 0.9  # at most
_SAME_SOUND, _OTHER_LETTERS = 0.72, 3
_SOFT = frozenset("yiejk")  # first letters of one name: Yelena, Elena, Jelena
# What a word tells of another place: in its part, behind it in the sentence, before it, in the
# sentences before, and in others.
_OWN, _CARRIED, _BEFORE, _TOPIC, _APART = 1.0, 0.85, 0.35, 0.45, 0.2
_STEP = 0.992  # for each word between
_LETTERS = re.compile(r"[^\W\d_]+")


def likeness(one: ReadText, other: ReadText, language: str = "und") -> FloatArray:
    """Return float32 [words of one, words of the other], 0..1: how surely each stands for which.

    Args:
        language: of the other text, whose meanings of words are looked up.
    """
    alike = np.zeros((len(one), len(other)), dtype=np.float32)
    if not alike.size:
        return alike
    plain = [at for at, word in enumerate(one.words) if word.kind == "word"]
    if one.vectors is not None and other.vectors is not None and plain:
        cosines = one.vectors[plain] @ other.vectors.T
        alike[plain] = _BY_VECTORS * np.clip((cosines - _UNLIKE) / (_ALIKE - _UNLIKE), 0.0, 1.0)
    places: dict[str, list[int]] = {}
    for at, word in enumerate(other.words):
        for key in word.stems | word.keys:
            places.setdefault(key, []).append(at)
    for at, word in enumerate(one.words):
        for place in {place for key in word.keys for place in places.get(key, ())}:
            alike[at, place] = max(alike[at, place], _shared(word, other.words[place]))
        if word.kind == "name" and alike[at].max() < 1.0:
            for place, there in enumerate(other.words):
                if there.kind == "name":
                    heard = _sounds_like(one.spelled(word), other.spelled(there))
                    alike[at, place] = max(alike[at, place], heard)
    known = meanings(one.stems, language)
    for place, there in enumerate(other.words):
        for stem in meant(known, there.stems):
            for at, word in enumerate(one.words):
                if stem in word.stems:
                    alike[at, place] = max(alike[at, place], SURELY)
    return alike


def _shared(word: Word, there: Word) -> float:
    """Return how much of a word another one holds; half a code is another code."""
    held = word.keys & (there.stems | there.keys)
    if word.kind == "name":
        return len(held) / len(word.keys)
    return float(word.kind != "code" or held == word.keys)


@lru_cache(maxsize=4096)
def _sounds_like(name: str, other: str) -> float:
    """Return the share of a name's words that another one has, as they sound."""
    ours, theirs = (
        [romanised(fold(word)) for word in _LETTERS.findall(text)] for text in (name, other)
    )
    heard = sum(any(_is_heard(word, there) for there in theirs) for word in ours)
    return heard / len(ours) if ours else 0.0


def _is_heard(word: str, there: str) -> bool:
    if not word or not there or abs(len(word) - len(there)) > _OTHER_LETTERS:
        return False
    if word[0] != there[0] and not {word[0], there[0]} <= _SOFT:
        return False
    return SequenceMatcher(None, word, there, autojunk=False).ratio() >= _SAME_SOUND


def nearness(text: ReadText) -> FloatArray:
    """Return float32 [words, words], 0..1: how much the second tells of what stands at the first.

    What a sentence begins with goes for all of its parts, and what was said before for what
    follows; a later part hardly tells of an earlier one.
    """
    places = np.arange(len(text))
    step = _STEP ** np.abs(places[:, None] - places[None, :])
    at, other = text.parts[:, None], text.parts[None, :]
    is_inside = text.sentences[:, None] == text.sentences[None, :]
    inside = np.where(at == other, _OWN, np.where(other < at, _CARRIED, _BEFORE))
    outside = np.where(other < at, _TOPIC, _APART)
    return np.asarray(np.where(is_inside, inside, outside) * step, dtype=np.float32)


def relevance(alike: FloatArray, weights: FloatArray, near: FloatArray) -> FloatArray:
    """Return float32 [words of the text]: how much of the asked words stands around each.

    A word that stands there to the letter is not looked for by its vectors.

    Args:
        alike: float32 [asked words, words of the text]; weights: float32 [asked words].
        near: of the text, see `nearness`.
    """
    around = np.zeros(near.shape[0], dtype=np.float32)
    for row, weight in zip(alike, weights, strict=True):
        least = SURELY if row.max(initial=0.0) >= SURELY else 0.0
        held = np.flatnonzero((row > 0.0) & (row >= least))
        if len(held):
            around += weight * (near[:, held] * row[held]).max(axis=1)
    return around
