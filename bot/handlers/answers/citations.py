"""The sources of an answer, opened: the page with the quote marked, or the passage around it.

What is shown is of the version that was read, as whoever presses may read it; in a group, what
everyone may read. There it comes without the ways on, which are for the reader alone.
"""

from dataclasses import replace

from telegram.constants import ChatAction

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.views.answers.citation import Opened, cited_view, page_quote, page_view
from bot.views.answers.sources import Cited
from pipelines.errors import SourceRefused, SourceUnavailable, UserError
from pipelines.models.originals import PagePicture

_GONE = "citation-gone"
SECONDS_OPEN = 10.0  # in which further taps on a citation open nothing


async def open_citation(press: Press, context: BotContext) -> None:
    """Show the page with the quote marked; the passage where there is no page to show.

    Raises:
        UserError: it cannot be read any more: deleted or closed, which is alike here.
    """
    opened = await _opened(press, context)
    await press.acknowledge()
    try:
        picture = await _draw(opened, press, context)
    except UserError as error:
        if error.code == _GONE:
            raise
        await _send_text(replace(opened, note=context.say(error.code)), press, context)
        return
    if picture is None:
        await _send_text(opened, press, context)
        return
    photo, view = page_view(opened, picture, context.reader)
    origin = context.origin()
    await context.services.outbox.photos.send(
        press.chat_id,
        photo,
        view.piece,
        keyboard=None if origin.is_group else view.keys,
        reply_to=press.message_id,
        thread_id=origin.thread_id,
    )


async def show_text(press: Press, context: BotContext) -> None:
    """Show the passage, below the page that it stands on."""
    opened = await _opened(press, context)
    await press.acknowledge()
    await _send_text(opened, press, context)


async def read_on(press: Press, context: BotContext) -> None:
    """Show, in place, the passage before or behind."""
    view = cited_view(await _opened(press, context), context.reader)
    await press.edit(view.piece, view.keys)


async def turn_page(press: Press, context: BotContext) -> None:
    """Show, in place, the page before or behind."""
    opened = await _opened(press, context, is_page=True)
    picture = await _draw(opened, press, context)
    if picture is None:
        raise UserError("original-gone")
    photo, view = page_view(opened, picture, context.reader)
    await press.acknowledge()
    await context.services.outbox.photos.edit(
        press.chat_id, press.message_id, photo, view.piece, keyboard=view.keys
    )


async def _opened(press: Press, context: BotContext, *, is_page: bool = False) -> Opened:
    """Read what a button names, as whoever pressed it.

    Args:
        is_page: its step counts pages: the passage is the one with the quote.
    Raises:
        UserError: it cannot be read any more, or the button is none of ours.
    """
    store, asker = context.services.store, context.origin().asker
    if (cited := Cited.decode(press.argument)) is None:
        raise UserError("button-outdated")
    for passage in await store.search.get_passages([cited.passage_id], asker=asker):
        card = await store.documents.get_document(passage.document_id, asker=asker)
        if card is None:
            break
        wanted = passage.passage_idx + (0 if is_page else cited.step)
        beside = {
            each.passage_idx: each
            for each in await store.search.document_passages(
                passage.document_id, asker=asker, first=wanted - 1, limit=3
            )
        }
        if is_page or not cited.step:
            beside[wanted] = passage
        if wanted not in beside:
            raise UserError("button-outdated")
        administration = context.services.store.administration
        await administration.note_documents_read((passage.document_id,), reader=press.user_id)
        return Opened(cited, beside[wanted], card, wanted - 1 in beside, wanted + 1 in beside)
    raise UserError(_GONE, n=cited.n)


async def _draw(opened: Opened, press: Press, context: BotContext) -> PagePicture | None:
    """Draw the page; None where there is none to be had.

    Raises:
        UserError: the file is another now, it cannot be had or drawn, or was closed meanwhile.
    """
    quote = page_quote(opened.passage, opened.cited.span, opened.cited.step)
    if quote is None:
        return None
    outbox, pages, origin = context.services.outbox, context.services.pages, context.origin()
    sign = outbox.typing(press.chat_id, ChatAction.UPLOAD_PHOTO, thread_id=origin.thread_id)
    try:
        async with sign:
            picture = await pages.draw(opened.card.document_id, quote, asker=origin.asker)
    except SourceUnavailable as error:
        raise UserError("original-unavailable") from error
    except SourceRefused as error:
        code = error.code if error.code == "original-changed" else "original-unreadable"
        raise UserError(code) from error
    documents = context.services.store.documents
    if not await documents.may_be_shown(
        [opened.card.document_id], asker=origin.asker, reader=press.user_id
    ):
        raise UserError(_GONE, n=opened.cited.n)
    return picture


async def _send_text(opened: Opened, press: Press, context: BotContext) -> None:
    view, origin = cited_view(opened, context.reader), context.origin()
    await context.services.outbox.send(
        press.chat_id,
        view.piece,
        keyboard=None if origin.is_group else view.keys,
        reply_to=press.message_id,
        thread_id=origin.thread_id,
    )
