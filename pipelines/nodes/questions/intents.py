"""What a message is, before anything is searched: smalltalk, a word about the base, or a question.

Word lists decide, in five languages: all words of a message must be accounted for by phrases of one
kind. Whatever is left over makes it a question, so that no question is mistaken for a courtesy; but
beside thanks, a farewell or a name that is told, words of "you" and "I" that ask nothing are talk.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, cast

from pipelines.nodes.questions.asking import ASKING, PREPOSITIONS
from pipelines.nodes.questions.periods import Period
from pipelines.nodes.questions.phrases import Match, Readings, SlotCheck, Token, fold, tokenize
from pipelines.nodes.questions.politeness import core_question
from pipelines.nodes.questions.vocabulary import (
    FILLER,
    SMALLTALK,
    PhraseTable,
    Vocabulary,
    vocabularies,
)
from pipelines.nodes.text.words import split_sentences

IntentKind = Literal[
    "greeting", "wellbeing", "thanks", "farewell", "acknowledgement", "identity", "capabilities",
    "insult", "emoji", "apology", "compliment", "laughter", "outside",
    "documents", "document_count", "recent_documents", "has_document", "document_sender",
    "about_document", "next", "read_section", "more", "why", "source", "question",
]  # fmt: skip

_TALK: frozenset[IntentKind] = frozenset(
    {
        "greeting", "wellbeing", "thanks", "farewell", "acknowledgement", "identity",
        "capabilities", "insult", "emoji", "apology", "compliment", "laughter", "outside",
    }
)  # fmt: skip
_CATALOGUE: frozenset[IntentKind] = frozenset(
    {"documents", "document_count", "recent_documents", "has_document", "document_sender"}
)
_READING: frozenset[IntentKind] = frozenset(
    {"about_document", "next", "read_section", "more", "source"}
)
_LONGEST = 24  # tokens: whoever writes more wants more than a courtesy
_LONGEST_NAME = 10  # tokens of what is asked about
_LONGEST_PLACE = 4  # tokens
_LONGEST_REMARK = 9  # tokens of a clause beside a courtesy
_LONGEST_APPOSITION = 3
_TOLD_BESIDE = frozenset({"thanks", "farewell", "compliment"})
_EDGES = 4  # phrases stripped off either side
_RANKS: tuple[str, ...] = tuple(SMALLTALK["ranks"])
_COURTESIES = frozenset(SMALLTALK["courtesies"])
_REMARKS = frozenset(SMALLTALK["remarks"])
_ALIASES = {fold(word): said for word, said in SMALLTALK["aliases"].items()}
_EMOTICON = re.compile(r"(?<!\w)(?:[:;=8]['-]?[)(DPpOo3*|/\\]+|[xX]D+|<3+|\){2,}|\^_*\^)(?!\w)")
_SENTENCE_END = re.compile(r"[.!?…\n。！？)]|[^\w\s,;:«»\"'“”„(\-–—№#§/&%+]")
_MARK = re.compile(r"[?？]")
_PAUSE = re.compile(r"[,;:–—，、；：]|\s-\s")
_QUOTES = re.compile('[«»“”„"]')
_NUMBER = re.compile(
    r"№?\s*(?:\d{1,4}(?:\.\d{1,3})*\.?[a-zа-я]?|[ivxlc]{1,6}|[a-zа-я])", re.IGNORECASE
)
_SUM = re.compile(r"[-(]*\d[\d.,\s()]*(?:\s*[-+*/×÷^:хx·%]+\s*[(]*\d[\d.,\s()]*)+")
_PRODUCT = re.compile(r"\(*\d[\d.,\s()]*(?:\s*[+*×÷^]\s*[(]*\d[\d.,\s()]*)+")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)?")
_CODE = re.compile(r"(?!\b(?:1\d|2[01])\d\d\b)\b\w*\d")  # years are on more than documents
_EXTENSION = re.compile(r"\w[.-]\w", re.ASCII)


@dataclass(frozen=True, slots=True)
class Intent:
    """What a message is.

    rest: of a question, the question, without greetings and thanks around it; of "has_document",
        "document_sender" and "about_document", what is asked about, empty for the document at hand
        (if no title fits it, the message is a question after all); of "read_section", the document.
        Of "document_count" the message itself where it says so only after another answer about the
        base ("how many are there?").
    period: of "recent_documents"; None asks for the newest, whenever they came.
    language: "ru", "en", "de", "es" or "zh", of the words that told; None where none did.
    section: of "read_section", its number or its name.
    is_newest: the document asked about is the one that was added last.
    """

    kind: IntentKind
    rest: str = ""
    period: Period | None = None
    language: str | None = None
    section: str = ""
    is_newest: bool = False

    @property
    def is_smalltalk(self) -> bool:
        """Whether it is answered by a word in return."""
        return self.kind in _TALK

    @property
    def is_catalogue(self) -> bool:
        """Whether it asks about the base as a whole."""
        return self.kind in _CATALOGUE

    @property
    def is_reading(self) -> bool:
        """Whether it asks for a document, or for more, or the sources, of what was quoted."""
        return self.kind in _READING


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


@lru_cache(maxsize=1024)
def recognise(text: str) -> Intent:
    """Say what a message is; anything not known for certain is a question."""
    said = _EMOTICON.sub(lambda match: " " * len(match.group()), text)
    tokens = tokenize(said, _ALIASES)
    if not tokens:
        return _signs(text)
    if len(tokens) <= _LONGEST:
        whole = _smalltalk(said, tokens) or _catalogue(said, tokens) or _remarks(said, tokens)
        if whole:
            return whole
    rest = _without_courtesies(said, tokens)
    if len(rest) >= len(said.strip()):
        return _unwrapped(text.strip())
    inner = recognise(rest)
    if inner.kind == "question" or inner.kind not in _RANKS:
        return inner
    return Intent("question", rest)


def _unwrapped(text: str) -> Intent:
    """Say what a message is that is no smalltalk: a question, unless politeness hides its kind."""
    core = core_question(text)
    tokens = tokenize(core, _ALIASES)
    hidden = _catalogue(core, tokens) if core != text and len(tokens) <= _LONGEST else None
    return hidden or Intent("question", text)


def _signs(text: str) -> Intent:
    """Tell by a table what signs without words say."""
    for kind, signs in SMALLTALK["signs"].items():
        if any(sign in signs for sign in text if not sign.isspace() and ord(sign) > 0x2000):
            return Intent(cast("IntentKind", kind))
    return Intent("emoji")


def _smalltalk(text: str, tokens: Sequence[Token]) -> Intent | None:
    for vocabulary in vocabularies():
        readings = vocabulary.smalltalk.read([token.word for token in tokens])
        kinds = _covers(vocabulary, readings, 0).get(len(tokens), _Cover()).kinds
        if not kinds:
            kinds = _with_a_name(text, tokens, vocabulary, readings)
        if kinds:
            kind = min(kinds, key=_RANKS.index)
            return Intent(cast("IntentKind", kind), language=vocabulary.language)
    return None


def _no_slots(_slot: str, _start: int, _end: int) -> bool:
    return False


def _covers(
    vocabulary: Vocabulary, readings: Readings, start: int, allows: SlotCheck = _no_slots
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


def _remarks(text: str, tokens: Sequence[Token]) -> Intent | None:
    """Tell a courtesy with words around it that ask nothing: "Thanks, I'll tell my wife!"."""
    if _MARK.search(text):
        return None
    clauses = _clauses(text, tokens)
    for vocabulary in vocabularies():
        kinds = _Remarks(text, tokens, vocabulary).kinds(clauses)
        if kinds:
            kind = min(kinds, key=_RANKS.index)
            return Intent(cast("IntentKind", kind), language=vocabulary.language)
    return None


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
            for use, match in self._vocabulary.persons.find(self._persons[:end], at, _no_slots)
            if use != "name" or (match.end < end and self._names[match.end])
        }

    def _asks(self, start: int, end: int) -> bool:
        table = self._vocabulary.requests
        return any(any(table.find(self._requests[:end], at, _no_slots)) for at in range(start, end))


def _without_courtesies(text: str, tokens: Sequence[Token]) -> str:
    """Return a message without greetings and thanks before and after what is asked."""
    start, end = 0, len(tokens)
    for vocabulary in vocabularies():
        words = [token.word for token in tokens]
        readings = vocabulary.smalltalk.read(words)
        openers = vocabulary.openers.read(words)
        for at, cover in sorted(_covers(vocabulary, readings, 0).items(), reverse=True):
            between = text[tokens[at - 1].end : tokens[at].start] if 0 < at < len(tokens) else ""
            if not between or not cover.kinds <= _COURTESIES | _REMARKS or not cover.kinds:
                continue
            if _is_said(vocabulary.openers, openers, at - 1, at):
                continue  # "and how long?": the conjunction is a part of the question
            opens = any(vocabulary.openers.find(openers, at, _no_slots))
            if _ends_courtesy(cover.kinds, between, opens=opens):
                start = max(start, at)
                break
        end = min(end, _courtesy_at_end(text, tokens, vocabulary, readings))
    if start >= end:
        return text.strip()
    first = text[: tokens[start].start]
    lead = len(first) - len(first.rstrip('«"“„(¿¡')) if start else tokens[start].start
    tail = len(text) if end == len(tokens) else tokens[end].start
    return text[tokens[start].start - lead : tail].strip().strip(",;–—").strip()


def _is_said(table: PhraseTable, readings: Readings, start: int, end: int) -> bool:
    said = table.find(readings, start, _no_slots)
    return any(match.end == end for _, match in said)


def _ends_courtesy(kinds: frozenset[str], between: str, *, opens: bool) -> bool:
    if _SENTENCE_END.search(between):
        return True
    return kinds <= _COURTESIES and (opens or _PAUSE.search(between) is not None)


def _courtesy_at_end(
    text: str, tokens: Sequence[Token], vocabulary: Vocabulary, readings: Readings
) -> int:
    for at in range(max(1, len(tokens) - _EDGES), len(tokens)):
        between = text[tokens[at - 1].end : tokens[at].start]
        cover = _covers(vocabulary, readings, at).get(len(tokens), _Cover())
        if (
            cover.kinds
            and cover.kinds <= {"thanks", "farewell"}
            and _ends_courtesy(cover.kinds & _COURTESIES, between, opens=False)
        ):
            return at
    return len(tokens)


def _catalogue(text: str, tokens: Sequence[Token]) -> Intent | None:
    for vocabulary in vocabularies():
        message = _Message(text, tokens, vocabulary)
        words = [token.word for token in tokens]
        readings = vocabulary.catalogue.read(words)
        edges = vocabulary.edges.read(words)
        for start in _after_edges(vocabulary, edges):
            for end in _before_edges(vocabulary, edges, start):
                for kind, match in vocabulary.catalogue.find(readings[:end], start, message.allows):
                    if match.end == end:
                        return message.intent(kind, match)
    return None


def _after_edges(vocabulary: Vocabulary, edges: Readings) -> list[int]:
    starts = [0]
    for _ in range(_EDGES):
        for kind, match in vocabulary.edges.find(edges, starts[-1], _no_slots):
            if kind == "before" and match.end < len(edges):
                starts.append(match.end)
                break
    return list(dict.fromkeys(reversed(starts)))  # what is asked about begins after "and"


def _before_edges(vocabulary: Vocabulary, edges: Readings, start: int) -> list[int]:
    ends = [len(edges)]
    for _ in range(_EDGES):
        for at in range(max(start + 1, ends[-1] - 3), ends[-1]):
            said = vocabulary.edges.find(edges[: ends[-1]], at, _no_slots)
            if any(kind == "after" and match.end == ends[-1] for kind, match in said):
                ends.append(at)
                break
    return list(dict.fromkeys(reversed(ends)))  # the shortest first: names end before "please"


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
        return self._may_be_name(start, end)

    def intent(self, kind: str, match: Match) -> Intent:
        """Return the intent of a phrase that takes the whole message."""
        slots = match.slots
        language = self.vocabulary.language
        if kind == "document_count_after":
            return Intent("document_count", self.text.strip(), language=language)
        found = Intent(cast("IntentKind", kind), language=language)
        name = slots.get("rest", slots.get("titled", slots.get("kind")))
        if name:
            rest = self._clean(*name)
            is_newest = not rest and any("newest" in self._uses(at) for at in range(*name))
            found = replace(found, rest=rest, is_newest=is_newest)
        if "period" in slots:
            words = [token.word for token in self.tokens[slice(*slots["period"])]]
            found = replace(found, period=self.vocabulary.calendar.read(words))
        if "ordinal" in slots:
            return replace(found, section=self._ordinal(slots["ordinal"][0]))
        section = slots.get("section", slots.get("number"))
        return replace(found, section=self._clean(*section)) if section else found

    def _span(self, start: int, end: int) -> str:
        return self.text[self.tokens[start].start : self.tokens[end - 1].end]

    def _uses(self, at: int) -> frozenset[str]:
        readings = self.vocabulary.names.read([self.tokens[at].word])
        return frozenset(use for use, _ in self.vocabulary.names.find(readings, 0, _no_slots))

    def _ordinal(self, at: int) -> str:
        return next((use for use in sorted(self._uses(at)) if use.isdecimal()), "")

    def _may_be_name(self, start: int, end: int) -> bool:
        if end - start > _LONGEST_NAME or len(split_sentences(self._span(start, end))) > 1:
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
