"""What admins look at and look after: people, roles, invitations, readers, the audit.

Everything takes the Telegram id of whoever does it; whether they may is decided in SQL. What is not
theirs to do, and what does not exist, are answered alike: None, False, or nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.models.people import Addressee, AuditEntry, Invitation, People, Person, Right, Role
from pipelines.store.access.people import rights_of
from pipelines.store.database import Database, Row, date_of, date_or_none, text_or_none

_MOST_ALIKE = 200  # people whose names may hold somebody's id


@dataclass(frozen=True, slots=True)
class SharedRole:
    """A role that several documents can be opened to, and how many of them it may read."""

    number: int
    name: str
    readable: int
    total: int

    @property
    def reads_all(self) -> bool:
        """Whether it may read every one."""
        return self.readable == self.total


@dataclass(frozen=True, slots=True)
class DocumentReader:
    """Somebody who can read a document; `through` has names of roles, or "its-owner"."""

    telegram_id: int
    name: str
    through: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DocumentReaders:
    """Some of those who can read a document, and how many there are in all."""

    shown: tuple[DocumentReader, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Withheld:
    """A document that whoever looks may read, and the person they look as may not."""

    document_id: str
    title: str
    roles: tuple[str, ...]  # that may read it


class AdministrationStore:
    """People, roles, invitations, and who may read what."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_people(
        self, actor: int, query: str = "", *, skip: int = 0, limit: int = 8
    ) -> People:
        """List people whose id, @username or name is or holds the query, last seen first."""
        rows = await self._database.rows(
            "list_people", p_actor=actor, p_query=query, p_skip=skip, p_limit=limit
        )
        return People(tuple(map(_person, rows)), rows[0]["total"] if rows else 0)

    async def find_person(self, person: int, *, actor: int) -> Person | None:
        """Return somebody as an admin sees them; None when there is nobody of that id."""
        alike = await self.list_people(actor, str(person), limit=_MOST_ALIKE)
        return next((each for each in alike.shown if each.telegram_id == person), None)

    async def set_person_active(self, person: int, *, is_active: bool, actor: int) -> bool:
        """Suspend somebody, or let them back in."""
        done = await self._database.value(
            "set_person_active", p_person=person, p_active=is_active, p_actor=actor
        )
        return bool(done)

    async def remove_person(self, person: int, *, actor: int) -> bool:
        """Forget somebody, with what is theirs alone."""
        return bool(await self._database.value("remove_person", p_person=person, p_actor=actor))

    async def approve_person(self, person: int, *, role: int | None, actor: int) -> bool:
        """Let somebody in who has asked for it."""
        done = await self._database.value(
            "approve_person", p_person=person, p_role=role, p_actor=actor
        )
        return bool(done)

    async def admins_to_ask(self) -> Sequence[Addressee]:
        """List the admins whom the bot can ask whether to let somebody in."""
        rows = await self._database.rows("admins_to_ask")
        return [Addressee(row["telegram_id"], row["language"]) for row in rows]

    async def list_roles(self, actor: int) -> Sequence[Role]:
        """List all roles for an admin, their own for others."""
        return tuple(map(_role, await self._database.rows("list_roles", p_actor=actor)))

    async def make_role(self, name: str, *, actor: int) -> int | None:
        """Make a role and return its number; None when there is one of that name."""
        number: int | None = await self._database.value("make_role", p_name=name, p_actor=actor)
        return number

    async def delete_role(self, role: int, *, actor: int) -> bool:
        """Delete a role; what only it could read, only its owner can from now on."""
        return bool(await self._database.value("delete_role", p_role=role, p_actor=actor))

    async def set_role_right(self, role: int, right: Right, *, is_on: bool, actor: int) -> bool:
        """Give a right to a role, or take it away."""
        done = await self._database.value(
            "set_role_right", p_role=role, p_right=right, p_on=is_on, p_actor=actor
        )
        return bool(done)

    async def give_role(self, role: int, person: int, *, actor: int) -> bool:
        """Give somebody a role."""
        done = await self._database.value("give_role", p_role=role, p_person=person, p_actor=actor)
        return bool(done)

    async def take_role(self, role: int, person: int, *, actor: int) -> bool:
        """Take a role from somebody."""
        done = await self._database.value("take_role", p_role=role, p_person=person, p_actor=actor)
        return bool(done)

    async def make_invitation(
        self, token_sha256: str, *, role: int | None, uses: int, days: int, actor: int
    ) -> str | None:
        """Make an invitation and return its id; None when that is not theirs to do."""
        made = await self._database.value(
            "make_invitation",
            p_token_sha256=token_sha256,
            p_role=role,
            p_uses=uses,
            p_days=days,
            p_actor=actor,
        )
        return text_or_none(made)

    async def list_invitations(self, actor: int) -> Sequence[Invitation]:
        """List what can still be used: all for an admin, their own for others."""
        rows = await self._database.rows("list_invitations", p_actor=actor)
        return tuple(map(_invitation, rows))

    async def revoke_invitation(self, invitation_id: str, *, actor: int) -> bool:
        """End an invitation."""
        done = await self._database.value("revoke_invitation", p_id=invitation_id, p_actor=actor)
        return bool(done)

    async def get_group_role(self, chat_id: int) -> str | None:
        """Return the name of the role that a group has."""
        name: str | None = await self._database.value("get_group_role", p_chat_id=chat_id)
        return name

    async def set_group_role(self, chat_id: int, role: int | None, *, actor: int) -> bool:
        """Give a group a role, or take it away."""
        done = await self._database.value(
            "set_group_role", p_chat_id=chat_id, p_role=role, p_actor=actor
        )
        return bool(done)

    async def share_document(self, document_id: str, role: int, *, is_on: bool, actor: int) -> bool:
        """Open a document, in all its versions, to a role, or close it again."""
        done = await self._database.value(
            "share_document", p_document_id=document_id, p_role=role, p_on=is_on, p_actor=actor
        )
        return bool(done)

    async def shared_roles(
        self, document_ids: Sequence[str], *, actor: int
    ) -> Sequence[SharedRole]:
        """List the roles that any of these documents can be opened to."""
        rows = await self._database.rows(
            "shared_roles", p_document_ids=list(document_ids), p_actor=actor
        )
        return [
            SharedRole(row["number"], row["name"], row["readable"], row["total"]) for row in rows
        ]

    async def share_documents(
        self, document_ids: Sequence[str], role: int, *, is_on: bool, actor: int
    ) -> int:
        """Open what is the actor's to open of these, or close it; return how many that were."""
        done = await self._database.value(
            "share_documents",
            p_document_ids=list(document_ids),
            p_role=role,
            p_on=is_on,
            p_actor=actor,
        )
        return int(done)

    async def document_readers(
        self, document_id: str, *, actor: int, limit: int = 50
    ) -> DocumentReaders:
        """List who can read a document, and by which roles."""
        rows = await self._database.rows(
            "document_readers", p_document_id=document_id, p_actor=actor, p_limit=limit
        )
        shown = tuple(
            DocumentReader(row["telegram_id"], row["display_name"] or "", tuple(row["through"]))
            for row in rows
        )
        return DocumentReaders(shown, rows[0]["total"] if rows else 0)

    async def groups_reading(self, document_id: str, *, actor: int) -> int:
        """Count the groups that are answered from a document by the role that they have."""
        return int(
            await self._database.value("groups_reading", p_document_id=document_id, p_actor=actor)
        )

    async def open_viewpoint(self, person: int, *, viewer: int) -> int | None:
        """Return the id to ask under as somebody else would; None when that is not theirs to do."""
        asker: int | None = await self._database.value(
            "open_viewpoint", p_person=person, p_viewer=viewer
        )
        return asker

    async def withheld_from(
        self, document_ids: Sequence[str], *, viewpoint: int, actor: int
    ) -> Sequence[Withheld]:
        """Return which of these documents the actor may read and a viewpoint may not."""
        rows = await self._database.rows(
            "withheld_from",
            p_document_ids=list(document_ids),
            p_viewpoint=viewpoint,
            p_actor=actor,
        )
        return [
            Withheld(str(row["document_id"]), row["title"] or "", tuple(row["roles"]))
            for row in rows
        ]

    async def left_out_of(self, viewpoint: int, *, actor: int) -> int:
        """Count what is the person's own, and left out where somebody asks as they would."""
        return int(await self._database.value("left_out_of", p_viewpoint=viewpoint, p_actor=actor))

    async def note_documents_read(self, documents: Sequence[str], *, reader: int) -> None:
        """Keep that these were quoted to somebody outside of an answer that is kept."""
        if documents:
            await self._database.value(
                "note_documents_read", p_reader=reader, p_documents=list(documents)
            )

    async def list_audit(
        self,
        actor: int,
        *,
        before: int | None = None,
        limit: int = 20,
        person: int | None = None,
        document_id: str | None = None,
    ) -> Sequence[AuditEntry]:
        """List what was done, newest first; `before` is the id of an entry that is not shown."""
        rows = await self._database.rows(
            "list_audit",
            p_actor=actor,
            p_before=before,
            p_limit=limit,
            p_person=person,
            p_document_id=document_id,
        )
        return tuple(map(_entry, rows))


