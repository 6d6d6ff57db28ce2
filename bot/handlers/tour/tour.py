"""Show somebody new how it works: a small document, three questions to it, and the way on.

It is offered with the greeting and where it is said that the base is empty, to those who can read
nothing; the example itself is something to read. Its buttons carry all that is known of it.
"""

from pathlib import Path

from telegram import InlineKeyboardButton, MessageEntity

from bot.context import BotContext
from bot.handlers.answers.ask import answer
from bot.handlers.mode import mode_buttons
from bot.handlers.presses import Press
from bot.handlers.upload.submit import check_may_add, shown_by
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import units
from bot.transport.reply_address import batch_named, run_id
from bot.views.tour import QUESTIONS, end_keys
from pipelines.errors import UserError
from pipelines.models.documents import FileRef
from pipelines.models.documents import Message as Sources
from pipelines.models.requests import IngestRequest

_EXAMPLE = "example.md"  # the artifact


async def offer(context: BotContext) -> list[list[InlineKeyboardButton]]:
    """Lay out the row that offers the example to somebody who has nothing to read."""
    store = context.services.store
    if (await store.documents.list_documents(asker=context.user_id, limit=1)).total:
        return []
    return [[context.reader.key("button-tour", Action.TOUR)]]


async def begin(press: Press, context: BotContext) -> None:
    """Take the example in; the questions come under it when it is there."""
    await check_may_add(context)
    await context.services.store.chats.set_mode(str(press.chat_id), "chat")
    await press.acknowledge()
    await context.services.outbox.change_buttons(
        press.chat_id, press.message_id, keyboard(*_others(press))
    )
    progress = await context.bot.send_message(
        press.chat_id, context.say("progress-queued", total=1)
    )
    run, content = run_id("ingest", press.message), _example(context.language)
    origin = context.origin(progress_id=progress.message_id, is_tour=True)
    file = FileRef("artifact", f"{run}/{_EXAMPLE}", context.say("tour-file"), len(content))
    request = IngestRequest(
        message=Sources(files=(file,)),
        owner=press.user_id,
        origin=origin.encode(),
        reader_role=None,
        interface_language=context.language,
    )
    async with shown_by(progress.message_id, context):
        await context.services.store.artifacts.put_artifact(run, _EXAMPLE, content)
        await context.services.runs.start_ingest(request, run_id=run)


async def ask(press: Press, context: BotContext) -> None:
    """Ask the pressed question; after the last one say how to go on."""
    number, _, name = press.argument.partition("_")
    if number not in QUESTIONS:
        raise UserError("button-outdated")
    await press.acknowledge()
    left = _others(press)
    outbox = context.services.outbox
    await outbox.change_buttons(press.chat_id, press.message_id, keyboard(*left))
    question = context.say(f"tour-question-{number}")
    quoted = MessageEntity(MessageEntity.BLOCKQUOTE, 0, units(question))
    asked = await context.bot.send_message(press.chat_id, question, entities=[quoted])
    origin = context.origin(question_id=asked.message_id)
    await answer(question, origin, f"{run_id('tour', press.message)}-{number}", context)
    if not any(f":{Action.TOUR_ASK}:" in str(key.callback_data) for row in left for key in row):
        await outbox.take_buttons(press.chat_id, press.message_id)
        keys = end_keys(name, context.reader)
        await context.bot.send_message(press.chat_id, context.say("tour-end"), reply_markup=keys)


async def remove(press: Press, context: BotContext) -> None:
    """Delete the example, and say what to do next."""
    batch = batch_named(press.argument, bot_id=context.bot.id, chat_id=press.chat_id)
    await context.services.store.batches.delete_batch(batch, actor=press.user_id)
    keys = mode_buttons(context, Action.CHAT, Action.DOCUMENTS)
    await press.edit(context.say("tour-removed"), keys)


def _others(press: Press) -> list[list[InlineKeyboardButton]]:
    """Return the rows of the message without the pressed button."""
    markup = press.message.reply_markup
    rows = markup.inline_keyboard if markup is not None else ()
    left = [[key for key in row if key.callback_data != press.query.data] for row in rows]
    return [row for row in left if row]


def _example(language: str | None) -> bytes:
    spoken = "ru" if (language or "").lower().startswith("ru") else "en"
    return Path(__file__).with_name(f"example.{spoken}.md").read_bytes()
