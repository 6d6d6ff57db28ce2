"""Questions that the base had no answer to: passed on to the owners, or gathered for admins."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pipelines.models.answers import Citation

QuestionState = Literal["open", "answered", "declined"]
Ending = Literal["answered", "declined"]
Passing = Literal["passed", "known", "forgotten", "unreachable", "too_many"]
Settling = Literal["settled", "over", "gone", "suspended"]


@dataclass(frozen=True, slots=True)
class OwnerPrompt:
    """The message that shows a question to an owner."""

    owner: int
    message_id: int
    language: str | None


@dataclass(frozen=True, slots=True)
class OwnerQuestion:
    """A question for the owners, as one of them may see it; its id is that of the interaction."""

    id: str
    question: str  # without secrets
    asker: int  # Telegram id; of a group too
    asker_name: str
    chat_id: int  # where the answer goes
    thread_id: int | None
    message_id: int | None  # of the message that asked
    language: str | None  # of the interface, for whoever asked
    state: QuestionState = "open"
    settled_name: str = ""  # of the owner who did
    settled_at: datetime | None = None
    answer: str | None = None  # None: it was declined, or answered with a file

    @property
    def is_group(self) -> bool:
        """Whether others read the answer."""
        return self.chat_id < 0


@dataclass(frozen=True, slots=True)
class NearGap:
    """An open question that another one may be the same as; `similarity` is the cosine."""

    cluster: str
    text: str
    language: str
    similarity: float


@dataclass(frozen=True, slots=True)
class GapCluster:
    """Questions that are the same and have no answer, as admins see them.

    questions: as they were put, behind what they lean on.
    names: of those who have passed theirs on to the owners, and of nobody else.
    """

    cluster: str
    questions: tuple[str, ...]
    languages: tuple[str, ...]
    names: tuple[str, ...]
    people: int
    asked: int
    last_asked_at: datetime


@dataclass(frozen=True, slots=True)
class GapPage:
    """Some of the clusters, those of the most people first, and how many there are."""

    clusters: tuple[GapCluster, ...]
    total: int


GapSettling = Literal["settled", "over", "gone"]


@dataclass(frozen=True, slots=True)
class GapAnswer:
    """The answer of an admin, for somebody who asked and may read what it rests on."""

    id: str  # of the gap
    asker: int  # Telegram id; of a group too
    chat: str  # with its topic: see `Origin.memory`
    language: str | None  # of the interface
    query: str
    asked_at: datetime
    name: str  # of the admin
    citation: Citation  # its quote is the answer; "": the document as a whole is
    asked: str = ""  # as they put it, behind what it leans on; see `FOLLOWED`
