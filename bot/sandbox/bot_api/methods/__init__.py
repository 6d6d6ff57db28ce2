"""The methods of the Bot API that the sandbox knows, by lower-case name.

Read `call` first: what a method is given and how it refuses. `messages` writes, `rich` too, in
blocks, `photos` shows,
`elsewhere` answers queries from other chats, `updates` brings updates and sets the webhook,
`profile` is what the bot says of itself, `groups` who is in a group.
"""

from collections.abc import Mapping

from bot.sandbox.bot_api.methods import (
    elsewhere,
    groups,
    messages,
    photos,
    profile,
    rich,
    updates,
)
from bot.sandbox.bot_api.methods.call import Call, Method

_get_description, _set_description = profile.text_methods("description")
_get_short, _set_short = profile.text_methods("short_description")

METHODS: Mapping[str, Method] = {
    "getupdates": updates.get_updates,
    "setwebhook": updates.set_webhook,
    "deletewebhook": updates.delete_webhook,
    "getme": profile.get_me,
    "sendmessage": messages.send_message,
    "sendrichmessage": rich.send_rich_message,
    "sendphoto": photos.send_photo,
    "senddocument": photos.send_document,
    "editmessagemedia": photos.edit_message_media,
    "sendmessagedraft": messages.send_message_draft,
    "sendchataction": messages.send_chat_action,
    "editmessagetext": messages.edit_message_text,
    "editmessagereplymarkup": messages.edit_message_reply_markup,
    "deletemessage": messages.delete_message,
    "deletemessages": messages.delete_messages,
    "setmessagereaction": messages.set_message_reaction,
    "answercallbackquery": messages.answer_callback_query,
    "answerinlinequery": elsewhere.answer_inline_query,
    "answerguestquery": elsewhere.answer_guest_query,
    "getfile": messages.get_file,
    "getchat": groups.get_chat,
    "getchatmember": groups.get_chat_member,
    "getchatadministrators": groups.get_chat_administrators,
    "setchatmembertag": groups.set_chat_member_tag,
    "leavechat": groups.leave_chat,
    "setmycommands": profile.set_my_commands,
    "getmydescription": _get_description,
    "setmydescription": _set_description,
    "getmyshortdescription": _get_short,
    "setmyshortdescription": _set_short,
}
# What a page of another site may have asked for by naming an address changes nothing.
READING = frozenset(
    """
    getme getfile getchat getchatmember getchatadministrators getmydescription
    getmyshortdescription
    """.split()  # noqa: SIM905
)

__all__ = ["METHODS", "READING", "Call", "Method"]
