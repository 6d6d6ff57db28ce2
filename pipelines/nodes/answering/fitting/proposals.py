"""Proposals: what was proposed, which tells nothing without how it ended.

"The proposal to open on Sundays was rejected" has all words of "are you open on Sundays". Where
one sentence proposes and another one behind it says what was decided, both are told.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from pipelines.models.documents import Span
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.holding import NUMBERING
from pipelines.nodes.answering.sentences.word_lists import WordList, pattern_of
from pipelines.nodes.text.words import fold, split_sentences
from pipelines.nodes.word_tables import read_table

_OF_PROPOSERS = frozenset({"who", "named", "why"})
_WORD = re.compile(r"[^\W\d_]+")
_MOST_BEHIND = 3  # sentences behind a proposal, among which one says how it ended


def is_only_proposed(question: str, sentence: str) -> bool:
    """Say whether a sentence tells what was turned down, and nobody asks of that."""
    may_ask = asks_of_proposals(question) or any(
        map(_words("which").has, _WORD.findall(fold(question)))
    )
    return not may_ask and proposes(sentence) and turns_down(sentence)


def proposes(sentence: str) -> bool:
    """Say whether a sentence names something that was proposed."""
    return _has("proposing", sentence)


def turns_down(sentence: str) -> bool:
    """Say whether a sentence says of something that it was not accepted."""
    return _has("rejecting", sentence)


def settles(sentence: str) -> bool:
    """Say whether a sentence says how something ended."""
    return turns_down(sentence) or _has("settling", sentence)


def with_outcome(quote: Quote) -> Quote:
    """Return a proposal with what is said behind it up to how it ended; itself where nothing is.

    "Ivo proposed a meter on each tap. The treasurer had doubts. Not carried."
    """
    if not proposes(quote.text) or settles(quote.text):
        return quote
    for behind in _behind(quote):
        if settles(behind.text):
            return Quote(quote.passage, Span(quote.span.start, behind.span.end))
        if proposes(behind.text):
            break
    return quote


def with_proposal(quote: Quote) -> Quote:
    """Return what was turned down with the sentence before that proposes it.

    Itself where it names what it is of: "The proposal to buy a boat was rejected".
    """
    if not turns_down(quote.text):
        return quote
    spans = split_sentences(quote.passage.text)
    before = [Quote(quote.passage, one) for one in spans if one.end <= quote.span.start]
    for one in reversed(before[-_MOST_BEHIND:]):
        whole = with_outcome(one)
        if whole.span.end == quote.span.end:
            return whole
    return quote


def _behind(quote: Quote) -> Iterator[Quote]:
    """Yield the next sentences, up to another item."""
    spans = [one for one in split_sentences(quote.passage.text) if one.start >= quote.span.end]
    for span in spans[:_MOST_BEHIND]:
        behind = Quote(quote.passage, span)
        if NUMBERING.match(behind.text):
            return
        yield behind


@lru_cache(maxsize=4096)
def _has(of: str, sentence: str) -> bool:
    return bool(_phrases(of).search(" ".join(_WORD.findall(fold(sentence)))))


@lru_cache(maxsize=256)
def asks_of_proposals(question: str) -> bool:
    """Say whether whoever asks may mean what was proposed: who did it, or what was decided."""
    is_of_somebody = asked_kind(question).name in _OF_PROPOSERS
    return is_of_somebody or names_proposals(question)


def names_proposals(question: str) -> bool:
    """Say whether a question has a word for what is proposed, or decided."""
    return any(map(_words("asking").has, _WORD.findall(fold(question))))


@cache
def _phrases(of: str) -> re.Pattern[str]:
    return pattern_of(map(fold, read_table(__package__, "proposals.toml")[of]))


@cache
def _words(of: str) -> WordList:
    return WordList(map(fold, read_table(__package__, "proposals.toml")[of]))
