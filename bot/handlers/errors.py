"""The one place that turns errors into sentences.

A user sees what happened and what to do, never an exception's text. What is not the user's
to mend goes to the log, under the short id that the user is shown too: with a traceback, or in a
line where it was to be expected that it fails now and then.
"""

import logging
import secrets
from collections.abc import Collection
from typing import Any

from telegram import Update
from telegram.constants import ChatType
from telegram.error import Conflict, Forbidden, NetworkError, TelegramError
from telegram.ext import Application, ApplicationHandlerStop, ExtBot

from bot.context import BotApplication, BotContext, Services
from bot.transport.attempt import Attempt, current_attempt, is_transient
from bot.views.receipts import failure_text
from pipelines.engine.work_context import work_context
from pipelines.errors import (
    Failure,
    ModelBroken,
    ParagrafError,
    TransientError,
    UserError,
    one_line,
)
from pipelines.store.inbox import TakenUpdate

logger = logging.getLogger(__name__)


def failure_of(error: Exception) -> Failure:
    """Name an error for its reader; log it unless it is the reader's to mend."""
    if isinstance(error, UserError):
        return Failure(error.code, tuple(error.values.items()))
    error_id = secrets.token_hex(3)
    if isinstance(error, TransientError):
        logger.warning("error %s: %s", error_id, one_line(error))
        return Failure(error.code, error_id=error_id)
    logger.error("error %s", error_id, exc_info=error)
    code = "model-broken" if isinstance(error, ModelBroken) else "internal-error"
    return Failure(code, error_id=error_id)


async def report(update: object, context: BotContext) -> None:
    """Tell whoever is concerned that something did not work.

    Raises:
        ApplicationHandlerStop: always, for an update. The library would hand it on to the next
            group of handlers, past the gate, if it was the gate that failed.
    """
    error = context.error
    if isinstance(error, Conflict):
        await _tell_of_two_pollers(context)
    elif isinstance(error, Forbidden):
        chat = update.effective_chat if isinstance(update, Update) else None
        context.services.outbox.drop(chat.id if chat else 0)
    elif isinstance(update, Update):
        attempt = current_attempt()
        with work_context(None):  # what is said here is no part of the work that failed
            await _report_update(update, context, error or RuntimeError("no exception"), attempt)
        raise ApplicationHandlerStop
    elif isinstance(error, NetworkError):
        logger.warning("Telegram cannot be reached: %s", type(error).__name__)
    else:
        logger.error("error outside of any update", exc_info=error)
    if isinstance(update, Update):
        raise ApplicationHandlerStop


async def _report_update(
    update: Update, context: BotContext, error: Exception, attempt: Attempt | None
) -> None:
    """Tell the writer, unless the update is soon handled again."""
    if attempt is not None and attempt.will_repeat(error):
        passes = is_transient(error)
        trace = None if passes else error
        logger.warning("an update is handled again after: %s", one_line(error), exc_info=trace)
        if passes and not isinstance(error, TelegramError) and not attempt.update.delays:
            await _say_to_writer(update, context, context.say("update-postponed"))
        return
    await _tell_writer(update, context, failure_of(error))
    if attempt is not None and attempt.is_given_up:
        chat = update.effective_chat
        await tell_owners(context.application, "update-put-aside", but=[chat.id] if chat else [])


async def report_dead_letter(application: BotApplication, update: TakenUpdate) -> None:
    """Say in its chat, and to the owners, that an update could not be handled."""
    logger.error("update %s is dead-lettered", update.update_id)
    text = application.bot_data.phrases.say("update-lost", None)
    if update.chat:
        await _try_to_send(application, update.chat, text)
    await tell_owners(application, "update-put-aside", but=[update.chat])


async def tell_owners(
    application: Application[ExtBot[int], Any, Any, Any, Services, Any],
    key: str,
    *,
    but: Collection[int] = (),
) -> frozenset[int]:
    """Send owners a text about trouble, except to those who know; return who was told."""
    services = application.bot_data
    try:
        owners = services.access.appointed | set(await services.store.people.owner_ids())
    except ParagrafError:  # whoever was last seen to be one
        owners = services.access.owners
    to_tell = frozenset(owners).difference(but)
    for owner in sorted(to_tell):
        await _try_to_send(application, owner, services.phrases.say(key, None))
    return to_tell


async def _tell_writer(update: Update, context: BotContext, failure: Failure) -> None:
    text = failure_text(failure, context.language, context.services.phrases)
    await _say_to_writer(update, context, text)


async def _say_to_writer(update: Update, context: BotContext, text: str) -> None:
    try:
        if update.callback_query is not None:
            await context.services.outbox.acknowledge(update.callback_query.id)
        message, chat = update.effective_message, update.effective_chat
        if message is not None and chat is not None and chat.type != ChatType.PRIVATE:
            await message.reply_text(text)
        elif chat is not None:
            await chat.send_message(text)
    except TelegramError as error:
        logger.warning("could not tell a user about a failure: %s", type(error).__name__)


async def _tell_of_two_pollers(context: BotContext) -> None:
    logger.error("another process polls with the same token; one of the two must stop")
    await tell_owners_once(context, "two-pollers")


async def tell_owners_once(context: BotContext, key: str) -> None:
    """Send owners a text about trouble that stays until they mend it: each of them once."""
    warned = context.services.warned_owners[key]
    warned |= await tell_owners(context.application, key, but=warned)


async def _try_to_send(
    application: Application[ExtBot[int], Any, Any, Any, Services, Any], chat_id: int, text: str
) -> None:
    try:
        await application.bot.send_message(chat_id, text)
    except TelegramError as error:
        logger.warning("could not tell %s about trouble: %s", chat_id, type(error).__name__)
