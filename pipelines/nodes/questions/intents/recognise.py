"""What a message is, before anything is searched: smalltalk, a word about the base, or a question.

Word lists decide, in five languages: all words of a message must be accounted for by phrases of one
kind. Whatever is left over makes it a question, so that no question is mistaken for a courtesy.
"""

import re
from functools import lru_cache

from pipelines.nodes.questions.asking import asks, asks_unspaced
from pipelines.nodes.questions.intents.catalogue import about_the_base
from pipelines.nodes.questions.intents.intent import Intent
from pipelines.nodes.questions.intents.phrases import no_slots, tokenize
from pipelines.nodes.questions.intents.smalltalk import (
    RANKS,
    courtesy_with_remarks,
    only_smalltalk,
    signs_alone,
    without_courtesies,
)
from pipelines.nodes.questions.intents.vocabulary import ALIASES, vocabularies
from pipelines.nodes.questions.politeness import core_question
from pipelines.nodes.questions.spelling.correct import in_full

_LONGEST = 24  # tokens: whoever writes more wants more than a courtesy
_EMOTICON = re.compile(r"(?<!\w)(?:[:;=8]['-]?[)(DPpOo3*|/\\]+|[xX]D+|<3+|\){2,}|\^_*\^)(?!\w)")


@lru_cache(maxsize=1024)
def recognise(text: str) -> Intent:
    """Say what a message is; anything not known for certain is a question."""
    said = _EMOTICON.sub(lambda match: " " * len(match.group()), text)
    tokens = tokenize(said, ALIASES)
    if not tokens:
        return signs_alone(text)
    if len(tokens) <= _LONGEST:
        whole = (
            only_smalltalk(said, tokens)
            or about_the_base(said, tokens)
            or courtesy_with_remarks(said, tokens)
        )
        if whole and whole.kind == "acknowledgement" and _asks_itself(said):
            whole = about_the_base(said, tokens, "source") or whole  # "точно?" doubts
        if whole and not (whole.kind == "stop" and _asks_itself(said)):
            return whole
    rest = without_courtesies(said, tokens)
    if len(rest) >= len(said.strip()):
        return _unwrapped(text.strip())
    inner = recognise(rest)
    if inner.kind == "question" or inner.kind not in RANKS:
        return inner
    return Intent("question", rest)


def calls_off(text: str) -> bool:
    """Say whether a message does no more than call off what it was asked for: "never mind"."""
    tokens = tokenize(text, ALIASES)
    if not 0 < len(tokens) <= _LONGEST or _asks_itself(text):
        return False
    return about_the_base(text, tokens, "stop") is not None


def requests(text: str) -> bool:
    """Say whether words of a text ask for something, wherever they stand: "I need the lease"."""
    words = [token.word for token in tokenize(text, ALIASES)]
    for vocabulary in vocabularies():
        readings = vocabulary.wishes.read(words)
        if any(any(vocabulary.wishes.find(readings, at, no_slots)) for at in range(len(words))):
            return True
    return False


def _asks_itself(text: str) -> bool:
    return "?" in text or "？" in text


def _unwrapped(text: str) -> Intent:
    """Say what a message is that is no smalltalk: a question, unless politeness hides its kind."""
    core = core_question(text)
    tokens = tokenize(core, ALIASES)
    hidden = about_the_base(core, tokens) if core != text and len(tokens) <= _LONGEST else None
    return hidden or Intent("question", text)


def wants_answer(text: str) -> bool:
    """Say whether a message clearly asks or chats, and is nothing that somebody wants kept."""
    if recognise(text).kind != "question":  # thanks, "delete it"
        return True
    return asks(in_full(text)) or asks_unspaced(text)
