"""`@bot question` in any chat: a list of what can be quoted, made while the asker types."""

import asyncio

from telegram import InlineQuery, Update
from telegram.error import BadRequest

from bot.context import BotContext
from bot.views.answers.inline import InlineList, hint, inline_list

FEWEST_CHARACTERS = 3
PAUSE_SECONDS = 0.15  # in which whoever types has typed on


async def take(update: Update, context: BotContext) -> None:
    """Answer the newest query of somebody; what was begun for the one before is given up."""
    query = update.inline_query
    assert query is not None
    making = context.application.create_task(_answer(query, context), update)
    context.services.inline.put(query.from_user.id, making)


async def refuse(query: InlineQuery, context: BotContext) -> None:
    """Show somebody who may not ask nothing but the way to the bot."""
    await _send(query, hint("inline-no-access", context.reader), context)


async def _answer(query: InlineQuery, context: BotContext) -> None:
    await asyncio.sleep(PAUSE_SECONDS)
    await _send(query, await _list(query.query.strip(), context), context)


async def _list(question: str, context: BotContext) -> InlineList:
    services, reader = context.services, context.reader
    if len(question) < FEWEST_CHARACTERS:
        readable = await services.store.documents.list_documents(asker=reader.user_id, limit=1)
        return hint("inline-ask" if readable.total else "inline-base-empty", reader)
    if len(question) > services.limits.question_chars:
        return hint("inline-nothing", reader)
    found = await services.runs.excerpts(question, asker=reader.user_id, language=reader.language)
    await services.store.administration.note_documents_read(found.documents, reader=reader.user_id)
    return inline_list(found, reader)


async def _send(query: InlineQuery, shown: InlineList, context: BotContext) -> None:
    try:
        await context.bot.answer_inline_query(
            query.id,
            shown.results,
            cache_time=0,  # who may read what is in the base may change at once
            is_personal=True,
            button=shown.button,
        )
    except BadRequest as error:
        if "query is too old" not in error.message.lower():
            raise
