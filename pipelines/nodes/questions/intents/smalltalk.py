"""Smalltalk: courtesies, and what is said beside them that asks nothing.

No word of a message may be left over by phrases of smalltalk and fillers; but beside thanks, a
farewell or a name that is told, words of "you" and "I" that ask nothing are talk.
"""

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from pipelines.nodes.questions.intents.intent import Intent, IntentKind
from pipelines.nodes.questions.intents.phrases import Readings, SlotCheck, Token, no_slots
from pipelines.nodes.questions.intents.vocabulary import (
    FILLER,
    SMALLTALK,
    PhraseTable,
    Vocabulary,
    vocabularies,
)

_LONGEST_REMARK = 9  # tokens of a clause beside a courtesy
_LONGEST_APPOSITION = 3
_LONGEST_NAME = 2  # words that are written small
_LONGEST_SIGNS = 4  # of a name in a script without spaces
_TOLD_BESIDE = frozenset({"thanks", "farewell", "compliment"})
_LONGEST_CLOSING = 4  # tokens of thanks or a farewell behind a question
RANKS: tuple[str, ...] = tuple(SMALLTALK["ranks"])
_COURTESIES = frozenset(SMALLTALK["courtesies"])
_REMARKS = frozenset(SMALLTALK["remarks"])
_SENTENCE_END = re.compile(r"[.!?…\n。！？)]|[^\w\s,;:«»\"'“”„(\-–—№#§/&%+]")
_MARK = re.compile(r"[?？]")
_AROUND = f"{string.whitespace}\xa0\u3000,;–—"
_PAUSE = re.compile(r"[,;:–—，、；：]|\s-\s")


@dataclass(frozen=True, slots=True)
class _Cover:
    """Phrases that follow each other without a gap: how many, how many are fillers, their kinds."""

    phrases: int = 0
    fillers: int = 0
    kinds: frozenset[str] = frozenset()

    def cost(self) -> tuple[int, int, int]:
        """Order covers: few phrases, of one kind, and fillers only where they must be."""
        return self.phrases, max(1, len(self.kinds)), self.fillers

    def followed_by(self, kind: str) -> "_Cover":
        kinds = self.kinds if kind == FILLER else self.kinds | {kind}
        return _Cover(self.phrases + 1, self.fillers + (kind == FILLER), kinds)


def only_smalltalk(text: str, tokens: Sequence[Token]) -> Intent | None:
    """Tell a message of nothing but smalltalk, with a name after it or without.

    What every language says so belongs to none: "ok".
    """
    found: list[Intent] = []
    for vocabulary in vocabularies():
        readings = vocabulary.smalltalk.read([token.word for token in tokens])
        kinds = _covers(vocabulary, readings, 0).get(len(tokens), _Cover()).kinds
        if not kinds:
            kinds = _with_a_name(text, tokens, vocabulary, readings)
        if kinds:
            kind = min(kinds, key=RANKS.index)
            found.append(Intent(cast("IntentKind", kind), language=vocabulary.language))
    if not found:
        return None
    return found[0] if len(found) < len(vocabularies()) else replace(found[0], language=None)


def courtesy_with_remarks(text: str, tokens: Sequence[Token]) -> Intent | None:
    """Tell a courtesy with words around it that ask nothing: "Thanks, I'll tell my wife!"."""
    if _MARK.search(text):
        return None
    clauses = _clauses(text, tokens)
    for vocabulary in vocabularies():
        kinds = _Remarks(text, tokens, vocabulary).kinds(clauses)
        if kinds:
            kind = min(kinds, key=RANKS.index)
            return Intent(cast("IntentKind", kind), language=vocabulary.language)
    return None


def without_courtesies(text: str, tokens: Sequence[Token]) -> str:
    """Return a message without greetings and thanks before and after what is asked."""
    start, end = 0, len(tokens)
    words = [token.word for token in tokens]
    read = [(each, each.smalltalk.read(words)) for each in vocabularies()]
    for vocabulary, readings in read:
        openers = vocabulary.openers.read(words)
        for at, cover in sorted(_covers(vocabulary, readings, 0).items(), reverse=True):
            between = text[tokens[at - 1].end : tokens[at].start] if 0 < at < len(tokens) else ""
            if not between or not cover.kinds <= _COURTESIES | _REMARKS or not cover.kinds:
                continue
            if _is_said(vocabulary.openers, openers, at - 1, at):
                continue  # "and how long?": the conjunction is a part of the question
            opens = any(vocabulary.openers.find(openers, at, no_slots))
            if _ends_courtesy(cover.kinds, between, opens=opens):
                start = max(start, at)
                break
    while (last := min(_courtesy_at_end(text, tokens[:end], *each) for each in read)) < end:
        end = last
    if start >= end:
        return text.strip()
    first = text[: tokens[start].start]
    lead = len(first) - len(first.rstrip('«"“„(¿¡')) if start else tokens[start].start
    tail = len(text) if end == len(tokens) else tokens[end].start
    return text[tokens[start].start - lead : tail].strip(_AROUND)


def signs_alone(text: str) -> Intent:
    """Tell by a table what signs without words say."""
    for kind, signs in SMALLTALK["signs"].items():
        if any(sign in signs for sign in text if not sign.isspace() and ord(sign) > 0x2000):
            return Intent(cast("IntentKind", kind))
    return Intent("emoji")


def _covers(
    vocabulary: Vocabulary, readings: Readings, start: int, allows: SlotCheck = no_slots
) -> dict[int, _Cover]:
    """Return up to which tokens smalltalk reaches from one on, by the fewest phrases."""
    reached = {start: _Cover()}
    for at in range(start, len(readings)):
        if at not in reached:
            continue
        for kind, match in vocabulary.smalltalk.find(readings, at, allows):
            cover = reached[at].followed_by(kind)
            known = reached.get(match.end)
            if known is None or cover.cost() < known.cost():
                reached[match.end] = cover
    return reached


