"""The library: what is in the base, opened and looked through."""

from telegram import Message
from telegram.error import BadRequest

from bot.context import BotContext
from bot.handlers.library import change, clean
from bot.handlers.library.screen import place_of, show, show_card, show_list
from bot.handlers.presses import Press
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece
from bot.transport.prompts import Asked, Place, Prompt
from bot.transport.rate_limit import Pace
from bot.views.library import TEXT_PER_PAGE, text_view, versions_view
from bot.views.text import View
from pipelines.nodes.questions.intents.recognise import calls_off

LONGEST_QUERY = 200  # characters
SECONDS_SENT = 10.0  # in which another tap sends the same file no more


async def show_documents(_message: Message, context: BotContext) -> None:
    """List the documents, or those whose name holds what stands behind the command."""
    await show_list(Place(" ".join(context.args or [])[:LONGEST_QUERY]), context)


async def turn_page(press: Press, context: BotContext) -> None:
    """Show another page of the same list, or the list again."""
    query = place_of(press, context).query
    await show_list(Place(query, int(press.argument)), context, press)


async def show_all(press: Press, context: BotContext) -> None:
    """Show the whole list after a search."""
    await show_list(Place(), context, press)


async def open_document(press: Press, context: BotContext) -> None:
    """Show a document's card; say so when it is gone, or was never the reader's to see."""
    if not await show_card(press.argument, place_of(press, context), context, press):
        await _say_gone(press, context)
        return
    await _note_read(press.argument, press, context)


async def show_text(press: Press, context: BotContext) -> None:
    """Show a stretch of a document's text."""
    document_id, _, page = press.argument.partition("_")
    number = int(page or 0)
    stretch = await context.services.store.documents.read_document(
        document_id, asker=press.user_id, skip=number * TEXT_PER_PAGE, limit=TEXT_PER_PAGE
    )
    if stretch is None:
        await _say_gone(press, context)
        return
    await _note_read(document_id, press, context)
    view = text_view(stretch, document_id, number, context.reader)
    await show(view, place_of(press, context), context, press)


async def send_file(press: Press, context: BotContext) -> None:
    """Send the file that a document was read out of, as it was sent.

    What was sent as a photo is a photo only.
    """
    store, here = context.services.store, press.chat_id
    original = await store.originals.get_original(press.argument, asker=press.user_id)
    if original is None or original.place != "telegram":
        await press.notice("file-gone", alert=True)
        return
    await _note_read(press.argument, press, context)
    try:
        await _send_known(original.key, here, context)
    except BadRequest:
        await press.notice("file-gone", alert=True)


async def _send_known(file_id: str, chat_id: int, context: BotContext) -> None:
    try:
        await context.bot.send_document(chat_id, file_id, rate_limit_args=Pace.REPLY)
    except BadRequest:
        await context.bot.send_photo(chat_id, file_id, rate_limit_args=Pace.REPLY)


async def show_versions(press: Press, context: BotContext) -> None:
    """Show the versions of a document, each of which can be opened."""
    documents = context.services.store.documents
    versions = await documents.list_versions(press.argument, asker=press.user_id)
    if not versions:
        await _say_gone(press, context)
        return
    view = versions_view(versions, press.argument, context.reader)
    await show(view, place_of(press, context), context, press)


async def ask_what_to_search(press: Press, context: BotContext) -> None:
    """Ask for part of a name; the chat's next text is that."""
    context.services.library.ask(press.chat_id, Prompt(Asked.SEARCH))
    back = context.reader.key("button-back", Action.DOCUMENTS_PAGE, "0")
    view = View(Piece(context.say("library-search")), keyboard([back]))
    await show(view, Place(), context, press)


async def take_text(message: Message, context: BotContext) -> None:
    """Take the text that was asked for: a search, a new name, or the word of a cleaning."""
    prompt = context.services.library.take(message.chat.id)
    text = " ".join((message.text or "").split())
    if prompt is None:
        return
    if calls_off(text):
        await context.bot.send_message(context.chat_id, context.say("nothing-changed"))
    elif prompt.asked is Asked.SEARCH:
        await show_list(Place(text[:LONGEST_QUERY]), context)
    elif prompt.asked is Asked.NAME:
        await change.rename(text, prompt.document_id, context)
    else:
        await clean.clean_if_meant(text, context, everybodys=prompt.everybodys)


async def _note_read(document_id: str, press: Press, context: BotContext) -> None:
    administration = context.services.store.administration
    await administration.note_documents_read((document_id,), reader=press.user_id)


async def _say_gone(press: Press, context: BotContext) -> None:
    """Say that a document is not there any more, and show the list that is true now."""
    await press.notice("library-gone", alert=True)
    place = context.services.library.place(press.chat_id, press.message_id)
    if place is not None:
        await show_list(place, context, press)
