"""Phrases as word lists give them, and where a message says them.

A phrase is words with a space between; a word may be

    a|b        one of several (an underscore joins words: of_course|sure)
    stem*      anything that begins so and goes on for up to three letters
    ~regex     whatever the expression matches in full
    <set>      one of the phrases of a named set
    {slot}     some words that the caller judges and is given
    …?         any of these, or nothing

Capitals, accents, apostrophes and lengthened letters ("hiiii") make no difference, and in a long
word one letter may be wrong. Scripts without spaces are read sign by sign.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, product
from operator import contains
from typing import Self

_UNSPACED = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(
    rf"[{_UNSPACED}]|№|#|(?:(?![{_UNSPACED}])[^\W_])+(?:['’ʼ`-](?![{_UNSPACED}])[^\W_]+)*"
)
_SIGN = re.compile(rf"[{_UNSPACED}]")
_LONG = re.compile(r"(.)\1{2,}")
_APOSTROPHES = re.compile(r"['’ʼ`]")
_ENDING = 3  # letters after a stem
_LATIN = 0x250  # below it accents are taken off; Cyrillic й and ё are letters of their own


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a message, folded, and where it stands there: start <= i < end."""

    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Match:
    """How a phrase was said: the tokens it takes, and those of each of its slots."""

    end: int
    slots: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Element:
    alternatives: Sequence[tuple[str, ...]] = ()
    slot: str = ""
    is_optional: bool = False
    by_first: Mapping[str, Sequence[tuple[str, ...]]] = field(default_factory=dict)

    @classmethod
    def of(cls, alternatives: Iterable[tuple[str, ...]], *, is_optional: bool = False) -> Self:
        """Make an element that is said in one of several ways."""
        by_first: dict[str, list[tuple[str, ...]]] = {}
        for alternative in dict.fromkeys(alternatives):
            by_first.setdefault(alternative[0], []).append(alternative)
        return cls(
            tuple(chain.from_iterable(by_first.values())),
            is_optional=is_optional,
            by_first=by_first,
        )


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase, read."""

    elements: tuple[_Element, ...]

    def words(self) -> Iterator[str]:
        """Yield every word it may be said with."""
        for element in self.elements:
            for alternative in element.alternatives:
                yield from alternative

    def firsts(self) -> Iterator[str]:
        """Yield every word it may begin with, and "" if that may be any."""
        for element in self.elements:
            if element.slot:
                yield ""
            for alternative in element.alternatives:
                yield alternative[0]
            if not element.is_optional:
                return


Readings = Sequence[frozenset[str]]
SlotCheck = Callable[[str, int, int], bool]


def no_slots(_slot: str, _start: int, _end: int) -> bool:
    """Let no slot hold anything: for phrases that have none."""
    return False


def fold(word: str) -> str:
    """Return a word as word lists hold it."""
    word = _APOSTROPHES.sub("", unicodedata.normalize("NFKC", word).casefold())
    return "".join(map(_fold_letter, word))


def _fold_letter(letter: str) -> str:
    if letter == "ё":
        return "е"
    return unicodedata.normalize("NFKD", letter)[0] if ord(letter) < _LATIN else letter


def tokenize(text: str, aliases: Mapping[str, str]) -> tuple[Token, ...]:
    """Return the words of a text in order; what an alias stands for in its place."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        word = fold(match.group())
        found += [Token(part, *match.span()) for part in aliases.get(word, word).split()]
    return tuple(found)


def read_phrase(text: str, sets: Mapping[str, Sequence[str]]) -> Phrase:
    """Read a phrase of a word list.

    Raises:
        KeyError: it names a set that is not there.
    """
    return Phrase(tuple(element for part in text.split() for element in _elements(part, sets)))


def _elements(part: str, sets: Mapping[str, Sequence[str]]) -> Iterator[_Element]:
    is_optional = part.endswith("?") and not part.startswith("~")
    part = part.removesuffix("?") if is_optional else part
    if part.startswith("{"):
        yield _Element(slot=part[1:-1], is_optional=is_optional)
    elif part.startswith("~"):
        yield _Element.of([(part,)])
    else:
        ways = [way for alternative in part.split("|") for way in _alternatives(alternative, sets)]
        yield _Element.of(ways, is_optional=is_optional)


def _alternatives(alternative: str, sets: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, ...]]:
    if not alternative.startswith("<"):
        yield _words(alternative)
        return
    for member in sets[alternative[1:-1]]:
        yield from _ways(member)


