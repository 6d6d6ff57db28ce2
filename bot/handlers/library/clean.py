"""Clean base: one's own documents go, or for an owner of this copy everybody's.

Only after a word was typed: what goes does not come back.
"""

from telegram import Update

from bot.context import BotContext
from bot.handlers.library.screen import place_of, query_of, reader_of, show
from bot.transport.buttons import Action, keyboard
from bot.transport.prompts import Asked, Place, Prompt
from bot.transport.split import Piece
from bot.views.library import View
from pipelines.store.documents import clean

_QUOTES = "\"'«»“”„.! "


async def ask(update: Update, context: BotContext) -> None:
    """Ask what is to go, on the command or the button under the list."""
    place = Place()
    if update.callback_query is not None:
        await context.services.outbox.acknowledge(update.callback_query.id)
        place = place_of(update, context)
    reader, store = reader_of(update, context), context.services.store
    own = await store.documents.count_to_clean(actor=reader.user_id, everybodys=False)
    rows = []
    if own:
        rows.append([reader.key("button-clean-own", Action.CLEAN_OWN)])
    everybodys = await store.documents.count_to_clean(actor=reader.user_id, everybodys=True)
    if everybodys:
        rows.append([reader.key("button-clean-all", Action.CLEAN_ALL)])
    rows.append([reader.key("button-to-list", Action.DOCUMENTS_PAGE, str(place.page))])
    text = context.say("clean-question", own=own, count=everybodys)
    await show(update, context, View(Piece(text), keyboard(*rows)), place)


async def ask_word(update: Update, context: BotContext) -> None:
    """Ask for the word that confirms; the chat's next text is that."""
    query, reader = query_of(update), reader_of(update, context)
    await context.services.outbox.acknowledge(query.id)
    everybodys = (query.data or "").endswith(f":{Action.CLEAN_ALL}")
    assert update.effective_chat is not None
    context.services.library.ask(
        update.effective_chat.id, Prompt(Asked.WORD, everybodys=everybodys)
    )
    count = await context.services.store.documents.count_to_clean(
        actor=reader.user_id, everybodys=everybodys
    )
    text = context.say("clean-confirm", count=count, word=context.say("clean-word"))
    back = reader.key("button-cancel", Action.DOCUMENTS_PAGE, "0")
    await show(update, context, View(Piece(text), keyboard([back])), Place())


async def clean_if_meant(
    text: str, update: Update, context: BotContext, *, everybodys: bool
) -> None:
    """Clean if the word is the one that was asked for; otherwise everything stays."""
    chat, reader = update.effective_chat, reader_of(update, context)
    assert chat is not None
    if text.strip(_QUOTES).casefold() != context.say("clean-word").casefold():
        await chat.send_message(context.say("clean-not-meant"))
        return
    documents = context.services.store.documents
    count = await clean(documents, actor=reader.user_id, everybodys=everybodys)
    await chat.send_message(context.say("clean-done", count=count))
