"""Unsupported: how much of a question nothing in a passage stands for.

A word stands in a passage by its stem, by another of its meaning or by a token whose stored
vector is close to its own. The word after "how" or "which" need not stand there. Where half of
the others do not, the passage is about something else in the same tone. Across languages vectors
are too far apart to tell, and only words count of which the glossary knows what they mean there;
where nothing but a number is the same, nothing of the question stands there.
"""

import re
from collections.abc import Callable, Sequence

import numpy as np

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import FloatArray, Int32Array, Span, TokenVectors
from pipelines.nodes.questions.follow_up.tokens import Token, lists, measures_of, tokens_of
from pipelines.nodes.questions.paraphrasing.kin import kin_across, kin_in
from pipelines.nodes.ranking.late_interaction import token_cosines
from pipelines.nodes.text.dictionary import LANGUAGES, lemmas, means, translations
from pipelines.nodes.text.glossary import Meanings, meanings, meant
from pipelines.nodes.text.numbers import ages_held
from pipelines.nodes.text.words import content_words, fold, words_of

_WORD = re.compile(r"[^\W\d_]+")
_MEANT = 5  # translations of a word that it may mean
_CLOSE = 0.78  # cosine with the packed model; words that have nothing to do with a text reach .77


def unsupported_share(
    question: str,
    query: QueryEmbedding,
    evidence: str,
    vectors: TokenVectors | None,
    within: Span | None = None,
    *,
    language: str = "und",
    crosses: bool = False,
    ignoring: Callable[[str], bool] = lambda word: False,
    needed: frozenset[str] = frozenset(),
    text: str = "",
) -> float:
    """Return the share, 0..1, of the question's words that nothing in a passage stands for.

    Args:
        question: what `query` is the embedding of.
        evidence: the text that is read, with its headings and the title of its document.
        vectors: of the passage; without them, or without the question's offsets, 0.
        within: the part of the passage that is read; all of it when None.
        language: of the passage; crosses: it is not the question's.
        ignoring: says which words need not stand there.
        needed: stems that have to, though "how many" stands before them.
        text: of the passage; what names another thing of a kind there stands for no word.
    """
    known = meanings(content_words(question), language)
    measures = measures_of(question)
    words = [
        word
        for word in tokens_of(question)
        if not ignoring(word.text)
        if word.text not in measures or content_words(word.text) & needed
    ]
    held = _held(words, known, evidence, crosses=crosses)
    if crosses and language in LANGUAGES:
        held |= _translated(words, evidence, language)
    empty = _light_verbs() if crosses else frozenset()
    open_words = [w for w in words if not (content_words(w.text) & held or fold(w.text) in empty)]
    if not open_words:
        return 0.0
    if crosses:
        if len(words) == 1 and _is_said_otherwise(words[0], held, language):
            return 1.0
        return _missed_across(words, held, frozenset(known), evidence, language)
    if vectors is None or query.token_offsets is None or not len(vectors.vectors):
        return 0.0
    kin = (_spans_of(kin_in(fold(word.text), text, language), text) for word in open_words)
    near = (_cosines(query, vectors, within, each) for each in kin)
    without = [_is_far(*both, query.token_offsets) for both in zip(open_words, near, strict=True)]
    return sum(without) / len(words)


def _is_far(word: Token, cosines: FloatArray, offsets: Int32Array) -> bool:
    """Say whether no token of a text is near to those of a word; cosines: of each of a question."""
    of_word = cosines[(offsets[:, 1] > word.start) & (offsets[:, 0] < word.end)]
    return bool(len(of_word)) and float(of_word.mean()) < _CLOSE


def _is_said_otherwise(word: Token, held: frozenset[str], language: str) -> bool:
    """Say whether the dictionary knows what a word is in a language, and none of it stands there.

    Asked where one word is all that a question is about: nothing else of it could stand there.
    """
    if word.kind == "name" or language not in LANGUAGES:
        return False
    said = translations(fold(word.text), language)
    return bool(said) and held.isdisjoint(content_words(" ".join(said)))


def _held(
    words: Sequence[Token], known: Meanings, evidence: str, *, crosses: bool
) -> frozenset[str]:
    """Return the stems that a text has, with those of words of which it has a meaning.

    Those of an age stand where it does: "over 65s", of "aged 65 and over". Across languages not by
    how another word begins: straw is no strawberry, «клубника».
    """
    held = content_words(evidence)
    held |= ages_held((stem for word in words for stem in content_words(word.text)), held)
    by_meaning = meant(known, held) - held
    if crosses:
        said = words_of(evidence)
        by_meaning -= {
            stem
            for word in words
            for stem in content_words(word.text) & by_meaning
            if not any(means(fold(word.text), one) for one in said)
        }
    return held | by_meaning


def _translated(words: Sequence[Token], evidence: str, language: str) -> frozenset[str]:
    """Return the stems of words of which one of the commonest translations stands in a text."""
    forms = {form for word in words_of(evidence) for form in (word, *lemmas(word, language))}
    return frozenset(
        stem
        for word in words
        if any(words_of(one) <= forms for one in translations(fold(word.text), language)[:_MEANT])
        for stem in content_words(word.text)
    )


def _missed_across(
    words: Sequence[Token],
    held: frozenset[str],
    known: frozenset[str],
    evidence: str,
    language: str,
) -> float:
    """Return the share of words that are known in the other language and missed there.

    All, where nothing but a year is the same, and no name, which may stand there as it sounds.
    """
    there = [word for word in words if content_words(word.text) & held]
    is_said = any(any(map(str.isalpha, word.text)) for word in there)
    if there and not is_said and not any(word.kind == "name" for word in words):
        return 1.0
    missed = [
        word
        for word in words
        if word not in there and fold(word.text) not in _light_verbs()
        if content_words(word.text) & known or kin_across(fold(word.text), evidence, language)
    ]
    return len(missed) / len(words)


def _light_verbs() -> frozenset[str]:
    """Return the verbs that say hardly anything: who "gets" what, where a bus "goes"."""
    return lists()["light_verbs"]


def _spans_of(words: frozenset[str], text: str) -> list[Span]:
    """Return where one of some folded words stands in a text."""
    found = _WORD.finditer(text) if words else ()
    return [Span(match.start(), match.end()) for match in found if fold(match[0]) in words]


def _cosines(
    query: QueryEmbedding, vectors: TokenVectors, within: Span | None, without: Sequence[Span]
) -> FloatArray:
    """Return for each token of a question its best cosine with one that is read."""
    starts, ends = vectors.offsets[:, 0], vectors.offsets[:, 1]
    is_read = np.ones(len(vectors.vectors), dtype=bool)
    if within is not None:
        is_read &= (ends > within.start) & (starts < within.end)
    for span in without:
        is_read &= (ends <= span.start) | (starts >= span.end)
    cosines = token_cosines(query.token_embeddings, vectors.vectors[is_read])
    return np.asarray(cosines.max(axis=1, initial=0.0), dtype=np.float32)
