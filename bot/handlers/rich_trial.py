"""Rich messages, which some clients show as nothing at all: only for who has read a trial.

Telegram takes them whether or not they can be shown, and tells a bot nothing of the client.
"""

from dataclasses import replace

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece
from bot.views.answers.rich import trial
from pipelines.errors import UserError

FIELD = "is_rich_readable"


async def begin(press: Press, context: BotContext) -> None:
    """Send a trial, and ask below it whether it can be read.

    Raises:
        UserError: Telegram takes no such message.
    """
    outbox, reader = context.services.outbox, context.reader
    html = trial(reader.say("rich-trial-title"), reader.say("rich-trial-text"))
    if await outbox.send_rich(press.chat_id, html) is None:
        raise UserError("rich-refused")
    await press.acknowledge()
    yes = reader.key("button-rich-readable", Action.RICH_READABLE)
    no = reader.key("button-rich-unreadable", Action.RICH_UNREADABLE)
    question = Piece(reader.say("rich-question"))
    await outbox.send(press.chat_id, question, keyboard=keyboard([yes], [no]))


async def keep(press: Press, context: BotContext) -> None:
    """Send long answers as rich messages from now on."""
    await _set(press, context, is_readable=True)
    await press.edit(context.say("rich-kept"))


async def decline(press: Press, context: BotContext) -> None:
    """Leave answers as they are."""
    await _set(press, context, is_readable=False)
    await press.edit(context.say("nothing-changed"))


async def _set(press: Press, context: BotContext, *, is_readable: bool) -> None:
    context.settings = await context.services.preferences.change_user(
        press.user_id, lambda settings: replace(settings, is_rich_readable=is_readable)
    )
