"""Shows admins who asks to be let in, and how it ended; keeps of strangers what memory holds."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from cachetools import LRUCache, TTLCache

from bot.transport.outbox import Outbox
from bot.transport.pieces import Piece
from bot.views.people.requests import Stranger, request_keys, request_text
from bot.views.text import Reader
from pipelines.ports import Phrasebook
from pipelines.store.store import Store

AGAIN_SECONDS = 86_400.0  # after which somebody may ask again
HOUR_SECONDS = 3600.0
MOST_AN_HOUR = 6  # strangers whom admins are shown
_REMEMBERED = 10_000

Asking = Literal["asked", "known", "declined", "too_many", "unreachable"]


@dataclass(frozen=True, slots=True)
class _Open:
    """A request, and the messages that show it: the chat, the message, and whose it is."""

    name: str
    shown: tuple[tuple[int, int, Reader], ...]


class AccessRequests:
    """Requests of strangers to be let in."""

    def __init__(self, store: Store, outbox: Outbox, phrases: Phrasebook) -> None:
        self._store = store
        self._outbox = outbox
        self._phrases = phrases
        self._asked: TTLCache[int, bool] = TTLCache(_REMEMBERED, AGAIN_SECONDS)
        self._lately: TTLCache[int, bool] = TTLCache(_REMEMBERED, HOUR_SECONDS)
        self._open: LRUCache[int, _Open] = LRUCache(_REMEMBERED)
        self._declined: TTLCache[int, bool] = TTLCache(_REMEMBERED, AGAIN_SECONDS)

    async def ask(self, stranger: Stranger) -> Asking:
        """Show a request to every admin who can be written to, if it is not one too many."""
        person = stranger.telegram_id
        if person in self._declined:
            return "declined"
        if person in self._asked:
            return "known"
        if len(self._lately) >= MOST_AN_HOUR and person not in self._lately:
            return "too_many"
        self._lately[person] = True
        shown = []
        for admin in await self._store.administration.admins_to_ask():
            reader = Reader(admin.telegram_id, admin.language, self._phrases)
            message_id = await self._show(stranger, reader)
            if message_id is not None:
                shown.append((admin.telegram_id, message_id, reader))
        if not shown:
            return "unreachable"
        self._asked[person] = True
        self._open[person] = _Open(stranger.name, tuple(shown))
        return "asked"

    async def _show(self, stranger: Stranger, reader: Reader) -> int | None:
        roles = await self._store.administration.list_roles(reader.user_id)
        return await self._outbox.send(
            reader.user_id,
            request_text(stranger, reader),
            keyboard=request_keys(stranger, roles, reader),
        )

    def is_open(self, person: int) -> bool:
        """Tell whether somebody is known to wait for a word."""
        return person in self._open

    def was_declined(self, person: int) -> bool:
        """Tell whether somebody is known to have been told no."""
        return person in self._declined

    def name_of(self, person: int) -> str:
        """Return what somebody who waits is called; "" when that is not known."""
        return self._open[person].name if person in self._open else ""

    async def settle(
        self,
        person: int,
        say: Callable[[Reader], Piece],
        *,
        pressed: tuple[int, int, Reader],
        is_declined: bool = False,
    ) -> None:
        """Put how it ended in the place of the request, wherever that is shown.

        Args:
            pressed: the chat, the message and the reader of the button.
        """
        if is_declined:
            self._declined[person] = True
        request = self._open.pop(person, None)
        places = {chat: (chat, message_id, reader) for chat, message_id, reader in [pressed]}
        for place in request.shown if request is not None else ():
            places.setdefault(place[0], place)
        for chat_id, message_id, reader in places.values():
            if message_id:  # else nobody knows which one it is
                await self._outbox.edit(chat_id, message_id, say(reader))
