"""The numbered buttons under an answer: each opens the passage that its source rests on."""

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.views.answer import Cited, cited_view
from pipelines.errors import UserError

SECONDS_OPEN = 10.0  # in which further taps on a button open nothing


async def open_citation(press: Press, context: BotContext) -> None:
    """Show what was cited, of the version that was read, as whoever presses may read it.

    Raises:
        UserError: it cannot be read any more: deleted or closed, which is alike here.
    """
    store, user_id = context.services.store, press.user_id
    if (cited := Cited.decode(press.argument)) is None:
        raise UserError("button-outdated")
    card = None
    if passages := await store.search.get_passages([cited.passage_id], asker=user_id):
        card = await store.documents.get_document(passages[0].document_id, asker=user_id)
    if card is None:
        raise UserError("citation-gone", n=cited.n)
    view = cited_view(cited, passages[0], card, context.reader)
    await press.acknowledge()
    await context.services.outbox.send(
        press.chat_id, view.piece, keyboard=view.keys, reply_to=press.message_id
    )
