"""Summary: the sentences of a document that tell most of what it is about, as they stand.

A sentence tells much when it holds words that run through the whole document or its title, and
when it opens the document or a section of it; less when many begin with the same words. One
after the other is taken that tells most by the words that none before holds, and that stands apart
from them, so that each tells of something else. Rows of tables are no sentences.
Source: Luhn 1958, "The Automatic Creation of Literature Abstracts"; Edmundson 1969 for title and
position; Nenkova & Vanderwende 2005, "The Impact of Frequency on Summarization".
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipelines.models.answers import Passage
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.quotable import (
    answers_alone,
    asks,
    is_no_heading,
    quotable_spans,
    refers_back,
)
from pipelines.nodes.tables.rows import read_rows
from pipelines.nodes.text.junk import is_junk
from pipelines.nodes.text.words import content_words, fold, overlap

_ENDED = re.compile(r"[.!…。！][\"'»”’“)\]]*$")
_WORD = re.compile(r"\w+")
_BEGINNING = re.compile(r"\w+(?::|\W+\w+)")
_FEWEST, _MOST = 5, 45  # words of a sentence that may stand for others
_FEWEST_MEANING = 4  # of them that carry meaning: fewer are a date
_SAME = 0.5  # overlap above which two sentences say the same
_TITLE = 1.0  # what a word of the title weighs besides
_OPENS, _OPENS_SECTION = 0.5, 0.4  # against the words of the most telling one
_LEANS, _FORMULAIC = -0.4, -1.0
_OPENING = 4  # sentences, the most telling of which opens the document: others are its imprint
_FORMULA = 3  # sentences that begin alike
_BESIDE, _SAME_SECTION = 0.5, 0.3  # what standing right beside one costs, and under one heading


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence that may be told: its words, its heading or else its passage, its place."""

    quote: Quote
    words: frozenset[str]
    section: str
    place: float  # 0..1
    opens_section: bool


def telling_sentences(passages: Sequence[Passage], *, most: int = 4) -> tuple[Quote, ...]:
    """Return up to `most` sentences of a document, in reading order; none of a mere table."""
    sentences = _sentences(passages)
    weights = _weights(sentences, passages[0].title or "" if passages else "")
    places = _worth_of_places(sentences, weights)
    top = max((_told(one.words, weights) for one in sentences), default=0.0) or 1.0
    taken: list[int] = []
    told = frozenset[str]()
    while len(taken) < most:
        chosen = [sentences[at] for at in taken]
        worth = {
            at: _told(one.words - told, weights) / top + places[at] - _cost(one, chosen, most)
            for at, one in enumerate(sentences)
            if at not in taken and all(overlap(one.words, o.words) < _SAME for o in chosen)
        }
        if not worth:
            break
        taken.append(max(worth, key=lambda at: (worth[at], -at)))
        told |= sentences[taken[-1]].words
    return tuple(sentences[at].quote for at in sorted(taken))


def _weights(sentences: Sequence[_Sentence], title: str) -> dict[str, float]:
    """Weigh words by how many sentences hold them; numbers tell of nothing."""
    counts = Counter(word for one in sentences for word in one.words if word.isalpha())
    named = content_words(title)
    return {word: math.log(1 + n) + _TITLE * (word in named) for word, n in counts.items()}


def _told(words: frozenset[str], weights: Mapping[str, float]) -> float:
    return math.fsum(weights.get(word, 0.0) for word in words) / math.sqrt(len(words) + 3)


def _worth_of_places(
    sentences: Sequence[_Sentence], weights: Mapping[str, float]
) -> tuple[float, ...]:
    """Return what speaks for each sentence, or against it, besides its words."""
    first = [one for one in sentences[:_OPENING] if not _lists_names(one.quote.text)]
    opening = max(first, key=lambda one: _told(one.words, weights), default=None)
    begun = Counter(map(_beginning, sentences))
    return tuple(
        _OPENS * (one is opening)
        + _OPENS_SECTION * one.opens_section
        + _LEANS * refers_back(one.quote.text)
        + _FORMULAIC * (begun[_beginning(one)] >= _FORMULA or _lists_names(one.quote.text))
        for one in sentences
    )


def _beginning(one: _Sentence) -> str:
    match = _BEGINNING.search(one.quote.text)
    return fold(match.group()) if match else one.quote.text


def _lists_names(sentence: str) -> bool:
    words: list[str] = _WORD.findall(sentence)
    return 2 * sum(word[0].isupper() for word in words) > len(words)


def _cost(one: _Sentence, chosen: Iterable[_Sentence], most: int) -> float:
    """Return what is against a sentence where others are taken that stand beside it."""
    return max(
        (
            _BESIDE * max(0.0, 1.0 - abs(one.place - other.place) * most)
            + _SAME_SECTION * (one.section == other.section)
            for other in chosen
        ),
        default=0.0,
    )


def _sentences(passages: Sequence[Passage]) -> list[_Sentence]:
    found: list[_Sentence] = []
    total = sum(len(passage.text) for passage in passages)
    before = 0  # characters
    quotes = {passage.id: _quotes(passage) for passage in passages}
    whole = {id_: [q for q in of_one if _is_whole(q.text)] for id_, of_one in quotes.items()}
    if any(whole.values()):  # else it is speech without stops
        quotes = whole
    for passage in passages:
        for quote in quotes[passage.id]:
            section = _section(quote) or str(passage.passage_idx)
            place = (before + quote.span.start) / total
            opens = not found or section != found[-1].section
            found.append(_Sentence(quote, content_words(quote.text), section, place, opens))
        before += len(passage.text)
    return found


def _is_whole(sentence: str) -> bool:
    return _ENDED.search(sentence) is not None and not sentence[0].islower()


def _section(quote: Quote) -> str | None:
    anchors = [a for a in quote.passage.anchors if a.at <= quote.span.start]
    return anchors[-1].heading if anchors else None


def _quotes(passage: Passage) -> list[Quote]:
    rows = [row.span for row in read_rows(passage)]
    return [
        Quote(passage, span)
        for span in quotable_spans(passage.text)
        if (sentence := passage.text[span.start : span.end])
        and _FEWEST <= len(sentence.split()) <= _MOST
        and not any(row.start <= span.start < row.end for row in rows)
        and not asks(sentence)
        and sum(word.isalpha() for word in content_words(sentence)) >= _FEWEST_MEANING
        and not is_junk(sentence)
        and answers_alone(sentence, item=is_no_heading(passage.text, span))
    ]
