"""What people and groups have set; that of people is read seldom enough to ask at every update.

Several workers may run: what another one has changed is seen here a few seconds later.
"""

import time
from collections.abc import Callable

from cachetools import TTLCache

from pipelines.models.preferences import GroupPolicy, UserSettings
from pipelines.store.store import Store

REFRESH_SECONDS = 10.0
REMEMBERED = 10_000


class Preferences:
    """Settings by Telegram user, policies by Telegram chat."""

    def __init__(
        self,
        store: Store,
        *,
        refresh_seconds: float = REFRESH_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._users: TTLCache[int, UserSettings] = TTLCache(REMEMBERED, refresh_seconds, clock)

    def known(self, user_id: int) -> UserSettings:
        """Return what was read of somebody lately, else the defaults."""
        return self._users.get(user_id, UserSettings())

    async def of_user(self, user_id: int) -> UserSettings:
        """Return what somebody has set."""
        if (settings := self._users.get(user_id)) is None:
            settings = await self._store.preferences.get_user_settings(user_id)
            self._users[user_id] = settings
        return settings

    async def change_user(
        self, user_id: int, change: Callable[[UserSettings], UserSettings]
    ) -> UserSettings:
        """Change what somebody has set, as it is now in the database."""
        settings = change(await self._store.preferences.get_user_settings(user_id))
        await self._store.preferences.set_user_settings(user_id, settings)
        self._users[user_id] = settings
        return settings

    async def of_group(self, chat_id: int) -> GroupPolicy:
        """Return the policy of a group, as it is now: it may have ended with somebody's right."""
        return await self._store.preferences.get_group_policy(chat_id)

    async def change_group(
        self, chat_id: int, change: Callable[[GroupPolicy], GroupPolicy], *, actor: int
    ) -> bool:
        """Change the policy of a group; False when that opens what the actor may not."""
        policy = change(await self._store.preferences.get_group_policy(chat_id))
        return await self._store.preferences.set_group_policy(chat_id, policy, actor=actor)

    async def move_group(self, chat_id: int, new_chat_id: int) -> None:
        """Let policy and memory go on under the id of the supergroup that a group has become."""
        await self._store.preferences.move_group(chat_id, new_chat_id)

    async def forget_group(self, chat_id: int) -> None:
        """Forget policy and memory of a group."""
        await self._store.preferences.forget_group(chat_id)
