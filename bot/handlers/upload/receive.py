"""Everything that is neither a command nor a press: goes where the stored mode says."""

from collections.abc import Callable, Sequence

from telegram import Message, Update

from bot.context import BotContext
from bot.handlers.ask import take as take_question
from bot.handlers.hints import ask_back
from bot.handlers.mode import stored_mode
from bot.handlers.upload import documents, offers
from bot.messages.debounce import PendingGroup
from bot.messages.message import NEARLY_FULL, Incoming, join_pastes, kind_of, read_message
from bot.transport.buttons import Action, button
from pipelines.errors import QuestionRefused

Key = tuple[str, int]


async def receive(update: Update, context: BotContext) -> None:
    """Take a message in; wait for the rest of an album, of a long paste or of several files.

    In «База» all that comes close together is one batch. In «Чат» a question is answered at once.
    """
    message = update.message
    assert message is not None
    incoming = read_message(message, largest_photo=context.services.limits.file_bytes)
    key = await _pile_of(incoming, message, context)
    if key is None:
        await _route("question", [incoming], message, context)
    elif (pile := context.services.debouncer.add(key, incoming)) is not None:
        context.application.create_task(_collect(key, pile, message, context), update)


async def refuse_kind(update: Update, context: BotContext) -> None:
    """Say that this kind of message cannot be read."""
    message = update.message
    assert message is not None
    await ask_back(message, context.say("message-unsupported", kind=kind_of(message)))


async def take_edited(update: Update, context: BotContext) -> None:
    """Offer to take the new wording: an edit alone is no new question and no new source.

    A message that is still being gathered is simply taken as it is now.
    """
    message = update.edited_message
    assert message is not None
    assert message.from_user is not None
    incoming, user_id = read_message(message), message.from_user.id
    keys: list[Key] = [(pile, message.chat.id) for pile in ("base", "offer", "paste")]
    same = message.message_id
    if any(context.services.debouncer.swap(key, incoming, _is(same)) for key in keys):
        return
    ask = button(context.say("button-ask-in-chat"), Action.ASK, user_id)
    add = button(context.say("button-add-to-base"), Action.ADD, user_id)
    if incoming.has_sources:
        await ask_back(message, context.say("message-edited-source"), add)
    elif await stored_mode(context, message.chat.id) == "documents":
        save = button(context.say("button-save-note"), Action.SAVE_NOTE, user_id)
        await ask_back(message, context.say("message-edited-source"), save, ask)
    else:
        await ask_back(message, context.say("message-edited"), ask)


async def _pile_of(incoming: Incoming, message: Message, context: BotContext) -> Key | None:
    """Name what a message may be a piece of; the mode counts that it was sent in."""
    chat_id = message.chat.id
    if await stored_mode(context, chat_id) == "documents":
        return "base", chat_id
    if incoming.file or incoming.forward or incoming.only_links:
        return "offer", chat_id
    is_open = context.services.debouncer.is_open(("paste", chat_id))
    return ("paste", chat_id) if is_open or len(incoming.text) >= NEARLY_FULL else None


async def _collect(
    key: Key, pile: PendingGroup[Incoming], message: Message, context: BotContext
) -> None:
    parts = await context.services.debouncer.collect(key, pile)
    await _route(key[0], parts, message, context)


async def _route(
    pile: str, parts: Sequence[Incoming], message: Message, context: BotContext
) -> None:
    assert message.from_user is not None
    user_id = message.from_user.id
    if pile == "base":
        await documents.take(parts, user_id, context)
    elif pile == "offer" and any(part.has_sources for part in parts):
        await offers.offer(parts, user_id, context)
    elif any(part.has_words for part in parts):
        await take_question(join_pastes(parts)[0].text, message, user_id, context)
    else:
        raise QuestionRefused("question-empty")


def _is(message_id: int) -> Callable[[Incoming], bool]:
    return lambda part: part.message is not None and part.message.message_id == message_id
