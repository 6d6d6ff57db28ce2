"""Which answers are being written for whom, so that each can be stopped where it is waited for.

In memory only: after a restart the question is handled again, and its answer stands here again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bot.transport.reply_address import Origin


@dataclass(slots=True)
class Answering:
    """The runs that somebody waits for, in the order they began."""

    _asked: dict[str, Origin] = field(default_factory=dict)

    @contextmanager
    def waiting(self, run_id: str, asked: Origin) -> Iterator[None]:
        """Count a run in until the block ends."""
        self._asked[run_id] = asked
        try:
            yield
        finally:
            self._asked.pop(run_id, None)

    def runs_in(self, chat_id: int, user_id: int | None = None) -> tuple[str, ...]:
        """Return the runs of a chat; with a user, of those that they asked for."""
        return tuple(
            run_id
            for run_id, asked in self._asked.items()
            if asked.chat_id == chat_id and user_id in (None, asked.user_id)
        )
