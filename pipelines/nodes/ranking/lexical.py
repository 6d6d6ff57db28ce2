"""Lexical evidence: how much of a question's rare words a passage holds, to the letter."""

from collections.abc import Sequence

from pipelines.nodes.text.words import (
    content_words,
    coverage,
    joined_codes,
    spelled_apart,
    word_weights,
)


def lexical_scores(question: str, texts: Sequence[str]) -> tuple[float, ...]:
    """Score texts by the words of a question that they hold.

    A code counts however it is spelled, here and there: 8K0 959 802 is 8K0959802.

    Args:
        texts: of all candidates; what few of them hold weighs more than what most do.
    Returns:
        For each text 0..1, the share of the weight of the question's words.
    """
    asked, held = content_words(question), [content_words(text) for text in texts]
    if codes := frozenset(word for word in asked if _may_be_apart(word)):
        held = [
            words | spelled_apart(codes - words, text)
            for words, text in zip(held, texts, strict=True)
        ]
    there = frozenset[str]().union(*held)
    wanted = asked | (joined_codes(question) & there)
    weights = word_weights(held)
    return tuple(coverage(wanted, words, weights) for words in held)


def _may_be_apart(word: str) -> bool:
    """Say whether a word is a code of several parts; a plain number is one part."""
    return any(map(str.isdigit, word)) and not word.isdigit()
