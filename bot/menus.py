"""What Telegram shows of the bot: its menu of commands, and what it says of itself.

Private chats, groups and the admins of groups have a menu each; another chat has none.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from telegram import (
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.context import BotApplication
from pipelines.ports import Phrasebook

logger = logging.getLogger(__name__)

LANGUAGES = ("ru", None)  # None: everyone else, last, as the others fall back to it


@dataclass(frozen=True, slots=True)
class Menu:
    """The ids of the texts of commands, which end with their names, and where they are shown."""

    scope: BotCommandScope
    commands: Sequence[str]


_IN_GROUPS = ("command-ask", "command-stop", "command-help")
_OF_MODEL = "command-usage"  # where there is a language model
_IN_PRIVATE = (
    "command-start",
    "command-mode",
    "command-docs",
    "command-watch",
    "command-stop",
    "command-clean",
    "command-clear",
    "command-access",
    "command-settings",
    "command-lang",
    _OF_MODEL,
    "command-help",
)
MENUS = (
    Menu(BotCommandScopeAllPrivateChats(), _IN_PRIVATE),
    Menu(BotCommandScopeAllGroupChats(), _IN_GROUPS),
    Menu(
        BotCommandScopeAllChatAdministrators(),
        (*_IN_GROUPS, "command-group-clear", "command-group"),
    ),
)


async def set_menus(application: BotApplication) -> None:
    """Give Telegram the menus and a description per language; a failure stops nothing."""
    bot, phrases = application.bot, application.bot_data.phrases
    left_out = () if application.bot_data.limits.model is not None else (_OF_MODEL,)
    for language in LANGUAGES:
        try:
            for menu in MENUS:
                commands = _commands(menu, language, phrases, left_out)
                await bot.set_my_commands(commands, scope=menu.scope, language_code=language)
            await _describe(bot, language, phrases)
        except TelegramError as error:
            logger.warning("the menu could not be set: %s", type(error).__name__)


def _commands(
    menu: Menu, language: str | None, phrases: Phrasebook, left_out: Sequence[str]
) -> list[BotCommand]:
    return [
        BotCommand(text.rpartition("-")[2], phrases.say(text, language))
        for text in menu.commands
        if text not in left_out
    ]


async def _describe(bot: ExtBot[int], language: str | None, phrases: Phrasebook) -> None:
    """Say what the bot does, unless its owner has written something already."""
    if not (await bot.get_my_description(language)).description:
        await bot.set_my_description(phrases.say("about", language), language)
    if not (await bot.get_my_short_description(language)).short_description:
        await bot.set_my_short_description(phrases.say("about-short", language), language)
