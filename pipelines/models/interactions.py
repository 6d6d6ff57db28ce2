"""What was asked of the base and answered, and what somebody says of the answer."""

import uuid
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from pipelines.models.answers import Citation

Rating = Literal["positive", "negative"]
Reason = Literal["wrong", "off_topic", "too_little", "outdated", "unreadable"]
AwaitedKind = Literal[
    "correction", "correction_or_question", "owner_answer", "gap_answer", "gap_words"
]

_OF_RUNS = uuid.uuid5(uuid.NAMESPACE_URL, "paragraf:run")
MOST_STEPS = 5  # of the agent that wrote an answer


def interaction_id_of(run_id: str) -> str:
    """Name what a run answered: the same at every repetition of its steps."""
    return str(uuid.uuid5(_OF_RUNS, run_id))


@dataclass(frozen=True, slots=True)
class Interaction:
    """A question to the base with its answer."""

    id: str
    query: str  # as it was written, without secrets
    response: str
    chat: str  # whose history it stands in
    asker: int | None  # Telegram id of whose rights it was answered by
    run_id: str = ""
    language: str = ""  # of the answer
    kind: str = "question"  # what the message was; see `nodes.questions.intents.intent`
    reading: str = ""  # the question as it was understood
    is_single: bool = False  # the reading stands for all of it
    is_literal: bool = False  # it was asked with nothing taken into it
    documents: tuple[str, ...] = ()  # ids of what was cited, or told of
    sources: tuple[str, ...] = ()  # ids of all that the answer was made of
    passages: tuple[int, ...] = ()
    quotes: tuple[str, ...] = ()  # what was quoted
    left_out: tuple[str, ...] = ()  # what earlier answers to it had quoted
    offered: tuple[str, ...] = ()  # questions to ask next
    model: str = ""  # that wrote the answer; "": none did
    steps: int = 0  # of the agent, at most `MOST_STEPS`
    reader: int | None = None  # Telegram id of who asked; None: the asker


@dataclass(frozen=True, slots=True)
class Feedback:
    """What somebody says of an answer."""

    rating: Rating
    reason: Reason | None = None
    correction: str | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """How many people say what of an answer."""

    positive: int = 0
    negative: int = 0


@dataclass(frozen=True, slots=True)
class SeenInteraction:
    """An interaction, and what whoever looks at it has said of it."""

    interaction: Interaction
    feedback: Feedback | None = None


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """The answer that a message shows, and whose memory it stands in."""

    id: str
    chat: str


@dataclass(frozen=True, slots=True)
class FollowRequest:
    """Look for questions to ask after an answer; those that were found."""

    answer_run: str
    run_id: str = ""  # set when the run starts
    questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NoteRequest:
    """Note what an answer was measured at and how it came to be."""

    answer_run: str
    run_id: str = ""  # set when the run starts


@dataclass(frozen=True, slots=True)
class Offer:
    """Questions to offer under an answer that was sent, and how that was rated meanwhile.

    rating: by its asker; tally: by all who may.
    """

    shown_at: int  # the message that shows the answer
    questions: tuple[str, ...]
    rating: Rating | None = None
    tally: Tally = field(default_factory=Tally)


@dataclass(frozen=True, slots=True)
class AwaitedText:
    """What a message was asked for: its kind, what it is about, and the message that asks."""

    kind: AwaitedKind
    subject: str
    prompt_id: int


@dataclass(frozen=True, slots=True)
class StaleAnswer:
    """An answer whose document was changed or deleted, and whoever got it.

    quotes: those that the document holds no longer; of what was deleted there are none.
    """

    id: str
    asker: int  # Telegram id
    question: str
    answered_at: datetime
    language: str | None  # of the interface
    is_deleted: bool
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """What was said then, and what the base says now; no citation: it has no answer."""

    question: str
    answered_at: datetime
    then: tuple[str, ...]  # quotes; none of what was deleted
    now: tuple[Citation, ...]
