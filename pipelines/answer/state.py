"""The value that travels through the answer pipeline.

Passages travel as ids with their scores, not as text: a step that needs text or token vectors
reads them anew as the asking user. The record of a run holds the question, the answer and the
sentences it quotes, and no other text of a document.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pipelines.errors import Failure
from pipelines.models.answers import (
    Answer,
    Citation,
    Passage,
    Timings,
)
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.secrets.find import kinds_removed


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage by its id, with the scores it has so far."""

    id: int
    similarity: float
    rerank_score: float | None = None
    fused_score: float | None = None
    lexical_score: float | None = None

    @classmethod
    def of(cls, passage: Passage) -> "Hit":
        """Keep of a passage what may be recorded."""
        return cls(
            passage.id,
            passage.similarity,
            passage.rerank_score,
            passage.fused_score,
            passage.lexical_score,
        )


@dataclass(frozen=True, slots=True)
class AnswerState:
    """A question on its way to an answer.

    Passages the reranker had no time for are counted, and speak neither for an answer nor against
    one: whether to abstain is decided by the passages that it did read.
    """

    request: AnswerRequest
    language: str
    has_model: bool = False  # a language model writes the answer
    hits: tuple[Hit, ...] = ()
    unranked: int = 0  # passages the reranker had no time for
    confidence: float = 0.0  # 0..1, that the passages hold an answer
    abstained: bool = False
    text: str = ""
    citations: tuple[Citation, ...] = ()
    timings: Timings = field(default_factory=Timings)
    failure: Failure | None = None

    def __len__(self) -> int:
        return len(self.hits)

    def restore(self, passages: Sequence[Passage]) -> tuple[Passage, ...]:
        """Give passages read anew the scores this state remembers; the gone stay out."""
        hits = {hit.id: hit for hit in self.hits}
        return tuple(
            replace(
                passage,
                similarity=hits[passage.id].similarity,
                rerank_score=hits[passage.id].rerank_score,
                fused_score=hits[passage.id].fused_score,
                lexical_score=hits[passage.id].lexical_score,
            )
            for passage in passages
        )

    def with_passages(self, passages: Sequence[Passage]) -> "AnswerState":
        """Remember these passages, in this order."""
        return replace(self, hits=tuple(Hit.of(passage) for passage in passages))

    def answer(self, passages: Sequence[Passage] = ()) -> Answer:
        """Give the answer as people and programs see it."""
        return Answer(
            text=self.text,
            abstained=self.abstained,
            language=self.language,
            citations=self.citations,
            passages=tuple(passages),
            timings=self.timings,
            removed=kinds_removed(self.request.question),
        )
