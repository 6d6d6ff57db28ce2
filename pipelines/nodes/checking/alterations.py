"""Alterations: a claim that tells what its source tells, but for one thing that is another there.

"Bo Lund is the shift manager" has every word of "Ada Moss is the shift manager; Bo Lund repairs the
pumps", so that a look at the whole source finds nothing. Claim and source are taken apart into
statements, and a statement of the claim is held against those of the source that have its words.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache

from pipelines.nodes.checking.contradictions import (
    AFTERNOON,
    NO_UNIT,
    opposite_sides,
    parts_of,
    scopes_in,
    turns,
    unit_of,
    units_in,
    without_reply,
)
from pipelines.nodes.checking.items import letters_in
from pipelines.nodes.questions.follow_up.tokens import tokens_of
from pipelines.nodes.text.calendar import day_or_month, is_month
from pipelines.nodes.text.glossary import Meanings, meant
from pipelines.nodes.text.numbers import numbers_in
from pipelines.nodes.text.words import content_words

_ALL = 0  # of `scopes_in`
_LEAST_SHARED = 0.5  # of the words of a statement: with less, a claim tells something else
_INFLECTED = 2  # letters at the end of a name
_SHORTEST_STEM = 3
_PASSAGES = 256  # whose statements are remembered


@dataclass(frozen=True, slots=True)
class Statement:
    """What one part of a text tells.

    words: plain ones, by stem; values: of each number; sides: of pairs of opposites.
    first: that it begins with, if that may be a name or none: "Ada Moss", "Bakers".
    on_days: of the week: "on Mondays" is each one.
    opens_with: what the sentence begins with, and tells of its other parts, too.
    """

    words: frozenset[str]
    first: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    values: tuple[frozenset[str], ...] = ()
    units: frozenset[int] = frozenset()
    denials: int = 0
    sides: frozenset[tuple[int, int]] = frozenset()
    scopes: frozenset[int] = frozenset()
    on_days: bool = False
    opens_with: "Statement | None" = None

    def tells_of(self, other: "Statement") -> bool:
        """Say whether it has no word that the other has not, and enough of the other's own."""
        begun = other.opens_with.words if other.opens_with else frozenset()
        own = len(self.words & other.words)
        is_enough = own >= _LEAST_SHARED * len(other.words) and (own or not other.words)
        plain = self.words if not self.names else self.words - self.first
        return bool(is_enough and self.shared_with(other)) and plain <= other.words | begun

    def shared_with(self, other: "Statement") -> int:
        """Count the other's own words, names and numbers that it has."""
        said, there = frozenset().union(*self.values), frozenset().union(*other.values)
        both = self.words & other.words, self.names & other.names, said & there
        return sum(map(len, both))

    def differences(self, other: "Statement") -> int:
        """Count in what ways something stands in it in the place of something else."""
        return sum(
            (
                self._has_another_name(other),
                _are_exchanged(self.codes, other.codes),
                _are_exchanged(self.units, other.units),
                _lacks(self.values, other.values) and _lacks(other.values, self.values),
                self._is_turned_round(other),
                _ALL in self.scopes - other.scopes_around and not self.on_days,
            )
        )

    def is_told_by(self, other: "Statement") -> bool:
        """Say whether another one has all that it has, and denies as it does."""
        begun = other.opens_with.words if other.opens_with else frozenset()
        held = other.words | other.first | other.names | begun
        values = frozenset().union(*other.values)
        return bool(
            (self.words or self.names)
            and self.words | self.names <= held
            and self.codes <= other.codes
            and self.scopes == other.scopes
            and not any(number.isdisjoint(values) for number in self.values)
            and not self._is_turned_round(other)
        )

    def _has_another_name(self, other: "Statement") -> bool:
        said, there = self.names | (self.first - other.words), other.names | other.first
        return _are_others(said, there) and _are_others(other.names, said | self.first)

    @property
    def scopes_around(self) -> frozenset[int]:
        """Its scopes, and those of what its sentence begins with."""
        return self.scopes | (self.opens_with.scopes if self.opens_with else frozenset())

    def _is_turned_round(self, other: "Statement") -> bool:
        if max(self.denials, other.denials) > 1:
            return False  # who denies what is not to be told from the words
        opposed = sum((pair, 1 - side) in other.sides for pair, side in self.sides)
        turned = {other.denials}
        if other.opens_with:  # "must not smoke and drink" forbids both
            turned.add((other.denials + other.opens_with.denials) % 2)
        return (self.denials + opposed) % 2 not in turned


