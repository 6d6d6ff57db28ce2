"""What an owner does about a question: answers it, with a text or files, or declines.

The answer may then go into the base.
"""

from collections.abc import Sequence

from telegram import Message

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.handlers.upload import documents
from bot.handlers.upload.submit import begin
from bot.messages.composition import Composition
from bot.messages.message import Incoming, join_pastes
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece, split
from bot.transport.reply_address import run_id
from bot.transport.send_once import UNKNOWN
from bot.views.owner_questions import answer_as_post, base_keys
from bot.views.secrets import kinds_text
from pipelines.errors import UserError
from pipelines.models.documents import FileRef
from pipelines.models.documents import Message as Sources
from pipelines.models.interactions import AwaitedText
from pipelines.models.owner_questions import Ending, OwnerQuestion
from pipelines.nodes.secrets.find import find_secrets, mask, replace_secrets


async def ask_answer(press: Press, context: BotContext) -> None:
    """Ask for the answer; the next text or file of this owner is it, also after a restart."""
    question = await _open_question(press.argument, context)
    await press.acknowledge()
    prompt_id = await context.services.outbox.send(
        press.chat_id,
        Piece(context.say("owner-answer-write", name=question.asker_name)),
        keyboard=keyboard([context.reader.key("button-cancel", Action.STOP_WRITING, question.id)]),
        reply_to=press.message_id,
    )
    await _await_again(AwaitedText("owner_answer", question.id, prompt_id or UNKNOWN), context)


async def decline(press: Press, context: BotContext) -> None:
    """Decline a question; whoever asked is told."""
    question = await _settle(press.argument, "declined", None, press.query.id, context)
    await press.acknowledge(context.say("owner-declined-done", name=question.asker_name))
    await context.services.owners.tell(question)


async def add_to_base(press: Press, context: BotContext) -> None:
    """Ingest a question with its answer; its message shows how far it is."""
    question = await _seen(press.argument, context)
    if question.answer is None:
        raise UserError("button-outdated")
    run, phrases = run_id("ingest", press.message), context.services.phrases
    post = answer_as_post(question, phrases)
    files = (FileRef("post", f"{run}/post-0", post.title),)
    await context.services.store.owner_questions.note_answer_batch(
        question.id, run, actor=context.user_id
    )
    await press.edit(context.say("progress-queued", total=1))
    batch = Composition(Sources(files=files), {"post-0": post})
    await begin(batch, run, press.message_id, context, owner=_holder(question, context))


async def keep_out(press: Press, context: BotContext) -> None:
    """Leave the base as it is."""
    await press.edit(context.say("owner-answer-kept-out"))


async def take_reply(parts: Sequence[Incoming], awaited: AwaitedText, context: BotContext) -> None:
    """Pass an answer on; one that cannot be is waited for again.

    Raises:
        UserError: it cannot be; says why.
    """
    try:
        if any(part.file is not None for part in parts):
            question = await _open_question(awaited.subject, context)
            holder = _holder(question, context)
            await documents.take_reply(parts, question.id, holder, context)
        else:
            text = "\n\n".join(part.text for part in join_pastes(parts))
            await _pass_on(
                checked_answer(text, context), awaited.subject, parts[0].message, context
            )
    except _AnswerRefused:
        await _await_again(awaited, context)
        raise
    if awaited.prompt_id:
        await context.services.outbox.take_buttons(context.chat_id, awaited.prompt_id)


async def _pass_on(text: str, question_id: str, message: Message, context: BotContext) -> None:
    settled_as = run_id("reply", message)
    question = await _settle(question_id, "answered", text, settled_as, context)
    is_told = await context.services.owners.tell(question)
    said = "owner-answer-passed" if is_told else "owner-answer-undelivered"
    await context.services.outbox.deliver(
        context.chat_id,
        split(Piece(context.say(said, name=question.asker_name))),
        keyboard=base_keys(question, context.reader),
        reply_to=message.message_id,
    )


class _AnswerRefused(UserError):
    """An answer cannot be passed on as it is written."""


def checked_answer(text: str, context: BotContext) -> str:
    """Return an answer as it may be passed on and kept.

    Raises:
        _AnswerRefused: it says nothing or too much, or holds secrets that may not be kept.
    """
    text, limits = text.strip(), context.services.limits
    if not any(char.isalnum() for char in text):
        raise _AnswerRefused("owner-answer-empty")
    if len(text) > limits.owner_answer_chars:
        raise _AnswerRefused(
            "owner-answer-too-long", length=len(text), limit=limits.owner_answer_chars
        )
    if limits.secrets == "allow":
        return text
    if limits.secrets == "refuse" and (found := find_secrets(text)):
        kinds = [secret.kind for secret in found]
        named = kinds_text(kinds, context.language, context.services.phrases)
        raise _AnswerRefused("owner-answer-secret", kinds=named)
    return replace_secrets(text, mask)


async def _settle(
    question_id: str, ending: Ending, answer: str | None, settled_as: str, context: BotContext
) -> OwnerQuestion:
    """Settle a question, as the first owner who does.

    Raises:
        UserError: it is settled already, or gone, or who asked may not use the bot any more.
    """
    settling = await context.services.store.owner_questions.settle_owner_question(
        question_id, actor=context.user_id, state=ending, answer=answer, settled_as=settled_as
    )
    question = await _seen(question_id, context)
    if settling == "suspended":
        raise UserError("owner-question-suspended", name=question.asker_name)
    if settling == "over":
        raise _over(question)
    if settling == "gone":
        raise UserError("owner-question-gone")
    return question


async def _open_question(question_id: str, context: BotContext) -> OwnerQuestion:
    """Return a question that waits for an answer.

    Raises:
        UserError: it does not.
    """
    question = await _seen(question_id, context)
    if question.state != "open":
        raise _over(question)
    return question


async def _seen(question_id: str, context: BotContext) -> OwnerQuestion:
    """Return a question.

    Raises:
        UserError: it is forgotten, or whoever looks is no owner, which is alike here.
    """
    store = context.services.store.owner_questions
    question = await store.get_owner_question(question_id, actor=context.user_id)
    if question is None:
        raise UserError("owner-question-gone")
    return question


def _over(question: OwnerQuestion) -> UserError:
    return UserError("owner-question-over", name=question.settled_name, state=question.state)


def _holder(question: OwnerQuestion, context: BotContext) -> int:
    """Say whose a document is that answers somebody: theirs, where not everyone may read it."""
    is_open = context.services.readable_by_everyone
    return context.user_id if is_open else question.asker


async def _await_again(awaited: AwaitedText, context: BotContext) -> None:
    texts = context.services.store.interactions
    place = str(context.chat_id), context.user_id
    await texts.await_text(*place, awaited.kind, awaited.subject, awaited.prompt_id)
