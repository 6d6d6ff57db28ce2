"""Courtesies: what a letter begins and ends with, and what is said of the answer itself.

"Kind regards", "Here is what I found", "Let me know if you need more": no source says it, and it
carries no mark. Words of Russian, English, German and Spanish are in courtesies.toml.
"""

import re
from functools import cache

from pipelines.models.documents import Span
from pipelines.nodes.answering.tappable import has_tappable
from pipelines.nodes.checking.stem_lists import StemList
from pipelines.nodes.text.numbers import numbers_in
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")
_MOST_WORDS = 8  # of a courtesy
_MOST_OF_TALK = 16  # words of a sentence about the answer
_MOST_SIGNED = 5  # words of a line under a closing


def is_courtesy(text: str, span: Span) -> bool:
    """Say whether a sentence of a text opens or closes a letter, thanks, or is of the answer.

    What opens and closes one has a line of its own; below what closes it, who signs has one.
    """
    said = text[span.start : span.end].strip()
    words = fold(said).split()
    if is_of_answer(said):
        return True
    if len(words) > _MOST_WORDS or numbers_in(said) or has_tappable(said):
        return False
    if _begins(said, "thanks"):
        return True
    if not _is_line(text, span):
        return False
    if _begins(said, "openings") or _begins(said, "closings"):
        return True
    before = text[: span.start].strip().rpartition("\n")[2]
    is_last = not text[span.end :].strip()
    return is_last and len(words) <= _MOST_SIGNED and _begins(before, "closings")


def is_of_answer(said: str) -> bool:
    """Say whether a sentence tells of the answer, and of nothing else: "Here is what I found".

    It begins as such do, and all its other words are of a talk. One that says yes, no or a number
    tells something.
    """
    begun = _beginning(said, "said_of_answer")
    words = _WORD.findall(_bare(said)[len(begun) :])
    if not begun or len(words) > _MOST_OF_TALK or numbers_in(said) or has_tappable(said):
        return False
    return all(map(_talk().has, words))


@cache
def _talk() -> StemList:
    return StemList(_lists()["talk"])


def _begins(said: str, place: str) -> bool:
    return bool(_beginning(said, place))


def _beginning(said: str, place: str) -> str:
    """Return the longest of the beginnings in a list that a sentence has; else ""."""
    begun = _bare(said)
    found = (
        one
        for one in _lists()[place]
        if begun.startswith(one) and not (one[-1:].isalpha() and _goes_on(begun[len(one) :], one))
    )
    return max(found, key=len, default="")


def _bare(said: str) -> str:
    return fold(said).lstrip("*_>-–— ")


def _goes_on(rest: str, word: str) -> bool:
    """Say whether a word goes on: "high" of "hi"; stems of Russian and German do."""
    is_whole = word in _lists()["whole"] or word in _lists()["said_of_answer"]
    return rest[:1].isalpha() and is_whole


def _is_line(text: str, span: Span) -> bool:
    before, after = text[: span.start].rstrip(" *_"), text[span.end :].lstrip(" *_")
    return before[-1:] in ("", "\n") and after[:1] in ("", "\n")


@cache
def _lists() -> dict[str, tuple[str, ...]]:
    held = read_table(__package__, "courtesies.toml")
    return {name: tuple(map(fold, words)) for name, words in held.items()}
