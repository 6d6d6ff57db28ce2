"""What can be done to a batch that was sent: cancel, open, try again what failed, delete."""

from collections.abc import Sequence

from telegram import InlineKeyboardButton, ReplyParameters

from bot.context import BotContext
from bot.handlers.library.screen import place_of, show
from bot.handlers.presses import Press
from bot.handlers.upload.recorded import report_of
from bot.handlers.upload.submit import begin_below
from bot.transport.buttons import Action, keyboard
from bot.transport.reply_address import batch_named, next_try_of
from bot.views.receipt_keys import batch_view, folded_keys, unfolded_keys
from bot.views.receipts import deleted_text
from pipelines.errors import UserError
from pipelines.ingest.retry import retry_request


async def cancel(press: Press, context: BotContext) -> None:
    """Leave nothing of a batch; its message is turned into the last word by the run itself."""
    batch_id = _batch_of(press, context)
    in_time = await context.services.runs.cancel_ingest(batch_id, actor=press.user_id)
    await press.notice("batch-cancelled" if in_time else "batch-too-late", alert=not in_time)


async def retry(press: Press, context: BotContext) -> None:
    """Try again what failed, below; what was stored stays where it is."""
    await _try_again(press, context)


async def add_masked(press: Press, context: BotContext) -> None:
    """Take in, below, what was refused for its secrets, without them."""
    await _try_again(press, context, without_secrets=True)


async def _try_again(press: Press, context: BotContext, *, without_secrets: bool = False) -> None:
    batch_id = _batch_of(press, context)
    batch = await context.services.runs.find_batch(batch_id)
    owner = batch.request.owner if batch is not None else press.user_id
    if not await context.services.store.people.acts_for(owner, press.user_id):
        raise UserError("batch-unknown")
    request = retry_request(batch, without_secrets=without_secrets)
    run = next_try_of(batch_id, without_secrets=without_secrets)
    await begin_below(request, context, total=len(request.only), run=run)
    await press.take_button()


async def ask_delete(press: Press, context: BotContext) -> None:
    """Ask, below the receipt, whether to delete what the batch added."""
    await press.acknowledge()
    yes = context.reader.key("button-delete-yes", Action.DELETE_BATCH, press.argument)
    no = context.reader.key("button-cancel", Action.KEEP_BATCH, press.argument)
    await press.message.reply_text(
        context.say("batch-delete-confirm"),
        reply_markup=keyboard([yes, no]),
        reply_parameters=ReplyParameters(press.message_id, allow_sending_without_reply=True),
    )


async def delete(press: Press, context: BotContext) -> None:
    """Delete what the batch added, if the presser may, and say how much it was.

    Raises:
        UserError: nothing is left of it, or it is somebody else's.
    """
    batches = context.services.store.batches
    count = await batches.delete_batch(_batch_of(press, context), actor=press.user_id)
    if not count:
        raise UserError("batch-unknown")
    await press.edit(context.say("batch-deleted", count=count))
    if (receipt := press.message.reply_to_message) is not None:
        said = deleted_text(receipt.text or "", context.language, context.services.phrases)
        await context.services.outbox.edit(press.chat_id, receipt.message_id, said)


async def keep(press: Press, context: BotContext) -> None:
    """Leave everything as it is."""
    await press.edit(context.say("nothing-changed"))
    if (receipt := press.message.reply_to_message) is not None:
        press.allow_again(receipt.message_id, Action.ASK_DELETE_BATCH)


async def show_documents(press: Press, context: BotContext) -> None:
    """List the documents of a batch below its receipt, or turn the page of that list.

    What whoever presses may not read any more is not in it.
    """
    name, _, page = press.argument.rpartition("_")
    batch_id = batch_named(name, bot_id=context.bot.id, chat_id=press.chat_id)
    items = (await report_of(batch_id, context)).items
    readable = await context.services.store.documents.still_readable(
        {item.document_id for item in items if item.document_id}, asker=press.user_id
    )
    shown = [item for item in items if item.document_id in readable]
    if not shown:
        raise UserError("batch-unknown")
    view = batch_view(shown, name, int(page), context.reader)
    await show(view, place_of(press, context), context, press)


async def unfold(press: Press, context: BotContext) -> None:
    """Show what a receipt hides."""
    await _change_rows(press, unfolded_keys(_first_row(press), press.argument, context.reader))


async def fold(press: Press, context: BotContext) -> None:
    """Hide it again."""
    await _change_rows(press, folded_keys(_first_row(press), press.argument, context.reader))


def _first_row(press: Press) -> Sequence[InlineKeyboardButton]:
    markup = press.message.reply_markup
    return markup.inline_keyboard[0] if markup is not None else ()


async def _change_rows(press: Press, rows: Sequence[Sequence[InlineKeyboardButton]]) -> None:
    await press.acknowledge()
    outbox = press.context.services.outbox
    await outbox.change_buttons(press.chat_id, press.message_id, keyboard(*rows))


def _batch_of(press: Press, context: BotContext) -> str:
    """Return the batch a press names: one of the chat it is made in, whatever it says."""
    return batch_named(press.argument, bot_id=context.bot.id, chat_id=press.chat_id)
