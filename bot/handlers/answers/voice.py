"""Mode «Чат»: a short voice message is a question, where recordings can be written down."""

from telegram import MessageEntity, ReplyParameters

from bot.context import BotContext
from bot.handlers.answers.ask import answer, answer_replied_to
from bot.messages.message import Incoming
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import units
from bot.transport.reply_address import run_id


def is_question(part: Incoming, context: BotContext) -> bool:
    """Tell whether somebody has spoken a question; what is long or forwarded is a source."""
    voice = part.message.voice
    if voice is None or part.forward is not None or context.services.listening is None:
        return False
    return int(voice.to_dict()["duration"]) <= context.services.limits.spoken_seconds


async def take(part: Incoming, context: BotContext) -> None:
    """Show what was heard, with a button to keep the recording instead, and answer it.

    What was heard is a message of that text alone: buttons under the answer ask it again.
    """
    message, listening = part.message, context.services.listening
    assert part.file is not None
    assert listening is not None
    async with context.services.outbox.typing(context.chat_id):
        heard = await listening.hear(part.file.named("voice"))
    shown = await message.reply_text(
        heard,
        entities=[MessageEntity(MessageEntity.BLOCKQUOTE, 0, units(heard))],
        reply_markup=keyboard([context.reader.key("button-keep-recording", Action.ADD)]),
        reply_parameters=ReplyParameters(message.message_id, allow_sending_without_reply=True),
    )
    origin = context.origin(question_id=shown.message_id)
    replied_to = answer_replied_to(message, context)
    await answer(heard, origin, run_id("answer", message), context, replied_to=replied_to)
