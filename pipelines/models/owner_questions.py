"""Questions that the base had no answer to, passed on to the owners of this copy."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

QuestionState = Literal["open", "answered", "declined"]
Ending = Literal["answered", "declined"]
Passing = Literal["passed", "known", "forgotten", "unreachable", "too_many"]
Settling = Literal["settled", "over", "gone", "suspended"]


@dataclass(frozen=True, slots=True)
class Owner:
    """Somebody who may be asked."""

    telegram_id: int
    language: str | None


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
