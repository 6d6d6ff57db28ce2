"""The door: strangers get one sentence, those with an invitation get in."""

import re

from telegram import CallbackQuery, Message

from bot.context import BotContext
from bot.handlers import start as greetings
from bot.handlers.groups import tags
from bot.handlers.people import requests
from bot.transport.buttons import Action, read_button, shows_button
from pipelines.models.people import EVERYONE

_TOKEN = re.compile("[A-Za-z0-9_-]{22}")  # as `bot.access.new_invitation_token` makes one


async def turn_away(message: Message, context: BotContext) -> None:
    """Let in who brings an invitation; tell others one sentence, and keep nothing of them."""
    if not await _redeem_as_stranger(message, context):
        await requests.refuse(message, context)


async def take_press(query: CallbackQuery, context: BotContext) -> None:
    """Take a stranger's press: there is one button that is theirs."""
    data = read_button(query.data)
    if (
        data is not None
        and (data.action, data.user_id) == (Action.REQUEST_ACCESS, query.from_user.id)
        and shows_button(query)
    ):
        await requests.ask(query, context)
        return
    outbox = context.services.outbox
    await outbox.acknowledge(query.id, context.say("not-allowed"), alert=True)


async def start(message: Message, context: BotContext) -> None:
    """Greet; to whoever is in and brings an invitation, say what it has changed."""
    token = _token_of(message)
    if token is None or message.from_user is None:
        await greetings.start(message, context)
        return
    role = await context.services.access.redeem(message.from_user, token)
    if role is None:
        said = context.say("invitation-void")
    elif role == EVERYONE:
        said = context.say("invitation-changes-nothing")
    else:
        said = context.say("invitation-gives-role", role=context.reader.role(role))
        tags.refresh(context)
    await message.chat.send_message(said)


async def _redeem_as_stranger(message: Message, context: BotContext) -> bool:
    token = _token_of(message)
    if token is None or message.from_user is None:
        return False
    role = await context.services.access.redeem(message.from_user, token)
    if role is None:
        return False
    said = requests.welcome_text(role, context.reader)
    await greetings.welcome(said, context.reader, context)
    return True


def _token_of(message: Message) -> str | None:
    """Return what stands behind /start, if it looks like the token of an invitation."""
    command, _, rest = (message.text or "").partition(" ")
    token = rest.strip()
    is_start = command.partition("@")[0] == "/start"
    return token if is_start and _TOKEN.fullmatch(token) else None
