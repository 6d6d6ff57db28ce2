"""Everything that is neither a command nor a press: goes where the stored mode says."""

from collections.abc import Sequence

from telegram import Message

from bot.context import BotContext
from bot.handlers.answers import voice
from bot.handlers.answers.ask import take as take_question
from bot.handlers.answers.edits import offer_answer
from bot.handlers.answers.objections import take_objection
from bot.handlers.mode import named_mode, stored_mode, switch_by_word
from bot.handlers.upload import documents, offers
from bot.handlers.upload.documents import ask_back
from bot.handlers.upload.submit import may_add
from bot.messages.composition import asks_of_source, shows_address
from bot.messages.debounce import PendingGroup
from bot.messages.message import NEARLY_FULL, Incoming, join_pastes, kind_of, read_message
from bot.transport.buttons import Action
from pipelines.errors import QuestionRefused
from pipelines.nodes.questions.asking import tells
from pipelines.nodes.sources.announcements import Telling, telling

Key = tuple[str, int]


async def receive(message: Message, context: BotContext) -> None:
    """Take a message in; wait for the rest of an album, of a long paste or of several files.

    In «База» all that comes close together is one batch. In «Чат» a question is answered at once.
    What was chosen from our own inline results is neither: it is an answer already.
    """
    if message.via_bot is not None and message.via_bot.id == context.bot.id:
        return
    incoming = read_message(message, largest_photo=context.services.limits.file_bytes)
    is_bare = message.chat.type == "private" and not incoming.has_sources
    if is_bare and (mode := named_mode(incoming.text, context)) is not None:
        await switch_by_word(mode, message, context)
        return
    key = await _key_of(incoming, context)
    if key is not None and key[0] == "offer" and voice.is_question(incoming, context):
        await voice.take(incoming, context)
    elif key is None:
        await _route("question", [incoming], context)
    elif (group := context.services.debouncer.add(key, incoming)) is not None:
        context.application.create_task(_collect(key, group, context), context.event)


async def refuse_kind(message: Message, context: BotContext) -> None:
    """Say that this kind of message cannot be read."""
    await ask_back(message, context.say("message-unsupported", kind=kind_of(message)))


async def take_edited(message: Message, context: BotContext) -> None:
    """Offer to take the new wording: an edit alone is no new question and no new source.

    A message that is still being gathered is simply taken as it is now. Of one that was neither
    a source nor a question that was answered, nothing is said.
    """
    incoming, reader = read_message(message), context.reader
    keys: list[Key] = [(kind, message.chat.id) for kind in ("base", "offer", "paste")]

    def is_older(part: Incoming) -> bool:
        return part.message.message_id == message.message_id

    if any(context.services.debouncer.swap(key, incoming, is_older) for key in keys):
        return
    if await offer_answer(message, incoming.text, context):
        return
    if incoming.has_sources:
        add = reader.key("button-add-to-base", Action.ADD)
        await ask_back(message, context.say("message-edited-source"), add)
    elif await stored_mode(context) == "documents":
        save = reader.key("button-save-note", Action.SAVE_NOTE)
        ask = reader.key("button-ask-in-chat", Action.ASK)
        await ask_back(message, context.say("message-edited-source"), save, ask)


async def _key_of(incoming: Incoming, context: BotContext) -> Key | None:
    """Name what a message may be a piece of; the mode counts that it was sent in.

    Whoever lets the bot decide has sources and what calls itself a note added and all else
    answered, whatever the mode.
    """
    chat_id = context.chat_id
    is_source = bool(incoming.file or incoming.forward or incoming.only_links)
    is_source = is_source or asks_of_source(incoming) or shows_address(incoming)
    if context.settings.is_decided_by_bot:
        is_for_base = is_source or documents.calls_itself_note(incoming)
    else:
        is_for_base = await stored_mode(context) == "documents"
    if is_for_base:
        return "base", chat_id
    if is_source:
        return "offer", chat_id
    is_open = context.services.debouncer.is_open(("paste", chat_id))
    return ("paste", chat_id) if is_open or len(incoming.text) >= NEARLY_FULL else None


async def _collect(key: Key, group: PendingGroup[Incoming], context: BotContext) -> None:
    await _route(key[0], await context.services.debouncer.collect(key, group), context)


async def _route(kind: str, parts: Sequence[Incoming], context: BotContext) -> None:
    if kind != "offer" and len(parts) == 1 and await take_objection(parts[0], context):
        return
    if kind == "base":
        await documents.take(parts, context)
    elif kind == "offer" and any(part.has_sources for part in parts):
        await offers.offer(parts, context)
    elif any(part.text.strip() for part in parts):
        await _take_text(parts, context)
    else:
        raise QuestionRefused("question-empty")


async def _take_text(pieces: Sequence[Incoming], context: BotContext) -> None:
    """Answer a text; ask back about one that tells: a recipe sent in «Чат» is to be kept.

    What may be told as well as asked is answered, and can be kept from there. Whoever lets the bot
    decide is asked nothing; whoever may add nothing, only where they want it added.
    """
    part = join_pastes(pieces)[0]
    told: Telling = "surely" if tells(part.text) else telling(part.text)
    is_wanted = documents.calls_itself_note(part)
    if told != "no" and not is_wanted and not await may_add(context):
        told = "no"
    if told == "surely" and not context.settings.is_decided_by_bot:
        await offers.offer_note(pieces, context)
        return
    offered, in_vain = told != "no", told == "perhaps"
    await take_question(part.text, part.message, context, may_be_note=offered, in_vain=in_vain)
