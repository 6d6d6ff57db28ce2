"""The words of a question that carry meaning: what kind they are, and where they stand."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from pipelines.nodes.text.calendar import AMBIGUOUS_MONTHS, is_month
from pipelines.nodes.text.dictionary import is_subject
from pipelines.nodes.text.words import content_words, fold, split_sentences
from pipelines.nodes.word_tables import read_table

Kind = Literal[
    "year",
    "month",
    "day",
    "number",
    "code",
    "name",
    "adjective",
    "word",
    "superlative",
    "attribute",
]

THERE_IS = re.compile(
    r"\b(?:is|are|was|were|be|been)\s+there\b|\bthere\s+(?:is|are|was|were)\b", re.I
)
TOKEN = re.compile(r"[^\W_]+(?:[-‐‑/.][^\W_]+)*")
_NEXT = re.compile(r"\s+[^\W_]")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_ORDINAL = re.compile(
    r"\d{1,4}-?(?:го|ого|его|му|ому|ой|ая|ый|ий|е|й|я|м|st|nd|rd|th)", re.IGNORECASE
)
_SMALL_CYRILLIC = re.compile(r"[а-яё]+")
_ADJECTIVE = re.compile(r"(?:ая|яя|ой|ей|ый|ий|ое|ее|ые|ие|ую|юю|ого|его|ому|ему|ых|их|ым|им)$")
_OF_ITSELF = re.compile(
    r" (?:когда|где|куда|откуда|кто|почем)$|^(?:во|до|со|с|ко?|после) скольк[ио]$"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word that carries meaning, or a name of several, and where it stands: start <= i < end."""

    text: str
    start: int
    end: int
    kind: Kind
    lead: int  # where the preposition before it begins, or `start`

    def led(self, text: str) -> str:
        """Return it with its preposition, as it stands in the text: «в мае»."""
        return text[self.lead : self.end]


def tokens_of(text: str, *, fragment: bool = False) -> list[Token]:
    """Return the words that carry meaning, names of several words as one."""
    found: list[Token] = []
    lead: int | None = None
    denied: int | None = None
    opening = _opening(text)
    word = ""
    for match in TOKEN.finditer(text):
        before, word = word, fold(match[0])
        if word in lists()["prepositions"]:
            lead = match.start() if lead is None else lead
            continue
        if lead is not None and word in lists()["denying"]:
            denied = match.start()
            continue
        if _is_article(match, text, before):
            continue
        telling = word not in lists()["interrogatives"] and word not in lists()["fillers"]
        if content_words(match[0]) and telling:
            kind = _kind(match[0], first=match.start() in opening and not fragment)
            if denied is not None:
                kind, start = "word", denied
            else:
                start = match.start()
            begin = start if lead is None else lead
            joined = found and kind == found[-1].kind == "name" and lead is None
            if joined and text[found[-1].end : match.start()].isspace():
                begun = found.pop()
                name = text[begun.start : match.end()]
                found.append(Token(name, begun.start, match.end(), kind, begun.lead))
            else:
                found.append(Token(text[start : match.end()], start, match.end(), kind, begin))
        lead = denied = None
    return found


def _is_article(match: re.Match[str], text: str, before: str) -> bool:
    """Say whether a word is an article: one more word stands behind it, and none of them before."""
    word = fold(match[0])
    if word not in lists()["articles"] or (match[0].isupper() and len(word) > 1):
        return False
    return _NEXT.match(text, match.end()) is not None and before not in lists()["articles"]


def words_calling(name: str, question: str) -> frozenset[str]:
    """Return the words by which a question calls something by its name, as `content_words` does.

    It does so where a name or a code is among those that both have: who asks of leave asks of
    nothing that is called "Leave".
    """
    both = content_words(question) & content_words(name)
    if not both:
        return both
    named = " ".join(token.text for token in tokens_of(question) if token.kind in ("name", "code"))
    return both if both & content_words(named) else frozenset()


