"""Sources that come in mode «Чат»: offered to the base, and added on a press.

What several messages hold is remembered in the database until the next such offer in the chat.
"""

import json
from collections.abc import Sequence

from telegram import Message, Update

from bot.context import BotContext
from bot.handlers.hints import ask_back
from bot.handlers.presses import Pressed, once
from bot.handlers.upload.documents import add_parts, refused_alone
from bot.messages.composition import file_label, post_title
from bot.messages.message import Incoming, read_message
from bot.transport.buttons import Action, button
from pipelines.errors import InternalError, SourceRefused


async def offer(parts: Sequence[Incoming], user_id: int, context: BotContext) -> None:
    """Offer to put what was sent into the base: one hint, however many messages it were."""
    if await refused_alone(parts, context):
        return
    first = parts[0].message
    assert first is not None
    if len(parts) > 1:
        add = button(context.say("button-add-to-base"), Action.ADD_ALL, user_id)
        hint = await ask_back(first, context.say("several-in-chat", count=len(parts)), add)
        await _remember(parts, hint, context)
        return
    add = button(context.say("button-add-to-base"), Action.ADD, user_id)
    ask = button(context.say("button-ask-in-chat"), Action.ASK, user_id)
    keys = [add, ask] if parts[0].has_words else [add]
    await ask_back(first, _question(parts[0], context), *keys)


async def add_all(update: Update, context: BotContext) -> None:
    """Ingest all that the hint is about."""
    async with once(update, context) as pressed:
        if pressed is not None:
            await add_parts(await _recall(pressed, context), pressed, context)


def _question(part: Incoming, context: BotContext) -> str:
    phrases, language = context.services.phrases, context.language
    if part.is_post:
        return context.say("post-in-chat", name=post_title(part, language, phrases))
    if part.file is not None:
        return context.say("file-in-chat", name=file_label(part, language, phrases))
    return context.say("links-in-chat", count=len(part.links))


async def _remember(parts: Sequence[Incoming], hint: Message, context: BotContext) -> None:
    messages = [part.message.to_dict() for part in parts if part.message is not None]
    store, place = context.services.store, _place(hint.chat.id)
    await store.artifacts.delete_artifacts(place)
    await store.artifacts.put_artifact(place, str(hint.message_id), json.dumps(messages).encode())


async def _recall(pressed: Pressed, context: BotContext) -> list[Incoming]:
    """Return the messages of an offer.

    Raises:
        SourceRefused: a later offer has taken its place.
    """
    place, name = _place(pressed.chat_id), str(pressed.hint_id)
    try:
        stored = json.loads(await context.services.store.artifacts.get_artifact(place, name))
    except InternalError:
        raise SourceRefused("offer-outdated") from None
    messages = [Message.de_json(each, context.bot) for each in stored]
    return [read_message(message) for message in messages]


def _place(chat_id: int) -> str:
    return f"offer-{chat_id}"
