"""Mode «Чат»: questions are answered from the base."""

from telegram import Message, Update

from bot.context import BotContext
from bot.handlers.presses import once
from bot.messages.message import read_message
from bot.transport.reply_address import Origin, run_id
from bot.transport.typing import typing_sign
from pipelines.errors import QuestionRefused
from pipelines.models.requests import AnswerRequest


async def take(text: str, message: Message, user_id: int, context: BotContext) -> None:
    """Answer a question; the reply is sent by the run, through the Notifier."""
    origin = Origin(message.chat.id, user_id, context.language)
    await _answer(text, origin, run_id("answer", message), context)


async def ask(update: Update, context: BotContext) -> None:
    """Switch to chat and answer the message that the hint is about."""
    async with once(update, context) as pressed:
        if pressed is None:
            return
        text = read_message(pressed.original).text
        _check_length(text, context)
        await context.services.store.chats.set_mode(str(pressed.chat_id), "chat")
        switched = context.say("mode-switched", mode="chat")
        await context.services.outbox.edit(pressed.chat_id, pressed.hint_id, switched)
        origin = Origin(
            pressed.chat_id,
            pressed.user_id,
            context.language,
            reply_to=pressed.original.message_id,
        )
        await _answer(text, origin, run_id("answer", pressed.hint), context)


async def _answer(text: str, origin: Origin, run: str, context: BotContext) -> None:
    question = text.strip()
    _check_length(question, context)
    request = AnswerRequest(
        question=question,
        user_id=str(origin.chat_id),
        asker=origin.user_id,
        origin=origin.encode(),
        interface_language=context.language,
    )
    async with typing_sign(context.bot, origin.chat_id):
        await context.services.runs.answer(request, run_id=run)


def _check_length(question: str, context: BotContext) -> None:
    limit = context.services.limits.question_chars
    if len(question) > limit:
        raise QuestionRefused("question-too-long", length=len(question), limit=limit)
