"""Fuse: one figure out of what search saw and what the reranker saw.

Lexical evidence: how much of a question's rare words a passage holds, to the letter.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.errors import ModelBroken, SettingsInvalid
from pipelines.models.answers import Passage
from pipelines.models.documents import are_foreign
from pipelines.nodes.questions.follow_up.tokens import words_calling
from pipelines.nodes.text.glossary import compounds_in, inflected, meanings, meant
from pipelines.nodes.text.junk import prose_share
from pipelines.nodes.text.words import (
    content_words,
    coverage,
    joined_codes,
    spelled_apart,
    word_weights,
    words_of,
)

_ENOUGH_PROSE = 0.5  # share of a text's characters


def lexical_scores(
    question: str,
    texts: Sequence[str],
    languages: Sequence[str] = (),
    under: Sequence[str] = (),
) -> tuple[float, ...]:
    """Score texts by the words of a question that they hold, or in another language a meaning of.

    A code counts however it is spelled, here and there: 8K0 959 802 is 8K0959802.

    Args:
        texts: of all candidates; what few of them hold weighs more than what most do.
        languages: of the texts, where they are known.
        under: title and headings of each; what calls it so it need not repeat.
    Returns:
        For each text 0..1, the share of the weight of the question's words.
    """
    asked, held = content_words(question), [content_words(text) for text in texts]
    if codes := frozenset(word for word in asked if _may_be_apart(word)):
        held = [
            words | spelled_apart(codes - words, text)
            for words, text in zip(held, texts, strict=True)
        ]
    for at, name in enumerate(under):
        held[at] |= words_calling(name, question)
    said = frozenset(words_of(question))
    for at, text in enumerate(texts):
        held[at] |= inflected(asked - held[at], held[at]) | compounds_in(text, said)
    for at, language in enumerate(languages):
        if known := meanings(asked - held[at], language):
            held[at] |= meant(known, held[at])
    there = frozenset[str]().union(*held)
    wanted = asked | (joined_codes(question) & there)
    weights = word_weights(held)
    return tuple(coverage(wanted, words, weights) for words in held)


def _may_be_apart(word: str) -> bool:
    """Say whether a word is a code of several parts; a plain number is one part."""
    return any(map(str.isdigit, word)) and not word.isdigit()


@dataclass(frozen=True, slots=True)
class FusionWeights:
    """Shares of the scores in `fused_score`: similarity and rerank sum to 1 between them.

    `lexical` is the share of the words; what it leaves is divided between the other two.
    `crossing` is what a passage in another language than the question's has to be ahead: of those
    the reranker takes what is beside the point for nearer than it is.
    """

    similarity: float = 0.2
    rerank: float = 0.8
    lexical: float = 0.15
    crossing: float = 0.05

    def __post_init__(self) -> None:
        shares = (self.similarity, self.rerank, self.lexical, self.crossing)
        in_range = all(0.0 <= share <= 1.0 for share in shares)
        if not in_range or abs(self.similarity + self.rerank - 1.0) > 1e-6:
            raise SettingsInvalid(
                f"fusion weights must lie in 0..1, and the first two sum to 1, got {shares}"
            )


def fuse(
    passages: Sequence[Passage],
    rerank_scores: Sequence[float | None],
    lexical_scores: Sequence[float],
    weights: FusionWeights = FusionWeights(),
    *,
    language: str = "und",
) -> tuple[Passage, ...]:
    """Give each passage its `rerank_score`, `lexical_score` and `fused_score`.

    Args:
        passages: with `similarity` in 0..1.
        rerank_scores: one for each passage, in 0..1; None where the reranker did not get to it.
        lexical_scores: one for each passage, in 0..1.
        language: of the question.
    Returns:
        The same passages, in the same order. One that was not reached keeps its share for
        similarity and words alone, as if the reranker had seen nothing in it: it fills up places
        that are left over, and never overtakes what was ranked well. One that is mostly junk
        loses by `prose_factor`; people's votes make it up to twice or half as much.
    Raises:
        ModelBroken: the scores are too few, too many, out of 0..1 or not numbers.
    """
    for scores in (rerank_scores, lexical_scores):
        if len(scores) != len(passages):
            raise ModelBroken(f"{len(passages)} passages, {len(scores)} scores")
        if not all(score is None or 0.0 <= score <= 1.0 for score in scores):
            raise ModelBroken("scores of passages must lie in 0..1")
    return tuple(
        replace(
            passage,
            rerank_score=rerank,
            lexical_score=lexical,
            fused_score=min(
                1.0,
                passage.score_modifier
                * prose_factor(passage.text)
                * _mix(
                    passage.similarity,
                    rerank or 0.0,
                    lexical,
                    weights,
                    crosses=are_foreign(language, passage.language),
                ),
            ),
        )
        for passage, rerank, lexical in zip(passages, rerank_scores, lexical_scores, strict=True)
    )


def prose_factor(text: str) -> float:
    """Return 0..1, what the scores of a text count: 1 where at least half of it is prose."""
    return min(1.0, prose_share(text) / _ENOUGH_PROSE)


def _mix(
    similarity: float, rerank: float, lexical: float, weights: FusionWeights, *, crosses: bool
) -> float:
    meant = weights.similarity * similarity + weights.rerank * rerank
    mixed = (1.0 - weights.lexical) * meant + weights.lexical * lexical
    return max(0.0, mixed - weights.crossing * crosses)