@cache
def _ways(member: str) -> tuple[tuple[str, ...], ...]:
    """Return all that a phrase without slots and sets may be said as."""
    options = [
        [_words(way) for way in part.removesuffix("?").split("|")] + [()] * part.endswith("?")
        for part in member.split()
    ]
    return tuple(tuple(chain.from_iterable(way)) for way in product(*options))


@cache
def _words(alternative: str) -> tuple[str, ...]:
    found: list[str] = []
    for word in alternative.split("_"):
        if word.startswith("~"):
            found.append(word)
        elif _SIGN.search(word):
            found += _TOKEN.findall(fold(word))
        else:
            found.append(fold(word.removesuffix("*")) + "*" * word.endswith("*"))
    return tuple(found)


@dataclass(slots=True)
class Lexicon:
    """The words of phrases, and which of them a word of a message may be.

    typo_length: the fewest letters of a word in which one may be wrong.
    not_typos: words that are near one of ours and never meant for it.
    """

    words: Iterable[str]
    typo_length: int
    not_typos: frozenset[str] = frozenset()
    _exact: frozenset[str] = field(init=False)
    _patterns: tuple[re.Pattern[str], ...] = field(init=False)
    _long: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self._exact = frozenset(self.words)
        expressions = (word for word in self._exact if word.startswith("~"))
        self._patterns = tuple(re.compile(word[1:]) for word in sorted(expressions))
        self._long = {}
        for word in self._exact:
            if not word.startswith("~") and len(word.rstrip("*")) >= self.typo_length:
                self._long.setdefault(word[0], []).append(word)

    def readings(self, word: str) -> frozenset[str]:
        """Return the words of the list that a folded word may be; none if it is another."""
        forms = {word}
        if _LONG.search(word):
            forms |= {_LONG.sub(r"\1", word), _LONG.sub(r"\1\1", word)}
        found = {reading for form in forms for reading in self._read(form)}
        if not found and len(word) >= self.typo_length and word not in self.not_typos:
            found = {known for known in self._long.get(word[0], ()) if is_typo(word, known)}
        return frozenset(found)

    def _read(self, word: str) -> Iterator[str]:
        if word in self._exact:
            yield word
        for length in range(max(1, len(word) - _ENDING), len(word) + 1):
            if word[:length] + "*" in self._exact:
                yield word[:length] + "*"
        for pattern in self._patterns:
            if pattern.fullmatch(word):
                yield "~" + pattern.pattern


def is_typo(word: str, known: str) -> bool:
    """Say whether a word is a known one (or begins with a stem*) but for one letter or a swap."""
    stem = known.rstrip("*")
    if stem == known:
        return is_one_edit(word, known)
    if word.startswith(stem) or len(word) > len(stem) + 1 + _ENDING:
        return False
    return any(is_one_edit(word[:end], stem) for end in range(len(stem) - 1, len(stem) + 2))


def is_one_edit(one: str, other: str) -> bool:
    """Say whether one insertion, deletion, exchange or swap of neighbours makes one the other."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return one == other
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), -1)
    if at < 0:
        return True
    rests = {(one[at + 1 :], other[at:]), (one[at:], other[at + 1 :])}
    if len(one) == len(other):
        swapped = one[:at] + one[at + 1 : at + 2] + one[at] + one[at + 2 :]
        return swapped == other or one[at + 1 :] == other[at + 1 :]
    return any(left == right for left, right in rests)


def matches(phrase: Phrase, readings: Readings, start: int, allows: SlotCheck) -> Iterator[Match]:
    """Yield the ways in which a message says a phrase from token `start` on.

    Args:
        readings: what each token of the message may be.
        allows: whether a slot may hold the tokens from one to another.
    """
    for end, slots in _match(phrase.elements, readings, start, allows):
        yield Match(end, dict(slots))


def _match(
    elements: tuple[_Element, ...], readings: Readings, at: int, allows: SlotCheck
) -> Iterator[tuple[int, tuple[tuple[str, tuple[int, int]], ...]]]:
    if not elements:
        yield at, ()
        return
    first, rest = elements[0], elements[1:]
    for end in _ends(first, readings, at, allows):
        for last, slots in _match(rest, readings, end, allows):
            yield last, ((first.slot, (at, end)), *slots) if first.slot else slots
    if first.is_optional:
        yield from _match(rest, readings, at, allows)


def _ends(element: _Element, readings: Readings, at: int, allows: SlotCheck) -> Iterator[int]:
    if element.slot:
        ends = range(at + 1, len(readings) + 1)
        yield from (end for end in ends if allows(element.slot, at, end))
        return
    if at == len(readings):
        return
    for word in readings[at]:
        for alternative in element.by_first.get(word, ()):
            end = at + len(alternative)
            if end <= len(readings) and all(map(contains, readings[at:end], alternative)):
                yield end
