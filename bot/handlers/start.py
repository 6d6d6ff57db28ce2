"""First contact, help, and commands nobody knows."""

from telegram import Update

from bot.context import BotContext
from bot.handlers.mode import mode_buttons, stored_mode
from bot.transport.buttons import Action


async def start(update: Update, context: BotContext) -> None:
    """Greet, tell the mode, and offer the two modes."""
    chat, user = update.effective_chat, update.effective_user
    assert chat is not None
    assert user is not None
    mode = await stored_mode(context, chat.id)
    await chat.send_message(
        context.say("start-greeting", mode=mode or "none"),
        reply_markup=mode_buttons(context, user.id, Action.GREET_CHAT, Action.GREET_DOCUMENTS),
    )


async def explain(update: Update, context: BotContext) -> None:
    """Say how the bot works."""
    assert update.effective_chat is not None
    await update.effective_chat.send_message(context.say("help"))


async def refuse_command(update: Update, context: BotContext) -> None:
    """Say that there is no such command."""
    assert update.effective_message is not None
    command = (update.effective_message.text or "").split()[0][:64]
    await update.effective_message.reply_text(context.say("unknown-command", command=command))
