"""What an owner does to a document: rename, delete, fetch again. Who may is decided in SQL."""

import zlib

from telegram import InlineKeyboardButton, Update

from bot.context import BotContext
from bot.handlers.library.screen import (
    argument_of,
    place_of,
    query_of,
    reader_of,
    show,
    show_card,
    show_list,
)
from bot.transport.buttons import Action, keyboard
from bot.transport.prompts import Asked, Place, Prompt
from bot.transport.reply_address import Origin, run_id
from bot.transport.split import Piece
from bot.views.library import View, shortened
from pipelines.errors import ParagrafError
from pipelines.models.documents import Message as Sources
from pipelines.models.requests import IngestRequest
from pipelines.store.documents import LONGEST_TITLE, DocumentCard


async def ask_name(update: Update, context: BotContext) -> None:
    """Ask for a new name; the chat's next text is that."""
    card = await _changeable(update, context)
    if card is None:
        return
    assert update.effective_chat is not None
    context.services.library.ask(
        update.effective_chat.id, Prompt(Asked.NAME, document_id=card.document_id)
    )
    text = context.say("library-new-name", title=shortened(card.title, LONGEST_TITLE))
    await _ask(update, context, text, card.document_id)


async def rename(text: str, document_id: str, update: Update, context: BotContext) -> None:
    """Give a document the name that was sent, and show its card."""
    assert update.effective_chat is not None
    reader = reader_of(update, context)
    if not text or len(text) > LONGEST_TITLE:
        context.services.library.ask(
            update.effective_chat.id, Prompt(Asked.NAME, document_id=document_id)
        )
        too_long = context.say("library-name-too-long", limit=LONGEST_TITLE)
        await _ask(update, context, too_long, document_id)
        return
    store = context.services.store
    renamed = await store.documents.rename_document(document_id, text, actor=reader.user_id)
    if not renamed or not await show_card(update, context, document_id, Place()):
        await update.effective_chat.send_message(context.say("library-gone"))


async def ask_delete(update: Update, context: BotContext) -> None:
    """Ask whether to delete a document with its versions."""
    card = await _changeable(update, context)
    if card is None:
        return
    text = context.say("library-delete", title=shortened(card.title, LONGEST_TITLE))
    yes = reader_of(update, context).key(
        "button-delete-yes", Action.DELETE_DOCUMENT, card.document_id
    )
    await _ask(update, context, text, card.document_id, yes)


async def delete(update: Update, context: BotContext) -> None:
    """Delete a document, and show the list without it."""
    user_id, document_id = query_of(update).from_user.id, argument_of(update)
    deleted = await context.services.store.documents.delete_document(document_id, actor=user_id)
    text = context.say("library-deleted" if deleted else "library-gone")
    await context.services.outbox.acknowledge(query_of(update).id, text)
    await show_list(update, context, place_of(update, context))


async def fetch_again(update: Update, context: BotContext) -> None:
    """Read a page or a video anew; what has changed becomes a new version."""
    card = await _changeable(update, context)
    if card is None:
        return
    reader_id = query_of(update).from_user.id
    address = await context.services.store.documents.get_source_address(
        card.document_id, asker=reader_id
    )
    if address is None:
        return
    assert update.effective_chat is not None
    chat, message = update.effective_chat, query_of(update).message
    assert message is not None
    # Once a card: a message may show many of them, one after the other.
    this_card = zlib.crc32(f"{message.message_id}/{card.document_id}".encode())
    if not context.services.presses.take(chat.id, this_card):
        return
    progress = await chat.send_message(context.say("progress-queued", total=1))
    origin = Origin(chat.id, reader_id, context.language, progress.message_id)
    request = IngestRequest(
        message=Sources(links=(address,)),
        owner=card.owner_telegram_id,
        origin=origin.encode(),
        readable_by_everyone=card.is_open,
        interface_language=context.language,
    )
    try:
        await context.services.runs.start_ingest(request, run_id=run_id("ingest", progress))
    except ParagrafError:
        context.services.presses.give_back(chat.id, this_card)
        await context.services.outbox.remove(chat.id, progress.message_id)
        raise


async def _changeable(update: Update, context: BotContext) -> DocumentCard | None:
    """Return the card of the pressed document if its reader may change it; else say why not."""
    query = query_of(update)
    card = await context.services.store.documents.get_document(
        argument_of(update), asker=query.from_user.id
    )
    if card is not None and card.may_change:
        await context.services.outbox.acknowledge(query.id)
        return card
    text = context.say("library-gone" if card is None else "library-not-yours")
    await context.services.outbox.acknowledge(query.id, text, alert=True)
    return None


async def _ask(
    update: Update, context: BotContext, text: str, document_id: str, *keys: InlineKeyboardButton
) -> None:
    """Put a question where the card was; the way back is the card."""
    reader = reader_of(update, context)
    back = reader.key("button-cancel", Action.OPEN_DOCUMENT, document_id)
    place = place_of(update, context) if update.callback_query else Place()
    await show(update, context, View(Piece(text), keyboard([*keys, back])), place)
