"""One message that shows the library: pressed, it changes in place; elsewhere a new one comes."""

from telegram import CallbackQuery, Chat, Message, Update

from bot.context import BotContext
from bot.transport.buttons import read_press
from bot.transport.outbox import NO_PREVIEW
from bot.transport.prompts import Place
from bot.views.library import PER_PAGE, Reader, View, card_view, list_view
from pipelines.store.documents import DocumentPage


def reader_of(update: Update, context: BotContext) -> Reader:
    """Say whom the answer to an update is for."""
    assert update.effective_user is not None
    return Reader(update.effective_user.id, context.language, context.services.phrases)


def argument_of(update: Update) -> str:
    """Return what the pressed button is about."""
    press = read_press(query_of(update).data)
    assert press is not None
    return press.argument


def query_of(update: Update) -> CallbackQuery:
    """Return the press that an update is."""
    assert update.callback_query is not None
    return update.callback_query


def place_of(update: Update, context: BotContext) -> Place:
    """Return where in the list the pressed message is; its beginning if that is not known."""
    message = query_of(update).message
    assert isinstance(message, Message)
    known = context.services.library.place(message.chat.id, message.message_id)
    return known or Place()


async def show(update: Update, context: BotContext, view: View, place: Place) -> None:
    """Show a view: in the message that was pressed, if it shows the library, else in a new one."""
    library, chat = context.services.library, update.effective_chat
    assert isinstance(chat, Chat)
    if update.callback_query is not None:
        message = update.callback_query.message
        assert isinstance(message, Message)
        if library.place(
            chat.id, message.message_id
        ) is not None and await context.services.outbox.edit(
            chat.id, message.message_id, view.piece, keyboard=view.keys
        ):
            library.remember(chat.id, message.message_id, place)
            return
    sent = await chat.send_message(
        view.piece.text,
        entities=view.piece.entities or None,
        reply_markup=view.keys,
        link_preview_options=NO_PREVIEW,
    )
    library.remember(chat.id, sent.message_id, place)


async def show_list(update: Update, context: BotContext, place: Place) -> None:
    """Show a page of the list; past its end, the last page."""
    reader = reader_of(update, context)
    found = await _found(reader, context, place)
    last = max(0, (found.total - 1) // PER_PAGE)
    if place.page > last:
        place = Place(place.query, last)
        found = await _found(reader, context, place)
    await show(update, context, list_view(found, place, reader), place)


async def _found(reader: Reader, context: BotContext, place: Place) -> DocumentPage:
    return await context.services.store.documents.list_documents(
        asker=reader.user_id, query=place.query, skip=PER_PAGE * place.page, limit=PER_PAGE
    )


async def show_card(update: Update, context: BotContext, document_id: str, place: Place) -> bool:
    """Show a document's card; False when there is none that the reader may see."""
    reader = reader_of(update, context)
    card = await context.services.store.documents.get_document(document_id, asker=reader.user_id)
    if card is None:
        return False
    await show(update, context, card_view(card, place, reader), place)
    return True
