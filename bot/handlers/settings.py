"""What somebody sets for themselves: one message, changed in its place."""

from dataclasses import replace
from typing import Any

from telegram import Message

from bot.context import BotContext
from bot.handlers import rich_trial
from bot.handlers.presses import Press
from bot.transport.pieces import Piece
from bot.views.settings import PERSONAL, find_named, menu_view, pick, setting_view
from bot.views.text import View


async def show(message: Message, context: BotContext) -> None:
    """Show the settings."""
    await _send(menu_view(PERSONAL, context.settings, context.reader), message)


async def show_languages(message: Message, context: BotContext) -> None:
    """Show the languages that can be chosen, after choosing the one named behind the command."""
    picked = find_named(PERSONAL, "language", " ".join(context.args or []), context.reader)
    if picked is not None:
        await _keep(context, *picked)
    view = setting_view(PERSONAL, "language", context.settings, context.reader)
    if picked is not None:
        kept = context.say("language-kept", chosen=context.settings.language or "auto")
        view = replace(view, piece=Piece(f"{kept}\n\n{view.piece.text}"))
    await _send(view, message)


async def back(press: Press, context: BotContext) -> None:
    """Show all of the settings again."""
    view = menu_view(PERSONAL, context.settings, context.reader)
    await press.edit(view.piece, view.keys)


async def open_setting(press: Press, context: BotContext) -> None:
    """Show what a setting can be."""
    view = setting_view(PERSONAL, press.argument, context.settings, context.reader)
    await press.edit(view.piece, view.keys)


async def choose(press: Press, context: BotContext) -> None:
    """Set something, and show it chosen; from now on in the language that may be it."""
    field, value = pick(PERSONAL, press.argument)
    if field == rich_trial.FIELD and value:  # only who has seen one knows whether it can be read
        await rich_trial.begin(press, context)
        return
    await _keep(context, field, value)
    await press.notice("setting-kept")
    name = press.argument.partition("_")[0]
    view = setting_view(PERSONAL, name, context.settings, context.reader)
    await press.edit(view.piece, view.keys)


async def _keep(context: BotContext, field: str, value: Any) -> None:
    context.settings = await context.services.preferences.change_user(
        context.user_id, lambda settings: replace(settings, **{field: value})
    )


async def _send(view: View, message: Message) -> None:
    await message.chat.send_message(view.piece.text, reply_markup=view.keys)
