"""What the bot remembers of a chat between two messages about the library.

It is kept in memory: after a restart a list opens at its beginning, and a text that was asked
for is taken for an ordinary one.
"""

from dataclasses import dataclass
from enum import Enum, auto

from cachetools import LRUCache, TTLCache
from telegram import Message
from telegram.ext.filters import MessageFilter

PATIENCE_SECONDS = 600.0
REMEMBERED = 10_000


class Asked(Enum):
    """What the next text of a chat is to say."""

    SEARCH = auto()
    NAME = auto()
    WORD = auto()  # that confirms a cleaning


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question whose answer is the chat's next text."""

    asked: Asked
    document_id: str = ""
    everybodys: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the list somebody was: what they searched for, and the page, from 0."""

    query: str = ""
    page: int = 0


class LibraryState:
    """Open questions by chat, and places in lists by message."""

    def __init__(self, patience_seconds: float = PATIENCE_SECONDS) -> None:
        self._prompts: TTLCache[int, Prompt] = TTLCache(REMEMBERED, patience_seconds)
        self._places: LRUCache[tuple[int, int], Place] = LRUCache(REMEMBERED)

    def ask(self, chat_id: int, prompt: Prompt) -> None:
        """Take the chat's next text for the answer."""
        self._prompts[chat_id] = prompt

    def waits(self, chat_id: int) -> bool:
        """Tell whether the chat's next text is an answer."""
        return chat_id in self._prompts

    def take(self, chat_id: int) -> Prompt | None:
        """Return what was asked, once; None when nothing was, or too long ago."""
        return self._prompts.pop(chat_id, None)

    def remember(self, chat_id: int, message_id: int, place: Place) -> None:
        """Note that a message shows the library, and where in the list it is."""
        self._places[chat_id, message_id] = place

    def place(self, chat_id: int, message_id: int) -> Place | None:
        """Return where in the list a message is; None when it does not show the library."""
        return self._places.get((chat_id, message_id))


class PromptFilter(MessageFilter):
    """Lets texts through that answer a question about the library."""

    def __init__(self, state: LibraryState) -> None:
        super().__init__()
        self._state = state

    def filter(self, message: Message) -> bool:
        """Tell whether this chat was asked something."""
        return bool(message.text) and self._state.waits(message.chat.id)
