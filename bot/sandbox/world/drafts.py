"""What a bot is still writing in each private chat: shown for half a minute, then forgotten."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.sandbox.world.values import Formatted

SECONDS_SHOWN = 30.0


@dataclass(frozen=True, slots=True)
class MessageDraft:
    """One state of a text that grows."""

    draft_id: int
    formatted: Formatted
    can_stop: bool = False
    keep_on_stop: bool = False


class Drafts:
    """Keeps one draft a chat, in memory alone; a message of the bot ends it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._shown: dict[int, tuple[MessageDraft, float]] = {}

    def show(self, chat_id: int, draft: MessageDraft) -> None:
        """Show a draft, or its next state, from now on."""
        self._shown[chat_id] = draft, self._clock() + SECONDS_SHOWN

    def of(self, chat_id: int) -> MessageDraft | None:
        """Return what is shown in a chat now."""
        draft, until = self._shown.get(chat_id, (None, 0.0))
        return draft if until > self._clock() else None

    def end(self, chat_id: int) -> None:
        """Show it no longer."""
        self._shown.pop(chat_id, None)
