"""Messages about the base and its documents rather than about what they say.

A phrase must take the whole message, but for the edges around it, and each of its slots must hold
what fits it: a stretch of time, a number, words that look like the name of a document.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from pipelines.nodes.questions.asking import ASKING, PREPOSITIONS
from pipelines.nodes.questions.intents.intent import Intent, IntentKind
from pipelines.nodes.questions.intents.phrases import Match, Readings, Token, no_slots
from pipelines.nodes.questions.intents.vocabulary import Vocabulary, vocabularies
from pipelines.nodes.text.words import split_sentences

_LONGEST_NAME = 10  # tokens of what is asked about
_LONGEST_SPAN = 300  # characters of it
_LONGEST_PLACE = 4  # tokens
_LONGEST_SENDER = 3
_LONGEST_HEAD = 4  # tokens, in which stands of what kind a document is: "the school newsletter"
_EDGES = 4  # phrases stripped off either side
_LONGEST_EDGE = 4  # tokens of one behind what is asked: "in three bullet points"
_QUOTES = re.compile('[«»“”„"]')
_NUMBER = re.compile(
    r"№?\s*(?:\d{1,4}(?:\.\d{1,3})*\.?[a-zа-я]?|[ivxlc]{1,6}|[a-zа-я])", re.IGNORECASE
)
_SUM = re.compile(r"[-(]*\d[\d.,\s()]*(?:[-+*/×÷^:хx·%]+\s*[(]*\d[\d.,\s()]*)+")
_PRODUCT = re.compile(r"\(*\d[\d.,\s()]*(?:[+*×÷^]\s*[(]*\d[\d.,\s()]*)+")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)?")
_CODE = re.compile(r"(?!\b(?:1\d|2[01])\d\d\b)\b\w*\d")  # years are on more than documents
_IN_LANGUAGE = re.compile(r"documents_([a-z]{2})$")
_FILE = re.compile(r"\w\.[a-z]{2,4}\W*$", re.IGNORECASE | re.ASCII)
_EXTENSION = re.compile(r"\w[.-]\w", re.ASCII)


def about_the_base(
    text: str, tokens: Sequence[Token], only: IntentKind | None = None
) -> Intent | None:
    """Tell a message that a phrase of the base takes whole, with what is asked about.

    only: what alone it may be. That a document is to be shown is told last: it may be wanted
        "in brief".
    """
    shown: Intent | None = None
    for vocabulary in vocabularies():
        message = _Message(text, tokens, vocabulary)
        words = [token.word for token in tokens]
        readings = vocabulary.catalogue.read(words)
        edges = vocabulary.edges.read(words)
        for start in _after_edges(vocabulary, edges):
            for end in _before_edges(vocabulary, edges, start):
                for kind, match in vocabulary.catalogue.find(readings[:end], start, message.allows):
                    if match.end != end or only not in (None, kind):
                        continue
                    if kind != "open_document":
                        return message.intent(kind, match)
                    shown = shown or message.intent(kind, match)
    return shown


def _after_edges(vocabulary: Vocabulary, edges: Readings) -> list[int]:
    starts = [0]
    for _ in range(_EDGES):
        for kind, match in vocabulary.edges.find(edges, starts[-1], no_slots):
            if kind == "before" and match.end < len(edges):
                starts.append(match.end)
                break
    return list(dict.fromkeys(reversed(starts)))  # what is asked about begins after "and"


def _before_edges(vocabulary: Vocabulary, edges: Readings, start: int) -> list[int]:
    ends = [len(edges)]
    for _ in range(_EDGES):
        for at in range(max(start + 1, ends[-1] - _LONGEST_EDGE), ends[-1]):
            said = vocabulary.edges.find(edges[: ends[-1]], at, no_slots)
            if any(kind == "after" and match.end == ends[-1] for kind, match in said):
                ends.append(at)
                break
    return list(dict.fromkeys(reversed(ends)))  # the shortest first: names end before "please"


_NAMES = ("rest", "titled", "called", "paper", "sender", "kind")  # slots of what is asked about
_OF_KINDS = frozenset({"kinds", "papers", "events"})
_FIGURES = {"sum": _SUM, "product": _PRODUCT, "figure": _FIGURE}


@dataclass(frozen=True, slots=True)
class _Message:
    """A message of one language, and what its slots may hold."""

    text: str
    tokens: Sequence[Token]
    vocabulary: Vocabulary

    def allows(self, slot: str, start: int, end: int) -> bool:
        """Say whether these tokens may stand in a slot of a phrase."""
        words = [token.word for token in self.tokens[start:end]]
        match slot:
            case "period":
                return len(words) <= 6 and self.vocabulary.calendar.read(words) is not None
            case "number":
                return _NUMBER.fullmatch(self._span(start, end)) is not None
            case "degree":
                return end - start == 1
            case "ordinal":
                return end - start == 1 and self._ordinal(start) != ""
            case "sum" | "product" | "figure":
                return _FIGURES[slot].fullmatch(self._span(start, end).strip()) is not None
            case "place":
                is_led = self.tokens[start].word in PREPOSITIONS
                return is_led and end - start <= _LONGEST_PLACE
            case "kind":
                return self._may_be_name(start, end) and "kinds" in self._uses(start)
            case "titled":
                return self._may_be_name(start, end) and self._looks_like_name(start, end)
            case "called" | "paper":
                return self._may_be_name(start, end) and self._is_of_kind(slot, start, end)
            case "sender":
                is_led = self.tokens[start].word in PREPOSITIONS
                is_short = end - start <= _LONGEST_SENDER
                return is_short and not is_led and self._may_be_name(start, end)
        return self._may_be_name(start, end)

    def intent(self, kind: str, match: Match) -> Intent:
        """Return the intent of a phrase that takes the whole message."""
        slots = match.slots
        language = self.vocabulary.language
        if kind == "document_count_after":
            return Intent("document_count", self.text.strip(), language=language)
        if spoken := _IN_LANGUAGE.match(kind):
            return Intent("documents", language=language, section=spoken[1])
        found = Intent(cast("IntentKind", kind), language=language)
        name = next((slots[each] for each in _NAMES if each in slots), None)
        if name:
            rest = self._clean(*name)
            is_newest = not rest and any("newest" in self._uses(at) for at in range(*name))
            found = replace(found, rest=rest, is_newest=is_newest)
        if "period" in slots:
            words = [token.word for token in self.tokens[slice(*slots["period"])]]
            found = replace(found, period=self.vocabulary.calendar.read(words))
        elif kind == "recent_documents":
            one = any("single" in self._uses(at) for at in range(len(self.tokens)))
            found = replace(found, is_newest=one)
        if "ordinal" in slots:
            return replace(found, section=self._ordinal(slots["ordinal"][0]))
        section = slots.get("section", slots.get("number"))
        return replace(found, section=self._clean(*section)) if section else found

    def _span(self, start: int, end: int) -> str:
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

    def _uses(self, at: int) -> frozenset[str]:
        word = self.tokens[at].word
        uses = _uses_of(self.vocabulary, word)
        if word.isascii() and self.vocabulary.language == "ru":  # "что в newsletter"
            english = next(each for each in vocabularies() if each.language == "en")
            uses |= _uses_of(english, word) & _OF_KINDS
        return uses

    def _ordinal(self, at: int) -> str:
        return next((use for use in sorted(self._uses(at)) if use.isdecimal()), "")

    def _may_be_name(self, start: int, end: int) -> bool:
        if end - start > _LONGEST_NAME or len(span := self._span(start, end)) > _LONGEST_SPAN:
            return False
        if len(split_sentences(span)) > 1:
            return False
        return "never" not in self._uses(start) and not any(
            token.word in ASKING and self.text[: token.start].rstrip().endswith(",")
            for token in self.tokens[start:end]
        )

    def _looks_like_name(self, start: int, end: int) -> bool:
        """Say whether words name a document by its kind, a code, quotes, a file or a capital."""
        at = self._after_articles(start, end)
        span = self._span(start, end)
        if at == end or _CODE.search(span):
            return True
        if _QUOTES.search(
            self.text[max(0, self.tokens[start].start - 1) : self.tokens[end - 1].end]
        ):
            return True
        first = self.text[self.tokens[at].start]
        is_capital = first.isupper() and at > 0
        return "kinds" in self._uses(at) or is_capital or _EXTENSION.search(span) is not None

    def _is_of_kind(self, slot: str, start: int, end: int) -> bool:
        """Say whether a document is named by its kind, before any preposition, or by its file.

        In Russian and Spanish the kind comes first, or behind adjectives; in English last. Of a
        "paper" it is none that takes place, as a meeting does.
        """
        if _FILE.search(self._span(start, end)):
            return True
        start = self._after_articles(start, end)
        for at in range(start, min(end, start + _LONGEST_HEAD)):
            uses = self._uses(at)
            if self.tokens[at].word in PREPOSITIONS:
                return False
            if not uses.isdisjoint({"kinds", "papers"}):
                return slot != "paper" or "events" not in uses
        return False

    def _after_articles(self, start: int, end: int) -> int:
        while start < end and ("articles" in self._uses(start) or self._is_newest(start, end)):
            start += 1
        return start

    def _is_newest(self, at: int, end: int) -> bool:
        """Say whether "last" or the like stands here, before the kind of a document."""
        behind = [self._uses(each) for each in range(at + 1, end)]
        return "newest" in self._uses(at) and any(
            not uses.isdisjoint({"kinds", "articles"}) for uses in behind
        )

    def _clean(self, start: int, end: int) -> str:
        first = self._after_articles(start, end)
        points = any("demonstratives" in self._uses(at) for at in range(start, first))
        if first == end or (points and end - first == 1 and "kinds" in self._uses(first)):
            return ""
        return _QUOTES.sub("", self._span(first, end)).strip()


def _uses_of(vocabulary: Vocabulary, word: str) -> frozenset[str]:
    readings = vocabulary.names.read([word])
    return frozenset(use for use, _ in vocabulary.names.find(readings, 0, no_slots))