def alters(claim: str, text: str, known: Meanings) -> bool:
    """Say whether a statement of a claim is one of its source with something else in it.

    Args:
        known: what else says the same as the claim's words, in the language of the text.
    """
    there = _with_meanings(_statements(text), known)
    return any(
        _is_altered(said, there)
        for said in _with_meanings(_statements(without_reply(claim)), known)
    )


def affirms(claim: str, text: str, known: Meanings) -> bool:
    """Say whether a yes or no is borne out: "Yes, dogs are allowed" of "Dogs may come on a lead".

    Each statement behind it has no word, name or number that one of the source has not, and denies
    what that denies. Where the source says it of some only, it does not say it of all.
    """
    if (said := without_reply(claim)) == claim:
        return False
    there = _with_meanings(_statements(text), known)
    told = _with_meanings(_statements(said), known)
    return bool(told) and all(any(map(one.is_told_by, there)) for one in told)


def _is_altered(said: Statement, there: Sequence[Statement]) -> bool:
    """Say whether it differs in one way from those it is most like: in two it is another one."""
    alike = [one for one in there if said.tells_of(one)]
    most = max(map(said.shared_with, alike), default=0)
    ways = [said.differences(one) for one in alike if said.shared_with(one) == most]
    return min(ways, default=0) == 1


def _with_meanings(statements: Sequence[Statement], known: Meanings) -> Sequence[Statement]:
    """Add to each which words of the claim it has in other words."""
    if not known:
        return statements
    return tuple(_with_meaning(one, known) for one in statements)


def _with_meaning(statement: Statement, known: Meanings) -> Statement:
    words, opening = statement.words | meant(known, statement.words), statement.opens_with
    meaning = _with_meaning(opening, known) if opening else None
    return replace(statement, words=words, opens_with=meaning)


@lru_cache(maxsize=_PASSAGES)
def _statements(text: str) -> tuple[Statement, ...]:
    """Take a text apart; an answer is held against the same passages again and again."""
    found: list[Statement] = []
    for parts in parts_of(text):
        opening: Statement | None = None
        begun = ""
        told: list[Statement] = []
        for part in parts:
            begun = f"{begun} {part}".strip()
            statement = _statement(begun, begins=not told)
            if not statement.words and part is not parts[-1]:
                continue  # "Ada and Bo run the mill"
            begun = ""
            told.append(replace(statement, opens_with=opening))
            opening = opening or statement
        found += told
    return tuple(found)


def _statement(text: str, *, begins: bool) -> Statement:
    numbers = numbers_in(text)
    spelled = content_words(" ".join(text[n.span.start : n.span.end] for n in numbers))
    names, codes, words = set[str](), set[str](), set[str]()
    first, on_days = frozenset[str](), False
    for token in tokens_of(text, fragment=not begins):
        stems = content_words(token.text) - spelled
        day = day_or_month(token.text)
        if begins and not token.start and token.text[0].isupper() and not day:
            first = stems
        if is_month(token.text) or token.kind in ("number", "year"):
            continue
        if day:
            words.add(day)
            on_days = True
        elif unit_of(token.text) != NO_UNIT:
            continue
        elif token.kind == "name":
            names |= stems
        elif token.kind == "code":
            codes |= stems
        elif not (opposite_sides(token.text) or scopes_in(token.text) or turns(token.text)):
            words |= stems
    return Statement(
        frozenset(words),
        first,
        frozenset(names),
        frozenset(codes | set(letters_in(text))),
        tuple(number.values for number in numbers),
        units_in(text),
        turns(text),
        opposite_sides(text),
        scopes_in(text),
        on_days,
    )


def _are_exchanged(said: Set[object], there: Set[object]) -> bool:
    return bool(said - there) and bool(there - said)


def _are_others(said: Set[str], there: Set[str]) -> bool:
    """Say whether a name has none beside it that it may be an inflection of."""
    stems = tuple(name[: max(_SHORTEST_STEM, len(name) - _INFLECTED)] for name in there)
    return any(not name.startswith(stems) for name in said) and bool(there)


def _lacks(said: Sequence[frozenset[str]], there: Sequence[frozenset[str]]) -> bool:
    values = frozenset().union(*there)
    values |= {str(int(v[:-3]) - 12) for v in values if AFTERNOON.fullmatch(v)}
    return any(number.isdisjoint(values) for number in said)
