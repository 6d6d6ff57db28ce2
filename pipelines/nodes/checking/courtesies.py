"""Courtesies: what a letter begins and ends with; no source says it, and it carries no mark.

Words of Russian, English and German are in courtesies.toml.
"""

from functools import cache

from pipelines.models.documents import Span
from pipelines.nodes.answering.tappable import has_tappable
from pipelines.nodes.text.numbers import numbers_in
from pipelines.nodes.text.words import fold
from pipelines.nodes.word_tables import read_table

_MOST_WORDS = 8  # of a courtesy
_MOST_SIGNED = 5  # words of a line under a closing


def is_courtesy(text: str, span: Span) -> bool:
    """Say whether a sentence of a text opens or closes a letter, or thanks.

    What opens and closes one has a line of its own; below what closes it, who signs has one.
    """
    said = text[span.start : span.end].strip()
    words = fold(said).split()
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


def _begins(said: str, place: str) -> bool:
    begun = fold(said).lstrip("*_>-–— ")
    return any(
        begun.startswith(one) and not (one[-1:].isalpha() and _goes_on(begun[len(one) :], one))
        for one in _lists()[place]
    )


def _goes_on(rest: str, word: str) -> bool:
    """Say whether a word goes on: "high" of "hi"; stems of Russian and German do."""
    return rest[:1].isalpha() and word in _lists()["whole"]


def _is_line(text: str, span: Span) -> bool:
    before, after = text[: span.start].rstrip(" *_"), text[span.end :].lstrip(" *_")
    return before[-1:] in ("", "\n") and after[:1] in ("", "\n")


@cache
def _lists() -> dict[str, tuple[str, ...]]:
    held = read_table(__package__, "courtesies.toml")
    return {name: tuple(map(fold, words)) for name, words in held.items()}
