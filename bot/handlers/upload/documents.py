"""Mode «База»: files, links, posts and notes become documents."""

from collections.abc import Sequence

from telegram import InlineKeyboardButton, Message, ReplyParameters

from bot.context import BotContext
from bot.handlers.answers.ask import take as take_question
from bot.handlers.presses import Press
from bot.handlers.upload.submit import TO_KEEP, Purpose, begin, check_may_add, not_begun
from bot.messages.composition import asking_captions, compose, file_label
from bot.messages.message import Incoming, join_pastes, read_message
from bot.messages.telegram_files import refuse_if_too_large, refuse_unheard, refuse_unreadable
from bot.reporting.open_offers import OpenOffers
from bot.transport.buttons import Action, keyboard
from bot.transport.rate_limit import Pace
from bot.transport.reply_address import run_id
from bot.views.receipts import failure_text
from pipelines.errors import Failure, SourceRefused
from pipelines.nodes.questions.asking import ends_asking
from pipelines.nodes.questions.intents.recognise import wants_answer
from pipelines.nodes.secrets.find import mask, replace_secrets
from pipelines.nodes.sources.announcements import telling
from pipelines.nodes.sources.notes import noted, rather_tells

SURELY_A_NOTE = 500  # characters from which on a text is not taken for a question


async def take(messages: Sequence[Incoming], context: BotContext) -> None:
    """Ingest what was sent: sources, and what calls itself a note; answer texts, or ask back.

    Raises:
        SourceRefused: there is nothing in it that can be kept.
        UserError: whoever sent it may add nothing.
    """
    new = await not_begun(messages, context)
    if not new:
        return
    parts = join_pastes(new)
    if not any(part.has_sources or is_note(part) for part in parts):
        await _take_words(parts, context)
        return
    await _ingest(parts, new, context)


async def take_reply(
    messages: Sequence[Incoming], question_id: str, owner: int, context: BotContext
) -> None:
    """Ingest what an owner of this copy answers a question with.

    Args:
        owner: whose the documents are.
    """
    if new := await not_begun(messages, context):
        purpose = Purpose(owner_question=question_id)
        await _ingest(join_pastes(new), new, context, owner=owner, purpose=purpose)


async def take_gap_answer(messages: Sequence[Incoming], gap: str, context: BotContext) -> None:
    """Ingest what an admin answers a cluster of questions with."""
    if new := await not_begun(messages, context):
        await _ingest(join_pastes(new), new, context, purpose=Purpose(gap=gap))


async def _ingest(
    parts: Sequence[Incoming],
    messages: Sequence[Incoming],
    context: BotContext,
    *,
    owner: int | None = None,
    purpose: Purpose = TO_KEEP,
) -> None:
    await check_may_add(context)
    if await refused_alone(parts, context):
        return
    run = run_id("ingest", parts[0].message)
    is_answer = purpose != TO_KEEP
    batch = compose(parts, run, context.language, context.services.phrases, is_answer=is_answer)
    if not len(batch):
        raise SourceRefused("nothing-to-add")
    progress = await context.bot.send_message(
        context.chat_id,
        _opening(len(batch), context),
        message_thread_id=context.thread_id,
        rate_limit_args=Pace.REPORT,
    )
    await begin(
        *(batch, run, progress.message_id, context),
        messages=messages,
        owner=owner,
        purpose=purpose if is_answer else Purpose(asked_in=await _keep_question(parts, context)),
    )


async def add(press: Press, context: BotContext) -> None:
    """Ingest the message that the hint is about; its file is not uploaded again."""
    await add_parts([read_message(await press.original())], press, context)


async def add_parts(parts: Sequence[Incoming], press: Press, context: BotContext) -> None:
    """Ingest messages under the hint whose button was pressed, which shows how far it is.

    Raises:
        SourceRefused: there is nothing to add.
    """
    await check_may_add(context)
    run = run_id("ingest", press.message)
    batch = compose(parts, run, context.language, context.services.phrases)
    if not len(batch):
        raise SourceRefused("nothing-to-add")
    await press.edit(_opening(len(batch), context))
    await OpenOffers(context.services.store.artifacts).close(press.chat_id, press.message_id)
    purpose = Purpose(asked_in=await _keep_question(parts, context))
    await begin(batch, run, press.message_id, context, purpose=purpose)


