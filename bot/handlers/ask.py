"""Mode «Чат»: questions are answered from the base, and the sources of an answer are opened."""

from telegram import Message

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.messages.message import read_message
from bot.transport.reply_address import Origin, run_id
from bot.views.answer import Cited, cited_view
from pipelines.errors import QuestionRefused, UserError
from pipelines.models.requests import AnswerRequest

SECONDS_OPEN = 10.0  # in which further taps on a citation open nothing


async def take(text: str, message: Message, context: BotContext) -> None:
    """Answer a question; the reply is sent by the run, through the Notifier."""
    origin = Origin(
        context.chat_id, context.user_id, context.language, question_id=message.message_id
    )
    replied_to = _answer_replied_to(message, context)
    await _answer(text, origin, run_id("answer", message), context, replied_to=replied_to)


async def ask(press: Press, context: BotContext) -> None:
    """Switch to chat and answer the message that the hint is about."""
    original = await press.original()
    text = read_message(original).text
    _check_length(text, context)
    await context.services.store.chats.set_mode(str(press.chat_id), "chat")
    await press.edit(context.say("mode-switched", mode="chat"))
    reply_to = original.message_id
    origin = Origin(
        *(press.chat_id, press.user_id, context.language), reply_to=reply_to, question_id=reply_to
    )
    await _answer(text, origin, run_id("answer", press.message), context)


async def ask_as_written(press: Press, context: BotContext) -> None:
    """Answer the question anew, with nothing taken into it that was said before."""
    original = await press.original()
    text = read_message(original).text
    reply_to = original.message_id
    origin = Origin(press.chat_id, press.user_id, context.language, reply_to=reply_to)
    await _answer(text, origin, run_id("literal", press.message), context, is_literal=True)


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


async def _answer(
    text: str,
    origin: Origin,
    run: str,
    context: BotContext,
    *,
    replied_to: str = "",
    is_literal: bool = False,
) -> None:
    question = text.strip()
    _check_length(question, context)
    request = AnswerRequest(
        question=question,
        user_id=str(origin.chat_id),
        asker=origin.user_id,
        origin=origin.encode(),
        interface_language=context.language,
        replied_to=replied_to,
        is_literal=is_literal,
    )
    async with context.services.outbox.typing(origin.chat_id):
        await context.services.runs.answer(request, run_id=run)


def _answer_replied_to(message: Message, context: BotContext) -> str:
    """Return the answer of ours that a message replies to, as it is shown; "" when none."""
    replied = message.reply_to_message
    if replied is None or replied.from_user is None or replied.from_user.id != context.bot.id:
        return ""
    return replied.text or ""


def _check_length(question: str, context: BotContext) -> None:
    limit = context.services.limits.question_chars
    if len(question) > limit:
        raise QuestionRefused("question-too-long", length=len(question), limit=limit)
