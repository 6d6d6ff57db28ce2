"""The screens with a toggle per role: of one document, and of what a batch has added."""

from collections.abc import Sequence
from dataclasses import replace

from telegram import Message
from telegram.constants import ChatType

from bot.context import BotContext
from bot.handlers.library.screen import place_of, show
from bot.handlers.presses import Press
from bot.handlers.upload.recorded import report_of
from bot.transport.buttons import ButtonData, read_button
from bot.transport.pieces import split
from bot.transport.prompts import Place
from bot.transport.reply_address import (
    Origin,
    batch_named,
    is_of_group,
    name_of,
    name_with_group,
)
from bot.views.access import MOST_READERS, batch_access_view, document_access_view
from bot.views.receipt_keys import receipt_keys
from bot.views.receipts import receipt
from bot.views.text import Reader, View
from pipelines.errors import UserError
from pipelines.models.requests import BatchReport


async def open_document(press: Press, context: BotContext) -> None:
    """Show who can read a document.

    Raises:
        UserError: there is none that the reader may see.
    """
    view = await view_of(press.argument, context)
    if view is None:
        raise UserError("library-gone")
    await show(view, place_of(press, context), context, press)


async def share_document(press: Press, context: BotContext) -> None:
    """Open a document to a role, or close it; show what is true then.

    Raises:
        UserError: it is not the reader's to change.
    """
    document_id, role, is_on = _toggled(press)
    await _share([document_id], role, press, is_on=is_on)
    await press.notice("access-changed")
    view = await view_of(document_id, context)
    if view is not None:
        await press.edit(view.piece, view.keys)


async def open_batch(press: Press, context: BotContext) -> None:
    """Show, below a receipt, who can read what was added; of a group's receipt, in private.

    Raises:
        UserError: there is nothing of it left that the reader may change.
    """
    if press.message.chat.type != ChatType.PRIVATE:
        await _open_in_private(press, context)
        return
    view = await _batch_view(press.argument, context)
    await press.acknowledge()
    await context.services.outbox.send(
        press.chat_id, view.piece, keyboard=view.keys, reply_to=press.message_id
    )


async def _open_in_private(press: Press, context: BotContext) -> None:
    """Show it where nobody else learns which roles there are."""
    view = await _batch_view(name_with_group(press.argument, press.chat_id), context)
    outbox = context.services.outbox
    shown_at = await outbox.send(press.user_id, view.piece, keyboard=view.keys)
    if shown_at is None:
        await press.notice("access-start-first", alert=True)
    else:
        await press.notice("access-in-private")


async def share_batch(press: Press, context: BotContext) -> None:
    """Open all that a batch added to a role, or close it; the receipt says so, too.

    Raises:
        UserError: there is nothing of it left that they may see, or it is not theirs to change.
    """
    name, role, is_on = _toggled(press)
    report = (await _report(name, context)).items
    ids = [item.document_id for item in report if item.status == "stored" and item.document_id]
    if not await context.services.store.documents.still_readable(ids, asker=press.user_id):
        raise UserError("batch-unknown")
    await _share(ids, role, press, is_on=is_on)
    await press.notice("access-changed")
    view = await _batch_view(name, context)
    await press.edit(view.piece, view.keys)
    await _correct_receipt(press, name, context)


async def view_of(document_id: str, context: BotContext) -> View | None:
    """Return the screen of a document; None when there is none that the reader may see."""
    store, actor = context.services.store, context.user_id
    card = await store.documents.get_document(document_id, asker=actor)
    if card is None:
        return None
    administration = store.administration
    roles = await administration.shared_roles([document_id], actor=actor)
    readers = await administration.document_readers(document_id, actor=actor, limit=MOST_READERS)
    groups = await administration.groups_reading(document_id, actor=actor)
    held = await store.people.roles_of(actor)
    return document_access_view(card, roles, readers, held, context.reader, groups=groups)


async def show_batch(name: str, context: BotContext) -> None:
    """Show the screen of a batch in a message of its own."""
    await show(await _batch_view(name, context), Place(), context)


def documents_under(message: Message) -> tuple[ButtonData, ...]:
    """Return what the buttons of a message of ours name."""
    markup = message.reply_markup
    keys = (key for row in markup.inline_keyboard for key in row) if markup is not None else ()
    read = (read_button(str(key.callback_data)) for key in keys)
    return tuple(data for data in read if data is not None)


async def _batch_view(name: str, context: BotContext) -> View:
    store, actor = context.services.store, context.user_id
    stored = {
        item.document_id: item.title or item.label
        for item in (await _report(name, context)).items
        if item.status == "stored" and item.document_id
    }
    left = await store.documents.still_readable(stored.keys(), asker=actor)
    roles = await store.administration.shared_roles(left, actor=actor)
    if not roles:
        raise UserError("library-not-yours" if left else "batch-unknown")
    return batch_access_view([stored[each] for each in left], roles, name, context.reader)


async def _report(name: str, context: BotContext) -> BatchReport:
    batch_id = batch_named(name, bot_id=context.bot.id, chat_id=context.chat_id)
    return await report_of(batch_id, context)


async def _share(ids: Sequence[str], role: int, press: Press, *, is_on: bool) -> None:
    administration = press.context.services.store.administration
    if not await administration.share_documents(ids, role, is_on=is_on, actor=press.user_id):
        raise UserError("library-not-yours")


async def _correct_receipt(press: Press, name: str, context: BotContext) -> None:
    """Write the receipt anew that the screen replies to, or that stands in a group."""
    if is_of_group(name):
        await _correct_in_group(press, name, context)
        return
    shown = press.message.reply_to_message
    if shown is None or not any(data.argument.endswith(name) for data in documents_under(shown)):
        return
    report = await _with_readers(await _report(name, context), press)
    pieces = split(receipt(report, context.language, context.services.phrases))
    if len(pieces) == 1:
        await context.services.outbox.edit(
            press.chat_id, shown.message_id, pieces[0], keyboard=shown.reply_markup
        )


async def _correct_in_group(press: Press, name: str, context: BotContext) -> None:
    batch_id = batch_named(name, bot_id=context.bot.id, chat_id=context.chat_id)
    batch = await context.services.runs.find_batch(batch_id)
    to = Origin.decode(batch.request.origin) if batch is not None else None
    if batch is None or batch.report is None or to is None or to.progress_id is None:
        return
    report = await _with_readers(batch.report, press)
    pieces = split(receipt(report, to.language, context.services.phrases))
    if len(pieces) == 1:
        reader = Reader(to.user_id, to.language, context.services.phrases)
        named = name_of(batch_id, to.chat_id) or ""
        keys = receipt_keys(report, named, reader, in_group=True)
        await context.services.outbox.edit(to.chat_id, to.progress_id, pieces[0], keyboard=keys)


async def _with_readers(report: BatchReport, press: Press) -> BatchReport:
    """Return how a batch ended, with who may read what it stored now."""
    documents = press.context.services.store.documents
    stored = [i.document_id for i in report.items if i.status == "stored" and i.document_id]
    readers = await documents.list_readers(
        await documents.still_readable(stored, asker=press.user_id)
    )
    items = tuple(
        replace(item, readers=readers.get(item.document_id or "")) for item in report.items
    )
    return replace(report, items=items)


def _toggled(press: Press) -> tuple[str, int, bool]:
    """Return what a toggle is about, the role's number, and whether it is to be on."""
    of, role, is_on = press.argument.rsplit("_", 2)
    if not role.isdecimal():
        raise UserError("button-outdated")
    return of, int(role), is_on == "1"
