"""What people have set for themselves and for their groups; defaults where they have not."""

from dataclasses import asdict

from pipelines.models.preferences import GroupPolicy, UserSettings
from pipelines.store.database import Database


class PreferenceStore:
    """Settings by Telegram user, policies by Telegram chat."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get_user_settings(self, telegram_id: int) -> UserSettings:
        """Return what somebody has set."""
        rows = await self._database.rows("get_user_settings", p_telegram_id=telegram_id)
        return UserSettings(**rows[0]) if rows else UserSettings()

    async def set_user_settings(self, telegram_id: int, settings: UserSettings) -> None:
        """Keep what somebody has set."""
        values = {f"p_{name}": value for name, value in asdict(settings).items()}
        await self._database.value("set_user_settings", p_telegram_id=telegram_id, **values)

    async def get_group_policy(self, chat_id: int) -> GroupPolicy:
        """Return the policy of a group."""
        rows = await self._database.rows("get_group_policy", p_chat_id=chat_id)
        return GroupPolicy(**rows[0]) if rows else GroupPolicy()

    async def set_group_policy(self, chat_id: int, policy: GroupPolicy, *, actor: int) -> bool:
        """Keep the policy of a group; False when it opens what the actor may not."""
        values = {f"p_{name}": value for name, value in asdict(policy).items()}
        return bool(
            await self._database.value(
                "set_group_policy", p_chat_id=chat_id, **values, p_actor=actor
            )
        )

    async def move_group(self, chat_id: int, new_chat_id: int) -> None:
        """Let policy and memory go on under the id of the supergroup that a group has become."""
        await self._database.value("move_group", p_from=chat_id, p_to=new_chat_id)

    async def forget_group(self, chat_id: int) -> None:
        """Delete policy and memory of a group, and of its topics."""
        await self._database.value("forget_group", p_chat_id=chat_id)
