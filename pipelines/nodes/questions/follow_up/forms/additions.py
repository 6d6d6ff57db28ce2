"""Additions: what comes with a thing, or without it: "and with the ride?", «а без вёсел?»."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from pipelines.nodes.questions.asking import AUXILIARIES, JOINTS
from pipelines.nodes.questions.follow_up.exchange import parts_of
from pipelines.nodes.questions.follow_up.tokens import (
    TOKEN,
    Token,
    is_asking,
    is_back,
    lists,
    strip_back,
)
from pipelines.nodes.questions.follow_up.topics import has_article
from pipelines.nodes.tables.words.lexicon import fold_in_place
from pipelines.nodes.text.dictionary import may_be_noun, may_be_of_another, part_of_speech
from pipelines.nodes.text.words import fold

_MOST, _MOST_BESIDE = 3, 1  # words in what is added, and of them beside the thing
_TELLING = frozenset(
    {"VERB", "INFN", "PRED", "PRTS", "ADJS", "COMP"}
)  # of pymorphy's parts of speech


@dataclass(frozen=True, slots=True)
class Addition:
    """A question with what a message adds: what of it is new, and the things that this names.

    is_sure: the message can hardly mean anything else.
    """

    question: str
    new: str
    things: tuple[str, ...] = ()
    is_sure: bool = True


def with_or_without(question: str, body: str) -> Addition | None:
    """Ask a question with what a message adds, or without what it leaves out.

    "And with?" after "a ticket without the ride" is with that ride. Where the question says of
    another thing that it is with or without it, that one is exchanged, and nothing is added.

    None where a message begins with no such word, says when, or asks something by itself: «без
    паспорта можно войти?», "without a ticket is entry possible?".
    """
    led = _leading().match(fold_in_place(body))
    if led is None or _idiom().match(fold_in_place(body)) or _asks_itself(led, body):
        return None
    sign = led.lastgroup or ""
    rest = strip_back(body[led.end() :]).strip(" ?!.,")
    told = parts_of(rest, fragment=True)
    beside = len(told) - _words_of_thing(told, rest)
    if len(told) > _MOST or beside > _MOST_BESIDE or not all(_is_thing(one, rest) for one in told):
        return None
    bare = question.rstrip("?!. ")
    signs = [*_led().finditer(fold_in_place(bare))]
    if not signs:
        new = f"{body[: led.end()].strip()} {rest}"
        is_sure = sign == "parting" or led[0].strip() not in lists()["prepositions"]
        things = tuple(one.text for one in told)
        return Addition(f"{bare} {new}?", new, things, is_sure and not beside) if told else None
    before = next((one for one in reversed(signs) if _comes_with(one, bare)), None)
    if told or before is None or before.lastgroup == sign:
        return None
    new = f"{body[: led.end()].strip()}{bare[before.end(before.lastgroup or '') :]}"
    return Addition(f"{bare[: before.start()]}{new}?", new)


def is_idiom(body: str) -> bool:
    """Say whether a message is but a saying that begins as an addition: "without a doubt"."""
    said = _idiom().match(fold_in_place(body))
    return said is not None and not any(map(str.isalnum, body[said.end() :]))


def _asks_itself(led: re.Match[str], body: str) -> bool:
    """Say whether behind the thing that a message begins with is a verb, or what needs none."""
    text = body[led.end() :]
    first = next(iter(parts_of(text, fragment=True)), None)
    words = [fold(word) for word in TOKEN.findall(text[first.end if first else 0 :])]
    asking = lists()["of_itself"]
    if led[0].strip() not in lists()["in_english"]:  # there "hat" is worn
        asking = asking | AUXILIARIES | lists()["clauses"]
    words = [word for word in words if word not in lists()["fillers"] or word in asking]
    return any(
        word in asking or (part_of_speech(word) in _TELLING and not may_be_noun(word))
        for word in words
    )


def _words_of_thing(told: Sequence[Token], text: str) -> int:
    """Return how many of the first parts of a text are one thing, or things joined by "and"."""
    for at, (one, other) in enumerate(pairwise(told), 1):
        between = fold(text[one.end : other.start]).split()
        is_joined = not JOINTS.isdisjoint((word,) for word in between)
        goes_on = not between and (one.kind == "adjective" or may_be_of_another(fold(other.text)))
        if not is_joined and not goes_on:
            return at
    return len(told)


def _comes_with(led: re.Match[str], question: str) -> bool:
    """Say whether a question says of a thing that something is with it, or without it.

    No day, hour or person is such a thing, «с 5 июня», "with whom", nor is what is "wrong with" it.
    """
    before = fold_in_place(question[: led.start()]).rstrip()
    behind = question[led.end(led.lastgroup or "") :]
    word = next(iter(TOKEN.findall(behind)), "")
    first = next(iter(parts_of(behind, fragment=True)), None)
    if is_asking(word) or fold(word) in lists()["personal"] | lists()["since"]:
        return False
    if led.lastgroup == "joining" and _governing().search(before):
        return False
    if first is None or is_back(word):
        return True
    if first.kind == "name" and led[0] in lists()["before_capitals"]:
        return " " not in first.text  # one word is rather a noun
    said = fold(first.text)
    is_hour = part_of_speech(said) == "NUMR" and may_be_of_another(
        said
    )  # «с девяти», not «с тремя»
    return _is_thing(first, behind) and not is_hour


def _is_thing(token: Token, text: str) -> bool:
    """Say whether a word is no day, number or person; a German noun is written as names are."""
    is_noun = token.kind == "name" and has_article(token, text)
    return is_noun or token.kind in ("word", "adjective")


@cache
def _leading() -> re.Pattern[str]:
    return re.compile(rf"\s*{_signs()}(?!\w)")


@cache
def _idiom() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{_any_of('sayings')})(?!\w)")


@cache
def _governing() -> re.Pattern[str]:
    """Return what finds at the end of a text a word that goes with "with": "wrong", «что»."""
    return re.compile(rf"(?<!\w)(?:{_any_of('governing')})$")


@cache
def _led() -> re.Pattern[str]:
    """Return what finds where a question may say of a thing that something is with it."""
    return re.compile(rf"(?<!\w){_signs()}(?=\s+\w)")


def _signs() -> str:
    return rf"(?:(?P<joining>{_any_of('joining')})|(?P<parting>{_any_of('parting')}))"


def _any_of(name: str) -> str:
    phrases = sorted(map(fold_in_place, lists()[name]), key=len, reverse=True)
    return "|".join(map(re.escape, phrases))
