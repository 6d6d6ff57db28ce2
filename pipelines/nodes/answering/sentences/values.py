"""Values: whether what a price is asked of stands beside the price, in the same clause.

"Breakfast is free, lunch is £4" tells what lunch costs; "the trip is £40, lunch included" does not.
"""

import re

from pipelines.nodes.answering.asked import AskedKind, holds, stems_asked_of
from pipelines.nodes.text.glossary import meanings, meant
from pipelines.nodes.text.words import content_words

_PARTS = re.compile(r"[,;](?=\s)")
_HELD = 0.5
_FEWEST = 2  # clauses


def share_apart(kind: AskedKind, sentence: str, question: str, language: str = "und") -> float:
    """Return what share, 0..1, of the things asked of stands in a sentence, but not by its number.

    0 where a sentence is one clause, or none of it holds a price, or something else is asked for.
    """
    parts = _PARTS.split(sentence)
    if kind.quantity != "money" or len(parts) < _FEWEST:
        return 0.0
    things = stems_asked_of(question)
    if not things:
        return 0.0
    known = meanings(things, language)

    def count(text: str) -> int:
        held = content_words(text)
        return len(held & things | meant(known, held))

    beside = [count(part) for part in parts if holds(kind, part, question) >= _HELD]
    return min(1.0, (count(sentence) - max(beside)) / len(things)) if beside else 0.0
