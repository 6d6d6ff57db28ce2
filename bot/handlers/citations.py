"""The numbered buttons under an answer: each opens the passage that its source rests on."""

from telegram import Update

from bot.cited_passage import Cited, cited_view
from bot.context import BotContext
from bot.library_screen import argument_of, query_of, reader_of
from bot.library_views import Reader, View


async def open_citation(update: Update, context: BotContext) -> None:
    """Show what was cited, of the version that was read; say so when it cannot be read any more."""
    query, outbox = query_of(update), context.services.outbox
    cited, message = Cited.decode(argument_of(update)), query.message
    if cited is None or message is None:
        await outbox.acknowledge(query.id, context.say("button-outdated"), alert=True)
        return
    view = await _view(cited, reader_of(update, context), context)
    if view is None:
        await outbox.acknowledge(query.id, context.say("citation-gone", n=cited.n), alert=True)
        return
    await outbox.acknowledge(query.id)
    await outbox.send(message.chat.id, view.piece, keyboard=view.keys, reply_to=message.message_id)


async def _view(cited: Cited, reader: Reader, context: BotContext) -> View | None:
    """Read the passage as whoever presses; what is deleted and what is closed is alike None."""
    gateway = context.services.gateway
    passages = await gateway.get_passages([cited.passage_id], asker=reader.user_id)
    if not passages:
        return None
    card = await gateway.get_document(passages[0].document_id, asker=reader.user_id)
    return cited_view(cited, passages[0], card, reader) if card is not None else None
