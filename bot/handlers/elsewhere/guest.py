"""Guest mode: somebody calls the bot by its name in a chat that it is no member of."""

from telegram import InlineQueryResultArticle, Message, Update
from telegram.error import BadRequest

from bot.context import BotContext
from bot.views.answers.inline import guest_result, notice_result


async def take(update: Update, context: BotContext) -> None:
    """Answer with what everyone may read, in the one message that a guest may send."""
    message = update.guest_message
    assert message is not None
    question = _question(message, context)
    if not question:
        await _send(message, notice_result("guest-ask", context.reader), context)
        return
    services = context.services
    found = await services.runs.excerpts(question, asker=None, language=context.language)
    found = found.best_alone()
    if not await services.store.documents.may_be_shown(found.documents, asker=context.user_id):
        await refuse(message, context)  # shut out while it was searched
        return
    await services.store.administration.note_documents_read(found.documents, reader=context.user_id)
    await _send(message, guest_result(found, context.reader), context)


async def refuse(message: Message, context: BotContext) -> None:
    """Say to somebody who may not ask that this is not for them."""
    await _send(message, notice_result("not-allowed", context.reader), context)


def _question(message: Message, context: BotContext) -> str:
    """Return what is asked: the words beside the bot's name, or else what they reply to."""
    words = (message.text or message.caption or "").split()
    name = f"@{context.bot.username}".casefold()
    asked = " ".join(word for word in words if word.strip(",:.!?").casefold() != name)
    replied = message.reply_to_message
    if not asked and replied is not None:
        asked = replied.text or replied.caption or ""
    return asked[: context.services.limits.question_chars]


async def _send(message: Message, result: InlineQueryResultArticle, context: BotContext) -> None:
    assert message.guest_query_id is not None
    try:
        await context.bot.answer_guest_query(message.guest_query_id, result)
    except BadRequest as error:
        if "query is too old" not in error.message.lower():
            raise
