"""Who talks to the bot, as the database knows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Mode = Literal["chat", "documents"]
Right = Literal["add", "delete", "invite"]
AdmittedBy = Literal["owner", "invitation", "approval", "group", "open"]

EVERYONE = "everyone"  # the role of whoever was let in
OWNER = "owner"  # the role of those who may do everything
ADMIN = "admin"  # the role of those who look after people
LAST_VIEWPOINT = -1152921504606846976  # from here on down askers are viewpoints; SQL has the same
MACHINE = -1  # acts as nobody at Telegram, but at the machine itself; SQL has the same


@dataclass(frozen=True, slots=True)
class Addressee:
    """Somebody whom the bot writes to of itself, and the language to do it in."""

    telegram_id: int
    language: str | None


@dataclass(frozen=True, slots=True)
class MemberTag:
    """What is to stand beside somebody's name in a group; None: nothing."""

    chat_id: int
    telegram_id: int
    tag: str | None


@dataclass(frozen=True, slots=True)
class User:
    """A Telegram user as the database knows them."""

    id: str  # uuid
    telegram_id: int
    is_owner: bool
    is_active: bool  # not suspended
    is_admin: bool = False  # owners are
    admitted_by: AdmittedBy = "open"
    rights: frozenset[Right] = frozenset()

    @property
    def is_member(self) -> bool:
        """Whether they are in for good: neither by an open door nor by a group."""
        return self.admitted_by not in ("open", "group")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the list of people."""

    telegram_id: int
    name: str
    username: str | None
    is_active: bool
    admitted_by: AdmittedBy
    roles: tuple[str, ...]
    documents: int
    last_seen: datetime | None
    may_manage: bool  # whoever looks may suspend and remove them


@dataclass(frozen=True, slots=True)
class People:
    """A page of the list of people, and how many there are in all."""

    shown: tuple[Person, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Role:
    """A role as whoever looks sees it."""

    number: int
    name: str
    rights: frozenset[Right]
    people: int
    documents: int
    may_give: bool  # whoever looks may give it


@dataclass(frozen=True, slots=True)
class Invitation:
    """What lets people in until it is used up, ends, or is revoked."""

    id: str  # uuid
    role: str | None
    uses_left: int
    expires_at: datetime
    created_by: int
    created_by_name: str | None


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One line of the audit: who did what to whom or what."""

    id: int
    at: datetime
    actor: int | None  # MACHINE: whoever was at the machine
    actor_name: str | None
    action: str
    person: int | None
    person_name: str | None
    role: str | None
    document_id: str | None
    title: str | None  # of a document that whoever looks may read
    details: Mapping[str, Any]
