"""Lexical evidence: how much of a question's rare words a passage holds, to the letter."""

from collections.abc import Sequence

from pipelines.nodes.words import content_words, coverage, joined_codes, word_weights


def lexical_scores(question: str, texts: Sequence[str]) -> tuple[float, ...]:
    """Score texts by the words of a question that they hold.

    Args:
        texts: of all candidates; what few of them hold weighs more than what most do.
    Returns:
        For each text 0..1, the share of the weight of the question's words.
    """
    held = [content_words(text) for text in texts]
    there = frozenset[str]().union(*held)
    wanted = content_words(question) | (joined_codes(question) & there)
    weights = word_weights(held)
    return tuple(coverage(wanted, words, weights) for words in held)
