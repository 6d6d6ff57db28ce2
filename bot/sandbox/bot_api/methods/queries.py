"""The method that answers the press of a button."""

from bot.sandbox.bot_api.methods.call import Call
from bot.sandbox.errors import bad_request
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.limits import MAX_CALLBACK_ANSWER
from bot.sandbox.utf16 import utf16_length


async def answer_callback_query(call: Call) -> JsonValue:
    """End the waiting of a button, with a notice or without."""
    parameters = call.parameters
    text = parameters.text("text")
    if utf16_length(text) > MAX_CALLBACK_ANSWER:
        raise bad_request("MESSAGE_TOO_LONG")
    press = call.world.presses.take(parameters.text("callback_query_id"))
    if press is None:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    call.world.hub.publish(
        press.chat_id,
        "toast",
        {
            "callback_query_id": press.query_id,
            "user_id": press.user_id,
            "text": text,
            "show_alert": parameters.boolean("show_alert"),
            "url": parameters.text("url") or None,
        },
    )
    return True
