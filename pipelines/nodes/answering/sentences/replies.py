"""Replies: what was written later, and answers where the best sentence only guesses or asks.

"2 December, I think", and two messages on: "just asked, it's the 11th". Or the e-mail that asks
"is it still under guarantee?" is about what is asked, and the next one says it.
"""

import re
from collections.abc import Sequence
from functools import cache

from pipelines.nodes.answering.asked import AskedKind
from pipelines.nodes.answering.sentences.sentence_scores import Sentence
from pipelines.nodes.answering.sentences.word_lists import pattern_of
from pipelines.nodes.questions.asking import ends_asking
from pipelines.nodes.text.layout.messages import within_message
from pipelines.nodes.text.words import content_words, coverage, fold, word_weights
from pipelines.nodes.word_tables import read_table

_NEXT = 8  # messages, in which it is put right
_PASSAGES_ON = 4  # in which an e-mail is answered: a header and a text each
_TOLD = 0.5  # share of the words asked for in an e-mail, by their rarity, that its answer has
_HELD = 0.5  # from which on a sentence is taken to hold what is asked for
_ORDINAL = re.compile(r"(?<!\w)\d{1,2}(?:st|nd|rd|th|-?го|-?е|-?му)(?!\w)")
_OF_DAYS = frozenset({"when", "hour"})


def with_reply_first(
    ordered: Sequence[Sentence], scored: Sequence[Sentence], kind: AskedKind, question: str
) -> list[Sentence]:
    """Return the sentences with the one first that was written later and settles the best one.

    Args:
        ordered: those that may be quoted, best first.
        scored: all sentences, in the order of the text.
    """
    best = ordered[0]
    may_be_quoted = {one.place for one in ordered}
    reply = _put_right(best, scored, kind) or _told_in_reply(best, scored, question)
    if reply is None or reply.place not in may_be_quoted:
        return list(ordered)
    return [reply, *(one for one in ordered if one.place != reply.place)]


def _put_right(best: Sentence, scored: Sequence[Sentence], kind: AskedKind) -> Sentence | None:
    """Return the last of the next messages that is sure of it, where the best one is not."""
    said = within_message(best.passage.text, best.span)
    if said is None or not _is_unsure(fold(said)):
        return None
    later = [s for s in scored if s.passage.id == best.passage.id and s.idx > best.idx]
    found, lines = None, set[int]()
    for one in later:
        lines.add(one.line_start)
        if one.asks or len(lines) > _NEXT:
            break
        body = fold(within_message(one.passage.text, one.span) or one.text)
        is_held = one.held >= _HELD or (kind.name in _OF_DAYS and _ORDINAL.search(body))
        if is_held and _pattern("settles").search(body) and not _is_unsure(body):
            found = one
    return found


def _told_in_reply(best: Sentence, scored: Sequence[Sentence], question: str) -> Sentence | None:
    """Return what answers further on in a document the question that it poses beside the best.

    Only what is no word of the best sentence: who asks that in an e-mail tells of it as well.
    """
    of_it = [one for one in scored if one.passage.document_id == best.passage.document_id]
    if not any(one.is_of_header for one in of_it):
        return None
    number, wanted = best.passage.passage_idx, content_words(question) - best.words
    posed = [one for one in of_it if one.passage.id == best.passage.id and one.asks]
    replies = [
        one
        for one in of_it
        if number < one.passage.passage_idx <= number + _PASSAGES_ON
        and not (one.asks or one.is_of_header)
    ]
    asked = _words(posed) & wanted & _words(replies)
    rarity = word_weights(one.words for one in scored)
    shares = [(coverage(asked, one.words, rarity), one) for one in replies]
    told, reply = max(shares, key=lambda each: each[0], default=(0.0, None))
    return reply if asked and told >= _TOLD else None


def _words(sentences: Sequence[Sentence]) -> frozenset[str]:
    return frozenset[str]().union(*(one.words for one in sentences))


def _is_unsure(folded: str) -> bool:
    return ends_asking(folded) or _pattern("unsure").search(folded) is not None


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return pattern_of(map(fold, read_table(__package__, "replies.toml")[name]))
