"""The one place that turns errors into sentences.

A user sees what happened and what to do, never an exception's text. What is not the user's
to mend goes to the log with a traceback, under the short id that the user is shown too.
"""

import logging
import secrets

from telegram import Update
from telegram.error import Conflict, Forbidden, NetworkError, TelegramError
from telegram.ext import ApplicationHandlerStop

from bot.context import BotContext
from bot.reports import failure_text
from pipelines.errors import ModelBroken, TransientError, UserError
from pipelines.requests import Failure

logger = logging.getLogger(__name__)


def failure_of(error: Exception) -> Failure:
    """Name an error for its reader; log it unless it is the reader's to mend."""
    if isinstance(error, UserError):
        return Failure(error.code, tuple(error.values.items()))
    error_id = secrets.token_hex(3)
    logger.error("error %s", error_id, exc_info=error)
    if isinstance(error, TransientError):
        return Failure(error.code, error_id=error_id)
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
        await _tell_owners(context)
    elif isinstance(error, Forbidden):
        chat = update.effective_chat if isinstance(update, Update) else None
        context.services.outbox.drop(chat.id if chat else 0)
    elif isinstance(update, Update):
        failure = failure_of(error or RuntimeError("an error without an exception"))
        await _tell_writer(update, context, failure)
    elif isinstance(error, NetworkError):
        logger.warning("Telegram cannot be reached: %s", type(error).__name__)
    else:
        logger.error("error outside of any update", exc_info=error)
    if isinstance(update, Update):
        raise ApplicationHandlerStop


async def _tell_writer(update: Update, context: BotContext, failure: Failure) -> None:
    text = failure_text(failure, context.language, context.services.phrases)
    try:
        if update.callback_query is not None:
            await context.services.outbox.acknowledge(update.callback_query.id)
        if update.effective_chat is not None:
            await update.effective_chat.send_message(text)
    except TelegramError as error:
        logger.warning("could not tell a user about %s: %s", failure.code, type(error).__name__)


async def _tell_owners(context: BotContext) -> None:
    logger.error("another process polls with the same token; one of the two must stop")
    for owner in context.services.access.owners - context.services.told:
        context.services.told.add(owner)
        try:
            await context.bot.send_message(owner, context.say("two-pollers"))
        except TelegramError as error:
            logger.warning("could not tell the owner: %s", type(error).__name__)
