"""Neighbours: the sentence beside the best one that holds what is asked for, where that does not.

"The hinge is broken. Please have it mended by 4 May." The first is what the question is about, and
the second what it asks for. That they belong together is seen only where one leans on the other:
the second by a pronoun or by having no subject, or the first by being no more than a list. What
merely stands beside it is of something else as often as not.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import AskedKind
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.sentences.sentence_scores import Sentence
from pipelines.nodes.text.layout.messages import body_of
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_SHAPED = frozenset({"when", "hour", "how_long"})
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for
_SURELY_HELD = 0.8
_LONGEST = 600  # characters of both
_CLAUSE = re.compile(r"[,;:—–]\s")
_WORD = re.compile(r"[^\W\d_]+")
_LIST = re.compile(r"\w+(?: \w+){0,2}(?:, (?:\w+ ){0,3}\w+){2,}[.!]?")  # of three and more
_LENGTH = AskedKind("how_long")


def with_neighbour(
    answers: Sequence[Sentence], scored: Sequence[Sentence], kind: AskedKind, question: str
) -> Span | None:
    """Return the best sentence with the one beside it that holds what is asked for.

    None where one that is quoted does, or neither of those beside the best.

    Args:
        answers: those that are quoted, best first.
        scored: all sentences, in the order of the text.
    """
    best, asked = answers[0], content_words(question)
    if (brought := _brought_behind(best, scored, question)) is not None:
        return Span(best.span.start, brought.span.end)
    if _is_shaped(kind) and (before := _named_before(best, scored, kind, question)) is not None:
        return Span(before.span.start, best.span.end)
    if (
        not (_is_shaped(kind) or kind.name == "whether")
        or best.held >= _HELD
        or not best.words & asked
    ):
        return None
    beside = [one for one in _beside(best, scored) if _tells(one, best, kind, question)]
    if not beside:
        return None
    places = {one.place for one in beside}
    if any(one.held >= _HELD for one in answers if one.place not in places):
        return None
    chosen = max(beside, key=lambda one: one.score)
    start, end = min(best.span.start, chosen.span.start), max(best.span.end, chosen.span.end)
    return Span(start, end) if end - start <= _LONGEST else None


def _brought_behind(best: Sentence, scored: Sequence[Sentence], question: str) -> Sentence | None:
    """Return the sentence behind one that says what to bring to what that names.

    "The working party is on 4 May. Bring gloves." asked what one takes along there.
    """
    if not _phrases("asking_to_bring").search(fold(question)) or _brings(best.text):
        return None
    if not best.words & content_words(question):
        return None
    behind = (one for one in _beside(best, scored) if one.idx > best.idx and not one.asks)
    return next((one for one in behind if _brings(one.text)), None)


def _brings(text: str) -> bool:
    return not _list("bringing").isdisjoint(_words(text))


def _named_before(
    best: Sentence, scored: Sequence[Sentence], kind: AskedKind, question: str
) -> Sentence | None:
    """Return the sentence before one that says within how long, where only that names of what."""
    if best.held >= _SURELY_HELD:
        return None
    naming = (
        one
        for one in _beside(best, scored)
        if one.idx < best.idx and one.words & content_words(question) - best.words
    )
    return next((one for one in naming if _tells(best, one, kind, question)), None)


def _is_shaped(kind: AskedKind) -> bool:
    is_price = kind.name == "how_many" and kind.quantity == "money"
    return kind.name in _SHAPED or kind.name == "phone" or is_price


def _beside(best: Sentence, scored: Sequence[Sentence]) -> Iterator[Sentence]:
    """Yield the sentences before and after one in its line."""
    for one in scored:
        if one.passage.id == best.passage.id and abs(one.idx - best.idx) == 1:
            first, second = sorted((one.span, best.span), key=lambda span: span.start)
            if "\n" not in best.passage.text[first.end : second.start]:
                yield one


def _tells(one: Sentence, best: Sentence, kind: AskedKind, question: str) -> bool:
    """Say whether a sentence holds what is asked for, of what the best one beside it names."""
    if one.asks or one.is_of_header or not _holds(kind, one.text, question):
        return False
    if one.idx < best.idx:
        return kind.name in _SHAPED and _LIST.fullmatch(best.text) is not None
    clauses = [each for each in _CLAUSE.split(body_of(one.text)) if each]
    holding = [each for each in clauses if _holds(kind, each, question)]
    leans = any(not _list("pronouns").isdisjoint(_words(each)) for each in holding)
    opens = _words(body_of(one.text))[:1]
    return leans or not _list("openers").isdisjoint(opens)


def _holds(kind: AskedKind, text: str, question: str) -> bool:
    """Say whether a text holds what is asked for: by when also within how long."""
    if holds(kind, text, question) >= _SURELY_HELD:
        return True
    is_due = kind.name == "when" and _phrases("asking_for_end").search(fold(question))
    within = _phrases("within").search(fold(text)) if is_due else None
    return within is not None and holds(_LENGTH, text[within.end() :], question) >= _SURELY_HELD


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))


@cache
def _phrases(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(_list(name))))})(?!\w)")


@cache
def _list(name: str) -> frozenset[str]:
    return frozenset(map(fold, read_table(__package__, "neighbours.toml")[name]))
