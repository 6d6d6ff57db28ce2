"""Who uses this copy: a list, and a card with what an admin may change."""

from collections.abc import Sequence

from telegram import InlineKeyboardButton, MessageEntity

from bot.transport.buttons import Action, button, keyboard
from bot.transport.pieces import Piece, join
from bot.transport.prompts import Place
from bot.views.library import turning_keys
from bot.views.text import Reader, View, day, shortened, styled, untappable
from pipelines.models.people import People, Person, Role

PER_PAGE = 8
MOST_ROLES = 40  # that a card has buttons for
_NAME = 60  # characters
_LABEL = 40
_ROLES_IN_LIST, _ROLES = 150, 2000
_KEYS = "button-people-before", "button-people-after"
CHOSEN = "✓ "
NONE = "none-"  # in texts, where there is none: no name of a role ends so


def name_of(name: str, telegram_id: int, reader: Reader) -> str:
    """Return somebody's name, in which nothing can be tapped; their id, if it is unknown."""
    return untappable(shortened(name, _NAME)) or reader.say("person-unnamed", id=str(telegram_id))


def people_view(found: People, place: Place, reader: Reader, *, said: str = "") -> View:
    """Show a page of the list: a line and a button for each, and what became of a press above."""
    lines = [said, ""] if said else []
    query = shortened(place.query, _NAME)
    key = "people-found" if query else "people-heading"
    lines.append(reader.say(key, count=found.total, query=query))
    rows = []
    for number, person in enumerate(found.shown, start=place.page * PER_PAGE + 1):
        lines.append(_line(number, person, reader))
        label = shortened(person.name, _LABEL) or str(person.telegram_id)
        named = f"{number}. {label}"
        rows.append([button(named, Action.PERSON, reader.user_id, str(person.telegram_id))])
    pages = max(1, -(-found.total // PER_PAGE))
    rows.append(turning_keys(_KEYS, Action.PEOPLE, "", place.page, pages, reader))
    if place.query:
        rows.append([reader.key("button-all-people", Action.PEOPLE, "all")])
    return View(Piece("\n".join(lines)), keyboard(*filter(None, rows)))


def person_view(person: Person, roles: Sequence[Role], place: Place, reader: Reader) -> View:
    """Show what is known of somebody, and what the reader may change."""
    name = name_of(person.name, person.telegram_id, reader)
    lines = "\n".join(_details(person, reader))
    piece = join([styled(name, MessageEntity.BOLD), Piece(f"\n{lines}")])
    return View(piece, keyboard(*_card_keys(person, roles, place, reader)))


def remove_view(person: Person, reader: Reader) -> View:
    """Ask whether somebody is to be forgotten, and say what becomes of their documents."""
    this = str(person.telegram_id)
    name = name_of(person.name, person.telegram_id, reader)
    keys = [
        reader.key("button-remove-yes", Action.REMOVE_PERSON, this),
        reader.key("button-cancel", Action.PERSON, this),
    ]
    text = reader.say("person-remove", name=name, count=person.documents)
    return View(Piece(text), keyboard(keys))


def _line(number: int, person: Person, reader: Reader) -> str:
    return reader.say(
        "people-line",
        n=number,
        name=name_of(person.name, person.telegram_id, reader),
        username=f" (@{person.username})" if person.username else "",
        roles=_roles_of(person, _ROLES_IN_LIST, reader) or NONE,
        date=_seen(person, reader),
        state="active" if person.is_active else "suspended",
    )


def _details(person: Person, reader: Reader) -> list[str]:
    lines = [
        reader.say(
            "person-id",
            id=str(person.telegram_id),
            username=f"@{person.username} · " if person.username else "",
        ),
        reader.say("person-roles", roles=_roles_of(person, _ROLES, reader) or NONE),
        reader.say("person-admitted", by=person.admitted_by),
        reader.say("person-seen", date=_seen(person, reader)),
        reader.say("person-documents", count=person.documents),
    ]
    if not person.is_active:
        lines.append(reader.say("person-suspended"))
    return lines


def _roles_of(person: Person, limit: int, reader: Reader) -> str:
    return shortened(", ".join(map(reader.role, person.roles)), limit)


def _seen(person: Person, reader: Reader) -> str:
    return day(person.last_seen, reader.language) if person.last_seen is not None else "never"


def _card_keys(
    person: Person, roles: Sequence[Role], place: Place, reader: Reader
) -> list[list[InlineKeyboardButton]]:
    this = str(person.telegram_id)
    toggles = [
        button(
            f"{CHOSEN if role.name in person.roles else ''}{reader.role(role.name)}",
            Action.PERSON_ROLE,
            reader.user_id,
            f"{this}_{role.number}_{int(role.name not in person.roles)}",
        )
        for role in roles[:MOST_ROLES]
        if role.may_give
    ]
    rows = [toggles[start : start + 2] for start in range(0, len(toggles), 2)]
    if person.may_manage:
        door = (
            reader.key("button-suspend", Action.SUSPEND_PERSON, this)
            if person.is_active
            else reader.key("button-restore", Action.RESTORE_PERSON, this)
        )
        rows.append([door, reader.key("button-remove", Action.ASK_REMOVE_PERSON, this)])
    rows.append([reader.key("button-to-people", Action.PEOPLE, str(place.page))])
    return rows
