"""Who can read what, on a phone's screen: a toggle per role, and the people it comes to."""

from collections.abc import Sequence
from dataclasses import dataclass

from telegram import InlineKeyboardButton, MessageEntity

from bot.transport.buttons import ANYBODY, Action, button, fits, keyboard
from bot.transport.pieces import Piece, join
from bot.views.library import open_to, titled
from bot.views.text import Reader, View, readers_of, shortened, styled, untappable
from pipelines.models.people import EVERYONE, Role, User
from pipelines.store.access.administration import (
    DocumentReader,
    DocumentReaders,
    SharedRole,
    Withheld,
)
from pipelines.store.documents import DocumentCard, DocumentPage

MOST_READERS = 10  # that are named
_NAME, _TITLE = 60, 200  # characters
_ITS_OWNER = "its-owner"
_YES, _SOME = "✓ ", "± "
_TO_GROUPS = "0"  # no role's number


@dataclass(frozen=True, slots=True)
class Holdings:
    """What somebody reads by, and how much that is."""

    roles: tuple[str, ...]
    user: User
    documents: int


def document_access_view(
    card: DocumentCard,
    roles: Sequence[SharedRole],
    readers: DocumentReaders,
    held: Sequence[str],
    reader: Reader,
    *,
    groups: int = 0,
) -> View:
    """Show who can read a document, and a toggle per role to whoever may change that.

    Args:
        roles, readers, groups: nothing, if it is not the reader's to change.
        held: the roles that the reader holds.
        groups: how many of them are answered from it.
    """
    pieces = [styled(untappable(shortened(card.title, _TITLE)), MessageEntity.BOLD), Piece("\n")]
    lines = [open_to(card, reader)]
    own = _own_ways(card, held, reader)
    lines.append(reader.say("access-you", through=_through(own, reader, own="access-yours")))
    if readers.shown:
        lines += ["", reader.say("access-people", count=readers.total)]
        lines += [_person(each, reader) for each in readers.shown]
    if (more := readers.total - len(readers.shown)) > 0:
        lines.append(reader.say("access-more-people", count=more))
    if readers.shown and (groups or card.is_open):
        where = "all" if card.is_open else "some"
        lines.append(reader.say("access-groups", where=where, count=groups))
    if roles:
        lines += ["", reader.say("access-toggles")]
    this = card.document_id
    rows = _toggles(roles, Action.SHARE_DOCUMENT, this.replace("-", ""), reader)
    rows.append([reader.key("button-to-document", Action.OPEN_DOCUMENT, this)])
    return View(join([*pieces, Piece("\n".join(lines))]), keyboard(*rows))


def batch_access_view(
    titles: Sequence[str], roles: Sequence[SharedRole], name: str, reader: Reader
) -> View:
    """Show who can read what a batch added: each toggle is for all of it."""
    named = [role.name for role in roles if role.readable]
    lines = [
        reader.say(
            "access-batch", count=len(titles), title=untappable(shortened(titles[0], _TITLE))
        ),
        reader.say("receipt-readers-differ")
        if any(0 < role.readable < role.total for role in roles)
        else reader.say(
            "receipt-readers",
            readers=readers_of(named, reader.language, reader.phrases),
        ),
        "",
        reader.say("access-toggles"),
    ]
    return View(
        Piece("\n".join(lines)), keyboard(*_toggles(roles, Action.SHARE_BATCH, name, reader))
    )


def own_access_text(holdings: Holdings, reader: Reader) -> str:
    """Say what somebody reads by, what they may do, and how much they may read."""
    rights = sorted(holdings.user.rights, key=("add", "delete", "invite").index)
    return "\n".join(
        [
            reader.say("access-roles", roles=_names((EVERYONE, *holdings.roles), reader)),
            reader.say(
                "access-rights",
                rights=", ".join(reader.say(f"access-right-{right}") for right in rights) or "none",
            ),
            reader.say("access-documents", count=holdings.documents),
            "",
            reader.say("access-usage"),
        ]
    )


