"""Disagree: two documents that give different numbers in answer to one question.

So do two e-mails of one document, and two sentences of which one puts its number in the place of
that of the other: "40 instead of 30". Which of them holds now is said by the words of the one that
changes something, or else by the dates that stand with them.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from pipelines.models.answers import Passage
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.fitting.sorts import are_of_two_sorts
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.sentences.mail import header_above
from pipelines.nodes.answering.shapes import HOUR
from pipelines.nodes.text.calendar import dates_in, follow_in_time, is_month
from pipelines.nodes.text.numbers import numbers_in
from pipelines.nodes.text.words import EMPTY_WORDS, content_words, fold, overlap
from pipelines.nodes.word_tables import read_table

_NUMBER = re.compile(r"\d{1,2}:\d\d|\d+(?:[  ]\d{3})*(?:[.,]\d+)?")
_UNIT = re.compile(r"\s*(%|[^\W\d_]+|[₽$€£])")
_NUMBERED = re.compile(r"([^\W\d_]{3,})\s+(?:№\s?|no\.?\s|#)?(\d+)(?![\d.,:%])", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_SIGNS, _HOUR = "₽$€£", ":"
_SHARED = 0.5  # share of the question's words that both must hold
_FEW = 2  # words of a question that both must hold all: of "boiler pressure" one says little
_SAME = 0.8  # from which on it is one sentence
_OPENING = 400  # characters of a document, in which it says of what day it is
_ALIKE = 0.3  # overlap of their words from which on they say it of the same thing


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two quotes that say different things; `newer` holds, as far as they tell."""

    newer: Quote
    older: Quote

    @property
    def is_within(self) -> bool:
        """Whether both are of one document, in which something was changed later."""
        return self.newer.passage.document_id == self.older.passage.document_id


def disagreement(
    question: str,
    ranked: Sequence[Quote],
    heads: Mapping[str, str] | None = None,
    passages: Sequence[Passage] = (),
) -> Disagreement | None:
    """Return the best quote and one that gives another number for the same, of another document.

    Or of the same one, where one of the two is later and says that it changes something. What one
    document says side by side are two things, wherever else they stand.

    Args:
        ranked: quotes, best first.
        heads: how their documents begin, by their ids, as far as known.
        passages: of their documents, as far as known.
    """
    kind = asked_kind(question)
    if not ranked or not _measures(ranked[0].text):
        return None
    best = ranked[0]
    differing = [
        other
        for other in ranked[1:]
        if _may_differ(best, other)
        and (kind.name in ("any", "named") or holds(kind, other.text, question))
        and not _is_of_another(question, other.text)
        and not are_of_two_sorts(question, best.text, other.text)
        and not follow_in_time(best.text, other.text)
        and not _stand_together(best, other, passages)
        and (_differ(question, best, other) or _is_put_right(question, best, other))
    ]
    if not differing:
        return None
    other = max(differing, key=lambda other: _likeness(best, other))
    return _ordered(best, other, heads or {})


def _may_differ(one: Quote, other: Quote) -> bool:
    """Say whether two quotes are of two documents, or one may change what the other says."""
    if one.passage.document_id != other.passage.document_id or _corrected(one, other):
        return True
    messages = [header_above(quote.passage.text, quote.span.start) for quote in (one, other)]
    is_one = one.passage.id == other.passage.id and messages[0] == messages[1]
    return None not in messages and not is_one and _changes(one.text) != _changes(other.text)


def _stand_together(one: Quote, other: Quote, passages: Sequence[Passage]) -> bool:
    """Say whether the document of one of two quotes says what the other says besides, as copies do.

    Not where one of them changes something: a later mail may quote what held before.
    """
    if one.passage.document_id == other.passage.document_id:
        return False
    if _changes(one.text) != _changes(other.text) or _corrected(one, other):
        return False
    own = (one.passage, other.passage, *passages)
    return any(
        _says_so(quote.text, passage.text)
        for quote, beside in ((one, other), (other, one))
        for passage in own
        if passage.document_id == beside.passage.document_id
    )


def _says_so(sentence: str, text: str) -> bool:
    """Say whether a text has a sentence, word for word."""
    said, held = (f" {' '.join(_WORD.findall(fold(each)))} " for each in (sentence, text))
    return said in held


def _corrected(one: Quote, other: Quote) -> tuple[Quote, Quote] | None:
    """Return the one that puts a number in the place of one of the other, and that; else None."""
    for newer, older in ((one, other), (other, one)):
        replaced = {match[1] for match in _instead().finditer(fold(newer.text))}
        if replaced & {value for value, _ in _measures(older.text)} and newer.text != older.text:
            return newer, older
    return None


def _is_put_right(question: str, one: Quote, other: Quote) -> bool:
    """Say whether one changes a number of the other, and has half of the question's words.

    Or what is counted; and both name one thing besides.
    """
    wanted = content_words(question)
    pair = _corrected(one, other)
    if pair is None or not wanted:
        return False
    newer, older = (frozenset(filter(str.isalpha, content_words(q.text))) for q in pair)
    is_of_it = len(wanted & newer) >= _SHARED * len(wanted)
    return bool(newer & older) and (is_of_it or bool(asked_kind(question).counted & newer))


