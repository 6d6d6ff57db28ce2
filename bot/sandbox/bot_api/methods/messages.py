"""Methods about messages: to write, change and delete them, to answer presses, to get files."""

import time
from collections.abc import Sequence
from dataclasses import replace

from bot.sandbox.bot_api.methods.call import (
    Call,
    chat_id_of,
    formatted_of,
    keyboard_of,
    message_of,
    preview_disabled,
    text_of,
)
from bot.sandbox.bot_api.methods.sending import send
from bot.sandbox.bot_api.parameters import Parameters
from bot.sandbox.bot_api.view import file_json, message_json
from bot.sandbox.errors import bad_request
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.limits import (
    MAX_CALLBACK_ANSWER,
    MAX_DELETABLE_SECONDS,
    MAX_DELETIONS,
    MAX_DOWNLOAD_BYTES,
)
from bot.sandbox.user_api.actions import delete, edit, react
from bot.sandbox.user_api.view import shown_draft
from bot.sandbox.utf16 import utf16_length
from bot.sandbox.world.drafts import MessageDraft
from bot.sandbox.world.values import Message

_MEDIA = ("photo", "video", "voice", "document", "video_note")
_ACTIONS = frozenset(
    {"typing", "choose_sticker", "find_location"}
    | {f"upload_{media}" for media in _MEDIA}
    | {f"record_{media}" for media in ("video", "voice", "video_note")}
)
_REACTIONS = frozenset(
    "❤👍👎🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴"
    "😭🤓👻👀🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾🤷😡"
) | {"❤\u200d🔥", "👨\u200d💻", "🤷\u200d♂", "🤷\u200d♀"}
_UNCHANGED = (
    "message is not modified: specified new message content and reply markup are exactly the "
    "same as a current content and reply markup of the message"
)


async def send_message(call: Call) -> JsonValue:
    """Send a text."""
    chat_id = chat_id_of(call)
    return send(call, chat_id, text_of(call), preview_disabled=preview_disabled(call))


async def send_message_draft(call: Call) -> JsonValue:
    """Show a text that is still being written; it is not kept."""
    chat_id = chat_id_of(call)
    draft_id = call.parameters.integer("draft_id")
    if chat_id < 0:
        raise bad_request("drafts can be sent to private chats only")
    if not draft_id:
        raise bad_request("RANDOM_ID_INVALID")
    draft = MessageDraft(
        draft_id,
        formatted_of(call),
        can_stop=call.parameters.boolean("can_stop"),
        keep_on_stop=call.parameters.boolean("keep_on_stop"),
    )
    call.world.drafts.show(chat_id, draft)
    call.world.hub.publish(chat_id, "draft", shown_draft(draft))
    return True


async def send_chat_action(call: Call) -> JsonValue:
    """Show that the bot is at work."""
    chat_id = chat_id_of(call)
    action = call.parameters.text("action")
    if action not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    call.world.hub.publish(chat_id, "typing", {"action": action})
    return True


async def edit_message_text(call: Call) -> JsonValue:
    """Change a text; without a keyboard in the call the old one goes."""
    message = own_message(call)
    if message.file is not None:
        raise bad_request("there is no text in the message to edit")
    formatted = text_of(call)
    changed = replace(
        message,
        text=formatted.text,
        entities=formatted.entities,
        buttons=keyboard_of(call),
        preview_disabled=preview_disabled(call),
    )
    return finish_edit(call, message, changed)


async def edit_message_reply_markup(call: Call) -> JsonValue:
    """Change, or without a keyboard in the call remove, the buttons."""
    message = own_message(call)
    return finish_edit(call, message, replace(message, buttons=keyboard_of(call)))


async def delete_message(call: Call) -> JsonValue:
    """Delete a message, the bot's or a user's, unless it is too old."""
    message = message_of(call, "message to delete not found")
    _check_deletable([message])
    delete(call.world, message)
    return True


async def delete_messages(call: Call) -> JsonValue:
    """Delete up to a hundred messages of a chat; those that are gone already are skipped."""
    chat_id = chat_id_of(call)
    asked = call.parameters.objects("message_ids")
    if not asked:
        raise bad_request("message identifiers are not specified")
    if len(asked) > MAX_DELETIONS:
        raise bad_request("too many message identifiers specified")
    ids = dict.fromkeys(Parameters({"message_id": each}).integer("message_id") for each in asked)
    found = [call.world.chats.get(chat_id, message_id) for message_id in ids]
    messages = [message for message in found if message is not None]
    _check_deletable(messages)
    with call.world.archive.transaction():
        for message in messages:
            delete(call.world, message)
    return True


async def set_message_reaction(call: Call) -> JsonValue:
    """React to a message with one of the emoji there are, or take the reaction back."""
    message = message_of(call, "message to react not found")
    given = call.parameters.objects("reaction")
    if len(given) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    emoji = None
    for value in given:
        if not isinstance(value, dict) or value.get("emoji") not in _REACTIONS:
            raise bad_request("REACTION_INVALID")
        emoji = str(value["emoji"])
    react(call.world, message, emoji)
    return True


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


async def get_file(call: Call) -> JsonValue:
    """Say where a file can be downloaded, unless it is larger than bots may have."""
    file_id = call.parameters.text("file_id")
    if not file_id:
        raise bad_request("file_id is not specified")
    file = call.world.files.get(file_id)
    if file is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    if file.size > MAX_DOWNLOAD_BYTES:
        raise bad_request("file is too big")
    return {**file_json(file), "file_path": file.file_path}


def _check_deletable(messages: Sequence[Message]) -> None:
    oldest = time.time() - MAX_DELETABLE_SECONDS
    if any(message.date < oldest for message in messages):
        raise bad_request("message can't be deleted for everyone")


def own_message(call: Call) -> Message:
    """Return the bot's own message that is to be edited."""
    message = message_of(call, "message to edit not found")
    if message.sender != "bot":
        raise bad_request("message can't be edited")
    return message


def finish_edit(call: Call, message: Message, changed: Message) -> JsonValue:
    """Put a message in its new state; one that is the same is refused."""
    if replace(changed, preview_disabled=message.preview_disabled) == message:
        raise bad_request(_UNCHANGED)
    is_noted = replace(changed, buttons=message.buttons) != message
    return message_json(call.world, edit(call.world, changed, is_noted=is_noted))
