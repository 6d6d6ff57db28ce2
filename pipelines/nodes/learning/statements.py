"""Statements: what a sentence is about, and the facts it gives, to be held against another's."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import isclose

from pipelines.models.documents import Span
from pipelines.nodes.checking.contradictions import NO_UNIT, denials, unit_of
from pipelines.nodes.checking.stem_lists import StemList
from pipelines.nodes.questions.anchors import Anchor
from pipelines.nodes.questions.asking import PRONOUNS, ends_asking
from pipelines.nodes.questions.follow_up.tokens import Token, tokens_of
from pipelines.nodes.text.calendar import day_or_month, days_in, is_month
from pipelines.nodes.text.numbers import Number, numbers_in
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[%£$€₽°]")
_OPENING = re.compile(r"\W*([A-ZА-ЯЁ][\w-]+)\s+([a-zа-яё]+)")
_LIST_MARK = re.compile(r"^\s*(?:[-*•–—]|\d{1,3}[.)])\s+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_TELLS = re.compile(r"[:—–=!?]|\s-\s")  # no head of a document has it
_OPENING_NAME = re.compile(r"[A-ZА-ЯЁ][\w-]+,")
_LONGEST_DATE = 4  # words: "20 мая 2025 г."
_DAYS_A_MONTH = 31
_NEAR = 6  # characters between the parts of a date
_AS_LONG = 0.04  # by which two lengths of time may differ that are said to be one: 30 days, a month
_REACH = 24  # characters before a number, in which stands what it names


@dataclass(frozen=True, slots=True)
class Day:
    """A date, as far as it is given; it stands at `start` of its statement."""

    day: str | None
    month: str | None
    year: str | None
    start: int

    def agrees(self, other: "Day") -> bool:
        """Say whether both may be the same day."""
        pairs = ((self.day, other.day), (self.month, other.month), (self.year, other.year))
        return all(one is None or two is None or one == two for one, two in pairs)

    @property
    def is_year(self) -> bool:
        """Whether it is a year alone."""
        return self.day is None and self.month is None


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that counts or measures: all that it may be said to be, and of what unit."""

    values: frozenset[str]
    unit: str

    def agrees(self, other: "Amount") -> bool:
        """Say whether both are one number, or as long: a year and twelve months."""
        if self.days and other.days and self.unit != other.unit:
            return any(isclose(a, b, rel_tol=_AS_LONG) for a in self.days for b in other.days)
        return bool(self.values & other.values) and self.is_comparable(other)

    def is_comparable(self, other: "Amount") -> bool:
        """Say whether both count in the same unit, or time, as far as they tell."""
        is_time = bool(self.days and other.days)
        return not self.unit or not other.unit or self.unit == other.unit or is_time

    @property
    def days(self) -> tuple[float, ...]:
        """How many days it may be; empty if it is no length of time."""
        each = next((d for unit, d in lists().lengths.items() if _named_unit(unit) == self.unit), 0)
        return tuple(int(value) * each for value in self.values if each and value.isdecimal())


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, taken apart. `subject`: its words in their order, without facts and small talk.

    numbered: rooms, sections and other things with a number for a name.
    """

    text: str
    subject: tuple[str, ...]
    amounts: tuple[Amount, ...]
    days: tuple[Day, ...]
    weekdays: frozenset[str]
    names: tuple[Token, ...]
    numbered: frozenset[str]
    denials: int

    @property
    def is_head(self) -> bool:
        """Whether it is the head of a contract or of minutes: what it is, where and which day."""
        if len(self.days) != 1 or self.days[0].day is None:
            return False
        place, day = self.text[: self.days[0].start], self.text[self.days[0].start :]
        if _TELLS.search(self.text) or len(day.split()) > _LONGEST_DATE:
            return False
        named = {word for name in self.names for word in _WORD.findall(name.text)}
        opening = _OPENING_NAME.match(place)
        words = _WORD.findall(place[opening.end() :] if opening else place)
        others = [w for w in words if w not in named and not lists().joining.has(w)]
        if self.days[0].year is None and not any(map(lists().heads.has, others)):
            return False
        return bool(others) and all(lists().sites.has(w) or lists().heads.has(w) for w in others)

    @property
    def is_telling(self) -> bool:
        """Whether it says something that another statement could contradict."""
        is_apart = lists().apart.are_in(self.text) or ends_asking(self.text)
        return bool(self.subject) and not (is_apart or self.is_head)


def statement_of(sentence: str) -> Statement:
    """Take a sentence apart."""
    text = _LIST_MARK.sub("", sentence)
    numbers = numbers_in(text)
    days, counted = _days(numbers, text)
    numbered = frozenset(v for n in counted if _is_named(n, text) for v in n.values)
    names = (
        *_opening_name(text),
        *(t for t in tokens_of(text) if t.kind in ("name", "code") and not _is_time(t)),
    )
    return Statement(
        text=text,
        subject=tuple(_subject(text, [*_measured(numbers, text), *_named_spans(names, text)])),
        amounts=tuple(Amount(n.values, _unit(n, text)) for n in counted if not _is_named(n, text)),
        days=days,
        weekdays=days_in(text),
        names=tuple(t for t in names if not numbers_in(t.text)),
        numbered=numbered,
        denials=denials(lists().bound_phrases.sub(" ", text)),
    )


def anchor_of(name: Token) -> Anchor:
    """Return what to look for where this name should stand."""
    return Anchor(name.text, name.kind)


def _days(numbers: Sequence[Number], text: str) -> tuple[tuple[Day, ...], list[Number]]:
    """Take the dates out of numbers; return them and the numbers that are no part of one."""
    days: list[Day] = []
    others: list[Number] = []
    for group in _groups(numbers, text):
        parts = [value for number in group for value in number.values]
        month = next((v for v in parts if v.startswith("m")), None)
        year = next((v for v in parts if _YEAR.fullmatch(v)), None)
        day = next((v for v in parts if v.isdigit() and 0 < int(v) <= _DAYS_A_MONTH), None)
        is_year = year is not None and len(group) == 1
        if month is None and not (is_year and _unit(group[0], text) in ("", _named_unit("year"))):
            others.extend(group)
            continue
        days.append(Day(day if month else None, month, year, group[0].span.start))
    return tuple(days), others


def _groups(numbers: Sequence[Number], text: str) -> Iterator[list[Number]]:
    """Give numbers that stand close to a month together with it, others alone."""
    group: list[Number] = []
    for number in numbers:
        near = group and not re.search(
            r"[^\s,.]{3}|[–—-]", text[group[-1].span.end : number.span.start]
        )
        joined = [*group, number]
        if near and number.span.start - group[-1].span.end < _NEAR and _is_date(joined):
            group = joined
            continue
        if group:
            yield group
        group = [number]
    if group:
        yield group


def _is_date(numbers: Sequence[Number]) -> bool:
    months = sum(any(v.startswith("m") for v in number.values) for number in numbers)
    return months == 1 and len(numbers) <= 3  # a day, a month and a year


def _unit(number: Number, text: str) -> str:
    """Return what a number counts in: a unit, a clock's hour, the word behind it, or ""."""
    before = text[: number.span.start].rstrip()[-1:]
    if before and not before.isalpha() and _is_unit(before):
        return _named_unit(before)
    behind = _WORD.findall(text[number.span.end : number.span.end + 2 * _REACH])[:2]
    if unit := next(filter(_is_unit, behind), ""):
        return _named_unit(unit)
    if any(":" in value for value in number.values):
        return "clock"
    return next((stem for word in behind[:1] for stem in content_words(word)), "")


