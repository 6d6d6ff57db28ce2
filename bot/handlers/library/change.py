"""What an owner does to a document: rename, delete, fetch again. Who may is decided in SQL."""

from telegram import InlineKeyboardButton

from bot.context import BotContext
from bot.handlers.library.screen import place_of, show, show_card, show_list
from bot.handlers.presses import Press
from bot.handlers.upload.submit import begin_below
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece
from bot.transport.prompts import Asked, Place, Prompt
from bot.views.secrets import kinds_text
from bot.views.text import View, day, shortened
from pipelines.errors import UserError
from pipelines.ingest.screening import Screening
from pipelines.models.documents import Message as Sources
from pipelines.models.people import EVERYONE
from pipelines.models.requests import IngestRequest
from pipelines.nodes.text.clean import one_line
from pipelines.store.documents import LONGEST_TITLE, DocumentCard

_NAMED = 100  # characters of a title in a toast


async def ask_name(press: Press, context: BotContext) -> None:
    """Ask for a new name; the chat's next text is that."""
    card = await _changeable(press, context)
    context.services.library.ask(press.chat_id, Prompt(Asked.NAME, document_id=card.document_id))
    text = context.say("library-new-name", title=shortened(card.title, LONGEST_TITLE))
    await _ask(text, card.document_id, context, press)


async def rename(text: str, document_id: str, context: BotContext) -> None:
    """Give a document the name that was sent, and show its card."""
    name = one_line(text)
    if objection := _objection(name, context):
        context.services.library.ask(context.chat_id, Prompt(Asked.NAME, document_id=document_id))
        await _ask(objection, document_id, context)
        return
    documents = context.services.store.documents
    renamed = await documents.rename_document(document_id, name, actor=context.user_id)
    if not renamed or not await show_card(document_id, Place(), context):
        await context.bot.send_message(context.chat_id, context.say("library-gone"))


def _objection(name: str, context: BotContext) -> str:
    """Say why a name cannot be kept, as every reader of the document would see it; "" if it can."""
    if not name or len(name) > LONGEST_TITLE:
        return context.say("library-name-too-long", limit=LONGEST_TITLE)
    kinds = Screening(context.services.limits.secrets).kinds_in(name)
    if not kinds:
        return ""
    named = kinds_text(kinds, context.language, context.services.phrases)
    return context.say("library-name-secret", kinds=named)


async def ask_delete(press: Press, context: BotContext) -> None:
    """Ask whether to delete a document with its versions."""
    card = await _changeable(press, context)
    named = shortened(card.title, LONGEST_TITLE)
    origin = shortened(card.file_name or day(card.added_at, context.reader.language), LONGEST_TITLE)
    text = context.say("library-delete", title=named, origin=origin)
    yes = context.reader.key("button-delete-yes", Action.DELETE_DOCUMENT, card.document_id)
    await _ask(text, card.document_id, context, press, yes)


async def delete(press: Press, context: BotContext) -> None:
    """Delete a document, say so, and show the list without it."""
    documents = context.services.store.documents
    card = await documents.get_document(press.argument, asker=press.user_id)
    deleted = await documents.delete_document(press.argument, actor=press.user_id)
    said = context.say("library-gone")
    if card is not None and deleted:
        said = context.say("library-deleted", title=shortened(card.title, _NAMED))
    await press.acknowledge(said)
    await show_list(place_of(press, context), context, press, said=said)


async def fetch_again(press: Press, context: BotContext) -> None:
    """Read a page or a video anew; what has changed becomes a new version."""
    card = await _changeable(press, context)
    documents = context.services.store.documents
    address = await documents.get_source_address(card.document_id, asker=press.user_id)
    if address is None:
        return
    request = IngestRequest(
        message=Sources(links=(address,)),
        owner=card.owner_telegram_id,
        reader_role=EVERYONE if card.is_open else None,
        interface_language=context.language,
    )
    await press.acknowledge()
    await begin_below(request, context)


async def _changeable(press: Press, context: BotContext) -> DocumentCard:
    """Return the card of the pressed document.

    Raises:
        UserError: it is gone, or not this reader's to change.
    """
    documents = context.services.store.documents
    card = await documents.get_document(press.argument, asker=press.user_id)
    if card is None or not card.may_change:
        raise UserError("library-gone" if card is None else "library-not-yours")
    return card


async def _ask(
    text: str,
    document_id: str,
    context: BotContext,
    press: Press | None = None,
    *keys: InlineKeyboardButton,
) -> None:
    """Put a question where the card was; the way back is the card."""
    back = context.reader.key("button-cancel", Action.OPEN_DOCUMENT, document_id)
    place = place_of(press, context) if press is not None else Place()
    await show(View(Piece(text), keyboard([*keys, back])), place, context, press)
