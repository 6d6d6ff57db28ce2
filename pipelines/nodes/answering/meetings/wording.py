"""Wording: the known forms in which minutes are asked about and say what they say."""

import re
from collections.abc import Iterator
from functools import cache

from pipelines.models.answers import Passage
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.text.words import fold, split_sentences
from pipelines.nodes.word_tables import read_table


def said_of(quote: Quote) -> str:
    """Return a quote folded, in one line."""
    return fold(" ".join(quote.text.split()))


def heading_of(quote: Quote) -> str:
    """Return the heading that a quote stands under; "" without one."""
    return place_at(quote.passage, quote.span.start).heading or ""


def sentences_of(passage: Passage) -> Iterator[Quote]:
    """Return the sentences of a passage, in order."""
    return (Quote(passage, span) for span in split_sentences(passage.text))


def meeting() -> re.Pattern[str]:
    """Return what matches the words for a meeting."""
    return patterns("of", "meeting")


def filler() -> re.Pattern[str]:
    """Return what matches the words of a question that are of no matter."""
    return patterns("of", "filler")


@cache
def patterns(table: str, kind: str) -> re.Pattern[str]:
    """Return what matches a list of minutes.toml, in a folded text."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(fold, _lists()[table][kind]))})(?!\w)")


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    lists = read_table(__package__, "minutes.toml")
    return {"of": {name: lists.pop(name) for name in ("meeting", "filler", "later")}, **lists}
