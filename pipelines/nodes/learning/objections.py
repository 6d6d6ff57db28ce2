"""Objections: what somebody writes who has read an answer and knows better.

"No, that's wrong, it's 9" asks nothing, though it leans on what was answered as questions do.
Phrases of each language tell that an answer is called wrong; what stands beside them is what would
be right. Whoever only denies a word, "not 8 but 9", objects if it was answered with that word.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from pipelines.nodes.questions.asking import FIRST_JOINTS, PREPOSITIONS, ends_asking
from pipelines.nodes.questions.intents.phrases import Token, no_slots, read_phrase, tokenize
from pipelines.nodes.questions.intents.recognise import recognise, requests, wants_answer
from pipelines.nodes.questions.intents.vocabulary import ALIASES, LANGUAGES, PhraseTable
from pipelines.nodes.questions.politeness import SPEAKER
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_LONGEST = 60  # tokens
_LONGEST_NOW = 8  # of what only says how something is now
_LEAST_TYPO = 7  # letters of a word in which one may be wrong
_STOP = re.compile(r"[,.!:;…—–\n，。！：；、]|\s-\s")
_AROUND = " \t\n,.!:;…—–-，。！：；、"
_SIGN = re.compile(r"[£$€¥₽#№+]\Z")  # before a number, of which it is a part
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Objection:
    """What somebody says against an answer.

    said: what would be right, in their words; "" when they only say that it is wrong.
    denied: the words that must stand in the answer for it to be one; "" where it is one anyhow.
    is_of_same: it is one only where it tells of what was asked about.
    """

    said: str
    denied: str = ""
    is_of_same: bool = False

    def is_to(self, question: str, answer: str) -> bool:
        """Tell whether it is against this answer: what is denied was answered, not asked about."""
        if self.is_of_same and content_words(self.said).isdisjoint(content_words(question)):
            return False
        denied = set(_WORD.findall(fold(self.denied)))
        return denied <= set(_WORD.findall(fold(answer))) and not (
            denied and denied <= set(_WORD.findall(fold(question)))
        )


def objection(text: str) -> Objection | None:
    """Read a message as an objection to what was answered before it; None: it is none."""
    tokens = tokenize(text, ALIASES)
    if not 0 < len(tokens) <= _LONGEST or ends_asking(text):
        return None
    for phrases in _phrases():
        if (said := phrases.read(text, tokens)) is not None:
            return _told(said, phrases)
    return _contrast(text) or _refused(text, tokens)


def names_kind(text: str) -> bool:
    """Say whether a message names what one wants to know of something, and does not tell it.

    "Cremation price rabbit" asks as much as a question does; "the price is 9" gives an answer.
    """
    words = set(_WORD.findall(fold(text)))
    return bool(words & _KINDS) and not words & _TELLING and not any(map(str.isdigit, text))


def _told(said: str, phrases: "_Phrases") -> Objection | None:
    """Leave out courtesies beside what would be right; what asks is no objection.

    What only says of what the shown answer is, as "that's the cat price" does, is not right either.
    """
    if not any(map(str.isalnum, said)) or recognise(said).is_smalltalk:
        return Objection("")
    if wants_answer(said) or requests(said):
        return None
    is_of_shown = any(one.is_of_shown(said) for one in _phrases())
    return Objection("" if is_of_shown else phrases.value_of(said))


def _contrast(text: str) -> Objection | None:
    said = _one_spaced(text)
    match = _DENIED_FIRST.search(said) or _DENIED_LAST.fullmatch(said.strip(_AROUND))
    if match is None or wants_answer(text) or not SPEAKER.isdisjoint(_WORD.findall(fold(text))):
        return None
    return Objection(text.strip(), denied=match["denied"].strip())


def _refused(text: str, tokens: Sequence[Token]) -> Objection | None:
    """Read what gives another value behind a refusal: "no, members pay 45"."""
    for phrases in _phrases():
        at, refuses = phrases.opened([token.word for token in tokens])
        if not refuses or tokens[at].word in _GOES_ON | PREPOSITIONS | FIRST_JOINTS:
            continue
        said = _told(_between(text, tokens, at, len(tokens)), phrases)
        if said is not None and any(map(str.isdigit, said.said)):
            return replace(said, is_of_same=True)
    return None


@dataclass(frozen=True, slots=True)
class _Phrases:
    """What one language has for an objection."""

    wrong: PhraseTable
    off_topic: PhraseTable
    refusals: PhraseTable
    before: PhraseTable
    instead: PhraseTable
    now: PhraseTable
    should: PhraseTable
    lead: PhraseTable
    by_now: PhraseTable
    shown: PhraseTable

    def read(self, text: str, tokens: Sequence[Token]) -> str | None:
        """Return what is said to be right; "" if that is nothing, None if nothing is wrong."""
        words = [token.word for token in tokens]
        at, refuses = self.opened(words)
        if len(tokens) in _ends(self.off_topic, words, at):
            return ""
        if (end := self._wrong(text, tokens, words, at)) is not None:
            rest = self.read(text, tokens[end:]) if end < len(tokens) else None
            return rest or _between(text, tokens, end, len(tokens))
        if (end := self._should(text, tokens, words, at)) is not None:
            return _between(text, tokens, end, len(tokens))
        if at < len(tokens) and refuses and self._is_instead(words, at):
            return _between(text, tokens, at, len(tokens))
        for start in range(1, len(tokens)):
            is_clause = _STOP.search(text[tokens[start - 1].end : tokens[start].start])
            if is_clause and self._wrong(text, tokens, words, start) == len(tokens):
                return _between(text, tokens, at, start)
        return _between(text, tokens, at, len(tokens)) if self._tells_now(text, words, at) else None

    def value_of(self, said: str) -> str:
        """Return what is right without "it is" before it, and "now" behind it."""
        tokens = tokenize(said, ALIASES)
        words = [token.word for token in tokens]
        start, end = 0, len(tokens)
        while ends := [one for one in _ends(self.lead, words, start) if one < end]:
            start = max(ends)
        while behind := [n for n in range(start + 1, end) if end in _ends(self.by_now, words, n)]:
            end = min(behind)
        return _between(said, tokens, start, end)

    def is_of_shown(self, said: str) -> bool:
        """Say whether it tells what the shown answer is of: "that's the cat price"."""
        words = [token.word for token in tokenize(said, ALIASES)]
        rest = {word for end in _ends(self.shown, words, 0)[-1:] for word in words[end:]}
        return bool(rest & _KINDS) and not any(map(str.isdigit, said))

    def _should(
        self, text: str, tokens: Sequence[Token], words: Sequence[str], at: int
    ) -> int | None:
        """Return where it is told what the answer should be; None if it is not."""
        ends = [end for end in _ends(self.should, words, at) if end < len(words)]
        if not ends or len(words) > _LONGEST_NOW:
            return None
        end = max(ends)
        is_apart = _STOP.search(text[tokens[end - 1].end : tokens[end].start])
        return None if is_apart else end

    def opened(self, words: Sequence[str]) -> tuple[int, bool]:
        """Return where the message itself begins, and whether "no" stands before it."""
        at, refuses = 0, False
        while at < len(words):
            ends = dict.fromkeys(_ends(self.refusals, words, at), True)
            ends |= {end: False for end in _ends(self.before, words, at) if end not in ends}
            further = [end for end in ends if end < len(words)]
            if not further or self._begins_wrong(words, at):
                break
            refuses, at = refuses or ends[max(further)], max(further)
        return at, refuses

    def _begins_wrong(self, words: Sequence[str], at: int) -> bool:
        return bool(_ends(self.wrong, words, at))

    def _wrong(
        self, text: str, tokens: Sequence[Token], words: Sequence[str], at: int
    ) -> int | None:
        """Return where the phrase ends by which something is called wrong; None if none is."""
        for end in sorted(_ends(self.wrong, words, at), reverse=True):
            if end == len(tokens) or _ends(self.instead, words, end):
                return end
            if _STOP.search(text[tokens[end - 1].end : tokens[end].start]):
                return end
        return None

    def _is_instead(self, words: Sequence[str], at: int) -> bool:
        ends = [end for end in _ends(self.instead, words, at) if end < len(words)]
        return bool(ends) and words[max(ends)] not in _GOES_ON

    def _tells_now(self, text: str, words: Sequence[str], at: int) -> bool:
        ends = _ends(self.now, words, at)
        is_short = len(words) <= _LONGEST_NOW and bool(ends) and any(map(str.isdigit, text))
        return is_short and _DENIED_FIRST.search(_one_spaced(text)) is None


def _one_spaced(text: str) -> str:
    """Return a text with one space for any blanks, which several parts of a pattern would match."""
    return " ".join(text.split())


def _ends(table: PhraseTable, words: Sequence[str], at: int) -> list[int]:
    return [match.end for _, match in table.find(table.read(words), at, no_slots)]


def _between(text: str, tokens: Sequence[Token], start: int, end: int) -> str:
    if start >= end:
        return ""
    last = tokens[end].start if end < len(tokens) else len(text)
    first = tokens[start].start
    signed = _SIGN.search(text, 0, first)
    return text[signed.start() if signed else first : last].strip(_AROUND)


def _any_of(words: Sequence[str]) -> str:
    return "|".join(map(re.escape, words))


_TABLES = read_table(__package__, "objections.toml")
_GOES_ON = frozenset(fold(_TABLES["goes_on"]["words"]).split())
_KINDS, _TELLING = (frozenset(fold(_TABLES[one]["words"]).split()) for one in ("kinds", "told"))
_NOT, _BUT = (_any_of(_TABLES["contrast"][name]) for name in ("not", "but"))
_DENIED_FIRST = re.compile(
    rf"(?<!\w)(?:{_NOT})(?:\s+|(?<=[\u3400-\u9fff]))(?P<denied>[^\s,;:.!?，][^,;:.!?，]{{0,39}}?)\s*[,，]?\s*(?<!\w)(?:{_BUT})\s*[^\s,]",
    re.IGNORECASE,
)
_DENIED_LAST = re.compile(
    rf".*\w\s*[,，]\s*(?:\w{{1,3}}\s+)?(?:{_NOT})\s+(?P<denied>[^\s,;:.!?][^,;:.!?]{{0,39}})",
    re.IGNORECASE,
)


@lru_cache(maxsize=1)
def _phrases() -> tuple[_Phrases, ...]:
    """Return the phrases of every language, compiled when the first message is read."""
    kinds = [field.name for field in fields(_Phrases)]
    return tuple(
        _Phrases(*(_table(_TABLES[kind][language], language) for kind in kinds))
        for language in LANGUAGES
    )


def _table(phrases: Sequence[str], language: str) -> PhraseTable:
    sets = _TABLES["sets"].get(language, {})
    return PhraseTable((("", read_phrase(phrase, sets)) for phrase in phrases), _LEAST_TYPO)
