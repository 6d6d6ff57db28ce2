"""Follow-ups: what a message may mean after what was asked before.

«а в Казани?» after "What are the per diems in Moscow in 2023?" has one part of that question
exchanged for one of the same kind; «какой у неё телефон?» carries its subject on. Nothing here
knows which of the readings is right: they are searched, and the base's best answer says.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from pipelines.models.answers import Exchange
from pipelines.nodes.questions.politeness import core_question
from pipelines.nodes.text.words import content_words, fold

Kind = Literal["year", "number", "code", "name", "adjective", "word"]

_TOKEN = re.compile(r"[^\W_]+(?:[-‐‑/.][^\W_]+)*")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_ADJECTIVE = re.compile(r"(?:ая|яя|ой|ей|ый|ий|ое|ее|ые|ие|ую|юю|ого|его|ому|ему|ых|их|ым|им)$")
_THERE_IS = re.compile(
    r"\b(?:is|are|was|were|be|been)\s+there\b|\bthere\s+(?:is|are|was|were)\b", re.I
)
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_MOST_WORDS = 4  # of content in what is no question by itself
_MOST_EXCHANGES = 3
_OWNER_AND_VERB = 2  # words of content before "their", of a question that names its owners
_MOST_SUBJECT = 80  # characters


@dataclass(frozen=True, slots=True)
class Wording:
    """One complete question that a message may stand for."""

    text: str
    own: str  # what of it was written now
    hangs_on: tuple[str, ...] = ()  # what was exchanged: the answer must stand for it
    shown: str = ""  # what was added or kept, for whoever asked; "" when it is as written
    is_carried: bool = False  # `shown` is what the message is about
    order: int = 0  # among others of its kind, the likeliest first


@dataclass(frozen=True, slots=True)
class Wordings:
    """What a message may mean.

    `leaning` is how much the message leans on what was said before, 0..1: at 0 it is a question
    of its own and nothing else; at 1 it cannot be understood alone.
    """

    written: Wording
    others: tuple[Wording, ...] = ()
    leaning: float = 0.0


@dataclass(frozen=True, slots=True)
class Token:
    """A word that carries meaning, or a name of several, and where it stands: start <= i < end."""

    text: str
    start: int
    end: int
    kind: Kind
    lead: int  # where the preposition before it begins, or `start`


def opens_follow_up(message: str) -> bool:
    """Say whether a message begins as one that goes on: «а в Казани?», "and on Sundays?"."""
    return _without_opener(message)[1]


def word_after(question: str, earlier: Exchange | None, *, opened: bool = False) -> Wordings:
    """Return the readings of a message after an earlier question and its answer.

    `opened` says that the message began as one that goes on, if the question does not show it.
    """
    written = Wording(question, question)
    if earlier is None or not earlier.question:
        return Wordings(written)
    if _is_worded(question) and _is_cyrillic(question) != _is_cyrillic(earlier.question):
        return Wordings(written)  # another language, another matter
    body, shows = _without_opener(question)
    opened = opened or shows
    leaning = _leaning(body, earlier.question, opened=opened)
    if not leaning:
        return Wordings(written)
    others = [*_exchanges(body, earlier), *_carried(question, body, earlier)]
    if _asks(body):
        others.reverse()
    unique = {fold(other.text): other for other in reversed(others)}
    return Wordings(written, tuple(reversed(unique.values())), leaning)


def _leaning(body: str, before: str, *, opened: bool) -> float:
    """Say how much a message leans on what was said before.

    A complete question that repeats words of the earlier one says itself what it is about.
    """
    words = [fold(token) for token in _TOKEN.findall(_THERE_IS.sub(" ", body))]
    if not words:
        return 0.0
    told = content_words(" ".join(token.text for token in tokens_of(body)))
    content = len(told)
    points_back = any(word in _lists()["anaphora"] for word in words)
    named = any(token.kind in ("name", "code", "number") for token in tokens_of(body)[1:])
    if not _asks(body):
        if opened or points_back:
            return 1.0 if content <= _MOST_WORDS else 0.0
        return 0.9 if len(words) <= 2 else 0.0
    if points_back and not named:
        if content <= 2 and not _owns_itself(body):
            return 0.9
        return 0.5 if content <= 3 else 0.0
    if opened and content <= 1:
        return 0.9
    if content <= 1 and not named:
        return 0.5
    repeats = told & content_words(before)
    return 0.7 if opened and content <= 3 and not named and not repeats else 0.0


def _owns_itself(body: str) -> bool:
    """Say whether the owner may stand in the question: "Where do visitors park their bicycles?"."""
    tokens = tokens_of(body)
    for match in _TOKEN.finditer(body):
        if fold(match[0]) in _lists()["possessives"]:
            before = [token for token in tokens if token.end <= match.start()]
            behind = [token for token in tokens if token.start == match.end() + 1]
            return len(before) >= _OWNER_AND_VERB and bool(behind)
    return False


def _exchanges(body: str, earlier: Exchange) -> Iterator[Wording]:
    """Exchange parts of the earlier question for those of the same kind in the message."""
    if _asks(body):
        return
    body = _without_same(body)
    told = [token for token in tokens_of(body, fragment=True) if not _is_back(token.text)]
    pieces = _runs(told, body)
    if not pieces:
        return
    question = earlier.question
    slots = tokens_of(question)
    kinds = {piece.kind for piece in pieces}
    kept = [s.text for s in slots if s.kind in ("year", "name", "code") and s.kind not in kinds]
    new = tuple(piece.text for piece in pieces)
    shown = ", ".join([*new, *kept])
    text, rest = question, []
    for piece in pieces:
        same = [slot for slot in tokens_of(text) if slot.kind == piece.kind]
        if piece.kind in ("word", "adjective") or len(same) != 1:
            rest.append(piece)
        else:
            text = _exchange(text, same[0], body, piece)
    for piece in rest[:1]:
        slots = tokens_of(text)
        if " " in piece.text:  # several words stand for several
            slots = [slot for slot in _runs(slots, text) if " " in slot.text] or slots
        for order, slot in enumerate(_alike(piece, slots)[:_MOST_EXCHANGES]):
            others = " ".join(other.text for other in rest[1:])
            exchanged = f"{_exchange(text, slot, body, piece)} {others}".strip()
            yield Wording(exchanged, body, new, shown, order=order)
    if rest:
        text = f"{text.rstrip('?!. ')} {' '.join(body[piece.lead : piece.end] for piece in rest)}?"
    yield Wording(text, body, new, shown, order=_MOST_EXCHANGES if rest else 0)


def _carried(question: str, body: str, earlier: Exchange) -> Iterator[Wording]:
    """Carry on what the earlier answer, or the earlier question, was about."""
    if not _asks(body):
        return
    bare = " ".join(strip_back(body).split()).rstrip("?!. ")
    for subject in dict.fromkeys([*earlier.subject, topic_of(earlier.question)]):
        if subject:
            yield Wording(f"{bare} {subject}?", question, (), subject, is_carried=True)


def topic_of(question: str) -> str:
    """Return what a question is about: its words from the first that carries meaning to the last.

    Words that ask stay out at its beginning, and so does what wraps it.
    """
    question = core_question(question)
    tokens = tokens_of(question)
    if not tokens:
        return ""
    topic = question[tokens[0].start : tokens[-1].end]
    return topic if len(topic) <= _MOST_SUBJECT else ""


def _runs(tokens: Sequence[Token], text: str) -> list[Token]:
    """Join words that follow each other with nothing between: «ремонт стропил»."""
    joined: list[Token] = []
    for token in tokens:
        before = joined[-1] if joined else None
        plain = token.kind in ("word", "adjective") and token.lead == token.start
        goes_on = before is not None and before.kind in ("word", "adjective")
        if before is not None and plain and goes_on and text[before.end : token.start].isspace():
            whole = text[before.start : token.end]
            joined[-1] = Token(whole, before.start, token.end, "word", before.lead)
        else:
            joined.append(token)
    return joined


def _alike(piece: Token, slots: Sequence[Token]) -> list[Token]:
    """Order the places where a word may go: the same kind of word first."""
    fitting = [slot for slot in slots if not _is_asking(slot.text)]
    if piece.kind in ("word", "adjective"):
        fitting = [slot for slot in fitting if slot.kind in ("word", "adjective", "name")]
        if piece.kind == "adjective":
            fitting = [slot for slot in fitting if slot.kind == "adjective"] or fitting
        ending = fold(piece.text)[-2:]
        fitting.sort(
            key=lambda slot: (
                slot.kind != piece.kind,
                piece.kind == "adjective" and fold(slot.text)[-2:] != ending,
                piece.kind == "word" and slot.lead == slot.start,  # places and times are led
                -slot.start,
            )
        )
        return fitting
    return [slot for slot in reversed(fitting) if slot.kind == piece.kind]


def _exchange(question: str, slot: Token, body: str, piece: Token) -> str:
    """Put a piece of the message in the place of a part of the question."""
    led = piece.lead < piece.start and slot.lead < slot.start
    new = body[piece.lead if led else piece.start : piece.end]
    return question[: slot.lead if led else slot.start] + new + question[slot.end :]


def tokens_of(text: str, *, fragment: bool = False) -> list[Token]:
    """Return the words that carry meaning, names of several words as one."""
    lists = _lists()
    found: list[Token] = []
    lead: int | None = None
    for match in _TOKEN.finditer(text):
        word = fold(match[0])
        if word in lists["prepositions"]:
            lead = match.start() if lead is None else lead
            continue
        telling = word not in lists["interrogatives"] and word not in lists["fillers"]
        if content_words(match[0]) and telling:
            kind = _kind(match[0], first=match.start() == 0 and not fragment)
            begin = match.start() if lead is None else lead
            joined = found and kind == found[-1].kind == "name" and lead is None
            if joined and text[found[-1].end : match.start()].isspace():
                before = found.pop()
                found.append(
                    Token(
                        text[before.start : match.end()],
                        before.start,
                        match.end(),
                        kind,
                        before.lead,
                    )
                )
            else:
                found.append(Token(match[0], match.start(), match.end(), kind, begin))
        lead = None
    return found


def _kind(word: str, *, first: bool) -> Kind:
    if _YEAR.fullmatch(word):
        return "year"
    if word.isdigit():
        return "number"
    if any(map(str.isdigit, word)):
        return "code"
    if word[0].isupper() and (not first or (word.isupper() and len(word) > 1)):
        return "name"
    return "adjective" if _ADJECTIVE.search(fold(word)) else "word"


def _without_opener(text: str) -> tuple[str, bool]:
    """Take the word off with which a follow-up begins."""
    stripped = text.strip()
    for opener in sorted(_lists()["openers"], key=len, reverse=True):
        match = re.match(rf"{re.escape(opener)}[\s,]+(?=\S)", fold(stripped))
        if match:
            return stripped[match.end() :], True
    return stripped, False


def _without_same(text: str) -> str:
    folded = fold(text)
    for phrase in sorted(_lists()["same"], key=len, reverse=True):
        at = re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", folded)
        if at:
            text, folded = (s[: at.start()] + s[at.end() :] for s in (text, folded))
    return text


def strip_back(text: str) -> str:
    """Leave out the words that point back, with the preposition before them."""
    parts, done = [], 0
    lead: int | None = None
    for match in _TOKEN.finditer(text):
        word = fold(match[0])
        if word in _lists()["prepositions"]:
            lead = match.start()
            continue
        if word in _lists()["anaphora"] or word in _lists()["fillers"]:
            parts.append(text[done : match.start() if lead is None else lead])
            done = match.end()
        lead = None
    return "".join([*parts, text[done:]])


def _is_worded(text: str) -> bool:
    """Say whether a text has words in it, and not only numbers and codes."""
    return any(not any(map(str.isdigit, word)) for word in _TOKEN.findall(text))


def _is_cyrillic(text: str) -> bool:
    return _CYRILLIC.search(text) is not None


def _asks(text: str) -> bool:
    return any(map(_is_asking, _TOKEN.findall(text)))


def _is_asking(word: str) -> bool:
    return fold(word) in _lists()["interrogatives"]


def measures_of(question: str) -> frozenset[str]:
    """Return the words right after one that asks: "how *long*", «до какого *числа*».

    They say what kind of thing is asked for, and need not stand where it does.
    """
    found: set[str] = set()
    asked = False
    for match in _TOKEN.finditer(question):
        word = fold(match[0])
        if word in _lists()["interrogatives"]:
            asked = True
        elif asked and word not in _lists()["anaphora"] | _lists()["fillers"]:
            found.add(match[0])
            asked = False
    return frozenset(found)


def _is_back(word: str) -> bool:
    return fold(word) in _lists()["anaphora"]


@cache
def _lists() -> dict[str, frozenset[str]]:
    text = resources.files(__package__).joinpath("follow_up.toml").read_text(encoding="utf-8")
    return {name: frozenset(words) for name, words in tomllib.loads(text).items()}