async def _keep_question(parts: Sequence[Incoming], context: BotContext) -> int | None:
    """Keep all that is asked of files and links until they are read; return the first message."""
    if not (asked := asking_captions(parts)):
        return None
    question, origin = "\n".join(part.beside for part in asked), context.origin()
    if context.services.limits.secrets != "allow":
        question = replace_secrets(question, mask)
    await context.services.store.chats.keep_question(
        *(origin.memory, question),
        asker=origin.asker,
        message_id=asked[0].message.message_id,
        person=origin.person,
        is_promised=True,
    )
    return asked[0].message.message_id


async def add_asked(press: Press, context: BotContext) -> None:
    """Ingest the message that an answer is to; the answer stays, and how far it is stands below.

    If it had none, no document that comes, itself neither, is to answer it any more.
    """
    await check_may_add(context)
    original = await press.original()
    chats, memory = context.services.store.chats, context.origin().memory
    for pending in await chats.get_pending_questions(memory):
        if pending.message_id == original.message_id:
            await chats.forget_question(memory, pending.id)
    await _ingest([read_message(original)], (), context)
    await press.take_button()


def is_note(part: Incoming) -> bool:
    """Tell whether a text calls itself a note, or is so long that nobody asks like that."""
    is_long = len(part.text.rstrip()) > SURELY_A_NOTE
    return calls_itself_note(part) or (is_long and not ends_asking(part.text))


def calls_itself_note(part: Incoming) -> bool:
    """Tell whether a text begins as notes do, and asks nothing."""
    said = noted(part.text)
    return said is not None and not ends_asking(said)


async def refused_alone(parts: Sequence[Incoming], context: BotContext) -> bool:
    """Refuse a single file before it is downloaded; among others it is the run that does so.

    What its name and size do not tell shows when its bytes are read.
    """
    (part, *others) = parts
    if others or part.file is None or part.links or part.words:
        return False
    limits = context.services.limits
    try:
        refuse_if_too_large(part.file.size, limits.file_bytes)
        refuse_unreadable(part.file.name, part.file.size)
        refuse_unheard(part.file.media_type, hears=limits.hears)
    except SourceRefused as refusal:
        phrases, language = context.services.phrases, context.language
        failure = Failure(refusal.code, tuple(refusal.values.items()))
        reason = failure_text(failure, language, phrases)
        label = file_label(part, language, phrases)
        await ask_back(part.message, context.say("batch-item-failed", label=label, reason=reason))
        return True
    return False


async def ask_back(message: Message, text: str, *keys: InlineKeyboardButton) -> Message:
    """Reply with a hint: a text with a button a row for what to do; without any it is a notice."""
    return await message.reply_text(
        text,
        reply_markup=keyboard(*([key] for key in keys)) if keys else None,
        reply_parameters=ReplyParameters(message.message_id, allow_sending_without_reply=True),
    )


async def _take_words(parts: Sequence[Incoming], context: BotContext) -> None:
    """Answer what asks, and short texts that may; ask back about those that rather tell."""
    texts = [part for part in parts if part.has_words]
    if not texts:
        raise SourceRefused("nothing-to-add")
    for part in texts:
        is_question = noted(part.text) is None and wants_answer(part.text)
        is_told = rather_tells(part.text) or telling(part.text) == "surely"
        if is_question or not is_told:
            may_be_note = not is_question
            await take_question(part.text, part.message, context, may_be_note=may_be_note)
            continue
        await ask_back(
            part.message,
            context.say("question-in-documents"),
            context.reader.key("button-save-note", Action.SAVE_NOTE),
            context.reader.key("button-ask-in-chat", Action.ASK),
        )


def _opening(total: int, context: BotContext) -> str:
    return context.say("progress-queued", total=total)