def _opening(text: str) -> frozenset[int]:
    """Return where the first words of the sentences begin, behind "¿" and quotation marks."""
    found = (TOKEN.search(text, span.start, span.end) for span in split_sentences(text))
    return frozenset(match.start() for match in found if match is not None)


def _kind(word: str, *, first: bool) -> Kind:
    if _YEAR.fullmatch(word):
        return "year"
    if word.isdigit() or _ORDINAL.fullmatch(word):
        return "number"
    if any(map(str.isdigit, word)):
        return "code"
    if _is_month(word):
        return "month"
    if word not in AMBIGUOUS_MONTHS and word.isascii() and is_month(word):
        return "name"  # "feb" is "February"
    if word[0].isupper() and (not first or (word.isupper() and len(word) > 1)):
        return "name"
    return "adjective" if _ADJECTIVE.search(fold(word)) else "word"


def _is_month(word: str) -> bool:
    """Say whether a word is a month that is written small: «мая»; "May" is taken for a name."""
    return bool(_SMALL_CYRILLIC.fullmatch(word)) and is_month(word)


def strip_back(text: str, *, fillers: bool = True) -> str:
    """Leave out the words that point back, with the preposition before them, and fillers.

    "There is" stays, and what a word that asks goes with: «в каком году».
    """
    left_out = lists()["anaphora"] | (lists()["fillers"] if fillers else frozenset())
    parts, done = [], 0
    kept = [match.span() for match in THERE_IS.finditer(text)]
    lead: int | None = None
    asked = False
    for match in TOKEN.finditer(text):
        word = fold(match[0])
        if word in lists()["prepositions"]:
            lead = match.start()
            continue
        if any(start <= match.start() < end for start, end in kept):
            continue
        is_measure = asked and word in lists()["times"]
        if word in left_out and not is_measure:
            parts.append(text[done : match.start() if lead is None else lead])
            done = match.end()
        lead, asked = None, is_asking(word)
    return "".join([*parts, text[done:]])


def measures_of(question: str) -> frozenset[str]:
    """Return the words right after one that asks: "how *long*", «до какого *числа*».

    They say what kind of thing is asked for, and need not stand where it does. In Russian what is
    right after who, when or where is asked about itself: «когда тренировки», «во сколько обед»,
    «почём мойка».
    """
    found: set[str] = set()
    asked, before = "", ""
    words = [*TOKEN.finditer(question)]
    for match in words:
        word = fold(match[0])
        if word in lists()["interrogatives"]:
            asked = f"{before} {word}"
        elif asked and word not in lists()["anaphora"] | lists()["fillers"]:
            is_last = match is words[-1]
            is_thing = is_subject(word, ends=is_last) or word.isascii()  # «кто treasurer»
            if not (_OF_ITSELF.search(asked) and is_thing):
                found.add(match[0])
            asked = ""
        before = word
    return frozenset(found)


def is_asking(word: str) -> bool:
    """Say whether a word makes a question complete: "who", «сколько»."""
    return fold(word) in lists()["interrogatives"]


def is_back(word: str) -> bool:
    """Say whether a word stands for something named before: "it", «там»."""
    return fold(word) in lists()["anaphora"]


@cache
def lists() -> dict[str, frozenset[str]]:
    """Return the lists of follow_up.toml, by name."""
    return {name: frozenset(words) for name, words in _table().items() if isinstance(words, list)}


def counted() -> dict[str, str]:
    """Return what asks how many things there are, with what asks which: "how many", "which"."""
    pairs: dict[str, str] = _table()["counted"]
    return pairs


def to_call() -> dict[str, str]:
    """Return what calls a number that somebody has, with what calls it of whomever."""
    pairs: dict[str, str] = _table()["to_call"]
    return pairs


@cache
def _table() -> dict[str, Any]:
    return read_table(__package__, "follow_up.toml")
