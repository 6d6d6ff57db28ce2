"""How good answers are, and what is kept of how they came to be."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, Protocol

from pipelines.models.chat import Usage

Score = Literal["relevance", "groundedness"]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The scores of an answer, each 0..1; see `nodes.evaluating.triad`."""

    relevance: float  # of the passages to the question
    groundedness: float
    answer_relevance: float
    is_refusal: bool = False


@dataclass(frozen=True, slots=True)
class LoggedPassage:
    """A passage that was found for a question, with its scores, each 0..1."""

    id: int
    similarity: float
    rerank_score: float | None
    lexical_score: float | None
    fused_score: float | None


@dataclass(frozen=True, slots=True)
class AnswerLog:
    """How an answer came to be: no text of a document, and nothing that somebody wrote.

    stage_ms: milliseconds by stage; passages: the best first; rules: ids of those that acted;
    model: that wrote it, "" if none did; tokens: that models took for it, without what failed.
    """

    stage_ms: tuple[tuple[str, float], ...] = ()
    passages: tuple[LoggedPassage, ...] = ()
    rules: tuple[int, ...] = ()
    model: str = ""
    tokens: Usage = field(default_factory=Usage)
    evaluation: Evaluation | None = None


@dataclass(frozen=True, slots=True)
class EvaluationDay:
    """How good the answers of a day were, on average; refusals are only counted."""

    day: date
    answers: int
    refusals: int
    relevance: float
    groundedness: float
    answer_relevance: float


@dataclass(frozen=True, slots=True)
class WeakAnswer:
    """An answer with its scores."""

    id: str
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class EvaluatedAnswer:
    """An answer as an owner sees it; question and answer are None where they may not read it."""

    question: str | None
    answer: str | None
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class AnswerToJudge:
    """What a judge is to be shown; passages: ids of what is cited, then of what was found."""

    question: str
    answer: str
    asker: int | None  # Telegram id of by whose rights the passages are read
    passages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a language model says of an answer, each 0..1."""

    model: str
    relevance: float
    groundedness: float
    answer_relevance: float


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """How good an answer is, as it is counted and as it was judged."""

    evaluation: Evaluation
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """Have an answer judged; what came of it."""

    answer_id: str
    run_id: str = ""  # set when the run starts
    judgement: Judgement | None = None


@dataclass(frozen=True, slots=True)
class GoldenQuestion:
    """A question whose right passage is known: a liked answer's, or an accepted correction's.

    passage: document and number in it; asker: Telegram id of by whose rights it is asked.
    """

    key: str
    question: str
    language: str
    asker: int
    passage: str


@dataclass(frozen=True, slots=True)
class GoldenResult:
    """How a golden question is answered now; evaluation: None where it was not measured."""

    key: str
    is_right: bool
    evaluation: Evaluation | None = None


@dataclass(frozen=True, slots=True)
class EvaluationRun:
    """How all golden questions were answered at once."""

    run_at: datetime
    results: tuple[GoldenResult, ...]


@dataclass(frozen=True, slots=True)
class Drop:
    """A score that has fallen: its mean, and the threshold that it is below."""

    score: Score
    mean: float
    threshold: float


@dataclass(frozen=True, slots=True)
class Alert:
    """Answers have become worse: which scores have fallen, and the worst answers of the day."""

    drops: tuple[Drop, ...]
    worst: tuple[WeakAnswer, ...]


class AlertNotifier(Protocol):
    """Tells the owners that answers have become worse."""

    async def alerted(self, alert: Alert) -> None:
        """Send each of them one message."""
        ...


class SilentAlerts:
    """Tells nobody: for where nobody listens."""

    async def alerted(self, alert: Alert) -> None:
        """Do nothing."""
