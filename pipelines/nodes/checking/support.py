"""Support: how much speaks against a claim's standing in the passage that it cites."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import FloatArray, Span, TokenVectors, are_foreign
from pipelines.nodes.checking.alignment import Astray, astray
from pipelines.nodes.checking.alterations import alters
from pipelines.nodes.checking.contradictions import (
    CAPITAL_NOUNS,
    drops_only,
    is_turned_in,
    lacks_address,
    lacks_name,
    lacks_number,
    lacks_unit,
    opposite_sides,
    replaces,
    scopes_in,
    turns,
    widens,
)
from pipelines.nodes.checking.units import changes_unit
from pipelines.nodes.questions.follow_up.tokens import Token, tokens_of
from pipelines.nodes.ranking.late_interaction import match_ranges, token_cosines
from pipelines.nodes.text.calendar import is_month
from pipelines.nodes.text.glossary import Meanings, meanings, meant
from pipelines.nodes.text.numbers import numbers_in
from pipelines.nodes.text.words import content_words, split_sentences, stretch_about

_ALIKE, _UNLIKE = 0.85, 0.65  # cosines at which a word stands for another surely, and not at all
_LONGEST_READ = 600  # characters of a source whose tokens are not known
_MOST_READ = 3  # sentences
_PLAIN = ("word", "adjective")  # kinds of tokens
_HELD_OF_HEAD = 0.5
_WORST = 2  # words that a claim adds at most


@dataclass(frozen=True, slots=True)
class Source:
    """What a claim cites: the text of a passage with what it stands under, and its vectors.

    vectors: of `text`, or None; their offsets are characters of it.
    computed: what was computed from it, in words.
    """

    text: str
    language: str = "und"
    under: str = ""
    vectors: TokenVectors | None = None
    computed: str = ""

    def is_foreign_to(self, language: str) -> bool:
        """Say whether it is in another language than this one."""
        return are_foreign(language, self.language)

    def meanings_of(self, claim: str) -> Meanings:
        """Return what else says the same as the words of a claim, in its language."""
        return meanings(content_words(claim), self.language)

    @property
    def whole(self) -> str:
        """The text, what it stands under, and what was computed from it."""
        return f"{self.under}\n{self.text}\n{self.computed}".strip()


_ASTRAY = Astray(
    exchanged_number=3.23,
    exchanged_name=3.24,
    exchanged_word=1.07,
    exchanged_beside=2.94,
    exchanged_unit=3.16,
    moved_number=1.54,
    moved_name=0.85,
    moved_word=0.48,
    moved_unit=0.98,
    no_day=2.26,
    no_unit_there=0.97,
    led=3.37,
    turned=1.89,
)


@dataclass(frozen=True, slots=True)
class ObjectionWeights:
    """Of a logistic regression over claims that were written, right and wrong, about passages.

    How they were weighed, and on what they were tested: benchmarks/RESULTS.md, "Claims".
    """

    number: float = 3.2  # by hand: nothing but other words makes up for one that stands nowhere
    name: float = 2.18
    words: float = 2.13
    worst: float = 1.64
    unlike: float = 2.52
    scope: float = 1.0  # by hand: what a fluent writer says in other words is often "only"
    no_unit: float = 0.11
    other_unit: float = 2.32
    replaced: float = 3.98
    nouns: float = 0.9  # chosen; where they are no names, so that another name is not noticed
    only: float = 1.0  # chosen; what the nearest sentence tells of some only
    turned: float = 1.0  # chosen; where the source is in another language
    altered: float = 1.0  # by hand, as half of what it found was right
    astray: Astray = _ASTRAY
    asked: float = 2.0  # chosen; a word of the question that another passage has
    address: float = 20.0  # not weighed: nothing makes up for it
    foreign: float = -0.37
    least: float = 0.93  # from which on a claim is not shown
    least_strange: float = 0.0  # chosen; where the source is foreign, or another one is cited
    intercept: float = -1.72
    read: float = 0.9  # log odds that it stands, of whoever reads both together
    unread: float = -0.8  # what these weigh for a claim that the source bears out as often as not
    doubt: float = 4.0  # how far from `least` what is said besides may change anything


@dataclass(frozen=True, slots=True)
class Objection:
    """What speaks against a claim, as log odds; above `least` it is not supported.

    to_the_letter: numbers, names, units and "not" that are not as in its source, and what it has
    going for it; in_words: how far its words are from those of the source.
    """

    to_the_letter: float
    in_words: float

    @property
    def total(self) -> float:
        """All of it."""
        return self.to_the_letter + self.in_words

    def is_doubtful(self, weights: ObjectionWeights = ObjectionWeights()) -> bool:
        """Say whether reading claim and source together may change what becomes of the claim."""
        return abs(self.total - weights.least) <= weights.doubt

    def reread(self, odds: float, weights: ObjectionWeights = ObjectionWeights()) -> float:
        """Return all of it, with the log odds that the source bears the claim out.

        They may make up for other words, and for nothing to the letter: of two numbers that are in
        each other's places, whoever reads both together notices nothing.
        """
        against = weights.read * (weights.unread - odds)
        return self.total + max(against, -self.in_words)


def objection(
    claim: str,
    query: QueryEmbedding,
    source: Source,
    *,
    crosses: bool = False,
    language: str = "und",
    weights: ObjectionWeights = ObjectionWeights(),
) -> Objection:
    """Return what speaks against a claim's standing in its source.

    Args:
        claim: a sentence, without marks; `query` is its embedding.
        crosses: it is in another language than the source.
        language: its own; where all nouns have capitals, translated ones are no names.
    """
    known = source.meanings_of(claim)
    has_nouns = crosses and language in CAPITAL_NOUNS
    words, worst, unlike = _unheld(claim, query, source, known, has_nouns=has_nouns)
    letters = letters_against(claim, source, crosses=crosses, has_nouns=has_nouns, weights=weights)
    nearest = _nearest(query, source)
    is_turned = crosses and is_turned_in(claim, nearest)
    against = weights.turned * is_turned + weights.only * drops_only(claim, nearest)
    return Objection(
        to_the_letter=letters + against + weights.nouns * has_nouns,
        in_words=weights.words * words + weights.worst * worst + weights.unlike * unlike,
    )


def letters_against(
    claim: str,
    source: Source,
    *,
    crosses: bool = False,
    has_nouns: bool = False,
    weights: ObjectionWeights = ObjectionWeights(),
) -> float:
    """Return what speaks against a claim to the letter, as `Objection` has it, by words alone.

    Args:
        has_nouns: with capitals, of which none stands in the source as it does here.
    """
    known = source.meanings_of(claim)
    return (
        weights.intercept
        + _to_the_letter(claim, source, weights, crosses=crosses, has_nouns=has_nouns)
        + _out_of_place(claim, source, weights, known)
    )


def _to_the_letter(
    claim: str, source: Source, weights: ObjectionWeights, *, crosses: bool, has_nouns: bool
) -> float:
    """Return what speaks against it that stands nowhere in the source."""
    whole = source.whole
    return (
        weights.number * lacks_number(claim, whole)
        + weights.name * lacks_name(claim, whole, crosses=crosses, has_nouns=has_nouns)
        + weights.no_unit * lacks_unit(claim, whole)
        + weights.other_unit * changes_unit(claim, whole)
        + weights.address * lacks_address(claim, whole)
        + weights.foreign * crosses
    )


def _out_of_place(claim: str, source: Source, weights: ObjectionWeights, known: Meanings) -> float:
    """Return what speaks against it that the source tells of something else, or otherwise."""
    if says(claim, source) or _values(claim) & _values(source.computed):
        return 0.0
    return (
        weights.scope * widens(claim, source.whole)
        + weights.replaced * replaces(claim, source.text)
        + weights.altered * alters(claim, source.text, known)
        + astray(claim, source.text, known).weighed(weights.astray)
    )


def says(claim: str, source: Source) -> bool:
    """Say whether a claim is a whole sentence of its source, word for word: that is in no doubt.

    Part of one is: "the bridge is safe" stands in "nobody says that the bridge is safe".
    """
    said = _words_only(claim)
    if not said or said not in _words_only(source.text):
        return False
    sentences = (source.text[span.start : span.end] for span in split_sentences(source.text))
    return any(_words_only(sentence) == said for sentence in sentences)


def names_section(heading: str, source: Source) -> bool:
    """Say whether a heading is called as the source, or a part of it, and tells nothing itself.

    Its words are those that the source stands under, or it is one word of it: "Pets". What says
    yes or no, all or none, and what has a number, tells: "Smoking is allowed".
    """
    words = content_words(heading)
    tells = turns(heading) or scopes_in(heading) or opposite_sides(heading)
    if tells or not words or numbers_in(heading) or lacks_address(heading, source.whole):
        return False
    known = meanings(words, source.language)
    under, whole = content_words(source.under), content_words(source.whole)
    return words <= under | meant(known, under) or (
        len(words) == 1 and words <= whole | meant(known, whole)
    )


def calls_columns(head: str, whole: str) -> bool:
    """Say whether columns of a table may be called so: what its sources do not say is half of it.

    It has no number and no unit that these have not, denies nothing, and is nothing to tap.
    """
    lacks = lacks_number(head, whole) or lacks_unit(head, whole) or lacks_address(head, whole)
    if lacks or turns(head):
        return False
    words, there = content_words(head), content_words(whole)
    held = words & there
    for language in ("en", "ru"):
        held |= meant(meanings(words, language), there)
    return len(held) >= _HELD_OF_HEAD * len(words)


def _words_only(sentence: str) -> str:
    return " ".join(sentence.split()).rstrip(".!… ")


def read_together(claim: str, query: QueryEmbedding, source: Source) -> str:
    """Return what of a source is to be read together with a claim: the sentences most like it.

    The more that is beside the point stands there, the worse it is read.
    """
    spans = split_sentences(source.text)
    if source.vectors is None or len(spans) <= _MOST_READ:
        about = stretch_about(source.text, content_words(claim), longest=_LONGEST_READ)
        return source.text[about.start : about.end]
    best = match_ranges(query.token_embeddings, source.vectors, spans).best
    nearest = np.argsort(-(best @ query.token_weights), kind="stable")[:_MOST_READ]
    return " ".join(source.text[spans[at].start : spans[at].end] for at in sorted(nearest))


def _unheld(
    claim: str, query: QueryEmbedding, source: Source, known: Meanings, *, has_nouns: bool
) -> tuple[float, float, float]:
    """Return how far the claim's words are from its source, each 0..1.

    Returns:
        The mean over its words, but for names and numbers; the mean of the two worst; 1 less the
        likeness of its tokens.
    """
    held = content_words(source.whole)
    held |= meant(known, held)
    kinds = (*_PLAIN, "name") if has_nouns else _PLAIN
    tokens = [token for token in tokens_of(claim, fragment=True) if _is_word(token, kinds)]
    best = _best(query, source.vectors)
    missed = sorted(
        (_distance(token, query, best) for token in tokens if not content_words(token.text) & held),
        reverse=True,
    )
    unlike = 0.0 if best is None else 1.0 - float(query.token_weights @ best)
    mean = sum(missed) / len(tokens) if tokens else 0.0
    return mean, sum(missed[:_WORST]) / _WORST, unlike


def _nearest(query: QueryEmbedding, source: Source) -> str:
    """Return the sentence of a source that is most like a claim; "" without vectors."""
    spans = split_sentences(source.text)
    if source.vectors is None or not spans or not len(query.token_weights):
        return ""
    best = match_ranges(query.token_embeddings, source.vectors, spans).best
    span = spans[int(np.argmax(best @ query.token_weights))]
    return source.text[span.start : span.end]


def _values(text: str) -> frozenset[str]:
    return frozenset(value for number in numbers_in(text) for value in number.values)


def _is_word(token: Token, kinds: Collection[str]) -> bool:
    is_plain = token.kind in kinds and not is_month(token.text)
    return is_plain and not numbers_in(token.text)


def _best(query: QueryEmbedding, vectors: TokenVectors | None) -> FloatArray | None:
    if vectors is None or not len(vectors.vectors) or query.token_offsets is None:
        return None
    cosines = token_cosines(query.token_embeddings, vectors.vectors)
    return np.asarray(cosines.max(axis=1), dtype=np.float32)


def _distance(token: Token, query: QueryEmbedding, best: FloatArray | None) -> float:
    """Return how far a word is from all of the source's, 0..1; 1 without vectors."""
    offsets = query.token_offsets
    if best is None or offsets is None:
        return 1.0
    inside = _inside(offsets, Span(token.start, token.end))
    if not inside.any():
        return 0.0
    return min(max((_ALIKE - float(best[inside].mean())) / (_ALIKE - _UNLIKE), 0.0), 1.0)


def _inside(offsets: np.ndarray, span: Span) -> np.ndarray:
    return np.asarray((offsets[:, 1] > span.start) & (offsets[:, 0] < span.end))
