"""Roles: what there are, what whoever holds one may do, and buttons for admins to change that."""

from collections.abc import Iterable, Sequence

from telegram import InlineKeyboardButton, MessageEntity

from bot.transport.buttons import Action, button, keyboard
from bot.transport.pieces import Piece, join
from bot.views.people.people import CHOSEN, NONE
from bot.views.text import Reader, View, styled, untappable
from pipelines.models.people import ADMIN, EVERYONE, OWNER, Right, Role

RIGHTS: tuple[Right, ...] = ("add", "delete", "invite")
MOST_SHOWN = 20  # that fit into one message, whatever they are called
_ABOUT = {EVERYONE: "role-about-everyone", OWNER: "role-about-owner", ADMIN: "role-about-admin"}
_TEXTS: dict[Right, str] = {
    "add": "right-add",
    "delete": "right-delete",
    "invite": "right-invite",
}


def rights_text(rights: Iterable[Right], reader: Reader) -> str:
    """Return what rights allow, in words; NONE when there are none."""
    held = frozenset(rights)
    return ", ".join(reader.say(_TEXTS[each]) for each in RIGHTS if each in held) or NONE


def own_roles_view(roles: Sequence[Role], reader: Reader) -> View:
    """Show somebody their own roles, and what these may do."""
    lines = [reader.say("roles-own")]
    for role in roles[:MOST_SHOWN]:
        allowed = rights_text(role.rights, reader)
        name = untappable(reader.role(role.name))
        lines.append(reader.say("role-own-line", name=name, rights=allowed))
    return View(Piece("\n".join(lines)), keyboard())


def roles_view(roles: Sequence[Role], reader: Reader, *, said: str = "") -> View:
    """Show an admin all roles, with a button each, and what became of a press above."""
    lines = [said, ""] if said else []
    lines.append(reader.say("roles-heading"))
    lines += [_line(role, reader) for role in roles[:MOST_SHOWN]]
    if len(roles) > MOST_SHOWN:
        lines.append(reader.say("roles-more", count=len(roles) - MOST_SHOWN))
    keys = [
        button(reader.role(role.name), Action.ROLE, reader.user_id, str(role.number))
        for role in roles[:MOST_SHOWN]
    ]
    rows = [keys[start : start + 2] for start in range(0, len(keys), 2)]
    return View(Piece("\n".join(lines)), keyboard(*rows))


def role_view(role: Role, reader: Reader, *, said: str = "") -> View:
    """Show an admin a role, its rights to be switched, and a button to delete it."""
    about = [reader.say("role-counts", people=role.people, documents=role.documents)]
    about.append(reader.say("role-rights", rights=rights_text(role.rights, reader)))
    if role.name in _ABOUT:
        about.append(reader.say(_ABOUT[role.name]))
    name = styled(reader.role(role.name), MessageEntity.BOLD)
    piece = join([Piece(f"{said}\n\n" if said else ""), name, Piece("\n" + "\n".join(about))])
    return View(piece, keyboard(*_role_keys(role, reader)))


def delete_view(role: Role, reader: Reader) -> View:
    """Ask whether to delete a role."""
    this = str(role.number)
    keys = [
        reader.key("button-delete-yes", Action.DELETE_ROLE, this),
        reader.key("button-cancel", Action.ROLE, this),
    ]
    text = reader.say(
        "role-delete", name=untappable(role.name), people=role.people, documents=role.documents
    )
    return View(Piece(text), keyboard(keys))


def _line(role: Role, reader: Reader) -> str:
    return reader.say(
        "role-line",
        name=untappable(reader.role(role.name)),
        people=role.people,
        documents=role.documents,
        rights=rights_text(role.rights, reader),
    )


def _role_keys(role: Role, reader: Reader) -> list[list[InlineKeyboardButton]]:
    rows = []
    if role.name not in (OWNER, ADMIN):
        rows += [
            [
                button(
                    f"{CHOSEN if right in role.rights else ''}{reader.say(_TEXTS[right])}",
                    Action.ROLE_RIGHT,
                    reader.user_id,
                    f"{role.number}_{right}_{int(right not in role.rights)}",
                )
            ]
            for right in RIGHTS
        ]
    if role.name not in _ABOUT:
        rows.append([reader.key("button-delete", Action.ASK_DELETE_ROLE, str(role.number))])
    rows.append([reader.key("button-to-roles", Action.ROLES)])
    return rows