def _with_a_name(
    text: str, tokens: Sequence[Token], vocabulary: Vocabulary, readings: Readings
) -> frozenset[str]:
    """Return the kinds of a greeting or thanks with a name after it: "Hello, Anna!"."""
    name = text[tokens[-1].start : tokens[-1].end]
    if len(tokens) < 2 or not name.istitle() or "?" in text:
        return frozenset()
    kinds = _covers(vocabulary, readings[:-1], 0).get(len(tokens) - 1, _Cover()).kinds
    between = text[tokens[-2].end : tokens[-1].start]
    return kinds if kinds <= {"greeting", "thanks", "farewell"} and "," in between else frozenset()


def _clauses(text: str, tokens: Sequence[Token]) -> list[tuple[int, int, bool]]:
    """Return the tokens of each clause, and whether a sentence begins with it."""
    found, start, is_first = [], 0, True
    for at in range(1, len(tokens) + 1):
        between = text[tokens[at - 1].end : tokens[at].start] if at < len(tokens) else "."
        ends = _SENTENCE_END.search(between) is not None
        if ends or _PAUSE.search(between):
            found.append((start, at, is_first))
            start, is_first = at, ends
    return found


class _Remarks:
    """The clauses of a message that may be a courtesy and what is said beside it."""

    def __init__(self, text: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> None:
        words = [token.word for token in tokens]
        self._text, self._tokens = text, tokens
        self._names = [text[token.start].isupper() for token in tokens]
        self._vocabulary = vocabulary
        self._talk = vocabulary.smalltalk.read(words)
        self._requests = vocabulary.requests.read(words)
        self._persons = vocabulary.persons.read(words)

    def kinds(self, clauses: Sequence[tuple[int, int, bool]]) -> frozenset[str]:
        """Return the kinds of smalltalk among the clauses; none if one may be a question."""
        kinds: frozenset[str] = frozenset()
        uses: set[str] = set()
        is_beside = False  # a clause of somebody, which the next may go on with
        done = 0
        for start, end, is_first in clauses:
            if start < done:
                continue
            said, done = self._courtesy(start, [end for _, end, _ in clauses])
            kinds |= said
            if done >= end:
                is_beside = is_beside and not is_first and not said
                continue
            told = self._told(start, end)
            goes_on = is_beside and not is_first and end - start <= _LONGEST_APPOSITION
            if self._asks(start, end) or not (told or goes_on):
                return frozenset()
            uses |= told
            is_beside = True
        is_talk = not kinds.isdisjoint(_TOLD_BESIDE)
        is_named = "greeting" in kinds and not uses.isdisjoint({"name", "alone"})
        return kinds if (is_talk or is_named) and kinds <= _COURTESIES | _REMARKS else frozenset()

    def _courtesy(self, start: int, ends: Sequence[int]) -> tuple[frozenset[str], int]:
        """Return the smalltalk said from a token on, and where it ends: with a clause at best."""
        covers = _covers(self._vocabulary, self._talk, start, self._is_reason)
        end = max(covers, key=lambda at: (at in ends and at > start, at))
        return covers[end].kinds, end

    def _is_reason(self, _slot: str, start: int, end: int) -> bool:
        if end - start > _LONGEST_REMARK or self._asks(start, end):
            return False
        inner = self._text[self._tokens[start].start : self._tokens[end - 1].end]
        return not (_PAUSE.search(inner) or _SENTENCE_END.search(inner))

    def _told(self, start: int, end: int) -> set[str]:
        if end - start > _LONGEST_REMARK:
            return set()
        return {
            use
            for at in range(start, end)
            for use, match in self._vocabulary.persons.find(self._persons[:end], at, no_slots)
            if use != "state" and (use != "name" or self._is_name(match.end, end))
        }

    def _is_name(self, start: int, end: int) -> bool:
        """Say whether a name follows: with a capital, or written small but nothing else there."""
        if start == end or self._names[start]:
            return start < end
        states = self._vocabulary.persons.find(self._persons[:end], start, no_slots)
        length = self._tokens[end - 1].end - self._tokens[start].start
        is_short = end - start <= _LONGEST_NAME or length <= _LONGEST_SIGNS
        return is_short and not any(use == "state" for use, _ in states)

    def _asks(self, start: int, end: int) -> bool:
        table = self._vocabulary.requests
        return any(any(table.find(self._requests[:end], at, no_slots)) for at in range(start, end))


def _is_said(table: PhraseTable, readings: Readings, start: int, end: int) -> bool:
    said = table.find(readings, start, no_slots)
    return any(match.end == end for _, match in said)


def _ends_courtesy(kinds: frozenset[str], between: str, *, opens: bool) -> bool:
    if _SENTENCE_END.search(between):
        return True
    return kinds <= _COURTESIES and (opens or _PAUSE.search(between) is not None)


def _courtesy_at_end(
    text: str, tokens: Sequence[Token], vocabulary: Vocabulary, readings: Readings
) -> int:
    """Return where thanks or a farewell begins that the tokens end with; else how many they are."""
    readings = readings[: len(tokens)]
    for at in range(max(1, len(tokens) - _LONGEST_CLOSING), len(tokens)):
        between = text[tokens[at - 1].end : tokens[at].start]
        cover = _covers(vocabulary, readings, at).get(len(tokens), _Cover())
        if (
            cover.kinds
            and cover.kinds <= {"thanks", "farewell"}
            and _ends_courtesy(cover.kinds & _COURTESIES, between, opens=False)
        ):
            return at
    return len(tokens)
