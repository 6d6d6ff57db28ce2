"""Sentences for a library that nobody wrote: Russian and English, of common and of rare words.

A frame says something about one of a few topics in real words, and leaves room for names, terms,
codes and numbers. Names and terms are made of syllables and drawn by Zipf's law, each topic with
favourites of its own, so that full-text search meets words of every frequency, and ever new ones
as the library grows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks.speed.topics import ASKED, FRAMES, TOPICS, Language

_TERMS = 20_000  # of each language
_ZIPF_SHIFT = 2.7  # Mandelbrot's: the first few words are not that much commoner
_SYLLABLE = 3  # letters
_SYLLABLES: dict[Language, str] = {
    "en": "bamcordilsenfargoshalkimkellormunnorpesravsiltamzulverwinyar",
    "ru": "бамкордилсенфаргосхалкимкеллормуннорпесравсилтамзулвержиняро",
}
_CODES: dict[Language, tuple[str, ...]] = {
    "en": ("ISO {a}-{c}", "{x}-{a}-{b}", "section {b}.{c}.{d}", "0x{h}"),
    "ru": ("ГОСТ {a}.{b}-{y}", "{x}-{a}-{b}", "п. {b}.{c}.{d}", "приказ № {a}/{b}"),
}


@dataclass(frozen=True, slots=True)
class Frame:
    """A sentence of a topic with its real words filled in, and `{name}` and the like left open."""

    language: Language
    topic: int
    words: Mapping[str, str]
    form: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A frame with everything filled in."""

    frame: Frame
    slots: Mapping[str, str]

    @property
    def text(self) -> str:
        """Write it down."""
        said = self.frame.form.format(**self.frame.words, **self.slots)
        return said[0].upper() + said[1:]

    def question(self, random: np.random.Generator) -> str:
        """Ask for it in other words."""
        forms = ASKED[self.frame.language]
        return forms[random.integers(len(forms))].format(**self.frame.words, **self.slots)


def make_frames(count: int, random: np.random.Generator) -> tuple[Frame, ...]:
    """Make frames, equally many of each topic and language."""
    languages: tuple[Language, ...] = ("en", "ru")
    frames = []
    for number in range(count):
        language = languages[number % 2]
        topic = number // 2 % len(TOPICS)
        people, verbs, things = (words.split(", ") for words in TOPICS[topic][language])
        chosen = random.permutation(len(things))[:3]
        words = {f"n{place}": things[which] for place, which in enumerate(chosen, 1)}
        words["actor"] = people[random.integers(len(people))]
        words["verb"] = verbs[random.integers(len(verbs))]
        forms = FRAMES[language]
        frames.append(Frame(language, topic, words, forms[random.integers(len(forms))]))
    return tuple(frames)


def fill(frame: Frame, random: np.random.Generator) -> Sentence:
    """Draw names, terms, codes and numbers for a frame."""
    language = frame.language
    slots = {
        "name": _term(language, frame.topic + 50, random).capitalize(),
        "term": _term(language, frame.topic, random),
        "code": _code(language, random),
        "number": str(random.integers(2, 990)),
        "year": str(random.integers(1950, 2026)),
    }
    return Sentence(frame, slots)


def _term(language: Language, topic: int, random: np.random.Generator) -> str:
    """Draw a made-up word by its rank; half of them by the topic's own ranking."""
    rank = int(np.searchsorted(_shares(), random.random()))
    start = topic * 631 if random.random() < 0.5 else 0
    return _spell(language, (rank + start) % _TERMS)


@cache
def _shares() -> np.ndarray:
    """Sum up the chances of the ranks: float64 [terms]."""
    chances = 1 / (np.arange(_TERMS) + _ZIPF_SHIFT)
    return np.cumsum(chances / chances.sum())


def _spell(language: Language, number: int) -> str:
    """Name a number in syllables: no two numbers have one name."""
    syllables = _SYLLABLES[language]
    count = len(syllables) // _SYLLABLE
    number += count**2  # three syllables or more
    spelled = ""
    while number:
        number, digit = divmod(number, count)
        spelled += syllables[digit * _SYLLABLE : (digit + 1) * _SYLLABLE]
    return spelled


def _code(language: Language, random: np.random.Generator) -> str:
    forms = _CODES[language]
    letters = "".join(chr(65 + each) for each in random.integers(26, size=2))
    numbers = {
        "a": random.integers(100, 99_999),
        "b": random.integers(1, 600),
        "c": random.integers(1, 30),
        "d": random.integers(1, 12),
        "y": random.integers(1970, 2026),
        "h": f"{random.integers(2**32):08X}",
    }
    return forms[random.integers(len(forms))].format(x=letters, **numbers)
