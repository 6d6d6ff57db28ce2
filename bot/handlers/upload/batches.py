"""What can be done to a batch that was sent: cancel it, try again what failed, delete it."""

import logging

from telegram import InlineKeyboardMarkup, Message, ReplyParameters, Update
from telegram.error import BadRequest, TelegramError

from bot.context import BotContext
from bot.transport.batch_ids import batch_named, next_try_of
from bot.transport.buttons import Action, button, keyboard, read_press
from bot.transport.reply_address import Origin
from pipelines.errors import ParagrafError, UserError
from pipelines.ingest.retry import retry_request
from pipelines.models.requests import IngestRequest

logger = logging.getLogger(__name__)


async def cancel(update: Update, context: BotContext) -> None:
    """Leave nothing of a batch; its message is turned into the last word by the run itself."""
    query = update.callback_query
    assert query is not None
    batch_id = _batch_of(update, context)
    try:
        in_time = await context.services.runs.cancel_ingest(batch_id, asker=query.from_user.id)
    except UserError as error:
        await _explain(update, context, error)
        return
    text = context.say("batch-cancelled" if in_time else "batch-too-late")
    await context.services.outbox.acknowledge(query.id, text, alert=not in_time)


async def retry(update: Update, context: BotContext) -> None:
    """Try again what failed, below; what was stored stays where it is."""
    query, message = update.callback_query, _message_of(update)
    assert query is not None
    batch_id = _batch_of(update, context)
    press = (message.chat.id, message.message_id, "retry")
    if not context.services.presses.take(*press):
        await context.services.outbox.acknowledge(query.id)
        return
    try:
        request = await _retrial(batch_id, query.from_user.id, context)
        await _begin(request, next_try_of(batch_id), message, context)
    except UserError as error:
        context.services.presses.give_back(*press)
        await _explain(update, context, error)
        return
    except ParagrafError:
        context.services.presses.give_back(*press)
        await context.services.outbox.acknowledge(query.id)
        raise
    await context.services.outbox.acknowledge(query.id)
    await _take_button(message, query.data or "")


async def _retrial(batch_id: str, user_id: int, context: BotContext) -> IngestRequest:
    batch = await context.services.runs.find_batch(batch_id)
    owner = batch.request.owner if batch is not None else user_id
    if not await context.services.store.people.acts_for(owner, user_id):
        raise UserError("batch-not-yours")
    return retry_request(batch)


async def _begin(
    request: IngestRequest, run_id: str, message: Message, context: BotContext
) -> None:
    opening = context.say("progress-queued", total=len(request.only))
    progress = await message.chat.send_message(opening)
    sent_by = Origin.decode(request.origin)
    user_id = sent_by.user_id if sent_by is not None else message.chat.id
    origin = Origin(message.chat.id, user_id, context.language, progress.message_id)
    try:
        await context.services.runs.start_ingest(
            IngestRequest(
                message=request.message,
                owner=request.owner,
                origin=origin.encode(),
                readable_by_everyone=request.readable_by_everyone,
                only=request.only,
            ),
            run_id=run_id,
        )
    except ParagrafError:
        await context.services.outbox.remove(message.chat.id, progress.message_id)
        raise


async def ask_delete(update: Update, context: BotContext) -> None:
    """Ask, below the receipt, whether to delete what the batch added."""
    query, message = update.callback_query, _message_of(update)
    assert query is not None
    press = read_press(query.data)
    assert press is not None
    await context.services.outbox.acknowledge(query.id)
    if not context.services.presses.take(message.chat.id, message.message_id, "delete"):
        return
    yes = button(
        context.say("button-delete-yes"), Action.DELETE_BATCH, press.user_id, press.argument
    )
    no = button(context.say("button-cancel"), Action.KEEP_BATCH, press.user_id, press.argument)
    try:
        await message.reply_text(
            context.say("batch-delete-confirm"),
            reply_markup=keyboard([yes, no]),
            reply_parameters=ReplyParameters(message.message_id, allow_sending_without_reply=True),
        )
    except TelegramError:
        context.services.presses.give_back(message.chat.id, message.message_id, "delete")
        raise


async def delete(update: Update, context: BotContext) -> None:
    """Delete what the batch added, if the presser may, and say how much it was."""
    query, message = update.callback_query, _message_of(update)
    assert query is not None
    batch_id, place = _batch_of(update, context), (message.chat.id, message.message_id)
    if not context.services.presses.take(*place):
        await context.services.outbox.acknowledge(query.id)
        return
    try:
        count = await context.services.store.batches.delete_batch(
            batch_id, actor=query.from_user.id
        )
    except UserError as error:
        context.services.presses.give_back(*place)
        await _explain(update, context, error)
        return
    except ParagrafError:
        context.services.presses.give_back(*place)
        await context.services.outbox.acknowledge(query.id)
        raise
    await context.services.outbox.acknowledge(query.id)
    await context.services.outbox.edit(*place, context.say("batch-deleted", count=count))
    if message.reply_to_message is not None:
        receipt_id = message.reply_to_message.message_id
        await context.services.outbox.take_buttons(message.chat.id, receipt_id)


async def keep(update: Update, context: BotContext) -> None:
    """Leave everything as it is."""
    query, message = update.callback_query, _message_of(update)
    assert query is not None
    await context.services.outbox.acknowledge(query.id)
    if context.services.presses.take(message.chat.id, message.message_id):
        await context.services.outbox.edit(
            message.chat.id, message.message_id, context.say("cancelled")
        )
    if message.reply_to_message is not None:
        receipt_id = message.reply_to_message.message_id
        context.services.presses.give_back(message.chat.id, receipt_id, "delete")


def _message_of(update: Update) -> Message:
    assert update.callback_query is not None
    message = update.callback_query.message
    assert isinstance(message, Message)  # the gate lets no other press in
    return message


def _batch_of(update: Update, context: BotContext) -> str:
    """Return the batch a press names: one of the chat it is made in, whatever it says."""
    assert update.callback_query is not None
    press = read_press(update.callback_query.data)
    assert press is not None
    chat_id = _message_of(update).chat.id
    return batch_named(press.argument, bot_id=context.bot.id, chat_id=chat_id)


async def _explain(update: Update, context: BotContext, error: UserError) -> None:
    assert update.callback_query is not None
    text = context.say(error.code, **error.values)
    await context.services.outbox.acknowledge(update.callback_query.id, text, alert=True)


async def _take_button(message: Message, data: str) -> None:
    """Take one button off a message; the others stay."""
    rows = message.reply_markup.inline_keyboard if message.reply_markup else ()
    left = [[key for key in row if key.callback_data != data] for row in rows]
    try:
        await message.edit_reply_markup(InlineKeyboardMarkup([row for row in left if row]))
    except BadRequest as error:
        logger.info("a button could not be taken away: %s", error.message)
