"""Extract answer: the few sentences of the passages that answer a question, as they stand.

A sentence is scored by late interaction with the question, by how well its passage as a whole was
found, and by the rare words of the question that it holds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.documents import Span, TokenVectors
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.quotable import (
    answers_alone,
    asks,
    is_item,
    is_menu,
    quotable_spans,
    refers_back,
)
from pipelines.nodes.ranking.late_interaction import max_sim_by_range
from pipelines.nodes.text.words import content_words, coverage, overlap, word_weights


@dataclass(frozen=True, slots=True)
class ExtractionRules:
    """How sentences are weighed and how many are taken.

    The weights are in units of MaxSim. How they were chosen: benchmarks/RESULTS.md.
    """

    passage: float = 0.6  # weight of the passage's fused_score
    lexical: float = 0.15  # weight of the question's words that the sentence holds
    max_sentences: int = 3
    close: float = 0.1  # how far below the best score another sentence may lie
    continuing: float = 0.2  # the same, when it goes on from the best one
    same: float = 0.8  # overlap of words above which two sentences say the same
    after_question: float = 0.02  # what the sentence after a question falls short of it


@dataclass(frozen=True, slots=True)
class _Sentence:
    passage: Passage
    idx: int  # among the sentences of its passage
    span: Span
    words: frozenset[str]
    semantic: float
    score: float = 0.0

    @property
    def text(self) -> str:
        return self.passage.text[self.span.start : self.span.end]

    @property
    def answers_alone(self) -> bool:
        """Whether it is more than a heading, a menu or a crumb."""
        return answers_alone(self.text, item=is_item(self.passage.text, self.span))

    @property
    def leaf(self) -> tuple[int | None, int | None]:
        """The page and the row that it stands on."""
        place = place_at(self.passage, self.span.start)
        return place.page, place.row

    @property
    def place(self) -> tuple[int, int]:
        return self.passage.id, self.idx


def extract_answer(
    question: str,
    query: QueryEmbedding,
    passages: Sequence[Passage],
    token_vectors: Mapping[int, TokenVectors],
    rules: ExtractionRules = ExtractionRules(),
    *,
    language: str = "und",
) -> tuple[Quote, ...]:
    """Pick the sentences that answer: the best one, what it leans on, and others as good as it.

    Arguments are those of `rank_sentences`.

    Returns:
        Quotes in reading order, those of the best passage's document first; sentences that
        stand beside each other on a page and in a row are one quote. Empty: nothing can be quoted.
    """
    candidates = _candidates(question, query, passages, token_vectors, rules)
    return _merge(_choose(candidates, rules, language))


def rank_sentences(
    question: str,
    query: QueryEmbedding,
    passages: Sequence[Passage],
    token_vectors: Mapping[int, TokenVectors],
    rules: ExtractionRules = ExtractionRules(),
) -> tuple[Quote, ...]:
    """Return the best sentences in the order of their scores, as many as may be quoted.

    An answer shows the first, and of the others those that come close to it.

    Args:
        question: as it was asked; `query` is its embedding.
        passages: with `fused_score`, best first.
        token_vectors: by passage id; a passage without any is judged by its words.
    """
    ordered = _candidates(question, query, passages, token_vectors, rules)
    best = _take(ordered, rules)
    return tuple(Quote(sentence.passage, sentence.span) for sentence in best)


def _candidates(
    question: str,
    query: QueryEmbedding,
    passages: Sequence[Passage],
    token_vectors: Mapping[int, TokenVectors],
    rules: ExtractionRules,
) -> list[_Sentence]:
    """Return the sentences that may be quoted, best first."""
    sentences = [
        sentence
        for passage in passages
        for sentence in _read(passage, query, token_vectors.get(passage.id))
    ]
    scored = _pass_on(_score(question, sentences, rules), rules)
    return sorted(_answering(scored), key=lambda sentence: -sentence.score)


def _read(
    passage: Passage, query: QueryEmbedding, vectors: TokenVectors | None
) -> Iterator[_Sentence]:
    spans = quotable_spans(passage.text)
    semantic = np.zeros(len(spans), dtype=np.float32)
    if vectors is not None:
        semantic = max_sim_by_range(query.token_embeddings, query.token_weights, vectors, spans)
    for idx, (span, value) in enumerate(zip(spans, semantic, strict=True)):
        words = content_words(passage.text[span.start : span.end])
        yield _Sentence(passage, idx, span, words, float(value))


def _score(
    question: str, sentences: Sequence[_Sentence], rules: ExtractionRules
) -> list[_Sentence]:
    wanted = content_words(question)
    weights = word_weights(sentence.words for sentence in sentences)
    return [
        replace(
            sentence,
            score=sentence.semantic
            + rules.passage * (sentence.passage.fused_score or 0.0)
            + rules.lexical * coverage(wanted, sentence.words, weights),
        )
        for sentence in sentences
    ]


def _pass_on(sentences: Sequence[_Sentence], rules: ExtractionRules) -> list[_Sentence]:
    """Let a question hand its score to the sentence after it, which is likely its answer."""
    handed = list(sentences[:1])
    for before, sentence in pairwise(sentences):
        score = sentence.score
        if before.passage.id == sentence.passage.id and asks(before.text):
            score = max(score, before.score - rules.after_question)
        handed.append(replace(sentence, score=score))
    return handed


def _answering(sentences: Sequence[_Sentence]) -> list[_Sentence]:
    """Drop questions, headings and menus; of a passage that has only lines without stops, such as
    a note, keep those."""
    statements = [sentence for sentence in sentences if not asks(sentence.text)]
    whole = [s for s in statements if s.answers_alone and s.text != s.passage.title]
    spoken = {sentence.passage.id for sentence in whole}
    lines = [
        s
        for s in statements
        if s.passage.id not in spoken and not (whole and s.text == s.passage.title)
    ]
    return whole + [s for s in lines if len(s.words) > 1 and not is_menu(s.text)]


def _choose(ordered: Sequence[_Sentence], rules: ExtractionRules, language: str) -> list[_Sentence]:
    """Take the best sentence, what it leans on or goes on with, and others as good as it."""
    if not ordered:
        return []
    best = ordered[0]
    by_place = {sentence.place: sentence for sentence in ordered}
    before = by_place.get((best.passage.id, best.idx - 1))
    after = by_place.get((best.passage.id, best.idx + 1))
    wanted = [best]
    if before and refers_back(best.text):
        wanted.append(before)
    wanted += [s for s in ordered[1:] if s.score >= best.score - rules.close]
    if after and refers_back(after.text) and after.score >= best.score - rules.continuing:
        wanted.append(after)
    if after and "und" != language != best.passage.language:
        wanted.append(after)  # across languages the place is found more surely than the sentence
    return _take(wanted, rules)


def _take(wanted: Sequence[_Sentence], rules: ExtractionRules) -> list[_Sentence]:
    """Take the first few, but none that says what one before it says."""
    taken: list[_Sentence] = []
    for sentence in wanted:
        if len(taken) < rules.max_sentences and not _is_said(sentence, taken, rules.same):
            taken.append(sentence)
    return taken


def _is_said(sentence: _Sentence, chosen: Iterable[_Sentence], same: float) -> bool:
    return any(
        sentence.place == other.place or overlap(sentence.words, other.words) >= same
        for other in chosen
    )


def _merge(chosen: Sequence[_Sentence]) -> tuple[Quote, ...]:
    """Order by document and place; make one quote of sentences that stand beside each other."""
    documents = list(dict.fromkeys(sentence.passage.document_id for sentence in chosen))
    ordered = sorted(
        chosen,
        key=lambda s: (
            documents.index(s.passage.document_id),
            s.passage.passage_idx,
            s.span.start,
        ),
    )
    quotes: list[Quote] = []
    last: _Sentence | None = None
    for sentence in ordered:
        goes_on = last and sentence.place == (last.passage.id, last.idx + 1)
        if last and goes_on and sentence.leaf == last.leaf:
            joined = Span(quotes[-1].span.start, sentence.span.end)
            quotes[-1] = Quote(sentence.passage, joined)
        else:
            quotes.append(Quote(sentence.passage, sentence.span))
        last = sentence
    return tuple(quotes)
