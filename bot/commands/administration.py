"""`paragraf roles` and `paragraf audit`: whoever is at the machine sees all of it, and appoints."""

import dataclasses
import json
from typing import Literal

from rich.table import Table

from bot.commands.console import Console
from bot.settings import Settings
from bot.views.people.audit import sentence
from bot.views.people.roles import RIGHTS
from bot.views.text import Reader
from pipelines.models.people import MACHINE, Person
from pipelines.services import open_storage
from pipelines.store.access.administration import AdministrationStore

_MOST_ALIKE = 200  # people whose names may hold what was typed


async def list_roles(settings: Settings, console: Console, *, as_json: bool) -> int:
    """List all roles."""
    async with open_storage(settings.pipelines().database) as storage:
        roles = await storage.store.administration.list_roles(MACHINE)
    if as_json:
        rows = [
            {
                "name": role.name,
                "rights": [right for right in RIGHTS if right in role.rights],
                "people": role.people,
                "documents": role.documents,
            }
            for role in roles
        ]
        console.show(json.dumps(rows, ensure_ascii=False))
        return 0
    table = Table("role", "people", "documents", "rights", box=None)
    for role in roles:
        rights = ", ".join(right for right in RIGHTS if right in role.rights)
        table.add_row(role.name, str(role.people), str(role.documents), rights)
    console.out.print(table)
    return 0


async def change_role(
    settings: Settings,
    console: Console,
    way: Literal["give", "take"],
    name: str,
    person: str,
    *,
    as_json: bool,
) -> int:
    """Give somebody a role, or take it away; 1 when that cannot be."""
    async with open_storage(settings.pipelines().database) as storage:
        store = storage.store.administration
        role = next((each for each in await store.list_roles(MACHINE) if each.name == name), None)
        found = await _person(person, store)
        if role is None or found is None:
            said = "roles-unknown" if role is None else "roles-no-person"
            is_done = False
        elif way == "give":
            is_done = await store.give_role(role.number, found.telegram_id, actor=MACHINE)
            said = "roles-given" if is_done else "roles-not-given"
        else:
            is_done = await store.take_role(role.number, found.telegram_id, actor=MACHINE)
            said = "roles-taken" if is_done else "roles-last-owner"
    if as_json:
        console.show(json.dumps({"role": name, "person": person, "done": is_done}))
    shown = found.name or str(found.telegram_id) if found is not None else person
    console.say(said, role=name, person=shown)
    return 0 if is_done else 1


async def show_audit(
    settings: Settings, console: Console, person: int | None, limit: int, *, as_json: bool
) -> int:
    """Print what was done, newest first."""
    async with open_storage(settings.pipelines().database) as storage:
        store = storage.store.administration
        entries = await store.list_audit(MACHINE, limit=limit, person=person)
    if as_json:
        rows = [{**dataclasses.asdict(each), "at": each.at.isoformat()} for each in entries]
        console.show(json.dumps(rows, ensure_ascii=False))
        return 0
    reader = Reader(MACHINE, console.language, console.phrases)
    for entry in entries:
        console.show(f"{entry.at.astimezone():%Y-%m-%d %H:%M}  {sentence(entry, reader)}")
    return 0


async def _person(named: str, store: AdministrationStore) -> Person | None:
    """Return whom an id or an @username names."""
    found = (await store.list_people(MACHINE, named, limit=_MOST_ALIKE)).shown
    wanted = named.removeprefix("@").casefold()
    for each in found:
        if wanted in (str(each.telegram_id), (each.username or "").casefold()):
            return each
    return None
