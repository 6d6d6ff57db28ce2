"""How good answers are, and what is kept of how they came to be."""

from dataclasses import dataclass, field
from datetime import date
from typing import Literal, Protocol

from pipelines.errors import Failure
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
    unsupported: sentences that the model wrote, and that were left out as no passage bears them
    out. trace_id: of the trace that was sent of it; "" if none was.
    """

    stage_ms: tuple[tuple[str, float], ...] = ()
    passages: tuple[LoggedPassage, ...] = ()
    rules: tuple[int, ...] = ()
    model: str = ""
    tokens: Usage = field(default_factory=Usage)
    unsupported: int = 0
    evaluation: Evaluation | None = None
    trace_id: str = ""


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
class SelfTest:
    """A question made from a document that finds it; passage_idx: the passage it is made from."""

    question: str
    passage_idx: int


@dataclass(frozen=True, slots=True)
class GoldenQuestion:
    """A question whose right passage is known: by a liked answer, a correction, or a self-test.

    passage: document and number in it; asker: Telegram id of by whose rights it is asked, None by
    those that everybody has.
    """

    key: str
    question: str
    language: str
    asker: int | None
    passage: str


@dataclass(frozen=True, slots=True)
class GoldenResult:
    """How a golden question is answered now; evaluation: None where it was not measured."""

    key: str
    is_right: bool
    evaluation: Evaluation | None = None


@dataclass(frozen=True, slots=True)
class GoldenFigures:
    """How golden questions were answered. The means are None where nothing was measured."""

    questions: int
    right: int
    relevance: float | None
    groundedness: float | None
    answer_relevance: float | None


@dataclass(frozen=True, slots=True)
class ShownGolden:
    """A golden question as an owner sees it; all of it is None where they may not read it.

    passage: the right one, of the document `title`; answer: the one that was liked, if one was.
    """

    question: str | None
    language: str | None
    title: str | None
    passage: str | None
    answer: str | None


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    """That the golden questions be asked; nightly: by the clock, and not by a command."""

    is_nightly: bool = False
    run_id: str = ""


@dataclass(frozen=True, slots=True)
class GoldenLot:
    """Some golden questions by their keys, and how they were answered once they are asked."""

    keys: tuple[str, ...]
    results: tuple[GoldenResult, ...] = ()

    def __len__(self) -> int:
        return len(self.keys)


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """How the golden questions of a run were answered, beside the run before it, if there was one.

    worse: keys of those that were answered rightly then, and are not any more.
    """

    run_id: str
    is_nightly: bool
    lots: tuple[GoldenLot, ...]
    now: GoldenFigures = field(default_factory=lambda: GoldenFigures(0, 0, None, None, None))
    before: GoldenFigures | None = None
    worse: tuple[str, ...] = ()
    failure: Failure | None = None

    @property
    def results(self) -> tuple[GoldenResult, ...]:
        """How the questions were answered, as far as they were asked."""
        return tuple(result for lot in self.lots for result in lot.results)


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

    async def got_worse(self, report: EvaluationReport) -> None:
        """Send each of them one message of what is not answered rightly any more."""
        ...


class SilentAlerts:
    """Tells nobody: for where nobody listens."""

    async def alerted(self, alert: Alert) -> None:
        """Do nothing."""

    async def got_worse(self, report: EvaluationReport) -> None:
        """Do nothing."""