def _is_unit(word: str) -> bool:
    return unit_of(word) != NO_UNIT


def _named_unit(word: str) -> str:
    return f"#{unit_of(word)}"


def _is_named(number: Number, text: str) -> bool:
    before = text[max(0, number.span.start - _REACH) : number.span.start]
    return lists().named.search(before) is not None


def _opening_name(text: str) -> Iterator[Token]:
    """Give the word that opens a sentence if it does what one alone does: "Acme supplies"."""
    opening = _OPENING.match(text)
    if opening and lists().single.has(opening[2]) and fold(opening[1]) not in PRONOUNS:
        yield Token(opening[1], opening.start(1), opening.end(1), "name", opening.start(1))


def _is_time(token: Token) -> bool:
    words = _WORD.findall(token.text)
    return is_month(token.text) or all(day_or_month(word) for word in words)


def _named_spans(names: Iterable[Token], text: str) -> Iterator[Span]:
    """Give where names stand; the word before the first is its first name: "Maria Lebedeva"."""
    for name in names:
        opening = re.fullmatch(r"\W*([^\W\d_]+)\s+", text[: name.start])
        yield Span(opening.start(1) if opening else name.start, name.end)


def _measured(numbers: Iterable[Number], text: str) -> Iterator[Span]:
    """Give where numbers stand, with the unit behind each."""
    for number in numbers:
        end = number.span.end
        words = list(_WORD.finditer(text, end, end + _REACH))[:2]
        unit = next((word for word in words if _is_unit(word[0])), None)
        yield Span(number.span.start, unit.end() if unit else end)


def _subject(text: str, facts: Sequence[Span]) -> Iterator[str]:
    """Give the words that tell what a statement is about, by stem or by what they mean."""
    for match in _WORD.finditer(text):
        word = match[0]
        if any(span.start <= match.start() < span.end for span in facts):
            continue
        if lists().light.has(word) or denials(word) or day_or_month(word):
            continue
        if any(one.has(word) for pair in lists().polar for one in pair):
            continue
        meaning = next((f"={at}" for at, same in enumerate(lists().same) if same.has(word)), None)
        yield from [meaning] if meaning else content_words(word)


@dataclass(frozen=True, slots=True)
class Lists:
    """The words of conflicts.toml."""

    light: StemList
    same: tuple[StemList, ...]
    apart: StemList
    bounds: StemList
    sites: StemList
    heads: StemList
    joining: StemList
    single: StemList
    scopes: frozenset[str]
    places: StemList
    polar: tuple[tuple[StemList, StemList], ...]
    lengths: Mapping[str, float]
    bound_phrases: re.Pattern[str]
    named: re.Pattern[str]


@cache
def lists() -> Lists:
    """Read conflicts.toml."""
    held = read_table(__package__, "conflicts.toml")
    return Lists(
        light=StemList(held["light"]),
        same=tuple(StemList([words]) for words in held["same"]),
        apart=StemList(held["apart"]),
        bounds=StemList(held["bounds"]),
        sites=StemList(held["sites"]),
        heads=StemList(held["heads"]),
        joining=StemList(held["joining"]),
        single=StemList(held["single"]),
        scopes=frozenset(held["scopes"]),
        places=StemList(held["places"]),
        polar=tuple((StemList([one]), StemList([other])) for one, other in held["polar"]),
        lengths=held["lengths"],
        bound_phrases=re.compile(held["bound_phrases"], re.IGNORECASE),
        named=re.compile(held["named"], re.IGNORECASE),
    )
