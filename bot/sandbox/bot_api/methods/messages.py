"""Methods that write, announce and delete messages."""

from bot.sandbox.bot_api.formatting import entity_json
from bot.sandbox.bot_api.methods.call import (
    Call,
    chat_id_of,
    formatted_of,
    keyboard_of,
    message_of,
    preview_disabled,
    reply_of,
    text_of,
)
from bot.sandbox.bot_api.view import message_json
from bot.sandbox.errors import bad_request
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.limits import MAX_TEXT
from bot.sandbox.user_api.actions import delete, post
from bot.sandbox.utf16 import utf16_length
from bot.sandbox.world.values import Message

_MAX_DELETED = 100
_MEDIA = ("photo", "video", "voice", "document", "video_note")
_ACTIONS = frozenset(
    {"typing", "choose_sticker", "find_location"}
    | {f"upload_{media}" for media in _MEDIA}
    | {f"record_{media}" for media in ("video", "voice", "video_note")}
)


async def send_message(call: Call) -> JsonValue:
    """Send a text."""
    chat_id = chat_id_of(call)
    formatted = text_of(call)
    message = Message(
        message_id=0,
        chat_id=chat_id,
        sender="bot",
        user_id=0,
        date=0,
        text=formatted.text,
        entities=formatted.entities,
        buttons=keyboard_of(call),
        reply_to=reply_of(call, chat_id),
        preview_disabled=preview_disabled(call),
    )
    return message_json(call.world, post(call.world, message))


async def send_message_draft(call: Call) -> JsonValue:
    """Show a text that is still being written; it is not kept."""
    chat_id = chat_id_of(call)
    draft_id = call.parameters.integer("draft_id")
    if chat_id < 0:
        raise bad_request("drafts can be sent to private chats only")
    if not draft_id:
        raise bad_request("RANDOM_ID_INVALID")
    formatted = formatted_of(call, "text", "entities")
    if utf16_length(formatted.text) > MAX_TEXT:
        raise bad_request("message is too long")
    entities = [entity_json(entity) for entity in formatted.entities]
    call.world.hub.publish(
        chat_id,
        "draft",
        {"draft_id": draft_id, "text": formatted.text, "entities": entities},
    )
    return True


async def send_chat_action(call: Call) -> JsonValue:
    """Show that the bot is at work."""
    chat_id = chat_id_of(call)
    action = call.parameters.text("action")
    if action not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    call.world.hub.publish(chat_id, "typing", {"action": action})
    return True


async def delete_message(call: Call) -> JsonValue:
    """Delete a message, the bot's or a user's."""
    delete(call.world, message_of(call, "message to delete not found"))
    return True


async def delete_messages(call: Call) -> JsonValue:
    """Delete several messages; those that are gone already are passed over."""
    chat_id = chat_id_of(call)
    ids = call.parameters.objects("message_ids")
    if not ids:
        raise bad_request("message identifiers are not specified")
    if len(ids) > _MAX_DELETED:
        raise bad_request("too many messages to delete")
    for message_id in ids:
        if isinstance(message_id, bool) or not isinstance(message_id, int):
            raise bad_request("invalid message identifier specified")
        if message := call.world.chats.get(chat_id, message_id):
            delete(call.world, message)
    return True
