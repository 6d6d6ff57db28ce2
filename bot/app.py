"""The bot, put together: the only place where handlers are added."""

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from telegram import BotCommand, Message, Update
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
from bot.handlers import ask, clear, errors, gate, mode, start
from bot.handlers.library import browse, change, clean, watch
from bot.handlers.presses import Presses
from bot.handlers.upload import batches, documents, offers, receive
from bot.messages.debounce import Debouncer
from bot.transport.attempt import TaskTrackingApplication
from bot.transport.buttons import Action, OnceGuard
from bot.transport.outbox import Outbox
from bot.transport.prompts import LibraryState, PromptFilter
from bot.transport.send_once import SendOnce
from pipelines.ports import Phrasebook
from pipelines.store.store import Store

logger = logging.getLogger(__name__)

TELEGRAM = "https://api.telegram.org"
LANGUAGES = ("ru", None)  # None: everyone else, last, as the others fall back to it

Handling = Coroutine[Any, Any, None]
MessageCallback = Callable[[Message, BotContext], Handling]


def build_bot(token: str, *, base_url: str = TELEGRAM, read_timeout: float = 30.0) -> ExtBot[int]:
    """Make the Bot API client; `base_url` may name any other Bot API server."""
    return ExtBot(
        token,
        base_url=f"{base_url.rstrip('/')}/bot",
        base_file_url=f"{base_url.rstrip('/')}/file/bot",
        request=HTTPXRequest(connection_pool_size=64, read_timeout=read_timeout, pool_timeout=10),
        get_updates_request=HTTPXRequest(read_timeout=40),
        rate_limiter=SendOnce(),
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
        presses=OnceGuard(),
        debouncer=Debouncer(quiet_seconds),
        outbox=outbox or Outbox(bot),
        library=LibraryState(),
        warned_owners=set(),
    )
    bot_data: Any = lambda: services  # noqa: E731 - the library is typed for a class here
    application = (
        Application.builder()
        .application_class(TaskTrackingApplication)
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
    app.add_handler(TypeHandler(Update, browse.forget_prompt), group=-2)
    app.add_handler(TypeHandler(Update, gate.admit), group=-1)

    _add_command(app, "start", start.start)
    _add_command(app, "help", start.explain)
    _add_command(app, "mode", mode.show)
    _add_command(app, "clear", clear.ask)
    _add_command(app, "docs", browse.show_documents)
    _add_command(app, "watch", watch.watch)
    _add_command(app, "clean", clean.ask)
    new = filters.UpdateType.MESSAGE
    _add_message(app, new & filters.COMMAND, start.refuse_command)
    _add_message(app, new & PromptFilter(app.bot_data.library), browse.take_text)

    recorded = filters.VOICE | filters.AUDIO | filters.VIDEO | filters.VIDEO_NOTE
    readable = (filters.TEXT | filters.Document.ALL | filters.PHOTO | recorded) & ~filters.ANIMATION
    _add_message(app, new & readable, receive.receive)
    _add_message(app, new & ~filters.StatusUpdate.ALL, receive.refuse_kind)
    edited = filters.UpdateType.EDITED_MESSAGE & (filters.TEXT | filters.CAPTION)
    _add_message(app, edited & ~filters.COMMAND, receive.take_edited)

    presses = Presses()
    _add_chat_presses(presses)
    _add_library_presses(presses)
    app.add_handler(CallbackQueryHandler(presses.handle))
    app.add_error_handler(errors.report)


def _add_command(app: BotApplication, name: str, handler: MessageCallback) -> None:
    app.add_handler(CommandHandler(name, _with_message(handler), filters.UpdateType.MESSAGE))


def _add_message(app: BotApplication, which: filters.BaseFilter, handler: MessageCallback) -> None:
    app.add_handler(MessageHandler(which, _with_message(handler)))


def _with_message(
    handler: MessageCallback,
) -> Callable[[Update, BotContext], Handling]:
    async def handle(update: Update, context: BotContext) -> None:
        assert update.effective_message is not None  # the filters let no other update in
        await handler(update.effective_message, context)

    return handle


def _add_chat_presses(presses: Presses) -> None:
    presses.add(mode.switch_on_greeting, Action.GREET_CHAT, Action.GREET_DOCUMENTS)
    presses.add(mode.switch, Action.CHAT, Action.DOCUMENTS)
    presses.add(mode.switch_and_go_on, Action.GO_CHAT, once="message")
    presses.add(mode.switch_to_add_source, Action.GO_DOCUMENTS, once="message")
    presses.add(clear.ask_in_place, Action.ASK_CLEAR)
    presses.add(clear.clear, Action.CLEAR, once="message")
    presses.add(clear.clear_and_delete, Action.CLEAR_AND_DELETE, once="message")
    presses.add(clear.keep, Action.KEEP, once="message")
    presses.add(ask.ask, Action.ASK, once="message")
    presses.add(ask.ask_as_written, Action.ASK_AS_WRITTEN, once="message")
    presses.add(
        ask.open_citation,
        Action.OPEN_CITATION,
        once="button",
        seconds=ask.SECONDS_OPEN,
        repeated="citation-open",
    )
    presses.add(documents.add, Action.ADD, Action.SAVE_NOTE, once="message")
    presses.add(offers.add_all, Action.ADD_ALL, once="message")
    presses.add(batches.cancel, Action.CANCEL_BATCH)
    presses.add(batches.retry, Action.RETRY_BATCH, once="button")
    presses.add(batches.ask_delete, Action.ASK_DELETE_BATCH, once="button")
    presses.add(batches.delete, Action.DELETE_BATCH, once="message")
    presses.add(batches.keep, Action.KEEP_BATCH, once="message")
    presses.add(batches.show_documents, Action.BATCH_DOCUMENTS)
    presses.add(batches.unfold, Action.UNFOLD_BATCH)
    presses.add(batches.fold, Action.FOLD_BATCH)


def _add_library_presses(presses: Presses) -> None:
    presses.add(browse.open_document, Action.OPEN_DOCUMENT)
    presses.add(browse.turn_page, Action.DOCUMENTS_PAGE)
    presses.add(browse.show_all, Action.ALL_DOCUMENTS)
    presses.add(browse.ask_what_to_search, Action.SEARCH_DOCUMENTS)
    presses.add(browse.show_text, Action.DOCUMENT_TEXT)
    presses.add(browse.show_versions, Action.DOCUMENT_VERSIONS)
    presses.add(change.ask_name, Action.RENAME_DOCUMENT)
    presses.add(change.ask_delete, Action.ASK_DELETE_DOCUMENT)
    presses.add(change.delete, Action.DELETE_DOCUMENT, once="button")
    presses.add(change.fetch_again, Action.FETCH_AGAIN, once="button")
    presses.add(watch.offer, Action.OFFER_WATCH)
    presses.add(watch.start_from_card, Action.WATCH_DAILY, Action.WATCH_WEEKLY)
    presses.add(watch.stop, Action.STOP_WATCH)
    presses.add(clean.ask_in_place, Action.ASK_CLEAN)
    presses.add(clean.ask_word, Action.CLEAN_OWN, Action.CLEAN_ALL)


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
