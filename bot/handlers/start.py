"""First contact, help, and commands nobody knows."""

from telegram import Message

from bot.context import BotContext
from bot.handlers.mode import greeting, mode_buttons, stored_mode
from bot.handlers.tour import tour
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece
from bot.views.text import Reader


async def start(message: Message, context: BotContext) -> None:
    """Greet, tell the mode, and offer the two modes; over an empty base an example, too."""
    mode = await stored_mode(context)
    more = await tour.offer(context)
    await message.chat.send_message(
        await greeting(mode, context),
        reply_markup=mode_buttons(context, Action.GREET_CHAT, Action.GREET_DOCUMENTS, *more),
    )


async def welcome(said: str, reader: Reader, context: BotContext) -> None:
    """Greet somebody who was just let in, in their own chat."""
    services = context.services
    documents = (await services.store.documents.list_documents(asker=reader.user_id, limit=1)).total
    greeting = reader.say("start-greeting", mode="none", documents=documents)
    keys = [
        reader.key("button-chat", Action.GREET_CHAT),
        reader.key("button-documents", Action.GREET_DOCUMENTS),
    ]
    await services.outbox.send(
        reader.user_id, Piece(f"{said}\n\n{greeting}"), keyboard=keyboard(keys)
    )


async def explain(message: Message, context: BotContext) -> None:
    """Say how the bot works; to whom it concerns, what else there is."""
    known = await context.services.store.people.get_user(context.user_id)
    said = [context.say("help")]
    if context.services.limits.model is not None:
        said.append(context.say("help-usage"))
    if known is not None and "invite" in known.rights:
        said.append(context.say("help-invite"))
    if known is not None and known.is_admin:
        said.append(context.say("help-admins"))
    said += ["", context.say("help-buttons")]
    if context.services.limits.keeps_gaps:
        said += ["", context.say("help-gaps")]
    await message.chat.send_message("\n".join(said))


async def refuse_command(message: Message, context: BotContext) -> None:
    """Say that there is no such command."""
    command = (message.text or "").split()[0][:64]
    await message.reply_text(context.say("unknown-command", command=command))
