"""The two modes: «Чат» asks the base, «База» adds to it. Stored, so a restart keeps it."""

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Message

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.handlers.upload.submit import readers_to_be
from bot.messages.message import read_message
from bot.transport.buttons import Action, keyboard
from bot.views.text import shortened
from pipelines.models.people import Mode
from pipelines.nodes.secrets.find import mask, replace_secrets

_QUESTION = 200  # characters of a question that is promised an answer
_LOOKED_BACK = 15  # exchanges
_AROUND = ' \n.!«»"“”'  # what may stand around a typed label
_TO_CHAT = (Action.GREET_CHAT, Action.CHAT, Action.GO_CHAT)


async def stored_mode(context: BotContext) -> Mode | None:
    """Return the mode of the chat; None if none was ever chosen."""
    return await context.services.store.chats.get_mode(str(context.chat_id))


async def greeting(mode: Mode | None, context: BotContext) -> str:
    """Greet, and say how to go on: of a base that has something nobody is told to fill it first."""
    documents = 0
    if mode is None:
        store = context.services.store
        documents = (await store.documents.list_documents(asker=context.user_id, limit=1)).total
    return context.say("start-greeting", mode=mode or "none", documents=documents)


def mode_buttons(
    context: BotContext, chat: Action, documents: Action, *more: list[InlineKeyboardButton]
) -> InlineKeyboardMarkup:
    """Lay out the two mode buttons, and rows below them."""
    reader = context.reader
    modes = [reader.key("button-chat", chat), reader.key("button-documents", documents)]
    return keyboard(modes, *more)


async def show(message: Message, context: BotContext) -> None:
    """Tell the mode, with buttons to change it and to clear the chat."""
    mode = await stored_mode(context)
    await message.chat.send_message(
        context.say("mode-question", mode=mode or "none"),
        reply_markup=_mode_message_buttons(context),
    )


async def switch_on_greeting(press: Press, context: BotContext) -> None:
    """Switch, and bring the greeting up to date."""
    mode = await _switch(press, context)
    await press.notice("mode-switched", mode=mode)
    modes = mode_buttons(context, Action.GREET_CHAT, Action.GREET_DOCUMENTS).inline_keyboard
    more = press.message.reply_markup.inline_keyboard[1:] if press.message.reply_markup else ()
    await press.edit(await greeting(mode, context), keyboard(*modes, *more))  # the example stays


async def switch(press: Press, context: BotContext) -> None:
    """Switch, and turn the mode message into a hint."""
    mode = await _switch(press, context)
    await press.notice("mode-switched", mode=mode)
    await press.edit(await _hint(context, mode), _mode_message_buttons(context))


def named_mode(text: str, context: BotContext) -> Mode | None:
    """Return the mode whose button somebody types instead of pressing it."""
    said = text.strip(_AROUND).casefold()
    labels: dict[str, Mode] = {"button-chat": "chat", "button-documents": "documents"}
    return next((m for key, m in labels.items() if said == context.say(key).casefold()), None)


async def switch_by_word(mode: Mode, message: Message, context: BotContext) -> None:
    """Switch, and say so."""
    await context.services.store.chats.set_mode(str(message.chat.id), mode)
    keys = _mode_message_buttons(context)
    await message.chat.send_message(await _hint(context, mode), reply_markup=keys)


async def switch_and_go_on(press: Press, context: BotContext) -> None:
    """Switch from under a summary, which stays with its other buttons; the hint goes below."""
    mode = await _switch(press, context)
    await press.acknowledge()
    await press.take_button()
    await press.message.chat.send_message(await _hint(context, mode))


async def switch_to_add_source(press: Press, context: BotContext) -> None:
    """Switch to the base from under an abstention, and promise to answer its question then."""
    await _switch(press, context)
    await press.acknowledge()
    asked = press.message.reply_to_message
    question = read_message(asked).text.strip() if asked is not None else ""
    said = await _hint(context, "documents")
    if asked is not None and question:
        if context.services.limits.secrets != "allow":
            question = replace_secrets(question, mask)
        if not await _is_answered(question, context):
            await _promise(question, asked.message_id, context)
            promise = context.say("mode-documents-promise", question=shortened(question, _QUESTION))
            said = f"{promise}\n\n{await readers_to_be(context)}"
    await press.take_button()
    await press.message.chat.send_message(said)


async def _is_answered(question: str, context: BotContext) -> bool:
    """Say whether a question had an answer meanwhile: a document came, and it was asked again."""
    origin = context.origin()
    chats, pairs = context.services.store.chats, _LOOKED_BACK
    last = await chats.get_exchanges(origin.memory, pairs, asker=origin.asker)
    return any(question in (one.question, *one.written[-1:]) and one.passages for one in last)


async def _promise(question: str, message_id: int, context: BotContext) -> None:
    origin = context.origin()
    await context.services.store.chats.keep_question(
        *(origin.memory, question),
        asker=origin.asker,
        message_id=message_id,
        is_promised=True,
    )


async def _switch(press: Press, context: BotContext) -> Mode:
    mode: Mode = "chat" if press.action in _TO_CHAT else "documents"
    await context.services.store.chats.set_mode(str(press.chat_id), mode)
    return mode


async def _hint(context: BotContext, mode: Mode) -> str:
    if mode == "chat":
        return context.say("mode-chat-hint")
    return f"{context.say('mode-documents-hint')}\n\n{await readers_to_be(context)}"


def _mode_message_buttons(context: BotContext) -> InlineKeyboardMarkup:
    clear = context.reader.key("button-clear", Action.ASK_CLEAR)
    return mode_buttons(context, Action.CHAT, Action.DOCUMENTS, [clear])
