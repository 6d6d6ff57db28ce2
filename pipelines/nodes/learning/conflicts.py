"""Conflicts: whether two statements are about the same and cannot both hold.

They agree in their subject, and differ in one thing only: a number, a date, a name, or a "not".
Who differs in two, tells of two things: another year and another figure are no conflict.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from pipelines.models.documents import Span
from pipelines.models.learning.conflicts import ConflictKind
from pipelines.nodes.learning.statements import Amount, Statement, anchor_of, lists, statement_of
from pipelines.nodes.questions.anchors import missing
from pipelines.nodes.questions.follow_up.tokens import Token, tokens_of
from pipelines.nodes.text.calendar import follow_in_time, within_stretches
from pipelines.nodes.text.glossary import bare_stem, meanings, meant
from pipelines.nodes.text.words import content_words, fold, overlap, split_sentences

_SHARED = 0.6  # share of the shorter subject's words that both must hold
_MOST = 0.8  # share of the longer one's, where each has a word that the other has not
_FEWEST = 2  # words that both subjects hold
_VOWELS = frozenset("аеиоуыэюяaeiouy")
_OFFICE = 3  # words of content at most, where a statement says only who holds one
_ONE_FORM = 0.5  # overlap of two titles' words from which on they are of one kind of document
_LISTED = 3  # dates, from which on they are no stretch
_LONGEST = 400  # characters of a sentence that is compared
_CACHED = 256  # texts
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Text:
    """What is read of a document for conflicts: a passage of it, and its title."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two statements that cannot both hold: where each stands in its text."""

    kind: ConflictKind
    mine: Span
    theirs: Span


def conflicts_in(mine: Text, theirs: Text) -> tuple[Conflict, ...]:
    """Return where two texts contradict each other, each statement of `mine` once at most."""
    if are_apart(mine.title, theirs.title):
        return ()
    others = _statements(theirs.text)
    found = []
    for span, statement in _statements(mine.text):
        kinds = ((conflict_between(statement, other), place) for place, other in others)
        first = next(((kind, place) for kind, place in kinds if kind), None)
        if first is not None:
            found.append(Conflict(first[0], span, first[1]))
    return tuple(found)


def conflict_between(one: Statement, other: Statement) -> ConflictKind | None:
    """Say in what two statements on one subject contradict each other; None: they do not."""
    if not (one.is_telling and other.is_telling) or one.numbered != other.numbered:
        return None
    differs = (kind for kind, differ in _TESTS.items() if differ(one, other))
    differing = list(islice(differs, 2))
    if len(differing) != 1 or not _same_subject(one, other, strictly=differing == ["negation"]):
        return None
    [kind] = differing
    is_of_one_time = not follow_in_time(one.text, other.text)
    return kind if is_of_one_time and _MATTERS[kind](one, other) else None


def are_apart(title: str, other: str) -> bool:
    """Say whether two documents are of one kind and of two things: by another name or year."""
    first, second = ([t for t in tokens_of(x) if _names(t)] for x in (title, other))
    if not missing(list(map(anchor_of, first)), other):
        return False
    if not missing(list(map(anchor_of, second)), title):
        return False
    words = [
        content_words(text) - content_words(" ".join(t.text for t in tokens))
        for text, tokens in ((title, first), (other, second))
    ]
    return overlap(*words) >= _ONE_FORM


def conflicts_of(pairs: Sequence[tuple[Text, Text]]) -> tuple[tuple[Conflict, ...], ...]:
    """Return the conflicts of each pair: of a new text and an earlier one."""
    return tuple(conflicts_in(mine, theirs) for mine, theirs in pairs)


@lru_cache(maxsize=_CACHED)
def _statements(text: str) -> tuple[tuple[Span, Statement], ...]:
    spans = [span for span in split_sentences(text) if span.end - span.start <= _LONGEST]
    taken = ((span, statement_of(text[span.start : span.end])) for span in spans)
    return tuple((span, statement) for span, statement in taken if statement.is_telling)


def _names(token: Token) -> bool:
    return token.kind in ("name", "code", "year", "number", "month")


def _same_subject(one: Statement, other: Statement, *, strictly: bool) -> bool:
    """Say whether both are about the same; strictly: neither says of what else, when or where."""
    mine, theirs = (_without(a, b) for a, b in ((one, other), (other, one)))
    shared = min(len(set(one.subject)) - len(mine), len(set(other.subject)) - len(theirs))
    shorter = min(len(set(one.subject)), len(set(other.subject)))
    named = _common_names(one, other)
    if shared + named < _FEWEST or not shared or shared < _SHARED * shorter:
        return False
    longer = max(len(set(one.subject)), len(set(other.subject)))
    if mine and theirs and shared < _MOST * longer:
        return False
    if strictly:
        return not mine and not theirs and _facts(one) == _facts(other)
    return not _substituted(one, other)


def _without(one: Statement, other: Statement) -> frozenset[str]:
    """Return the words of one subject that the other neither holds nor means otherwise."""
    words, held = frozenset(one.subject), frozenset(other.subject)
    names = content_words(" ".join(name.text for name in other.names))
    rest = frozenset(word for word in words - held - names if not _is_form(word, held))
    return rest - meant(meanings(rest, "ru"), held) - meant(meanings(rest, "en"), held)


def _is_form(stem: str, held: frozenset[str]) -> bool:
    """Say whether a stem is another form of a held one: «малая», «малой»; «заявка», «заявок»."""
    return any(
        bare_stem(stem) == bare_stem(other)
        or (stem[:-1] == other[:-1] and not _VOWELS.isdisjoint((stem[-1], other[-1])))
        for other in held
    )


