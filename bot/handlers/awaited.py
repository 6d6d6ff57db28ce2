"""Messages that somebody was asked for: a correction, an owner's answer, words to find one by.

They are taken for that before anything else is done with a message, also after a restart; but not
what the library asks for, which a command or a press puts an end to.
"""

from telegram import Message, Update
from telegram.constants import ChatType
from telegram.ext import ApplicationHandlerStop

from bot.context import BotContext
from bot.handlers.answers.feedback import take_correction
from bot.handlers.owners import gaps
from bot.handlers.owners.replying import goes_on, take_reply
from bot.messages.message import read_message
from pipelines.models.interactions import AwaitedText


async def take(message: Message, context: BotContext) -> None:
    """Take a message for what was asked for; a command is a change of mind.

    Raises:
        ApplicationHandlerStop: it was that, and nothing else is done with it.
    """
    services, chat = context.services, context.origin().memory
    if (message.text or "").startswith("/"):
        await services.store.interactions.stop_awaiting_text(chat, context.user_id)
        return
    if message.text and services.library.waits(message.chat.id):  # it asked later
        return
    part = read_message(message, largest_photo=services.limits.file_bytes)
    if goes_on(part, context) or gaps.goes_on(part, context):
        raise ApplicationHandlerStop
    awaited = await _awaited(message, context)
    if awaited is None:
        return
    if awaited.kind == "correction":
        await take_correction(awaited, message, context)
    elif awaited.kind == "gap_words":
        await gaps.take_words(awaited, message, context)
    elif awaited.kind == "gap_answer":
        await gaps.take_answer(awaited, part, context)
    else:
        await take_reply(awaited, part, context)
    raise ApplicationHandlerStop


async def _awaited(message: Message, context: BotContext) -> AwaitedText | None:
    """Return what a message was asked for.

    Files are asked for in private alone; of owners, also replies to what was not asked for by name.
    """
    store, user_id = context.services.store, context.user_id
    is_private = message.chat.type == ChatType.PRIVATE
    is_owner = is_private and user_id in context.services.access.owners
    replied = message.reply_to_message.message_id if message.reply_to_message else None
    if is_owner and replied is not None:
        found = await store.owner_questions.find_owner_prompt(user_id, replied)
        if found is not None:
            return AwaitedText("owner_answer", found, prompt_id=0)
    if not (message.text or is_private):
        return None
    return await store.interactions.take_text(
        *(context.origin().memory, user_id, message.message_id, replied),
        kinds=None if message.text else ("owner_answer", "gap_answer"),
    )


async def forget_prompt(update: Update, context: BotContext) -> None:
    """Take a command or a press instead of an answer for a change of mind."""
    text = update.message.text or "" if update.message is not None else ""
    if update.effective_chat is not None and (update.callback_query or text.startswith("/")):
        context.services.library.take(update.effective_chat.id)