def nothing_found_text(query: str, roles: Sequence[str], reader: Reader) -> str:
    """Say that there is nothing of that name to read; whether there is one at all is not said."""
    return reader.say(
        "access-nothing",
        query=untappable(shortened(query, _NAME)),
        roles=_names((EVERYONE, *roles), reader),
    )


def which_view(found: DocumentPage, reader: Reader) -> View:
    """Ask which of several documents is meant."""
    rows = [
        [
            button(
                titled(each, reader),
                *(Action.DOCUMENT_ACCESS, reader.user_id, each.document_id),
            )
        ]
        for each in found.documents
    ]
    return View(Piece(reader.say("access-which", count=found.total)), keyboard(*rows))


def withheld_text(withheld: Sequence[Withheld], left_out: int, name: str, reader: Reader) -> str:
    """Say what was withheld from somebody, and which roles may read it; what of theirs from us."""
    name = untappable(shortened(name, _NAME))
    own = [reader.say("as-left-out", name=name, count=left_out)] if left_out else []
    if not withheld:
        return "\n\n".join([reader.say("as-nothing-withheld", name=name), *own])
    lines = [reader.say("as-withheld", name=name)]
    lines += [
        reader.say(
            "as-withheld-document",
            title=untappable(shortened(each.title, _TITLE)),
            readers=readers_of(each.roles, reader.language, reader.phrases),
        )
        for each in withheld
    ]
    return "\n\n".join(["\n".join(lines), *own])


def group_role_view(roles: Sequence[Role], current: str | None, reader: Reader) -> View:
    """Show which role a group has, and those that it can be given."""
    rows = [
        [_choice(untappable(reader.role(role.name)), str(role.number), is_on=role.name == current)]
        for role in roles
        if role.may_give
    ]
    rows.append([_choice(reader.say("group-role-none"), _TO_GROUPS, is_on=current is None)])
    rows.append([button(reader.say("button-to-settings"), Action.POLICY, ANYBODY)])
    return View(Piece(reader.say("group-role-about")), keyboard(*rows))


def group_role_key(current: str | None, reader: Reader) -> InlineKeyboardButton:
    """Make the button that says which role a group has, and opens the choice."""
    value = reader.say("group-role-none") if current is None else untappable(reader.role(current))
    text = reader.say("button-setting", title=reader.say("group-role"), value=value)
    return button(text, Action.GROUP_ROLE, ANYBODY)


def _choice(text: str, argument: str, *, is_on: bool) -> InlineKeyboardButton:
    return button(f"{_YES if is_on else ''}{text}", Action.SET_GROUP_ROLE, ANYBODY, argument)


def _toggles(
    roles: Sequence[SharedRole], action: Action, of: str, reader: Reader
) -> list[list[InlineKeyboardButton]]:
    rows = []
    for role in roles:
        argument = f"{of}_{role.number}_{int(not role.reads_all)}"
        if fits(action, reader.user_id, argument):
            mark = _YES if role.reads_all else _SOME if role.readable else ""
            text = f"{mark}{_names((role.name,), reader)}"
            rows.append([button(text, action, reader.user_id, argument)])
    return rows


def _person(person: DocumentReader, reader: Reader) -> str:
    name = untappable(shortened(person.name, _NAME)) or str(person.telegram_id)
    return reader.say("access-person", name=name, through=_through(person.through, reader))


def _own_ways(card: DocumentCard, held: Sequence[str], reader: Reader) -> list[str]:
    ways = [_ITS_OWNER] if card.owner_telegram_id == reader.user_id else []
    return ways + [role for role in card.readers if role in (EVERYONE, *held)]


def _through(ways: Sequence[str], reader: Reader, *, own: str = "access-its-owner") -> str:
    return ", ".join(
        reader.say(own) if way == _ITS_OWNER else _names((way,), reader) for way in ways
    )


def _names(roles: Sequence[str], reader: Reader) -> str:
    return ", ".join(untappable(reader.role(role)) for role in roles)
