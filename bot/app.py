"""The bot, put together: the only place where handlers are added."""

import logging
from typing import Any

from telegram import BotCommand, Update
from telegram.error import TelegramError
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
    ExtBot,
    MessageHandler,
    TypeHandler,
    filters,
)
from telegram.request import HTTPXRequest

from bot.access import Access
from bot.context import BotApplication, BotContext, Limits, Runs, Services
from bot.handlers import ask, citations, clear, errors, gate, mode, start
from bot.handlers.library import browse, change, clean, watch
from bot.handlers.upload import batches, documents, offers, receive
from bot.messages.debounce import Debouncer
from bot.transport.attempt import FollowedApplication
from bot.transport.buttons import Action, OneUse, pattern
from bot.transport.outbox import Outbox
from bot.transport.prompts import Awaited, LibraryState
from bot.transport.send_once import SentOnce
from pipelines.ports import Phrasebook
from pipelines.store.store import Store

logger = logging.getLogger(__name__)

TELEGRAM = "https://api.telegram.org"
LANGUAGES = ("ru", None)  # None: everyone else, last, as the others fall back to it


def build_bot(token: str, *, base_url: str = TELEGRAM, read_timeout: float = 30.0) -> ExtBot[int]:
    """Make the Bot API client; `base_url` may name any other Bot API server."""
    return ExtBot(
        token,
        base_url=f"{base_url.rstrip('/')}/bot",
        base_file_url=f"{base_url.rstrip('/')}/file/bot",
        request=HTTPXRequest(connection_pool_size=64, read_timeout=read_timeout, pool_timeout=10),
        get_updates_request=HTTPXRequest(read_timeout=40),
        rate_limiter=SentOnce(),
    )


def build_application(
    bot: ExtBot[int],
    *,
    store: Store,
    runs: Runs,
    phrases: Phrasebook,
    access: Access,
    outbox: Outbox | None = None,
    limits: Limits | None = None,
    readable_by_everyone: bool = True,
    quiet_seconds: float = 1.0,
) -> BotApplication:
    """Put the bot together. `quiet_seconds` ends an album or a long paste."""
    services = Services(
        store=store,
        runs=runs,
        phrases=phrases,
        access=access,
        limits=limits or Limits(),
        readable_by_everyone=readable_by_everyone,
        presses=OneUse(),
        debouncer=Debouncer(quiet_seconds),
        outbox=outbox or Outbox(bot),
        library=LibraryState(),
        told=set(),
    )
    bot_data: Any = lambda: services  # noqa: E731 - the library is typed for a class here
    application = (
        Application.builder()
        .application_class(FollowedApplication)
        .bot(bot)
        .context_types(ContextTypes(context=BotContext, bot_data=bot_data))
        .updater(None)  # updates come through the inbox
        .job_queue(None)
        .post_init(set_menus)
        .build()
    )
    _add_handlers(application)
    return application


