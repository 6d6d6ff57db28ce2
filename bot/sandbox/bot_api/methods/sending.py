"""What every way for a bot to send a message has in common."""

from typing import Any

from bot.sandbox.bot_api.methods.call import Call, keyboard_of, reply_of, thread_of
from bot.sandbox.bot_api.view import message_json
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.user_api.actions import post
from bot.sandbox.world.values import Formatted, Message


def send(call: Call, chat_id: int, shown: Formatted, **more: Any) -> JsonValue:
    """Post a message of the bot's, with the keyboard, the reply and the topic that the call names.

    Args:
        more: further fields of the `Message`.
    """
    message = Message(
        message_id=0,
        chat_id=chat_id,
        sender="bot",
        user_id=0,
        date=0,
        text=shown.text,
        entities=shown.entities,
        buttons=keyboard_of(call),
        reply_to=reply_of(call, chat_id),
        thread_id=thread_of(call, chat_id),
        **more,
    )
    return message_json(call.world, post(call.world, message))
