"""Who uses this copy, and as what."""

from collections.abc import Sequence
from typing import Any

from pipelines.models.people import AdmittedBy, MemberTag, Right, User
from pipelines.store.database import Database, Row, storable_or_none


class PeopleStore:
    """Users by their Telegram ids, and how they come in."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get_user(self, telegram_id: int) -> User | None:
        """Return somebody as they are now; None for a stranger."""
        rows = await self._database.rows("get_user", p_telegram_id=telegram_id)
        return _user(rows[0]) if rows else None

    async def ensure_user(
        self,
        telegram_id: int,
        display_name: str | None,
        language: str | None,
        *,
        username: str | None = None,
        admitted_by: AdmittedBy = "open",
    ) -> User:
        """Insert or refresh a user; who comes through an open door stays what they were.

        Args:
            username: without the @; "" for who has none, None where that is not known.
        """
        [row] = await self._database.rows(
            "ensure_user",
            p_telegram_id=telegram_id,
            p_display_name=storable_or_none(display_name),
            p_language=language,
            p_username=storable_or_none(username),
            p_admitted_by=admitted_by,
        )
        return _user(row)

    async def refresh_user(
        self,
        telegram_id: int,
        display_name: str | None,
        language: str | None,
        *,
        username: str | None = None,
    ) -> User | None:
        """Refresh a user; None when they are not there any more, removed meanwhile.

        Args:
            username: as for `ensure_user`.
        """
        rows = await self._database.rows(
            "refresh_user",
            p_telegram_id=telegram_id,
            p_display_name=storable_or_none(display_name),
            p_language=language,
            p_username=storable_or_none(username),
        )
        return _user(rows[0]) if rows else None

    async def is_shut_out(self, telegram_id: int) -> bool:
        """Tell whether somebody is suspended, or was removed of late."""
        return bool(await self._database.value("is_shut_out", p_person=telegram_id))

    async def roles_of(self, telegram_id: int) -> tuple[str, ...]:
        """Return the names of the roles that somebody holds besides "everyone", oldest first."""
        rows = await self._database.rows("roles_of", p_telegram_id=telegram_id)
        return tuple(row["name"] for row in sorted(rows, key=lambda row: row["number"]))

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

    async def set_front_door(self, *, is_open: bool) -> None:
        """Keep whether whoever writes may use the bot: who came in so is out once it shuts."""
        await self._database.value("set_front_door", p_is_open=is_open)

    async def acts_for(self, owner: int | None, actor: int | None) -> bool:
        """Tell whether the actor may do to the owner's things what the owner may."""
        return bool(await self._database.value("acts_for", p_owner=owner, p_actor=actor))

    async def redeem_invitation(self, token_sha256: str, person: int) -> str | None:
        """Let somebody in by an invitation, and return its role, EVERYONE when it gives none.

        None when it is no invitation, or not for them.
        """
        role: str | None = await self._database.value(
            "redeem_invitation", p_token_sha256=token_sha256, p_person=person
        )
        return role

    async def groups_with_roles(self) -> Sequence[int]:
        """Return the ids of the groups whose members hold a role."""
        found: Any = await self._database.value("groups_with_roles")
        return tuple(found or ())

    async def note_membership(self, chat_id: int, person: int, *, is_member: bool) -> None:
        """Keep what Telegram says of somebody and a group; of strangers nothing is kept."""
        await self._database.value(
            "note_membership", p_chat_id=chat_id, p_person=person, p_is_member=is_member
        )

    async def groups_of(self, person: int) -> Sequence[int]:
        """Return the ids of the groups with a role that somebody is held to be in."""
        found: Any = await self._database.value("groups_of", p_person=person)
        return tuple(found or ())

    async def take_due_memberships(
        self, *, silent_seconds: float, limit: int
    ) -> Sequence[tuple[int, int]]:
        """Take members (chat, person) of whom Telegram was not heard for long, to ask it."""
        rows = await self._database.rows(
            "take_due_memberships", p_silent_seconds=silent_seconds, p_limit=limit
        )
        return tuple((row["chat_id"], row["telegram_id"]) for row in rows)

    async def due_member_tags(self) -> Sequence[MemberTag]:
        """Return tags of members of groups that are not what they should be, at most a hundred."""
        rows = await self._database.rows("due_member_tags")
        return tuple(MemberTag(row["chat_id"], row["telegram_id"], row["tag"]) for row in rows)

    async def note_member_tag(self, tag: MemberTag) -> None:
        """Keep that a tag is as it should be, or that Telegram does not take it."""
        await self._database.value(
            "note_member_tag", p_chat_id=tag.chat_id, p_person=tag.telegram_id, p_tag=tag.tag
        )


def rights_of(values: Sequence[Right] | None) -> frozenset[Right]:
    """Read an array of rights."""
    return frozenset(values or ())


def _user(row: Row) -> User:
    return User(
        id=str(row["id"]),
        telegram_id=row["telegram_id"],
        is_owner=row["is_owner"],
        is_active=row["is_active"],
        is_admin=row["is_admin"],
        admitted_by=row["admitted_by"],
        rights=rights_of(row["rights"]),
    )
