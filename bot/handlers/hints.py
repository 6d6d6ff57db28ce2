"""A hint: a short message under somebody's message, with buttons for what to do with it."""

from telegram import InlineKeyboardButton, Message, ReplyParameters

from bot.transport.buttons import keyboard


async def ask_back(message: Message, text: str, *keys: InlineKeyboardButton) -> Message:
    """Reply with a text and a button a row; without buttons it is a notice."""
    return await message.reply_text(
        text,
        reply_markup=keyboard(*([key] for key in keys)) if keys else None,
        reply_parameters=ReplyParameters(message.message_id, allow_sending_without_reply=True),
    )
