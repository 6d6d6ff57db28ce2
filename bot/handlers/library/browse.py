"""The library: what is in the base, opened and looked through."""

from telegram import Update

from bot.context import BotContext
from bot.handlers.library import change, clean
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
from bot.transport.split import Piece
from bot.views.library import TEXT_PER_PAGE, View, text_view, versions_view

LONGEST_QUERY = 200  # characters


async def forget_question(update: Update, context: BotContext) -> None:
    """Take a command or a press instead of an answer for a change of mind."""
    text = update.message.text or "" if update.message is not None else ""
    if update.effective_chat is not None and (update.callback_query or text.startswith("/")):
        context.services.library.take(update.effective_chat.id)


async def show_documents(update: Update, context: BotContext) -> None:
    """List the documents, or those whose name holds what stands behind the command."""
    query = " ".join(context.args or [])[:LONGEST_QUERY]
    await show_list(update, context, Place(query))


async def turn_page(update: Update, context: BotContext) -> None:
    """Show another page of the same list, or the list again."""
    await context.services.outbox.acknowledge(query_of(update).id)
    query = place_of(update, context).query
    await show_list(update, context, Place(query, int(argument_of(update))))


async def show_all(update: Update, context: BotContext) -> None:
    """Show the whole list after a search."""
    await context.services.outbox.acknowledge(query_of(update).id)
    await show_list(update, context, Place())


async def open_document(update: Update, context: BotContext) -> None:
    """Show a document's card; say so when it is gone, or was never the reader's to see."""
    place = place_of(update, context)
    if await show_card(update, context, argument_of(update), place):
        await context.services.outbox.acknowledge(query_of(update).id)
    else:
        await say_gone(update, context)


async def show_text(update: Update, context: BotContext) -> None:
    """Show a stretch of a document's text."""
    document_id, _, page = argument_of(update).partition("_")
    number = int(page or 0)
    reader = reader_of(update, context)
    stretch = await context.services.store.documents.read_document(
        document_id, asker=reader.user_id, skip=number * TEXT_PER_PAGE, limit=TEXT_PER_PAGE
    )
    if stretch is None:
        await say_gone(update, context)
        return
    await context.services.outbox.acknowledge(query_of(update).id)
    view = text_view(stretch, document_id, number, reader)
    await show(update, context, view, place_of(update, context))


async def show_versions(update: Update, context: BotContext) -> None:
    """Show the versions of a document, each of which can be opened."""
    document_id, reader = argument_of(update), reader_of(update, context)
    versions = await context.services.store.documents.list_versions(
        document_id, asker=reader.user_id
    )
    if not versions:
        await say_gone(update, context)
        return
    await context.services.outbox.acknowledge(query_of(update).id)
    view = versions_view(versions, document_id, reader)
    await show(update, context, view, place_of(update, context))


async def ask_what_to_search(update: Update, context: BotContext) -> None:
    """Ask for part of a name; the chat's next text is that."""
    query = query_of(update)
    assert query.message is not None
    await context.services.outbox.acknowledge(query.id)
    context.services.library.ask(query.message.chat.id, Prompt(Asked.SEARCH))
    reader = reader_of(update, context)
    back = reader.key("button-back", Action.DOCUMENTS_PAGE, "0")
    view = View(Piece(reader.say("library-search")), keyboard([back]))
    await show(update, context, view, Place())


async def take_text(update: Update, context: BotContext) -> None:
    """Take the text that was asked for: a search, a new name, or the word of a cleaning."""
    message = update.message
    assert message is not None
    prompt = context.services.library.take(message.chat.id)
    text = " ".join((message.text or "").split())
    if prompt is None:
        return
    if prompt.asked is Asked.SEARCH:
        await show_list(update, context, Place(text[:LONGEST_QUERY]))
    elif prompt.asked is Asked.NAME:
        await change.rename(text, prompt.document_id, update, context)
    else:
        await clean.clean_if_meant(text, update, context, everybodys=prompt.everybodys)


async def say_gone(update: Update, context: BotContext) -> None:
    """Say that a document is not there any more, and show the list that is true now."""
    await context.services.outbox.acknowledge(
        query_of(update).id, context.say("library-gone"), alert=True
    )
    message = query_of(update).message
    assert message is not None
    if context.services.library.place(message.chat.id, message.message_id) is not None:
        await show_list(update, context, place_of(update, context))
