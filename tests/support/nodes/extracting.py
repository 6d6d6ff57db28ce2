"""What answers a question, of sentences that are scored for the test."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.documents import TokenVectors
from pipelines.nodes.answering.sentences.extract_answer import (
    Extract,
    ExtractionRules,
    extract_scored,
)
from pipelines.nodes.answering.sentences.sentence_scores import Place, score_sentences

_RULES = ExtractionRules()


def extract(
    question: str,
    query: QueryEmbedding,
    passages: Sequence[Passage],
    token_vectors: Mapping[int, TokenVectors],
    rules: ExtractionRules = _RULES,
    *,
    language: str = "und",
    read: Mapping[Place, float] = MappingProxyType({}),
    exchanged: frozenset[str] = frozenset(),
) -> Extract:
    """Pick the sentences that answer, and those that the best of them cannot be read without.

    Arguments are those of `score_sentences`; `language` is the question's.
    """
    scored = score_sentences(
        question, query, passages, token_vectors, rules.weights, read=read, exchanged=exchanged
    )
    return extract_scored(question, scored, rules, language=language)
