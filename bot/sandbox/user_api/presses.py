"""Presses of inline buttons, until the bot answers them."""

import secrets
from dataclasses import asdict, dataclass

from bot.sandbox.world.archive import Archive

_KIND = "press"


@dataclass(frozen=True, slots=True)
class Press:
    """One callback query."""

    query_id: str
    chat_id: int
    user_id: int
    message_id: int
    data: str


class Presses:
    """Keeps the callback queries that are not answered yet."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._open = {key: Press(**record) for key, record in archive.load(_KIND).items()}

    def add(self, *, chat_id: int, user_id: int, message_id: int, data: str) -> Press:
        """Begin a callback query."""
        press = Press(str(secrets.randbits(62)), chat_id, user_id, message_id, data)
        self._archive.put(_KIND, press.query_id, asdict(press))
        self._open[press.query_id] = press
        return press

    def take(self, query_id: str) -> Press | None:
        """End a callback query and return it; None when it is unknown or answered."""
        press = self._open.pop(query_id, None)
        if press:
            self._archive.delete(_KIND, query_id)
        return press
