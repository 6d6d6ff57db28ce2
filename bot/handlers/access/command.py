"""/access: what somebody reads by, who can read a document, and why one is not to be seen.

A name that finds nothing is answered alike whether there is no such document or it is not the
reader's to see: what they read by, and whom to ask.
"""

from telegram import Message

from bot.context import BotContext
from bot.handlers.access import screen
from bot.handlers.access.named import batch_under, document_under
from bot.handlers.library.screen import show
from bot.transport.outbox import NO_PREVIEW
from bot.transport.prompts import Place
from bot.views.access import Holdings, nothing_found_text, own_access_text, which_view
from bot.views.library import PER_PAGE

LONGEST_NAME = 200  # characters


async def access(message: Message, context: BotContext) -> None:
    """Say who can read what is named or replied to; without either, what the writer reads by."""
    name = " ".join(context.args or [])[:LONGEST_NAME]
    if name:
        await _named(name, context)
    elif message.reply_to_message is not None:
        await _replied_to(message.reply_to_message, context)
    else:
        await _own(context)


async def _named(name: str, context: BotContext) -> None:
    store, asker = context.services.store, context.user_id
    found = await store.documents.list_documents(asker=asker, query=name, limit=PER_PAGE)
    if not found.documents:
        roles = await store.people.roles_of(asker)
        await _say(nothing_found_text(name, roles, context.reader), context)
    elif found.total == 1:
        await _show_documents((found.documents[0].document_id,), context)
    else:
        await show(which_view(found, context.reader), Place(), context)


async def _replied_to(shown: Message, context: BotContext) -> None:
    """Take what a message of ours is about: an answer, a receipt, or a card."""
    interactions = context.services.store.interactions
    answer = await interactions.find_shown_answer(context.chat_id, shown.message_id)
    if answer is not None:
        seen = await interactions.get_interaction(
            answer.id, asker=context.user_id, chat=answer.chat
        )
        documents = seen.interaction.documents if seen is not None else ()
        await _show_documents(documents[:PER_PAGE], context)
        return
    if (batch := batch_under(shown)) is not None:
        await screen.show_batch(batch, context)
        return
    await _show_documents(document_under(shown), context)


async def _show_documents(documents: tuple[str, ...], context: BotContext) -> None:
    """Show a screen for each; say so where there is nothing to be seen."""
    views = [await screen.view_of(each, context) for each in documents]
    if not any(views):
        await _say(context.say("library-gone"), context)
    for view in filter(None, views):
        await show(view, Place(), context)


async def _own(context: BotContext) -> None:
    store, asker = context.services.store, context.user_id
    user = await store.people.get_user(asker)
    assert user is not None, "the gate lets in no strangers"
    readable = await store.documents.list_documents(asker=asker, limit=1)
    holdings = Holdings(await store.people.roles_of(asker), user, readable.total)
    await _say(own_access_text(holdings, context.reader), context)


async def _say(text: str, context: BotContext) -> None:
    await context.bot.send_message(context.chat_id, text, link_preview_options=NO_PREVIEW)
