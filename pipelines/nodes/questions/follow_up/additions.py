"""Additions: what comes with a thing, or without it: "and with the ride?", «а без вёсел?»."""

import re
from dataclasses import dataclass
from functools import cache

from pipelines.nodes.questions.follow_up.exchange import parts_of
from pipelines.nodes.questions.follow_up.tokens import Token, lists, strip_back
from pipelines.nodes.questions.follow_up.topics import has_article
from pipelines.nodes.tables.words.lexicon import fold_in_place

_MOST = 3  # words in what is added


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

    None where a message begins with no such word, or says when.
    """
    led = _leading().match(fold_in_place(body))
    if led is None:
        return None
    sign = led.lastgroup or ""
    rest = strip_back(body[led.end() :]).strip(" ?!.,")
    told = parts_of(rest, fragment=True)
    if len(told) > _MOST or not all(_is_thing(one, rest) for one in told):
        return None
    bare = question.rstrip("?!. ")
    before = _led().search(fold_in_place(bare))
    if before is None:
        new = f"{body[: led.end()].strip()} {rest}"
        is_sure = sign == "parting" or led[0].strip() not in lists()["prepositions"]
        things = tuple(one.text for one in told)
        return Addition(f"{bare} {new}?", new, things, is_sure) if told else None
    if told or before.lastgroup == sign:
        return None
    new = f"{body[: led.end()].strip()}{bare[before.end(before.lastgroup or '') :]}"
    return Addition(f"{bare[: before.start()]}{new}?", new)


def _is_thing(token: Token, text: str) -> bool:
    """Say whether a word is no day, number or person; a German noun is written as names are."""
    is_noun = token.kind == "name" and has_article(token, text)
    return is_noun or token.kind in ("word", "adjective")


@cache
def _leading() -> re.Pattern[str]:
    return re.compile(rf"\s*{_signs()}(?!\w)")


@cache
def _led() -> re.Pattern[str]:
    """Return what finds the last thing of which a question says that something is with it."""
    return re.compile(rf"(?<!\w){_signs()}(?=\s+\w)(?!.*(?<!\w){_signs(named=False)}\s+\w)")


def _signs(*, named: bool = True) -> str:
    groups = []
    for name in ("joining", "parting"):
        words = sorted(map(fold_in_place, lists()[name]), key=len, reverse=True)
        opening = f"(?P<{name}>" if named else "(?:"
        groups.append(f"{opening}{'|'.join(map(re.escape, words))})")
    return f"(?:{'|'.join(groups)})"
