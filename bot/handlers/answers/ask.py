"""Mode «Чат»: questions are answered from the base."""

from telegram import Message
from telegram.constants import ChatType

from bot.context import BotContext
from bot.handlers.access.named import documents_of
from bot.handlers.errors import tell_owners_once
from bot.handlers.presses import Press
from bot.messages.addressed import without_address
from bot.messages.message import read_message
from bot.reporting.open_offers import OpenOffers
from bot.transport.reply_address import Origin, run_id
from pipelines.errors import QuestionRefused, UserError
from pipelines.models.requests import AnswerRequest

OFFER = "edit"  # to answer an edited question, made once for a message
_TYPING_AFTER = 0.7  # seconds: in a private chat a draft, or the answer, mostly comes before


async def take(
    text: str,
    message: Message,
    context: BotContext,
    *,
    may_be_note: bool = False,
    in_vain: bool = False,
) -> None:
    """Answer a question; the reply is sent by the run, through the Notifier.

    One that `may_be_note` can be kept as such from under its answer; with `in_vain`, only where
    nothing answers it.
    """
    asked = message.message_id
    replied = asked if context.chat_id < 0 else None
    origin = context.origin(
        question_id=asked,
        reply_to=replied,
        may_be_note=may_be_note and not in_vain,
        may_be_note_in_vain=may_be_note and in_vain,
    )
    said, shown = answer_replied_to(message, context), message.reply_to_message
    about = await documents_of(shown, context) if said and shown is not None else ()
    run = run_id("answer", message)
    await answer(text, origin, run, context, replied_to=said, about=about)


async def ask(press: Press, context: BotContext) -> None:
    """Answer the message that the hint is about, in chat."""
    original = await press.original()
    text = read_message(original).text
    _check_length(text, context)
    await _switch_to_chat(press, context)
    await OpenOffers(context.services.store.artifacts).close(press.chat_id, press.message_id)
    origin = context.origin(reply_to=original.message_id, question_id=original.message_id)
    await answer(text, origin, run_id("answer", press.message), context)


async def _switch_to_chat(press: Press, context: BotContext) -> None:
    """Say in the place of the hint that the mode is another now; where it is not, let it stand.

    Where none was chosen yet, one asks as in chat.
    """
    chats, chat = context.services.store.chats, str(press.chat_id)
    if await chats.get_mode(chat) != "documents":
        await press.acknowledge()
        await context.services.outbox.take_buttons(press.chat_id, press.message_id)
        return
    await chats.set_mode(chat, "chat")
    await press.edit(context.say("mode-switched", mode="chat"))


async def ask_as_written(press: Press, context: BotContext) -> None:
    """Answer the question anew, with nothing taken into it that was said before."""
    original = await press.original()
    text = _own_words(original)
    origin = context.origin(reply_to=original.message_id)
    await answer(text, origin, run_id("literal", press.message), context, is_literal=True)


async def answer_edited(press: Press, context: BotContext) -> None:
    """Answer the wording that a question has now, in the place of the offer to do so.

    Or of what there was of the answer when it was stopped.
    """
    original = await press.original()
    asked = original.message_id
    origin = context.origin(reply_to=asked, question_id=asked)
    run = f"{run_id('answer', original)}-{press.message_id}"
    context.services.presses.give_back(press.chat_id, asked, OFFER)
    await context.services.outbox.remove(press.chat_id, press.message_id)
    await answer(_own_words(original), origin, run, context)


async def answer(
    text: str,
    origin: Origin,
    run: str,
    context: BotContext,
    *,
    replied_to: str = "",
    about: tuple[str, ...] = (),
    is_literal: bool = False,
    is_again: bool = False,
    left_out: tuple[str, ...] = (),
) -> None:
    """Run a question to its end; `origin` says where the answer goes, `run` names it once.

    It may be `about` the documents of the receipt or card that it replies to. Asked `is_again`
    another answer is wanted, without the quotes that are `left_out`.
    """
    question = text.strip()
    _check_length(question, context)
    request = AnswerRequest(
        question=question,
        user_id=origin.memory,
        asker=origin.asker,
        origin=origin.encode(),
        interface_language=context.language,
        replied_to=replied_to,
        about=about,
        is_literal=is_literal,
        is_again=is_again,
        left_out=left_out,
        is_brief=origin.is_brief,
        is_kept=origin.viewpoint is None,
        payer=origin.person,
    )
    await _run(request, origin, run, context)


async def _run(request: AnswerRequest, origin: Origin, run: str, context: BotContext) -> None:
    """Answer in the turn of the chat, which is told where it was stopped."""
    services = context.services
    try:
        async with (
            services.answering.turn(run, origin),
            services.outbox.typing(
                origin.chat_id,
                thread_id=origin.thread_id,
                after=0.0 if origin.is_group else _TYPING_AFTER,
                unless=lambda: services.drafts.is_shown(run),
            ),
        ):
            if trouble := await services.runs.answer(request, run_id=run):
                await tell_owners_once(context, trouble)
    except UserError as error:
        if error.code != "run-stopped":
            raise
        await services.drafts.tell_stopped(origin, run)


def _own_words(message: Message) -> str:
    """Return what a message asks; in a group, without what names the bot."""
    is_private = message.chat.type == ChatType.PRIVATE
    return read_message(message if is_private else without_address(message)).text


def answer_replied_to(message: Message, context: BotContext) -> str:
    """Return the answer of ours that a message replies to, as it is shown; "" when none."""
    replied = message.reply_to_message
    if replied is None or replied.from_user is None or replied.from_user.id != context.bot.id:
        return ""
    return replied.text or ""


def _check_length(question: str, context: BotContext) -> None:
    limit = context.services.limits.question_chars
    if len(question) > limit:
        raise QuestionRefused("question-too-long", length=len(question), limit=limit)
