"""Mode «База»: files, links and notes become documents."""

from collections.abc import Sequence
from dataclasses import dataclass

from telegram import InlineKeyboardButton, Message, ReplyParameters, Update

from bot.buttons import Action, button, keyboard
from bot.context import BotContext
from bot.handlers.presses import Pressed, once
from bot.incoming import Incoming, as_sources, read_message
from bot.origin import Origin, run_id
from bot.telegram_files import refuse_if_too_large
from pipelines.errors import ParagrafError
from pipelines.models import FileRef
from pipelines.models import Message as Sources
from pipelines.requests import IngestRequest

NOTE = "note.txt"


@dataclass(frozen=True, slots=True)
class _Order:
    """Who asked for a batch, and the message that will show how far it is."""

    run_id: str
    chat_id: int
    user_id: int
    progress_id: int


async def take(
    parts: Sequence[Incoming], message: Message, user_id: int, context: BotContext
) -> None:
    """Ingest what was sent; ask what to do with a short text that holds no source."""
    _refuse_large_files(parts, context)
    is_source = any(part.has_sources for part in parts)
    if is_source or len(parts[0].text) > context.services.limits.question_chars:
        progress = await message.reply_text(_opening(context))
        order = _Order(run_id("ingest", message), message.chat.id, user_id, progress.message_id)
        if is_source:
            await _ingest(as_sources(parts), order, context)
        else:
            await _ingest_note(parts[0].text, message, order, context)
        return
    await _ask_back(
        message,
        context.say("question-in-documents"),
        button(context.say("button-ask-in-chat"), Action.ASK, user_id),
        button(context.say("button-save-note"), Action.SAVE_NOTE, user_id),
    )


async def offer(
    parts: Sequence[Incoming], message: Message, user_id: int, context: BotContext
) -> None:
    """In mode «Чат»: offer to put a file, or a message of only links, into the base."""
    _refuse_large_files(parts, context)
    add = button(context.say("button-add-to-base"), Action.ADD, user_id)
    ask = button(context.say("button-ask-in-chat"), Action.ASK, user_id)
    for part in parts:
        if part.file is not None:
            name = context.say("file-in-chat", name=part.file.file_name)
            await _ask_back(part.message or message, name, add)
        else:
            links = context.say("links-in-chat", count=len(part.links))
            await _ask_back(part.message or message, links, add, ask)


async def add(update: Update, context: BotContext) -> None:
    """Ingest the message that was offered; its file is not uploaded again."""
    async with once(update, context) as pressed:
        if pressed is not None:
            order = await _begin(pressed, context)
            await _ingest(as_sources([read_message(pressed.original)]), order, context)


async def save_note(update: Update, context: BotContext) -> None:
    """Ingest the text that was offered as a document of its own."""
    async with once(update, context) as pressed:
        if pressed is not None:
            order = await _begin(pressed, context)
            text = read_message(pressed.original).text
            await _ingest_note(text, pressed.original, order, context)


async def _begin(pressed: Pressed, context: BotContext) -> _Order:
    """Turn the hint into the progress message."""
    chat_id, hint_id = pressed.chat_id, pressed.hint_id
    await context.services.outbox.edit(chat_id, hint_id, _opening(context))
    return _Order(run_id("ingest", pressed.hint), chat_id, pressed.user_id, hint_id)


async def _ingest_note(text: str, message: Message, order: _Order, context: BotContext) -> None:
    content = text.encode("utf-8", "replace")
    await context.services.gateway.put_artifact(order.run_id, NOTE, content)
    name = context.say("note-name", date=f"{message.date:%Y-%m-%d}")
    file = FileRef("artifact", f"{order.run_id}/{NOTE}", f"{name}.txt", len(content))
    await _ingest(Sources(files=(file,)), order, context)


async def _ingest(sources: Sources, order: _Order, context: BotContext) -> None:
    origin = Origin(order.chat_id, order.user_id, context.language, order.progress_id)
    request = IngestRequest(
        message=sources,
        owner=order.user_id,
        origin=origin.encode(),
        readable_by_everyone=context.services.readable_by_everyone,
        interface_language=context.language,
    )
    try:
        await context.services.runs.start_ingest(request, run_id=order.run_id)
    except ParagrafError:
        await context.services.outbox.remove(order.chat_id, order.progress_id)
        raise


async def _ask_back(message: Message, text: str, *keys: InlineKeyboardButton) -> None:
    await message.reply_text(
        text,
        reply_markup=keyboard(*([key] for key in keys)),
        reply_parameters=ReplyParameters(message.message_id, allow_sending_without_reply=True),
    )


def _refuse_large_files(parts: Sequence[Incoming], context: BotContext) -> None:
    """A single file is refused here; among others it is the ingest run that refuses it."""
    if len(parts) == 1 and parts[0].file is not None and not parts[0].links:
        refuse_if_too_large(parts[0].file.size, context.services.limits.file_bytes)


def _opening(context: BotContext) -> str:
    return context.say("progress-heading", done=0, total=1)
