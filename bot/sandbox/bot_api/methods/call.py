"""One call of a Bot API method, and the arguments that many methods share."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.sandbox.bot_api.formatting import format_text
from bot.sandbox.bot_api.keyboards import Keyboard, read_keyboard
from bot.sandbox.bot_api.parameters import Parameters
from bot.sandbox.errors import ApiError, bad_request, moved_to
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.limits import MAX_CAPTION, MAX_TEXT
from bot.sandbox.utf16 import utf16_length
from bot.sandbox.world.values import Formatted, Message
from bot.sandbox.world.world import World

_NO_PARSE_MODE = "parse_mode is not supported by the sandbox: send entities"
CHAT_ID = re.compile(r"-?[0-9]{1,19}")


@dataclass(frozen=True, slots=True)
class Call:
    """The world a method works on and what it was given."""

    world: World
    parameters: Parameters


Method = Callable[[Call], Awaitable[JsonValue]]


def chat_id_of(call: Call) -> int:
    """Return the chat a call is about; the bot may only write where somebody wrote to it."""
    written = call.parameters.text("chat_id").strip()
    if not written:
        raise bad_request("chat_id is empty")
    chat_id = int(written) if CHAT_ID.fullmatch(written) else 0
    group = call.world.groups.get(chat_id)
    if group is not None and group.moved_to is not None:
        raise moved_to(group.moved_to)
    if group is not None and group.status(call.world.profile.bot_id) in ("left", "kicked"):
        raise ApiError(403, "Forbidden: bot was kicked from the group chat")
    if not call.world.people.knows_chat(chat_id):
        raise bad_request("chat not found")
    return chat_id


def thread_of(call: Call, chat_id: int) -> int | None:
    """Return the topic that a call writes in."""
    if not call.parameters.has("message_thread_id"):
        return None
    thread_id, group = call.parameters.integer("message_thread_id"), call.world.groups.get(chat_id)
    if group is None or thread_id not in group.topics:
        raise bad_request("message thread not found")
    return thread_id


def message_of(call: Call, missing: str) -> Message:
    """Return the message a call is about; `missing` says what it was to be used for."""
    chat_id = chat_id_of(call)
    if not call.parameters.has("message_id"):
        raise bad_request("message identifier is not specified")
    message = call.world.chats.get(chat_id, call.parameters.integer("message_id"))
    if message is None:
        raise bad_request(missing)
    return message


def formatted_of(call: Call) -> Formatted:
    """Return the text a call brings, within its limit; it may be empty."""
    if call.parameters.text("parse_mode"):
        raise bad_request(_NO_PARSE_MODE)
    formatted = format_text(call.parameters.text("text"), call.parameters.objects("entities"))
    if utf16_length(formatted.text) > MAX_TEXT:
        raise bad_request("message is too long")
    return formatted


def read_caption(given: Parameters) -> Formatted:
    """Return the caption among these arguments, within its limit."""
    if given.text("parse_mode"):
        raise bad_request(_NO_PARSE_MODE)
    formatted = format_text(given.text("caption"), given.objects("caption_entities"))
    if utf16_length(formatted.text) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    return formatted


def text_of(call: Call) -> Formatted:
    """Return the text of a message, which is never empty."""
    formatted = formatted_of(call)
    if not formatted.text:
        raise bad_request("message text is empty")
    return formatted


def keyboard_of(call: Call) -> Keyboard:
    """Return the inline keyboard a call brings."""
    return read_keyboard(call.parameters.object("reply_markup"))


def reply_of(call: Call, chat_id: int) -> int | None:
    """Return the message that is replied to; one that is gone is an error unless allowed."""
    given = Parameters(call.parameters.object("reply_parameters") or {})
    if not given.has("message_id"):
        return None
    message_id = given.integer("message_id")
    if call.world.chats.get(chat_id, message_id):
        return message_id
    if given.boolean("allow_sending_without_reply"):
        return None
    raise bad_request("message to be replied not found")


def preview_disabled(call: Call) -> bool:
    """Tell whether the caller wants no preview of links."""
    options = call.parameters.object("link_preview_options") or {}
    return Parameters(options).boolean("is_disabled")
