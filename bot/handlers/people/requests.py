"""A stranger asks to be let in, and an admin says yes, with a role or without, or no.

Until then nothing of the stranger is in the database: the request is in the buttons of the messages
that admins get, and a little in memory.
"""

from telegram import CallbackQuery, Message
from telegram.error import TelegramError

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.handlers.start import welcome
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece
from bot.views.people.people import NONE
from bot.views.people.requests import (
    Decision,
    Stranger,
    declined_text,
    is_in_text,
    read_decision,
    settled_text,
)
from bot.views.text import Reader
from pipelines.errors import UserError
from pipelines.models.people import EVERYONE

_REFUSALS = {
    "known": "access-asked-before",
    "declined": "access-declined-before",
    "too_many": "access-too-many",
    "unreachable": "access-unreachable",
}


def welcome_text(role: str, reader: Reader) -> str:
    """Say to somebody that they were let in, and what they hold."""
    return reader.say("access-granted", role=NONE if role == EVERYONE else reader.role(role))


async def refuse(message: Message, context: BotContext) -> None:
    """Tell a stranger that this bot is private, with a button to ask for access if they may."""
    if context.services.access_requests.was_declined(context.user_id):
        await message.reply_text(context.say("access-declined-before"))
        return
    ask = context.reader.key("button-request-access", Action.REQUEST_ACCESS)
    keys = keyboard([ask]) if await _may_ask(context) else None
    await message.reply_text(context.say("not-allowed"), reply_markup=keys)


async def ask(query: CallbackQuery, context: BotContext) -> None:
    """Pass a stranger's request on to the admins."""
    services, person = context.services, query.from_user
    asked = "unreachable"
    if await _may_ask(context):
        stranger = Stranger(person.id, person.full_name, person.username, person.language_code)
        asked = await services.access_requests.ask(stranger)
    if asked in _REFUSALS:
        await services.outbox.acknowledge(query.id, context.say(_REFUSALS[asked]), alert=True)
        return
    await services.outbox.acknowledge(query.id)
    shown = query.message
    if shown is not None:
        said = context.say("access-asked")
        await services.outbox.edit(shown.chat.id, shown.message_id, said)


async def greet(press: Press, context: BotContext) -> None:
    """Greet somebody who asks for access and has it by now."""
    await press.take_button()
    await welcome(welcome_text(EVERYONE, context.reader), context.reader, context)


async def approve(press: Press, context: BotContext) -> None:
    """Let a stranger in, tell them, and show the admins.

    Raises:
        UserError: whoever presses may not, or there is no such role any more.
    """
    decision, services = read_decision(press.argument), context.services
    store, requests = services.store, services.access_requests
    before = await store.people.get_user(decision.person)
    is_new = before is None or not before.is_member or requests.is_open(decision.person)
    done = await store.administration.approve_person(
        decision.person, role=decision.role, actor=press.user_id
    )
    if not done:
        raise UserError("not-yours-to-do")
    await press.acknowledge()
    role = await _role_named(decision, context)
    if is_new:
        name = await _note(decision, context)
        reader = Reader(decision.person, decision.language, services.phrases)
        await welcome(welcome_text(role or EVERYONE, reader), reader, context)
    else:
        name = await _name_of(decision.person, context)
    by = press.query.from_user.full_name
    is_changed = is_new or role is not None

    def tell(reader: Reader) -> Piece:
        return settled_text(name, by, role, reader) if is_changed else is_in_text(name, reader)

    await requests.settle(
        decision.person,
        tell,
        pressed=(press.chat_id, press.message_id, context.reader),
    )


async def decline(press: Press, context: BotContext) -> None:
    """Say no to a stranger, once and politely, and show the admins.

    Raises:
        UserError: whoever presses is no admin any more.
    """
    decision, services = read_decision(press.argument), context.services
    actor = await services.store.people.get_user(press.user_id)
    if actor is None or not actor.is_admin:
        raise UserError("not-yours-to-do")
    await press.acknowledge()
    known = await services.store.people.get_user(decision.person)
    is_in = known is not None and known.is_member
    name = await _name_of(decision.person, context)
    if not is_in and not services.access_requests.was_declined(decision.person):
        said = services.phrases.say("access-declined", decision.language)
        await services.outbox.send(decision.person, Piece(said))
    by = press.query.from_user.full_name

    def tell(reader: Reader) -> Piece:
        return is_in_text(name, reader) if is_in else declined_text(name, by, reader)

    await services.access_requests.settle(
        decision.person,
        tell,
        pressed=(press.chat_id, press.message_id, context.reader),
        is_declined=not is_in,
    )


async def _may_ask(context: BotContext) -> bool:
    """Tell whether a stranger may ask: the setting, somebody to ask, and no word against them."""
    if not context.services.limits.access_requests:
        return False
    people = context.services.store.people
    known = await people.get_user(context.user_id)
    return (known is None or known.is_active) and await people.has_owner()


async def _role_named(decision: Decision, context: BotContext) -> str | None:
    if decision.role is None:
        return None
    roles = await context.services.store.administration.list_roles(context.user_id)
    return next((role.name for role in roles if role.number == decision.role), None)


async def _note(decision: Decision, context: BotContext) -> str:
    """Write down what somebody who was let in is called, as Telegram says; return their name."""
    services = context.services
    name = await _name_of(decision.person, context)
    await services.store.people.refresh_user(decision.person, name, decision.language)
    return name


async def _name_of(person: int, context: BotContext) -> str:
    if name := context.services.access_requests.name_of(person):
        return name
    try:
        chat = await context.bot.get_chat(person)
    except TelegramError:
        return context.say("person-unnamed", id=str(person))
    return chat.full_name or context.say("person-unnamed", id=str(person))
