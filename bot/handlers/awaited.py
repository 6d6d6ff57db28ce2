"""Messages that somebody was asked for: a correction, an owner's answer, words to find one by.

They are taken for that before anything else is done with a message, also after a restart; but not
what the library asks for, which a command or a press puts an end to. An answer may come in several
messages, as do files; they are waited for. "Never mind" is no answer but the button "Cancel", and
so is a command, but for those that only show something.
"""

from collections.abc import Sequence

from telegram import Message, Update
from telegram.constants import ChatType
from telegram.ext import ApplicationHandlerStop

from bot.context import BotContext
from bot.handlers.answers.feedback import ask_whether_correction, take_asked_correction
from bot.handlers.owners import gaps
from bot.handlers.owners.replying import take_reply
from bot.messages.debounce import PendingGroup
from bot.messages.message import NEARLY_FULL, Incoming, read_message
from bot.transport.pieces import Piece
from bot.transport.prompts import Asked
from bot.transport.send_once import UNKNOWN
from pipelines.models.interactions import AwaitedText
from pipelines.nodes.questions.intents.recognise import calls_off

_SHOWING = frozenset(
    {
        *("help", "docs", "access", "usage", "why", "rules", "gaps", "people", "roles", "audit"),
        *("settings", "lang"),
    }
)  # commands that one may look at while one writes


async def take(message: Message, context: BotContext) -> None:
    """Take a message for what was asked for; one that calls it off is none.

    Raises:
        ApplicationHandlerStop: it was that, and nothing else is done with it.
    """
    services = context.services
    if (message.text or "").startswith("/"):
        await _take_command(message, context)
        return
    if message.text and services.library.waits(message.chat.id):  # it asked later
        return
    part = read_message(message, largest_photo=services.limits.file_bytes)
    debouncer, key = services.debouncer, _key(context)
    if debouncer.is_open(key):
        debouncer.add(key, part)
        raise ApplicationHandlerStop
    awaited = await _awaited(message, context)
    if awaited is None:
        return
    if calls_off(message.text or ""):
        await _call_off(awaited, message, context)
    elif awaited.kind == "correction_or_question":
        if not await ask_whether_correction(awaited, message, context):
            return
    elif awaited.kind == "correction":
        await take_asked_correction(awaited, message, context)
    elif awaited.kind == "gap_words":
        await gaps.take_words(awaited, message, context)
    elif part.file is None and len(part.text) < NEARLY_FULL:
        await _take_answer([part], awaited, context)
    elif (group := debouncer.add(key, part)) is not None:
        context.application.create_task(_collect(group, awaited, context), context.event)
    raise ApplicationHandlerStop


async def forget_prompt(update: Update, context: BotContext) -> None:
    """Take a press instead of an answer for a change of mind."""
    if update.effective_chat is not None and update.callback_query:
        context.services.library.take(update.effective_chat.id)


async def _take_command(message: Message, context: BotContext) -> None:
    """Take a command for a change of mind, and say so where something was asked for.

    Of a name or a word for the library it always is one; of a text that somebody waits for, or that
    was written a press ago, not while its writer only looks something up.
    """
    services, chat = context.services, context.origin().memory
    prompt = services.library.take(message.chat.id)
    if prompt is not None and prompt.asked is Asked.NAME:
        await context.bot.send_message(message.chat.id, context.say("nothing-changed"))
    named = (message.text or "")[1:].split(maxsplit=1)
    is_showing = bool(named) and named[0].partition("@")[0].casefold() in _SHOWING
    texts = services.store.interactions
    awaited = await texts.stop_awaiting_text(
        chat, context.user_id, kinds=("correction_or_question",) if is_showing else None
    )
    if awaited is not None and awaited.prompt_id != UNKNOWN:
        said = context.say("nothing-changed")
        await services.outbox.edit(message.chat.id, awaited.prompt_id, said)


async def _call_off(awaited: AwaitedText, message: Message, context: BotContext) -> None:
    """Leave it, as the button "Cancel" does."""
    services, chat_id, said = context.services, message.chat.id, context.say("nothing-changed")
    await services.store.interactions.stop_awaiting_text(context.origin().memory, context.user_id)
    if message.chat.type != ChatType.PRIVATE:  # in the place of the prompt: others talk here
        await services.outbox.edit(chat_id, awaited.prompt_id, said)
        return
    if awaited.prompt_id:
        await services.outbox.take_buttons(chat_id, awaited.prompt_id)
    await services.outbox.send(chat_id, Piece(said), reply_to=message.message_id)


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


async def _collect(
    group: PendingGroup[Incoming], awaited: AwaitedText, context: BotContext
) -> None:
    parts = await context.services.debouncer.collect(_key(context), group)
    await _take_answer(parts, awaited, context)


async def _take_answer(
    parts: Sequence[Incoming], awaited: AwaitedText, context: BotContext
) -> None:
    take = gaps.take_answer if awaited.kind == "gap_answer" else take_reply
    await take(parts, awaited, context)


def _key(context: BotContext) -> tuple[str, int]:
    return "awaited", context.chat_id
