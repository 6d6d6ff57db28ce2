"""Sources that come in mode «Чат»: offered to the base, and added on a press.

What several messages hold is remembered in the database, and forgotten with other things that are
left lying there.
"""

import json
from collections.abc import Sequence

from telegram import Message

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.handlers.upload.documents import (
    add_parts,
    ask_back,
    calls_itself_note,
    refused_alone,
)
from bot.handlers.upload.submit import check_may_add, readers_to_be
from bot.messages.composition import file_label, post_title
from bot.messages.message import Incoming, join_pastes, read_message
from bot.reporting.open_offers import OpenOffers
from bot.transport.buttons import Action
from pipelines.errors import InternalError, SourceRefused


async def offer(parts: Sequence[Incoming], context: BotContext) -> None:
    """Offer to put what was sent into the base: one hint, however many messages it were."""
    if await refused_alone(parts, context):
        return
    async with context.services.offering.turn(context.chat_id):
        await _offer(parts, context)


async def _offer(parts: Sequence[Incoming], context: BotContext) -> None:
    first, reader = parts[0], context.reader
    decline = reader.key("button-do-not-add", Action.DECLINE_OFFER)
    readers = await readers_to_be(context)
    if len(parts) > 1:
        add = reader.key("button-add-to-base", Action.ADD_ALL)
        kind = "files" if all(part.file and not part.is_post for part in parts) else "messages"
        several = context.say("several-in-chat", kind=kind, count=len(parts))
        hint = await ask_back(first.message, f"{several}\n{readers}", add, decline)
        await _remember(parts, hint, context)
        await keep_open(hint, context)
        return
    keys = [reader.key("button-add-to-base", Action.ADD)]
    if first.has_words:
        keys.append(reader.key("button-ask-in-chat", Action.ASK))
    question = f"{_question(first, context)}\n{readers}"
    await keep_open(await ask_back(first.message, question, *keys, decline), context)


async def offer_note(pieces: Sequence[Incoming], context: BotContext) -> None:
    """Ask whether a text that tells is to be kept, or answered.

    What Telegram cut into several messages is kept whole, and too long to be asked.

    Raises:
        UserError: it calls itself a note, and whoever sent it may add none.
    """
    is_wanted = calls_itself_note(join_pastes(pieces)[0])
    if is_wanted:
        await check_may_add(context)
    async with context.services.offering.turn(context.chat_id):
        await _offer_note(pieces, context, is_wanted=is_wanted)


async def _offer_note(pieces: Sequence[Incoming], context: BotContext, *, is_wanted: bool) -> None:
    first, reader = pieces[0].message, context.reader
    if len(pieces) > 1:
        save = reader.key("button-save-note", Action.ADD_ALL)
        hint = await ask_back(first, context.say("long-note-in-chat"), save)
        await _remember(pieces, hint, context)
    else:
        save = reader.key("button-save-note", Action.SAVE_NOTE)
        ask = reader.key("button-ask-in-chat", Action.ASK)
        question = "note-wanted" if is_wanted else "note-in-chat"
        hint = await ask_back(first, context.say(question), save, ask)
    await keep_open(hint, context, note=join_pastes(pieces)[0].text)


async def keep_open(hint: Message, context: BotContext, *, note: str = "") -> None:
    """Remember that nothing was pressed yet under a hint: a question in vain recalls it.

    Args:
        note: what the hint is about, where that is a text.
    """
    offers, place = OpenOffers(context.services.store.artifacts), (hint.chat.id, hint.message_id)
    await offers.keep(*place, note=note)


async def add_all(press: Press, context: BotContext) -> None:
    """Ingest all that the hint is about."""
    await press.original()
    await add_parts(join_pastes(await _recall(press, context)), press, context)


async def decline(press: Press, context: BotContext) -> None:
    """Add nothing of what the hint is about, and recall it no more."""
    await OpenOffers(context.services.store.artifacts).close(press.chat_id, press.message_id)
    await press.edit(context.say("offer-declined"))


def _question(part: Incoming, context: BotContext) -> str:
    phrases, language = context.services.phrases, context.language
    if part.is_post:
        return context.say("post-in-chat", name=post_title(part, language, phrases))
    if part.file is not None:
        return context.say("file-in-chat", name=file_label(part, language, phrases))
    return context.say("links-in-chat", count=len(part.links))


async def _remember(parts: Sequence[Incoming], hint: Message, context: BotContext) -> None:
    messages = [part.message.to_dict() for part in parts]
    artifacts, content = context.services.store.artifacts, json.dumps(messages).encode()
    await artifacts.put_artifact(_place(hint.chat.id), str(hint.message_id), content)


async def _recall(press: Press, context: BotContext) -> list[Incoming]:
    """Return the messages of an offer.

    Raises:
        SourceRefused: it was made too long ago.
    """
    place, name = _place(press.chat_id), str(press.message_id)
    try:
        stored = json.loads(await context.services.store.artifacts.get_artifact(place, name))
    except InternalError:
        raise SourceRefused("offer-outdated") from None
    messages = [Message.de_json(each, context.bot) for each in stored]
    return [read_message(message) for message in messages]


def _place(chat_id: int) -> str:
    return f"offer-{chat_id}"
