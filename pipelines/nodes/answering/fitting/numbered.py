"""Numbered: whether a text tells of level 2 alone, where level 3 is asked about.

To a model any level is as near as any other, and so is the price of each. Things that are told
apart by a number are in numbered.toml.
"""

import re
from collections.abc import Iterator
from functools import cache

from pipelines.nodes.answering.sentences.word_lists import WordList
from pipelines.nodes.tables.amounts.measures import is_unit
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_AND = r"\s?(?:[-–—/,]|to|and|or|до|по|и|или)\s?"
_NUMBERED = re.compile(
    rf"([^\W\d_]+)\s(?:no\.?\s?|№\s?|#)?(\d{{1,3}}(?:{_AND}\d{{1,3}})*)(?!\d|[.,:]\d)"
    r"(?:\s?([^\W\d_]+))?"
)
_RANGE = re.compile(r"(\d+)\s?(?:[-–—]|to|до|по)\s?(\d+)")


def is_of_another_number(question: str, text: str) -> bool:
    """Say whether a text has other numbers of a thing that a question names, and not that one."""
    told = list(_numbered(text))
    for noun, numbers in _numbered(question):
        stems = content_words(noun)
        others = [each for other, each in told if stems & content_words(other)]
        if others and not any(numbers & each for each in others):
            return True
    return False


def _numbered(text: str) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield each thing with a number, and the numbers: "rooms 3 to 5" are three."""
    for noun, written, behind in _NUMBERED.findall(fold(text)):
        if _things().has(noun) and not (behind and is_unit(behind)):
            named = set(map(int, re.findall(r"\d+", written)))
            for first, last in _RANGE.findall(written):
                named.update(range(int(first), int(last) + 1))
            yield noun, frozenset(named)


@cache
def _things() -> WordList:
    return WordList(map(fold, read_table(__package__, "numbered.toml")["things"]))
