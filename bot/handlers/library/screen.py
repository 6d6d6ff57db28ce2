"""One message that shows the library: pressed, it changes in place; elsewhere a new one comes."""

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.transport.prompts import Place
from bot.views.library import PER_PAGE, card_view, list_view
from bot.views.text import View
from pipelines.store.documents import DocumentPage


def place_of(press: Press, context: BotContext) -> Place:
    """Return where in the list the pressed message is; its beginning if that is not known."""
    return context.services.library.place(press.chat_id, press.message_id) or Place()


async def show(view: View, place: Place, context: BotContext, press: Press | None = None) -> None:
    """Show a view: in the message that was pressed, if it shows the library, else in a new one."""
    library = context.services.library
    if press is not None:
        await press.acknowledge()
        is_library = library.place(press.chat_id, press.message_id) is not None
        if is_library and await press.edit(view.piece, view.keys):
            library.remember(press.chat_id, press.message_id, place)
            return
    message_id = await context.send(view)
    library.remember(context.chat_id, message_id, place)


async def show_list(
    place: Place, context: BotContext, press: Press | None = None, *, said: str = ""
) -> None:
    """Show a page of the list, below what is said first; past its end, the last page."""
    page = await _page(place, context)
    last = max(0, (page.total - 1) // PER_PAGE)
    if place.page > last:
        place = Place(place.query, last)
        page = await _page(place, context)
    may_clean = bool(page.total) and await _may_clean(context)
    being_read = 0 if place.query else await context.services.runs.count_being_read(context.user_id)
    view = list_view(
        page, place, context.reader, said=said, may_clean=may_clean, being_read=being_read
    )
    await show(view, place, context, press)


async def _may_clean(context: BotContext) -> bool:
    """Tell whether there is something that the reader could clean away."""
    documents, actor = context.services.store.documents, context.user_id
    return bool(
        await documents.count_to_clean(actor=actor, everybodys=False)
        or await documents.count_to_clean(actor=actor, everybodys=True)
    )


async def _page(place: Place, context: BotContext) -> DocumentPage:
    return await context.services.store.documents.list_documents(
        asker=context.user_id, query=place.query, skip=PER_PAGE * place.page, limit=PER_PAGE
    )


async def show_card(
    document_id: str, place: Place, context: BotContext, press: Press | None = None
) -> bool:
    """Show a document's card; False when there is none that the reader may see."""
    documents = context.services.store.documents
    card = await documents.get_document(document_id, asker=context.user_id)
    if card is None:
        return False
    originals = context.services.store.originals
    original = await originals.get_original(document_id, asker=context.user_id)
    has_file = original is not None and original.place == "telegram"
    view = card_view(card, place, context.reader, has_file=has_file)
    await show(view, place, context, press)
    return True
