"""First contact, help, and commands nobody knows."""

from telegram import Message

from bot.context import BotContext
from bot.handlers.mode import greeting, mode_buttons, stored_mode
from bot.handlers.tour import tour
from bot.transport.buttons import Action


async def start(message: Message, context: BotContext) -> None:
    """Greet, tell the mode, and offer the two modes; to somebody new an example, too."""
    mode = await stored_mode(context)
    example = [context.reader.key("button-tour", Action.TOUR)]
    more = [example] if await tour.is_due(mode, context) else []
    await message.chat.send_message(
        await greeting(mode, context),
        reply_markup=mode_buttons(context, Action.GREET_CHAT, Action.GREET_DOCUMENTS, *more),
    )


async def explain(message: Message, context: BotContext) -> None:
    """Say how the bot works."""
    await message.chat.send_message(context.say("help"))


async def refuse_command(message: Message, context: BotContext) -> None:
    """Say that there is no such command."""
    command = (message.text or "").split()[0][:64]
    await message.reply_text(context.say("unknown-command", command=command))
