"""Clauses: the part of a sentence that answers, where the sentence tells several things alike.

"A ticket costs 9 pounds, students pay 4 pounds" holds two prices, and whoever asks what students
pay should read theirs first. A clause is only taken by itself when another one of the sentence
holds the same kind of thing, and the words of the question point to it alone.
"""

import re
from collections.abc import Sequence

from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import NUMBERING, AskedKind, asked_kind, holds
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.text.calendar import dates_in, day_or_month
from pipelines.nodes.text.glossary import Meanings, meanings, meant
from pipelines.nodes.text.words import content_words, fold

# Kinds of which a sentence may tell two: not names, which stand in many a list.
_TOLD_TWICE = frozenset({"when", "how_many", "how_long", "how_often", "hour", "phone"})
_HELD = 0.5  # from which on a clause holds what is asked for
_COUNTS = frozenset({"how_many", "how_long"})
_COUNTED = re.compile(r"\d(?:[ \u00a0\u202f,.]?\d)*[ \u00a0]?-?([^\W\d_]+|[%£$€₽])")
_STEM = 3  # letters in which a word counted by different numbers stays the same
_FEWEST = 2  # words of a clause
_LONGEST = 240  # characters of a sentence that tells things alike; longer ones tell a story
_WORD = re.compile(r"\w+")
_STOP = re.compile(r"[;；,，]")
_BREAK = re.compile(  # before a figure none: "6 October, 1973", "from 2005 and 2010"
    r"(?:\s*[;；,，]\s+(?:(?:а|но|и|and|but|while|und|aber|y|pero)\s+)?"
    r"|\s+(?:и|а|and|but|while|und|aber|y|pero)\s+)(?!\d)"
)


def answering_clause(question: str, quote: Quote) -> Quote | None:
    """Return the clause of a quoted sentence that a question asks for.

    Returns:
        None where the sentence is to be read as a whole: it tells one thing of the kind, or the
        question's words stand in several of its clauses, or in none. A row of a table is always
        read whole: its cells are no clauses, and half of them are other columns.
    """
    kind = asked_kind(question)
    if kind.name not in _TOLD_TWICE or len(quote.text) > _LONGEST:
        return None
    if place_at(quote.passage, quote.span.start).row is not None:
        return None
    clauses = _clauses(kind, question, quote)
    if len(clauses) < 2 or not _are_alike(kind, [_text(quote, clause) for clause in clauses]):
        return None
    wanted = content_words(question)
    known = meanings(wanted, quote.passage.language)
    held = [_held(content_words(_text(quote, clause)), wanted, known) for clause in clauses]
    telling = [len(words - frozenset().union(*_others(held, at))) for at, words in enumerate(held)]
    at = _pointed_to(telling)
    if at is None or _leaves_out_date(kind, quote, clauses[at]):
        return None
    return Quote(quote.passage, clauses[at])


def _leaves_out_date(kind: AskedKind, quote: Quote, clause: Span) -> bool:
    """Say whether a clause has only an hour where a date stands elsewhere in its sentence."""
    if kind.name != "when" or _names_day(_text(quote, clause)):
        return False
    return _names_day(quote.text)


def _names_day(text: str) -> bool:
    return bool(dates_in(text)) or any(map(day_or_month, _WORD.findall(text)))


def _are_alike(kind: AskedKind, clauses: Sequence[str]) -> bool:
    """Say whether clauses count the same thing: pounds and pounds, no percent and animals."""
    if kind.name not in _COUNTS:
        return True
    counted = [frozenset(_COUNTED.findall(fold(clause))) for clause in clauses]
    stems = [frozenset(word[:_STEM] for word in words) for words in counted]
    return bool(frozenset.intersection(*stems)) or not all(stems)


def _pointed_to(telling: Sequence[int]) -> int | None:
    """Return which clause is meant, by how many of the question's words stand in it alone.

    What the first one says is left out of the others: "The advance comes on the 22nd, the wage
    on the 7th". So its words count for it only where no other clause has as many of its own.
    """
    first, *later = telling
    others = [at for at, count in enumerate(later, 1) if count]
    if not others:
        return 0 if first else None
    return others[0] if len(others) == 1 and telling[others[0]] >= first else None


def _clauses(kind: AskedKind, question: str, quote: Quote) -> list[Span]:
    """Part a sentence so that each part holds what is asked for, with what leads to it."""
    text, clauses = quote.passage.text, list[Span]()
    numbering = NUMBERING.match(text, quote.span.start, quote.span.end)
    start = numbering.end() if numbering else quote.span.start
    for end, following in [*_breaks(quote), (quote.span.end, quote.span.end)]:
        begins = _WORD.search(text, following, quote.span.end)
        is_joined = not _STOP.search(text, end, following)
        if begins and is_joined and holds(kind, begins[0], question):  # "Saturdays and Sundays"
            continue
        piece = text[start:end]
        is_whole = len(_WORD.findall(piece)) >= _FEWEST and holds(kind, piece, question) >= _HELD
        if is_whole:
            clauses.append(Span(start, end))
            start = following
    if clauses and start < quote.span.end:  # what trails off belongs to the last one
        clauses[-1] = Span(clauses[-1].start, quote.span.end)
    return clauses


def _breaks(quote: Quote) -> list[tuple[int, int]]:
    found = _BREAK.finditer(quote.passage.text, quote.span.start, quote.span.end)
    return [match.span() for match in found]


def _text(quote: Quote, span: Span) -> str:
    return quote.passage.text[span.start : span.end]


def _held(there: frozenset[str], wanted: frozenset[str], known: Meanings) -> frozenset[str]:
    return (there & wanted) | meant(known, there)


def _others(held: Sequence[frozenset[str]], at: int) -> list[frozenset[str]]:
    return [words for other, words in enumerate(held) if other != at]
