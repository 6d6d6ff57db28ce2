"""Items: the numbers, names, days, units and words of a text, each with all it may be known by."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from pipelines.nodes.checking.contradictions import (
    AFTERNOON,
    NO_UNIT,
    counts_one,
    opposite_sides,
    scopes_in,
    turns,
    unit_of,
)
from pipelines.nodes.questions.follow_up.tokens import TOKEN, lists
from pipelines.nodes.text.calendar import day_or_month, days_in
from pipelines.nodes.text.glossary import bare_stem
from pipelines.nodes.text.numbers import numbers_in, ordinal_of
from pipelines.nodes.text.words import content_words, fold, romanised

Kind = Literal["number", "name", "word", "unit", "day", "side"]
_ALL, _ONLY = 0, 1  # of `scopes_in`
_NAME_LETTERS, _INFLECTED, _SHORTEST_STEM = 4, 2, 3
_SHORTEST_WHOLE = 6  # letters of a word of which more is looked at than the beginning
_FAMILY = 5  # letters that the words of one have in common
_LEAD = re.compile(r"([^\W\d_]+)[\s£$€«\"'(№]*$")
_REACH = 24  # characters in which the word before something ends
_LETTERED = re.compile(r"\b([^\W\d_]{3,}) ([A-ZА-ЯЁ])(?=[\s,;:?!]|\.?$)")
_WORDS_OF_A_LETTER = "AIАВИКОСУЯ"
_COMPARING = frozenset({"more", "most", "least", "after", "before", "over", "under", "later"})
_SHORTEST_SIDE = 4  # letters of a word that is opposite to another: "may" goes with everything
_ENDING = re.compile(
    r"(?:иями|[яа]ми|[оеыи]го|[оеыи]му|[ыи]ми|и[ея][йм]|[аяу]ет|[иаяе]ть|[юуая]т|[ие]т|[еоыи]й"
    r"|[аяое][яе]|[ыи]е|[ую]ю|[ыиоеая][хм]|[ое]в|л[аои]|л|[аяоеиыуюьй])$|(?:ies|ing|e[srnd]|[seyd])$"
)


@dataclass(frozen=True, slots=True)
class Item:
    """A number, a name, a day, a unit or a word, and the keys that it may be known by.

    stem: of a word; whole: the word without its ending, of which another one may have the same
    stem; lead: the preposition before it.
    """

    kind: Kind
    keys: frozenset[str]
    stem: str = ""
    whole: str = ""
    lead: str = ""

    @property
    def family(self) -> str:
        """What all words have that begin like it."""
        return self.whole[: _FAMILY + 1]

    @property
    def opposites(self) -> frozenset[str]:
        """The keys of what is opposite to it."""
        return frozenset(f"{key[:-1]}{1 - int(key[-1])}" for key in self.keys)


def items_of(text: str) -> tuple[Item, ...]:
    """Return what a text has to tell of."""
    found = list(_numbers(text))
    found += (Item("day", frozenset({f"@{day}"})) for day in days_in(text))
    found += (Item("name", frozenset({f"!{letter}"})) for letter in letters_in(text))
    spans = [number.span for number in numbers_in(text)]
    begins = True
    for match in TOKEN.finditer(text):
        if not any(span.start <= match.start() < span.end for span in spans):
            item = _item(match[0], begins=begins)
            if item and item.kind == "name":
                item = replace(item, lead=_lead(text, match.start()))
            if item:
                found.append(item)
        begins = False
    return tuple(found)


def letters_in(text: str) -> Iterator[str]:
    """Yield the single letters that name something: "C" of "Hall C"; "I" and «В» are words."""
    for match in _LETTERED.finditer(text):
        if match[1][0].isupper() or match[2] not in _WORDS_OF_A_LETTER:
            yield match[2]


@lru_cache(maxsize=4096)
def are_one_word(one: str, other: str) -> bool:
    """Say whether two words without endings are one: lessor and lessee are not."""
    shortest = min(len(one), len(other))
    common = max(0, shortest - _INFLECTED)
    return one[:common] == other[:common]


def _numbers(text: str) -> Iterator[Item]:
    for number in numbers_in(text):
        values = number.values
        values |= {str(int(v[:-3]) - 12) for v in values if AFTERNOON.fullmatch(v)}
        lead = _lead(text, number.span.start)
        yield Item("number", frozenset(f"={value}" for value in values), lead=lead)


def _lead(text: str, at: int) -> str:
    """Return the preposition before a place, or ""."""
    match = _LEAD.search(text, max(0, at - _REACH), at)
    word = fold(match[1]) if match else ""
    return word if word in lists()["prepositions"] else ""


@lru_cache(maxsize=8192)
def _item(word: str, *, begins: bool) -> Item | None:
    """Return what a word is; None where it tells nothing by itself, or it is looked at elsewhere.

    begins: it is the first one, which has a capital whatever it is.
    """
    if day_or_month(word):
        return None
    if order := ordinal_of(word):
        return Item("number", frozenset({f"#{order}"}))
    if (unit := unit_of(word)) != NO_UNIT:
        return Item("unit", frozenset({f"u{unit}"}))
    stems, folded = content_words(word), fold(word)
    if not stems or turns(word) or not scopes_in(word).isdisjoint((_ALL, _ONLY)):
        return None
    if sides := opposite_sides(word):
        keys = frozenset(f"s{at}:{side}" for at, side in sides)
        is_telling = len(word) >= _SHORTEST_SIDE and folded not in _COMPARING
        return Item("side", keys) if is_telling else None
    if folded in lists()["fillers"] or counts_one(word):
        return None
    is_name = (word[0].isupper() and not begins) or any(map(str.isdigit, word))
    return _word(word, stems, "name" if is_name else "word")


def _word(word: str, stems: frozenset[str], kind: Kind) -> Item:
    folded = fold(word)
    keys = frozenset(map(bare_stem, stems))
    if word[0].isupper():  # as it sounds, in whatever letters
        sound = romanised(folded)
        keys |= {f"~{sound[: max(_SHORTEST_STEM, min(_NAME_LETTERS, len(sound) - _INFLECTED))]}"}
    if len(folded) < _SHORTEST_WHOLE:
        return Item(kind, keys, next(iter(stems)))
    bare = _ENDING.sub("", folded)
    whole = f"+{bare if len(bare) >= _FAMILY else folded[:_FAMILY]}"
    return Item(kind, keys | {whole}, next(iter(stems)), whole)