def _person(row: Row) -> Person:
    return Person(
        telegram_id=row["telegram_id"],
        name=row["display_name"] or "",
        username=row["username"],
        is_active=row["is_active"],
        admitted_by=row["admitted_by"],
        roles=tuple(row["roles"]),
        documents=row["documents"],
        last_seen=date_or_none(row["last_login"]),
        may_manage=row["may_manage"],
    )


def _role(row: Row) -> Role:
    return Role(
        number=row["number"],
        name=row["name"],
        rights=rights_of(row["rights"]),
        people=row["people"],
        documents=row["documents"],
        may_give=row["may_give"],
    )


def _invitation(row: Row) -> Invitation:
    return Invitation(
        id=str(row["id"]),
        role=row["role"],
        uses_left=row["uses_left"],
        expires_at=date_of(row["expires_at"]),
        created_by=row["created_by"],
        created_by_name=row["by_name"],
    )


def _entry(row: Row) -> AuditEntry:
    return AuditEntry(
        id=row["id"],
        at=date_of(row["at"]),
        actor=row["actor"],
        actor_name=row["actor_name"],
        action=row["action"],
        person=row["person"],
        person_name=row["person_name"],
        role=row["role"],
        document_id=text_or_none(row["document_id"]),
        title=row["title"],
        details=row["details"],
    )