def _substituted(one: Statement, other: Statement) -> bool:
    """Say whether a word stands where the other statement has another."""
    matcher = SequenceMatcher(None, one.subject, other.subject, autojunk=False)
    mine, theirs = _without(one, other), _without(other, one)
    return any(
        kind == "replace" and mine & set(one.subject[a:b]) and theirs & set(other.subject[c:d])
        for kind, a, b, c, d in matcher.get_opcodes()
    )


def _common_names(one: Statement, other: Statement) -> int:
    return len(one.names) - len(_missing_names(one, other))


def _missing_names(one: Statement, other: Statement) -> list[Token]:
    return [name for name in one.names if missing([anchor_of(name)], other.text)]


def _facts(statement: Statement) -> tuple[int, ...]:
    return (len(statement.amounts), len(statement.days), len(statement.names))


def _left(one: Sequence[_T], other: Sequence[_T], agrees: Callable[[_T, _T], bool]) -> list[_T]:
    return [mine for mine in one if not any(agrees(mine, theirs) for theirs in other)]


def _numbers_differ(one: Statement, other: Statement) -> bool:
    mine, theirs = _lone_amounts(one, other), _lone_amounts(other, one)
    return any(a.is_comparable(b) for a in mine for b in theirs)


def _lone_amounts(one: Statement, other: Statement) -> list[Amount]:
    return _left(one.amounts, other.amounts, Amount.agrees)


def _times_differ(one: Statement, other: Statement) -> bool:
    lone = [
        _left(a.days, b.days, lambda x, y: x.agrees(y)) for a, b in ((one, other), (other, one))
    ]
    weekdays = one.weekdays, other.weekdays
    return all(lone) or (all(weekdays) and weekdays[0].isdisjoint(weekdays[1]))


def _names_differ(one: Statement, other: Statement) -> bool:
    return bool(_missing_names(one, other) and _missing_names(other, one))


def _is_denied(one: Statement, other: Statement) -> bool:
    denied = (one.denials - other.denials) % 2 == 1
    opposed = any(
        (a.are_in(one.text) and b.are_in(other.text))
        or (a.are_in(other.text) and b.are_in(one.text))
        for a, b in lists().polar
    )
    return denied != opposed


def _numbers_matter(one: Statement, other: Statement) -> bool:
    """Say whether other numbers are a conflict: no guess, no bound, not of another time."""
    years = [any(day.is_year for day in x.days) for x in (one, other)]
    bounds = [lists().bounds.are_in(x.text) for x in (one, other)]
    if years[0] != years[1] or bounds[0] != bounds[1] or bool(one.weekdays) != bool(other.weekdays):
        return False
    counts = [len(x.amounts) for x in (one, other)]
    return counts[0] == counts[1] or min(counts) > 1 or not _is_within(one, other)


def _is_within(one: Statement, other: Statement) -> bool:
    """Say whether all numbers of the one lie between those of the other, a range."""
    mine, theirs = (
        [float(v) for a in x.amounts for v in a.values if v.replace(".", "", 1).isdigit()]
        for x in (one, other)
    )
    few, many = sorted((mine, theirs), key=len)
    return bool(few) and min(many) <= min(few) and max(few) <= max(many)


def _times_matter(one: Statement, other: Statement) -> bool:
    """Say whether another date is a conflict: it is what is said, not of when it is said.

    Nor is one date of those that a list has.
    """
    few, many = sorted((one, other), key=lambda each: len(each.days))
    is_list = len(many.days) >= _LISTED or not within_stretches(many.text)
    if len(few.days) < len(many.days) and is_list:
        return False
    if any(not day.start or _leads(x, day.start) for x in (one, other) for day in x.days):
        return False
    return not (one.amounts and other.amounts)


def _leads(statement: Statement, start: int) -> bool:
    """Say whether nothing but a preposition stands before."""
    return not content_words(statement.text[:start])


def _names_matter(one: Statement, other: Statement) -> bool:
    """Say whether another name is a conflict: it is the one who or where, not one of several."""
    if any(x.amounts for x in (one, other)):
        return False
    if not all(lists().single.are_in(x.text) for x in (one, other)) or _other_office(one, other):
        return False
    lone = [(one, n) for n in _missing_names(one, other)]
    lone += [(other, n) for n in _missing_names(other, one)]
    return all(_is_value(statement.text, name) for statement, name in lone)


def _other_office(one: Statement, other: Statement) -> bool:
    """Say whether each says hardly more than an office, and another: head teacher, head coach."""
    mine, theirs = set(one.subject), set(other.subject)
    if max(len(mine), len(theirs)) > _OFFICE:
        return False
    lone = [
        {w for w in a - b if not _is_form(w, frozenset(b))}
        for a, b in ((mine, theirs), (theirs, mine))
    ]
    return all(lone)


def _is_value(text: str, name: Token) -> bool:
    """Say whether a name is what a statement says, and not what it says it of."""
    if name.kind == "code":
        return False
    before = fold(text[: name.start]).split()
    if before and before[-1] in lists().scopes:
        return lists().places.are_in(text)
    behind = text[name.end :].lstrip()
    is_person = len(name.text.split()) > 1 or len(before) == 1
    return is_person or not behind[:1].islower()


_TESTS: dict[ConflictKind, Callable[[Statement, Statement], bool]] = {
    "number": _numbers_differ,
    "date": _times_differ,
    "negation": _is_denied,
    "name": _names_differ,  # last: it takes longest, and two others say enough
}
_MATTERS: dict[ConflictKind, Callable[[Statement, Statement], bool]] = {
    "number": _numbers_matter,
    "date": _times_matter,
    "name": _names_matter,
    "negation": lambda _one, _other: True,
}
