"""Questions made from a document itself, to see whether a search finds it; no model writes them."""

from dataclasses import dataclass
from itertools import pairwise

from pipelines.models.documents import Span
from pipelines.nodes.text.words import content_words, split_sentences, word_weights

QUESTIONS = 3
MOST_CHARACTERS = 200_000  # of the document that are looked at
_WORDS_OF_QUESTION = 8
_FEWEST_WORDS, _MOST_WORDS = 4, 40  # content words of a sentence that says something


@dataclass(frozen=True, slots=True)
class SelfTestQuestion:
    """Words of a sentence, by which it should be found; at: the character it begins at."""

    words: str
    at: int


def self_test_questions(text: str, *, count: int = QUESTIONS) -> tuple[SelfTestQuestion, ...]:
    """Turn the most telling sentence of each part of a text into its rarest words.

    The text is divided into `count` stretches of sentences, so that not all questions come from
    one page. A sentence tells the more, the rarer its words are within the document. A short text
    gives fewer questions, one without sentences none.
    """
    text = text[:MOST_CHARACTERS]
    told = [
        (span, words)
        for span in split_sentences(text)
        if len(words := content_words(text[span.start : span.end])) >= _FEWEST_WORDS
    ]
    weights = word_weights(words for _, words in told)
    fitting = [(span, words) for span, words in told if len(words) <= _MOST_WORDS]
    questions: dict[str, SelfTestQuestion] = {}
    for part in _stretches(fitting, count):
        span, _ = max(part, key=lambda each: _telling(each[1], weights))
        asked = _rarest_words(text[span.start : span.end], weights)
        questions.setdefault(asked, SelfTestQuestion(asked, span.start))
    return tuple(questions.values())


def _stretches(
    sentences: list[tuple[Span, frozenset[str]]], count: int
) -> list[list[tuple[Span, frozenset[str]]]]:
    count = min(count, len(sentences))
    edges = [len(sentences) * part // count for part in range(count + 1)] if count else [0]
    return [sentences[start:end] for start, end in pairwise(edges)]


def _telling(words: frozenset[str], weights: dict[str, float]) -> float:
    """Return the mean weight of the words that would be asked: long sentences gain nothing."""
    heaviest = sorted((weights[word] for word in words), reverse=True)[:_WORDS_OF_QUESTION]
    return sum(heaviest) / _WORDS_OF_QUESTION


def _rarest_words(sentence: str, weights: dict[str, float]) -> str:
    """Return the sentence's rarest words, in their order, as somebody would type them."""
    words = [word.strip(_EDGES) for word in sentence.split()]
    rated = [
        (max((weights.get(stem, 0.0) for stem in content_words(word)), default=0.0), -at)
        for at, word in enumerate(words)
    ]
    best = sorted((rate for rate in rated if rate[0] > 0), reverse=True)[:_WORDS_OF_QUESTION]
    return " ".join(words[-at] for _, at in sorted(best, key=lambda rate: -rate[1]))


_EDGES = ".,;:!?…\"'«»“”„()[]{}<>*_"