def _add_handlers(app: BotApplication) -> None:
    new = filters.UpdateType.MESSAGE
    app.add_handler(TypeHandler(Update, browse.forget_question), group=-2)
    app.add_handler(TypeHandler(Update, gate.admit), group=-1)

    app.add_handler(CommandHandler("start", start.start, new))
    app.add_handler(CommandHandler("help", start.explain, new))
    app.add_handler(CommandHandler("mode", mode.show, new))
    app.add_handler(CommandHandler("clear", clear.ask, new))
    app.add_handler(CommandHandler("docs", browse.show_documents, new))
    app.add_handler(CommandHandler("watch", watch.watch, new))
    app.add_handler(CommandHandler("clean", clean.ask, new))
    app.add_handler(MessageHandler(new & filters.COMMAND, start.refuse_command))
    app.add_handler(MessageHandler(new & Awaited(app.bot_data.library), browse.take_text))

    recorded = filters.VOICE | filters.AUDIO | filters.VIDEO | filters.VIDEO_NOTE
    readable = (filters.TEXT | filters.Document.ALL | filters.PHOTO | recorded) & ~filters.ANIMATION
    app.add_handler(MessageHandler(new & readable, receive.receive))
    app.add_handler(MessageHandler(new & ~filters.StatusUpdate.ALL, receive.refuse_kind))
    edited = filters.UpdateType.EDITED_MESSAGE & (filters.TEXT | filters.CAPTION)
    app.add_handler(MessageHandler(edited & ~filters.COMMAND, receive.take_edited))

    _add_press(app, mode.switch_on_greeting, Action.GREET_CHAT, Action.GREET_DOCUMENTS)
    _add_press(app, mode.switch, Action.CHAT, Action.DOCUMENTS)
    _add_press(app, mode.switch_and_go_on, Action.GO_CHAT, Action.GO_DOCUMENTS)
    _add_press(app, clear.ask_in_place, Action.ASK_CLEAR)
    _add_press(app, clear.clear, Action.CLEAR)
    _add_press(app, clear.keep, Action.KEEP)
    _add_press(app, ask.ask, Action.ASK)
    _add_press(app, citations.open_citation, Action.OPEN_CITATION)
    _add_press(app, documents.add, Action.ADD, Action.SAVE_NOTE)
    _add_press(app, offers.add_all, Action.ADD_ALL)
    _add_press(app, batches.cancel, Action.CANCEL_BATCH)
    _add_press(app, batches.retry, Action.RETRY_BATCH)
    _add_press(app, batches.ask_delete, Action.ASK_DELETE_BATCH)
    _add_press(app, batches.delete, Action.DELETE_BATCH)
    _add_press(app, batches.keep, Action.KEEP_BATCH)
    _add_library_presses(app)

    app.add_error_handler(errors.report)


def _add_library_presses(app: BotApplication) -> None:
    _add_press(app, browse.open_document, Action.OPEN_DOCUMENT)
    _add_press(app, browse.turn_page, Action.DOCUMENTS_PAGE)
    _add_press(app, browse.show_all, Action.ALL_DOCUMENTS)
    _add_press(app, browse.ask_what_to_search, Action.SEARCH_DOCUMENTS)
    _add_press(app, browse.show_text, Action.DOCUMENT_TEXT)
    _add_press(app, browse.show_versions, Action.DOCUMENT_VERSIONS)
    _add_press(app, change.ask_name, Action.RENAME_DOCUMENT)
    _add_press(app, change.ask_delete, Action.ASK_DELETE_DOCUMENT)
    _add_press(app, change.delete, Action.DELETE_DOCUMENT)
    _add_press(app, change.fetch_again, Action.FETCH_AGAIN)
    _add_press(app, watch.offer, Action.OFFER_WATCH)
    _add_press(app, watch.start_from_card, Action.WATCH_DAILY, Action.WATCH_WEEKLY)
    _add_press(app, watch.stop, Action.STOP_WATCH)
    _add_press(app, clean.ask, Action.ASK_CLEAN)
    _add_press(app, clean.ask_word, Action.CLEAN_OWN, Action.CLEAN_ALL)


def _add_press(app: BotApplication, callback: Any, *actions: Action) -> None:
    app.add_handler(CallbackQueryHandler(callback, pattern(*actions)))


async def set_menus(application: BotApplication) -> None:
    """Give Telegram the commands and a description per language; a failure stops nothing."""
    phrases = application.bot_data.phrases
    for language in LANGUAGES:
        commands = [
            BotCommand("start", phrases.say("command-start", language)),
            BotCommand("mode", phrases.say("command-mode", language)),
            BotCommand("docs", phrases.say("command-docs", language)),
            BotCommand("watch", phrases.say("command-watch", language)),
            BotCommand("clean", phrases.say("command-clean", language)),
            BotCommand("clear", phrases.say("command-clear", language)),
            BotCommand("help", phrases.say("command-help", language)),
        ]
        try:
            await application.bot.set_my_commands(commands, language_code=language)
            await _describe(application.bot, language, phrases)
        except TelegramError as error:
            logger.warning("the menu could not be set: %s", type(error).__name__)


async def _describe(bot: ExtBot[int], language: str | None, phrases: Phrasebook) -> None:
    """Say what the bot does, unless its owner has written something already."""
    if not (await bot.get_my_description(language)).description:
        await bot.set_my_description(phrases.say("about", language), language)
    if not (await bot.get_my_short_description(language)).short_description:
        await bot.set_my_short_description(phrases.say("about-short", language), language)
