"""/people: who uses this copy, what they hold, and what an admin does about it."""

from telegram import Message

from bot.context import BotContext
from bot.handlers.groups import tags
from bot.handlers.people.screen import check_admin, place_of, show
from bot.handlers.presses import Press
from bot.transport.buttons import Action
from bot.transport.prompts import Place
from bot.views.people.people import PER_PAGE, name_of, people_view, person_view, remove_view
from pipelines.errors import UserError
from pipelines.models.people import Person

LONGEST_QUERY = 100  # characters
ALL = "all"  # on the button that ends a search


async def show_people(_message: Message, context: BotContext) -> None:
    """List the people, or those whose name holds what stands behind the command."""
    await check_admin(context)
    await _show_list(Place(" ".join(context.args or [])[:LONGEST_QUERY]), context)


async def turn_page(press: Press, context: BotContext) -> None:
    """Show another page of the list, or the whole list after a search."""
    await check_admin(context)
    if press.argument == ALL:
        await _show_list(Place(), context, press)
        return
    await _show_list(Place(place_of(press, context).query, int(press.argument)), context, press)


async def open_person(press: Press, context: BotContext) -> None:
    """Show somebody's card."""
    await _show_card(int(press.argument), press, context)


async def change_role(press: Press, context: BotContext) -> None:
    """Give somebody a role, or take it away.

    Raises:
        UserError: not theirs to do, or held by a group.
    """
    person, role, is_on = map(int, press.argument.split("_"))
    store = context.services.store.administration
    change = store.give_role if is_on else store.take_role
    if not await change(role, person, actor=press.user_id):
        raise UserError("not-yours-to-do")
    shown = await _person(person, context)
    names = [each.name for each in await store.list_roles(press.user_id) if each.number == role]
    if not is_on and set(names) & set(shown.roles):
        raise UserError("role-by-group")
    await press.notice("setting-kept")
    await _show_card(person, press, context)
    tags.refresh(context)


async def suspend(press: Press, context: BotContext) -> None:
    """Suspend somebody, or let them back in.

    Raises:
        UserError: not theirs to do.
    """
    is_back = press.action is Action.RESTORE_PERSON
    store = context.services.store.administration
    person = int(press.argument)
    if not await store.set_person_active(person, is_active=is_back, actor=press.user_id):
        raise UserError("not-yours-to-do")
    await press.notice("person-is-back" if is_back else "person-is-out")
    await _show_card(person, press, context)
    tags.refresh(context)


async def ask_remove(press: Press, context: BotContext) -> None:
    """Ask whether somebody is to be forgotten."""
    person = await _person(int(press.argument), context)
    await show(remove_view(person, context.reader), context, press)


async def remove(press: Press, context: BotContext) -> None:
    """Forget somebody, and show the others.

    Raises:
        UserError: not theirs to do.
    """
    person = await _person(int(press.argument), context)
    store = context.services.store.administration
    if not await store.remove_person(person.telegram_id, actor=press.user_id):
        raise UserError("not-yours-to-do")
    name = name_of(person.name, person.telegram_id, context.reader)
    said = context.say("person-removed", name=name)
    await _show_list(place_of(press, context), context, press, said=said)
    tags.refresh(context)


async def _show_list(
    place: Place, context: BotContext, press: Press | None = None, *, said: str = ""
) -> None:
    store, reader = context.services.store.administration, context.reader
    skip = place.page * PER_PAGE
    found = await store.list_people(reader.user_id, place.query, skip=skip, limit=PER_PAGE)
    if not found.shown and place.page > 0:  # the page has emptied meanwhile
        await _show_list(Place(place.query), context, press, said=said)
        return
    await show(people_view(found, place, reader, said=said), context, press, place)


async def _show_card(person: int, press: Press, context: BotContext) -> None:
    shown = await _person(person, context)
    roles = await context.services.store.administration.list_roles(press.user_id)
    place = place_of(press, context)
    await show(person_view(shown, roles, place, context.reader), context, press, place)


async def _person(person: int, context: BotContext) -> Person:
    """Return somebody as an admin sees them.

    Raises:
        UserError: there is nobody of that id, or nobody whom the reader may see.
    """
    store = context.services.store.administration
    found = await store.find_person(person, actor=context.user_id)
    if found is None:
        raise UserError("person-gone")
    return found
