"""Methods that change a message of the bot."""

from dataclasses import replace

from bot.sandbox.bot_api.methods.call import (
    Call,
    caption_of,
    keyboard_of,
    message_of,
    preview_disabled,
    text_of,
)
from bot.sandbox.bot_api.view import message_json
from bot.sandbox.errors import bad_request
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.user_api.actions import edit
from bot.sandbox.world.values import Message

_UNCHANGED = (
    "message is not modified: specified new message content and reply markup are exactly the "
    "same as a current content and reply markup of the message"
)


async def edit_message_text(call: Call) -> JsonValue:
    """Change a text; without a keyboard in the call the old one goes."""
    message = _own_message(call)
    formatted = text_of(call)
    if message.file or message.sticker:
        raise bad_request("there is no text in the message to edit")
    changed = replace(
        message,
        text=formatted.text,
        entities=formatted.entities,
        buttons=keyboard_of(call),
        preview_disabled=preview_disabled(call),
    )
    return _finish(call, message, changed)


async def edit_message_caption(call: Call) -> JsonValue:
    """Change the caption of a file."""
    message = _own_message(call)
    formatted = caption_of(call)
    if not message.file:
        raise bad_request("there is no caption in the message to edit")
    changed = replace(
        message,
        text=formatted.text,
        entities=formatted.entities,
        buttons=keyboard_of(call),
    )
    return _finish(call, message, changed)


async def edit_message_reply_markup(call: Call) -> JsonValue:
    """Change, or without a keyboard in the call remove, the buttons."""
    message = _own_message(call)
    return _finish(call, message, replace(message, buttons=keyboard_of(call)))


def _own_message(call: Call) -> Message:
    if call.parameters.has("inline_message_id"):
        raise bad_request("MESSAGE_ID_INVALID")
    message = message_of(call, "message to edit not found")
    if message.sender != "bot":
        raise bad_request("message can't be edited")
    return message


def _finish(call: Call, message: Message, changed: Message) -> JsonValue:
    if replace(changed, preview_disabled=message.preview_disabled) == message:
        raise bad_request(_UNCHANGED)
    return message_json(call.world, edit(call.world, changed))