def _is_of_another(question: str, text: str) -> bool:
    """Say whether a text is about a thing of another number than a question: flat 9, not flat 4."""
    for noun, number in _NUMBERED.findall(question):
        named = content_words(noun)
        beside = {other for word, other in _NUMBERED.findall(text) if content_words(word) & named}
        if beside and number not in beside:
            return True
    return False


def date_of(quote: Quote, heads: Mapping[str, str] | None = None) -> date | None:
    """Return the date that a quote is of: its headings', its document's name's, its opening's."""
    passage = quote.passage
    heading = place_at(passage, quote.span.start).heading or ""
    head = (heads or {}).get(passage.document_id, "")[:_OPENING]
    opening = passage.text if passage.passage_idx == 0 else head
    named = (heading, passage.title or "", passage.file_name or "", opening)
    for text in named:
        if found := dates_in(text):
            return max(found)
    return None


def sent_on(quote: Quote, passages: Sequence[Passage]) -> date | None:
    """Return the day of the e-mail that a quote is of; None where that is not told.

    Args:
        passages: of its document, in reading order.
    """
    sent = None
    for passage in passages:
        is_of_it = passage.passage_idx == quote.passage.passage_idx
        until = quote.span.start if is_of_it else len(passage.text)
        if (header := header_above(passage.text, until)) is not None:
            sent = max(dates_in(passage.text[header.start : header.end]), default=sent)
        if is_of_it:
            return sent
    return None


def _differ(question: str, one: Quote, other: Quote) -> bool:
    """Say whether two quotes are about the same and give different numbers of one unit."""
    wanted = content_words(question)
    held = [content_words(quote.text) & wanted for quote in (one, other)]
    alike = _likeness(one, other)
    is_of_all = len(wanted) <= _FEW and alike < _SAME
    needed = len(wanted) if is_of_all else _SHARED * len(wanted)
    if one.passage.document_id == other.passage.document_id:  # the later mail says less of it
        needed = 1
    if not wanted or alike < _ALIKE or min(len(words) for words in held) < needed:
        return False
    asked = {value for value, _ in _measures(question)}
    mine, others = (
        {(value, unit) for value, unit in _measures(quote.text) if value not in asked}
        for quote in (one, other)
    )
    if alike >= _SAME:  # the same sentence, in which some numbers are others
        mine, others = mine - others, others - mine
    units = {unit for _, unit in mine} & {unit for _, unit in others}
    return any(
        {v for v, u in mine if u == unit}.isdisjoint({v for v, u in others if u == unit})
        for unit in units
    )


def _likeness(one: Quote, other: Quote) -> float:
    """Return 0..1, how far two quotes are of the same words, but for numbers."""
    said = (filter(str.isalpha, content_words(quote.text)) for quote in (one, other))
    return overlap(*map(frozenset, said))


def _ordered(one: Quote, other: Quote, heads: Mapping[str, str]) -> Disagreement:
    if (pair := _corrected(one, other)) is not None:
        return Disagreement(*pair)
    changed = [_changes(quote.text) for quote in (one, other)]
    if changed[0] != changed[1]:
        return Disagreement(one, other) if changed[0] else Disagreement(other, one)
    dates = [date_of(quote, heads) or date.min for quote in (one, other)]
    return Disagreement(one, other) if dates[0] >= dates[1] else Disagreement(other, one)


def _changes(text: str) -> bool:
    words = fold(text).split()
    return any(word.startswith(tuple(_lists()["changes"])) for word in words)


def _measures(text: str) -> list[tuple[str, str]]:
    """Return the numbers of a text with what stands behind each: ("40", "%")."""
    found = []
    hours = [match.span() for match in HOUR.finditer(text)]
    for match in _NUMBER.finditer(text):
        value = re.sub(r"\s", "", match[0]).replace(",", ".")
        is_hour = any(start <= match.start() < end for start, end in hours)
        found.append((value, _HOUR if is_hour else _unit_of(text, match.start(), match.end())))
    for number in numbers_in(text):  # in words: "three days"
        said = text[number.span.start : number.span.end]
        if not any(map(str.isdigit, said)) and not is_month(said):
            unit = _unit_of(text, number.span.start, number.span.end)
            found += [(value, unit) for value in number.values]
    return found


def _unit_of(text: str, start: int, end: int) -> str:
    """Return the sign before a number, or what is counted behind it; "" of "20 a year"."""
    if start and text[start - 1] in _SIGNS:
        return text[start - 1]
    unit = _UNIT.match(text, end)
    return fold(unit[1])[:5] if unit and fold(unit[1]) not in EMPTY_WORDS else ""


@cache
def _instead() -> re.Pattern[str]:
    """Find the number in whose place another is put: "instead of 30"."""
    words = "|".join(map(re.escape, _lists()["instead"]))
    return re.compile(rf"(?<!\w)(?:{words})\s+(?:[^\W\d_]+\s+)?[£$€]?(\d+(?:[.,:]\d+)?)")


@cache
def _lists() -> dict[str, Any]:
    return read_table(__package__, "disagree.toml")
