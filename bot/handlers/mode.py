"""The two modes: «Чат» asks the base, «База» adds to it. Stored, so a restart keeps it."""

from telegram import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Message, Update

from bot.context import BotContext
from bot.transport.buttons import Action, button, keyboard, read_press
from pipelines.models.people import Mode

_MODES: dict[Action, Mode] = {
    Action.GREET_CHAT: "chat",
    Action.GREET_DOCUMENTS: "documents",
    Action.CHAT: "chat",
    Action.DOCUMENTS: "documents",
    Action.GO_CHAT: "chat",
    Action.GO_DOCUMENTS: "documents",
}


async def stored_mode(context: BotContext, chat_id: int) -> Mode | None:
    """Return the mode of a chat; None if none was ever chosen."""
    return await context.services.store.chats.get_mode(str(chat_id))


def mode_buttons(
    context: BotContext,
    user_id: int,
    chat: Action,
    documents: Action,
    *more: list[InlineKeyboardButton],
) -> InlineKeyboardMarkup:
    """Lay out the two mode buttons, and rows below them."""
    modes = [
        button(context.say("button-chat"), chat, user_id),
        button(context.say("button-documents"), documents, user_id),
    ]
    return keyboard(modes, *more)


async def show(update: Update, context: BotContext) -> None:
    """Tell the mode, with buttons to change it and to clear the chat."""
    chat, user = update.effective_chat, update.effective_user
    assert chat is not None
    assert user is not None
    mode = await stored_mode(context, chat.id)
    await chat.send_message(
        context.say("mode-question", mode=mode or "none"),
        reply_markup=_mode_message_buttons(context, user.id),
    )


async def switch_on_greeting(update: Update, context: BotContext) -> None:
    """Switch, and bring the greeting up to date."""
    query, mode = await _switch(update, context)
    await context.services.outbox.acknowledge(query.id, context.say("mode-switched", mode=mode))
    keys = mode_buttons(context, query.from_user.id, Action.GREET_CHAT, Action.GREET_DOCUMENTS)
    await _edit(query, context.say("start-greeting", mode=mode), keys, context)


async def switch(update: Update, context: BotContext) -> None:
    """Switch, and turn the mode message into a hint."""
    query, mode = await _switch(update, context)
    await context.services.outbox.acknowledge(query.id, context.say("mode-switched", mode=mode))
    keys = _mode_message_buttons(context, query.from_user.id)
    await _edit(query, _hint(context, mode), keys, context)


async def switch_and_go_on(update: Update, context: BotContext) -> None:
    """Switch from under a summary or an answer, which stays; the hint goes below."""
    query, mode = await _switch(update, context)
    await context.services.outbox.acknowledge(query.id)
    message = query.message
    assert isinstance(message, Message)
    if context.services.presses.take(message.chat.id, message.message_id):
        await context.services.outbox.take_buttons(message.chat.id, message.message_id)
        await message.chat.send_message(_hint(context, mode))


async def _switch(update: Update, context: BotContext) -> tuple[CallbackQuery, Mode]:
    query = update.callback_query
    assert query is not None
    assert query.message is not None
    press = read_press(query.data)
    assert press is not None
    mode = _MODES[press.action]
    await context.services.store.chats.set_mode(str(query.message.chat.id), mode)
    return query, mode


async def _edit(
    query: CallbackQuery, text: str, keys: InlineKeyboardMarkup, context: BotContext
) -> None:
    assert query.message is not None
    chat_id, message_id = query.message.chat.id, query.message.message_id
    await context.services.outbox.edit(chat_id, message_id, text, keyboard=keys)


def _hint(context: BotContext, mode: Mode) -> str:
    return context.say("mode-chat-hint" if mode == "chat" else "mode-documents-hint")


def _mode_message_buttons(context: BotContext, user_id: int) -> InlineKeyboardMarkup:
    clear = button(context.say("button-clear"), Action.ASK_CLEAR, user_id)
    return mode_buttons(context, user_id, Action.CHAT, Action.DOCUMENTS, [clear])
