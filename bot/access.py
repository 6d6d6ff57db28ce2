"""Who may use the bot.

Open to all, or to `owner_ids`, or, when there are none, to whoever first sends the one-time
code that was printed at start. Nobody else is told more than one polite sentence.
"""

import hmac
import secrets
import time
from dataclasses import dataclass

from cachetools import LRUCache
from telegram import User as TelegramUser

from pipelines.models.people import User
from pipelines.store.store import Store

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 10
MAX_ATTEMPTS = 5  # wrong codes from one user until the next start
REMEMBERED = 10_000
REFRESH_SECONDS = 60.0  # after which the database is asked again what a user may do


def new_owner_code() -> str:
    """Make a one-time code; about 49 bits, easy to type."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the database said of a user, and when (monotonic seconds)."""

    name: str
    language: str | None
    user: User
    at: float


class Access:
    """Decides who is let in, and keeps the database's picture of them fresh."""

    def __init__(
        self,
        store: Store,
        *,
        open_to_all: bool = False,
        owner_ids: frozenset[int] = frozenset(),
        owner_code: str | None = None,
    ) -> None:
        self._store = store
        self._open_to_all = open_to_all
        self._owner_ids = owner_ids
        self._owner_code = None if open_to_all or owner_ids else owner_code
        self._attempts: LRUCache[int, int] = LRUCache(REMEMBERED)
        self._seen: LRUCache[int, _Seen] = LRUCache(REMEMBERED)

    @property
    def owners(self) -> frozenset[int]:
        """Telegram ids of the owners known so far: whom to tell about trouble."""
        claimed = {seen.user.telegram_id for seen in self._seen.values() if seen.user.is_owner}
        return self._owner_ids | claimed

    async def admits(self, user: TelegramUser) -> bool:
        """Tell whether this user may go on; store or refresh them if so."""
        if self._owner_ids and user.id not in self._owner_ids and not self._open_to_all:
            return False
        if (
            not self._open_to_all
            and not self._owner_ids
            and not await self._store.people.has_owner()
        ):
            return False
        known = await self._refresh(user)
        return known.is_active and (
            self._open_to_all or user.id in self._owner_ids or known.is_owner
        )

    async def tolerates(self, user: TelegramUser) -> bool:
        """Tell whether a user whom others let in may go on: nobody has shut them out."""
        return (await self._refresh(user)).is_active

    async def claim(self, user: TelegramUser, text: str) -> bool:
        """Make the user the owner if the text is the code and nobody was first."""
        if self._owner_code is None or self._attempts.get(user.id, 0) >= MAX_ATTEMPTS:
            return False
        if not hmac.compare_digest(text.strip().encode(), self._owner_code.encode()):
            self._attempts[user.id] = self._attempts.get(user.id, 0) + 1
            return False
        await self._store.people.ensure_user(user.id, user.full_name, user.language_code)
        claimed = await self._store.people.claim_ownership(user.id)
        self._owner_code = None  # spent only now: a fault above leaves it for another try
        self._seen.pop(user.id, None)
        return claimed

    async def _refresh(self, user: TelegramUser) -> User:
        name, language = user.full_name, user.language_code
        cached, now = self._seen.get(user.id), time.monotonic()
        fresh = cached is not None and now - cached.at < REFRESH_SECONDS
        if cached is not None and fresh and (cached.name, cached.language) == (name, language):
            return cached.user
        known = await self._store.people.ensure_user(user.id, name, language)
        self._seen[user.id] = _Seen(name, language, known, now)
        return known
