"""Alignment: which statement of its source each part of a claim tells, and what is astray there.

In a passage of twenty facts every name and number of a wrong claim stands somewhere. So each part
of a claim is laid on the statement that has most of it. What this has not, and another one has, is
astray: "Bo Lund" of "Bo Lund keeps the key", where Ada Moss does and Bo Lund digs. It is exchanged
where the statement has something of its kind that the claim has not: there, Ada Moss.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Literal

from pipelines.nodes.checking.contradictions import (
    is_row,
    opposite_sides,
    parts_of,
    turns,
)
from pipelines.nodes.checking.items import Item, Kind, are_one_word, items_of
from pipelines.nodes.text.glossary import Meanings

_PASSAGES = 256  # whose statements are remembered
_FEWEST = 2  # items of a part: one alone goes with the next
_LENIENCE = 0.25  # items, for each that is astray
_FADES = 0.7  # power of the number of things among which one is exchanged
_Where = Literal["begun", "beside", "elsewhere", "nowhere"]
_NO_DAY: tuple[Kind, _Where] = ("day", "nowhere")
_NONE: frozenset[str] = frozenset()
_OPENING, _SENTENCE, _ROW = 0.5, 0.35, 0.9  # what an item counts that stands only there


@dataclass(frozen=True, slots=True)
class Part:
    """What one part of a text tells: its items, and all that they may be known by.

    denials, sides: how often it denies, and of pairs of opposites.
    sentence: of the text, from 0; before: whether parts of the same sentence stand before it.
    begun: what the first of these has, and tells of this one, too.
    is_cell: of a row, of which all cells tell of the same.
    """

    items: tuple[Item, ...]
    keys: frozenset[str]
    denials: int = 0
    sides: frozenset[tuple[int, int]] = frozenset()
    sentence: int = 0
    begun: "Part | None" = None
    is_cell: bool = False


@dataclass(frozen=True, slots=True)
class _Apart:
    """A text in its parts; sentences: what each has; counted: in how many sentences a key stands.

    families: the whole words that have the beginning in common.
    """

    parts: tuple[Part, ...]
    sentences: tuple[frozenset[str], ...]
    keys: frozenset[str]
    families: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Astray:
    """What is astray in a claim, by kind; of one thing among several each counts less.

    exchanged: what stands in the place of something else (beside: a word, for another one of the
    same sentence); moved: what the statement has not, and
    has nothing of the kind. no_day, no_unit: of the week or to count in, that no statement has.
    led: behind the "from" of another one: "from March to October". turned: it denies, or is
    opposite to, what its statement tells.
    """

    exchanged_number: float = 0.0
    exchanged_name: float = 0.0
    exchanged_word: float = 0.0
    exchanged_beside: float = 0.0
    exchanged_unit: float = 0.0
    moved_number: float = 0.0
    moved_name: float = 0.0
    moved_word: float = 0.0
    moved_unit: float = 0.0
    no_day: float = 0.0
    no_unit_there: float = 0.0
    led: float = 0.0
    turned: float = 0.0

    def weighed(self, weights: "Astray") -> float:
        """Return the sum of all, each times its weight."""
        names = (one.name for one in fields(self))
        return float(sum(getattr(self, name) * getattr(weights, name) for name in names))


def astray(claim: str, text: str, known: Meanings) -> Astray:
    """Return what is astray in a claim about a text.

    Args:
        known: what else says the same as the claim's words, in the language of the text.
    """
    there = _apart(text)
    found: dict[str, float] = {}
    for part in _claimed(claim):
        said = replace(part, items=tuple(_known_there(item, there, known) for item in part.items))
        keys = frozenset().union(*(item.keys for item in said.items))
        alike = [one for one in there.parts if not keys.isdisjoint(one.keys)]
        laid = [_Laid(said, keys, one, there) for one in alike or there.parts]
        if laid:
            best = max(laid, key=_Laid.rank)
            for name, value in best.found():
                found[name] = found.get(name, 0.0) + value
    return Astray(**found)


def _known_there(item: Item, there: _Apart, known: Meanings) -> Item:
    """Add what means the same; and keep of the words that begin alike what is the same word."""
    keys = item.keys
    family = there.families.get(item.family, ()) if item.whole else ()
    alike = frozenset(one for one in family if are_one_word(one, item.whole))
    if alike and len(alike) < len(family):
        keys = alike
    return replace(item, keys=keys | known.get(item.stem, _NONE))


class _Laid:
    """A part of a claim, laid on a part of its source."""

    def __init__(self, said: Part, keys: frozenset[str], there: Part, apart: _Apart) -> None:
        self._said, self._there, self._apart = said, there, apart
        self._sentence = apart.sentences[there.sentence]
        self._begun = there.begun.keys if there.begun else _NONE
        self._rivals = self._left_over(keys)
        self._held = 0.0
        self._elsewhere = 0  # words that no part has
        self._astray: list[tuple[Kind, _Where]] = []
        self._shares_word = any(
            item.kind == "word" and not item.keys.isdisjoint(there.keys) for item in said.items
        )
        for item in said.items:
            self._lay(item)

    def rank(self) -> float:
        """Say how much of the claim it has; of two like it, that counts which has less astray."""
        return self._held - _LENIENCE * len(self._astray)

    def _left_over(self, keys: frozenset[str]) -> dict[Kind, int]:
        """Count what the part of the source has, and the claim has not, by kind."""
        items = list(self._there.items)
        if self._there.is_cell and self._there.begun:
            items += [item for item in self._there.begun.items if item.kind == "name"]
        left: dict[Kind, int] = {}
        for item in items:
            if item.keys.isdisjoint(keys):
                left[item.kind] = left.get(item.kind, 0) + 1
        left["side"] = left.get("word", 0) + left.get("number", 0)
        return left

    def _lay(self, item: Item) -> None:
        if not item.keys.isdisjoint(self._there.keys):
            self._held += 1
        elif item.kind == "side" and not self._there.keys.isdisjoint(item.opposites):
            pass  # see `_is_turned`
        elif not item.keys.isdisjoint(self._begun):
            self._held += _ROW if self._there.is_cell else _OPENING
            if self._rivals.get(item.kind) and not self._there.is_cell:
                self._astray.append((item.kind, "begun"))
        elif not item.keys.isdisjoint(self._sentence):
            self._held += _ROW if self._there.is_cell else _SENTENCE
            self._lay_within_sentence(item)
        elif not item.keys.isdisjoint(self._apart.keys):
            self._astray.append((item.kind, "elsewhere"))
        elif item.kind in ("day", "unit"):
            self._astray.append((item.kind, "nowhere"))
        elif item.kind in ("word", "name"):
            self._elsewhere += 1

    def _lay_within_sentence(self, item: Item) -> None:
        rivals = self._rivals.get(item.kind)
        if self._there.is_cell:
            if item.kind == "number" and rivals and self._shares_word:
                self._astray.append((item.kind, "beside"))
        elif rivals or item.kind not in ("name", "word", "side"):
            self._astray.append((item.kind, "beside"))

    def found(self) -> Iterator[tuple[str, float]]:
        """Yield what is astray, as `Astray` names it."""
        among = len(self._astray) + self._elsewhere
        if _NO_DAY in self._astray:  # "on weekdays" names five
            yield "no_day", 1.0
        for kind, where in self._astray:
            rivals = self._rivals.get(kind, 0)
            if kind == "number" and where == "elsewhere" and self._there.is_cell:
                rivals = rivals or 1  # another row's
            if where == "nowhere":
                if kind == "unit":
                    yield "no_unit_there", float(rivals > 0)
                continue
            name = {"day": "number", "side": "word"}.get(kind, kind)
            if rivals:
                name = "beside" if name == "word" and where == "beside" else name
                yield f"exchanged_{name}", (among * rivals) ** -_FADES
            else:
                yield f"moved_{name}", among**-_FADES
        if not self._said.keys.isdisjoint(self._there.keys):
            yield "led", float(self._is_led_elsewhere())
            yield "turned", self._is_turned() * self._held / max(1, len(self._said.items))

    def _is_led_elsewhere(self) -> bool:
        """Say whether a word that leads to something here leads to something else there."""
        led = {(item.lead, key) for item in self._there.items if item.lead for key in item.keys}
        leads, keys = {lead for lead, _ in led}, {key for _, key in led}
        return any(
            item.lead in leads
            and not keys.isdisjoint(item.keys)
            and not any((item.lead, key) in led for key in item.keys)
            for item in self._said.items
            if item.lead
        )

    def _is_turned(self) -> bool:
        said, there = self._said, self._there
        opposed = sum((pair, 1 - side) in there.sides for pair, side in said.sides)
        turned = {there.denials % 2}
        if there.begun and not there.sides and not there.denials:
            turned.add(there.begun.denials % 2)  # "must not smoke and drink" forbids both
        return (said.denials + opposed) % 2 not in turned


@lru_cache(maxsize=_PASSAGES)
def _apart(text: str) -> _Apart:
    """Take a text apart; an answer is held against the same passages again and again."""
    found: list[Part] = []
    sentences: list[frozenset[str]] = []
    for number, parts in enumerate(parts_of(text)):
        is_cell = len(parts) == 1 and is_row(parts[0])
        begun: Part | None = None
        keys = _NONE
        for part in _joined(parts[0].split("; ") if is_cell else parts):
            found.append(replace(part, sentence=number, begun=begun, is_cell=is_cell))
            begun = begun or part
            keys |= part.keys
        sentences.append(keys)
    every = frozenset().union(*sentences)
    families: dict[str, tuple[str, ...]] = {}
    whole = {(item.family, item.whole) for part in found for item in part.items if item.whole}
    for family, word in sorted(whole):
        families[family] = (*families.get(family, ()), word)
    return _Apart(tuple(found), tuple(sentences), every, families)


@lru_cache(maxsize=_PASSAGES)
def _claimed(text: str) -> tuple[Part, ...]:
    return tuple(part for parts in parts_of(text) for part in _joined(parts))


def _joined(parts: Sequence[str]) -> Iterator[Part]:
    """Yield what parts tell; one that has but one item goes with the next: "Ada and Bo dig"."""
    begun = ""
    for at, part in enumerate(parts):
        begun = f"{begun}, {part}" if begun else part
        items = items_of(begun)
        if len(items) >= _FEWEST or (items and at + 1 == len(parts)):
            keys = frozenset().union(*(item.keys for item in items))
            yield Part(items, keys, turns(begun), opposite_sides(begun))
            begun = ""
