"""The numbered buttons under an answer: each opens the passage that its source rests on."""

from telegram import CallbackQuery, Message, Update

from bot.context import BotContext
from bot.handlers.library.screen import argument_of, query_of, reader_of
from bot.views.citation import Cited, cited_view
from bot.views.library import Reader, View

_SECONDS_OPEN = 10.0  # in which further taps on a button open nothing


async def open_citation(update: Update, context: BotContext) -> None:
    """Show what was cited, of the version that was read; say so when it cannot be read any more."""
    query, outbox, presses = query_of(update), context.services.outbox, context.services.presses
    cited, answer = Cited.decode(argument_of(update)), query.message
    if cited is None or not isinstance(answer, Message):
        await outbox.acknowledge(query.id, context.say("button-outdated"), alert=True)
        return
    press = (answer.chat.id, answer.message_id, cited.encode())
    if not presses.take(*press, seconds=_SECONDS_OPEN):
        await outbox.acknowledge(query.id, context.say("citation-open"))
        return
    is_open = False
    try:
        view = await _view(cited, reader_of(update, context), context)
        is_open = await _show(view, cited, query, answer, context)
    finally:
        if not is_open:
            presses.give_back(*press)


async def _view(cited: Cited, reader: Reader, context: BotContext) -> View | None:
    """Read the passage as whoever presses; what is deleted and what is closed is alike None."""
    store = context.services.store
    passages = await store.search.get_passages([cited.passage_id], asker=reader.user_id)
    if not passages:
        return None
    card = await store.documents.get_document(passages[0].document_id, asker=reader.user_id)
    return cited_view(cited, passages[0], card, reader) if card is not None else None


async def _show(
    view: View | None, cited: Cited, query: CallbackQuery, answer: Message, context: BotContext
) -> bool:
    """Send what there is, below the answer; say so and return False when there is nothing."""
    outbox = context.services.outbox
    if view is None:
        gone = context.say("citation-gone", n=cited.n)
        await outbox.acknowledge(query.id, gone, alert=True)
        return False
    await outbox.acknowledge(query.id)
    await outbox.send(answer.chat.id, view.piece, keyboard=view.keys, reply_to=answer.message_id)
    return True
