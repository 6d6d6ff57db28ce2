"""Everything that is neither a command nor a press: goes where the stored mode says."""

from collections.abc import Sequence

from telegram import Message, ReplyParameters, Update

from bot.buttons import Action, button, keyboard
from bot.context import BotContext
from bot.handlers import chat, documents
from bot.handlers.mode import stored_mode
from bot.incoming import Incoming, join_paste, kind_of, read_message
from pipelines.errors import QuestionRefused

NEARLY_FULL = 4000  # a text this long may be the first piece of a longer paste


async def receive(update: Update, context: BotContext) -> None:
    """Take a text or a file in; wait for the rest of an album or a long paste first."""
    message = update.message
    assert message is not None
    incoming = read_message(message)
    key = _whole_of(message, context)
    if key is None:
        await _route([incoming], message, context)
    elif context.services.gatherer.add(key, incoming):
        context.application.create_task(_collect(key, message, context), update)


async def refuse_kind(update: Update, context: BotContext) -> None:
    """Say that this kind of message cannot be read yet."""
    message = update.message
    assert message is not None
    await message.reply_text(context.say("message-unsupported", kind=kind_of(message)))


async def offer_edited(update: Update, context: BotContext) -> None:
    """Offer to answer the new wording: an edit alone is no new question."""
    message = update.edited_message
    assert message is not None
    assert message.from_user is not None
    ask = button(context.say("button-ask-in-chat"), Action.ASK, message.from_user.id)
    await message.chat.send_message(
        context.say("message-edited"),
        reply_markup=keyboard([ask]),
        reply_parameters=ReplyParameters(message.message_id, allow_sending_without_reply=True),
    )


def _whole_of(message: Message, context: BotContext) -> tuple[str, int | str] | None:
    """Name the album or the long paste that a message may be a piece of."""
    if message.media_group_id is not None:
        return "album", message.media_group_id
    paste = ("paste", message.chat.id)
    is_long = len(message.text or "") >= NEARLY_FULL
    if message.text and (is_long or context.services.gatherer.is_open(paste)):
        return paste
    return None


async def _collect(key: tuple[str, int | str], message: Message, context: BotContext) -> None:
    parts = await context.services.gatherer.collect(key)
    whole = [join_paste(parts)] if key[0] == "paste" else parts
    await _route(whole, message, context)


async def _route(parts: Sequence[Incoming], message: Message, context: BotContext) -> None:
    if not any(part.has_words or part.has_sources for part in parts):
        raise QuestionRefused("question-empty")
    assert message.from_user is not None
    user_id = message.from_user.id
    if await stored_mode(context, message.chat.id) == "documents":
        await documents.take(parts, message, user_id, context)
    elif any(part.file or part.only_links for part in parts):
        await documents.offer(parts, message, user_id, context)
    else:
        await chat.take(parts[0].text, message, user_id, context)
