"""The audit in sentences: who did what to whom."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from telegram import MessageEntity

from bot.transport.buttons import Action, button, fits, keyboard
from bot.transport.pieces import Piece, join
from bot.views.people.people import NONE, name_of
from bot.views.text import Reader, View, moment, shortened, styled, untappable
from pipelines.models.people import MACHINE, AuditEntry

PER_PAGE = 10
_TITLE = 100  # characters
_SENTENCES = {
    "role_given": "audit-role-given",
    "role_taken": "audit-role-taken",
    "role_made": "audit-role-made",
    "role_deleted": "audit-role-deleted",
    "rights_changed": "audit-rights-changed",
    "person_admitted": "audit-person-admitted",
    "person_suspended": "audit-person-suspended",
    "person_restored": "audit-person-restored",
    "person_removed": "audit-person-removed",
    "invitation_made": "audit-invitation-made",
    "invitation_used": "audit-invitation-used",
    "invitation_revoked": "audit-invitation-revoked",
    "group_role_set": "audit-group-role-set",
    "group_joined": "audit-group-joined",
    "group_left": "audit-group-left",
    "group_policy_set": "audit-group-policy-set",
    "looked_as": "audit-looked-as",
    "document_added": "audit-document-added",
    "document_deleted": "audit-document-deleted",
    "document_opened": "audit-document-opened",
    "document_closed": "audit-document-closed",
    "documents_read": "audit-documents-read",
}
_RIGHTS = {"add": "right-add", "delete": "right-delete", "invite": "right-invite"}


@dataclass(frozen=True, slots=True)
class Subject:
    """What the audit is looked through for; neither: everything."""

    person: int | None = None
    document_id: str | None = None

    def encode(self) -> str:
        """Write it for a button."""
        if self.person is not None:
            return f"p{self.person}"
        if self.document_id is not None:
            return "d" + self.document_id.replace("-", "")
        return "a"

    @classmethod
    def decode(cls, carried: str) -> "Subject":
        """Read what `encode` wrote."""
        if carried.startswith("p"):
            return cls(person=int(carried[1:]))
        return cls(document_id=carried[1:]) if carried.startswith("d") else cls()


def audit_view(
    entries: Sequence[AuditEntry],
    subject: Subject,
    reader: Reader,
    *,
    about: str = "",
    is_first: bool = True,
) -> View:
    """Show a page of the audit: the newest first, and one more than fits when there are older ones.

    Args:
        about: the name of what it was looked through for.
        is_first: nothing newer was left out.
    """
    shown, lines = entries[:PER_PAGE], []
    for entry in shown:
        lines += [
            styled(f"{moment(entry.at, reader.language)}  ", MessageEntity.ITALIC),
            Piece(sentence(entry, reader) + "\n"),
        ]
    count = len(shown)
    scope = "some" if about else "all"
    heading = Piece(reader.say("audit-heading", about=about, scope=scope, count=count) + "\n\n")
    keys = []
    carried = subject.encode()
    if not is_first:
        keys.append(reader.key("button-audit-newest", Action.AUDIT, carried))
    if len(entries) > PER_PAGE:
        older = f"{carried}_{shown[-1].id}"
        if fits(Action.AUDIT, reader.user_id, older):
            label = reader.say("button-list-after")
            keys.append(button(label, Action.AUDIT, reader.user_id, older))
    return View(join([heading, *lines]), keyboard(*filter(None, [keys])))


def sentence(entry: AuditEntry, reader: Reader) -> str:
    """Write an entry of the audit as a sentence."""
    key = _SENTENCES.get(entry.action)
    values: dict[str, str | int] = {
        "actor": _somebody(entry.actor, entry.actor_name, reader),
        "person": _somebody(entry.person, entry.person_name, reader),
        "role": untappable(reader.role(entry.role)) if entry.role is not None else NONE,
        "title": untappable(shortened(entry.title or "", _TITLE)) or NONE,
    }
    if key is None:
        return reader.say("audit-other", action=entry.action, **values)
    more = _DETAILS.get(entry.action, _nothing)(entry.details, reader)
    return reader.say(key, **values, **more)


def _somebody(telegram_id: int | None, name: str | None, reader: Reader) -> str:
    if telegram_id is None or telegram_id == MACHINE:
        return reader.say("audit-machine")
    if telegram_id < 0:
        return reader.say("audit-group", id=str(telegram_id))
    return name_of(name or "", telegram_id, reader)


Details = Mapping[str, object]


def _nothing(_details: Details, _reader: Reader) -> dict[str, str | int]:
    return {}


def _right(details: Details, reader: Reader) -> dict[str, str | int]:
    right = _RIGHTS.get(str(details.get("right")))
    named = reader.say(right) if right is not None else str(details.get("right"))
    return {"right": named, "state": "on" if details.get("on") else "off"}


def _uses(details: Details, _reader: Reader) -> dict[str, str | int]:
    return {"count": _number(details.get("uses")), "days": _number(details.get("days"))}


def _documents(details: Details, _reader: Reader) -> dict[str, str | int]:
    documents = details.get("documents")
    return {
        "count": len(documents) if isinstance(documents, list) else _number(documents),
        "way": "answer" if "answer" in details else "itself",
    }


def _chat(details: Details, _reader: Reader) -> dict[str, str | int]:
    return {"chat": str(details.get("chat"))}


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _policy(details: Details, reader: Reader) -> dict[str, str | int]:
    opened = {"asks": str(details.get("asks")), "adds": str(details.get("adds"))}
    return _chat(details, reader) | opened


_DETAILS: dict[str, Callable[[Details, Reader], dict[str, str | int]]] = {
    "rights_changed": _right,
    "invitation_made": _uses,
    "person_removed": _documents,
    "documents_read": _documents,
    "group_role_set": _chat,
    "group_policy_set": _policy,
    "group_joined": _chat,
    "group_left": _chat,
}
