"""Who uses this copy, and who owns it."""

from typing import Any

from pipelines.models.people import User
from pipelines.store.database import Database, Row, storable_or_none


class PeopleStore:
    """Users by their Telegram ids."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ensure_user(
        self, telegram_id: int, display_name: str | None, language: str | None
    ) -> User:
        """Insert or refresh a user."""
        [row] = await self._database.rows(
            "ensure_user",
            p_telegram_id=telegram_id,
            p_display_name=storable_or_none(display_name),
            p_language=language,
        )
        return _user(row)

    async def claim_ownership(self, telegram_id: int) -> bool:
        """Make this user the owner if there is none yet; False if somebody was first."""
        return bool(await self._database.value("claim_ownership", p_telegram_id=telegram_id))

    async def has_owner(self) -> bool:
        """Tell whether somebody owns this copy."""
        return bool(await self._database.value("has_owner"))

    async def owner_ids(self) -> tuple[int, ...]:
        """Return the Telegram ids of those to tell about trouble."""
        found: Any = await self._database.value("owner_ids")
        return tuple(found or ())

    async def appoint_owners(self, telegram_ids: tuple[int, ...]) -> None:
        """Make these people owners of this copy."""
        await self._database.value("appoint_owners", p_telegram_ids=list(telegram_ids))

    async def acts_for(self, owner: int | None, actor: int | None) -> bool:
        """Tell whether the actor may do to the owner's things what the owner may."""
        return bool(await self._database.value("acts_for", p_owner=owner, p_actor=actor))


def _user(row: Row) -> User:
    return User(
        id=str(row["id"]),
        telegram_id=row["telegram_id"],
        is_owner=row["is_owner"],
        is_active=row["is_active"],
    )
