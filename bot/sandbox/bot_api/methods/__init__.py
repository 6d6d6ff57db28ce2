"""The methods of the Bot API that the sandbox knows, by lower-case name.

Read `call` first: what a method is given and how it refuses. `messages` writes, `updates` brings
updates and sets the webhook, `profile` is what the bot says of itself.
"""

from collections.abc import Mapping

from bot.sandbox.bot_api.methods import chats, edits, files, messages, profile, queries, updates
from bot.sandbox.bot_api.methods.call import Call, Method

_get_name, _set_name = profile.text_methods("name")
_get_description, _set_description = profile.text_methods("description")
_get_short, _set_short = profile.text_methods("short_description")

METHODS: Mapping[str, Method] = {
    "getupdates": updates.get_updates,
    "setwebhook": updates.set_webhook,
    "deletewebhook": updates.delete_webhook,
    "getwebhookinfo": updates.get_webhook_info,
    "getme": profile.get_me,
    "logout": profile.always_true,
    "close": profile.always_true,
    "sendmessage": messages.send_message,
    "sendmessagedraft": messages.send_message_draft,
    "sendchataction": messages.send_chat_action,
    "deletemessage": messages.delete_message,
    "deletemessages": messages.delete_messages,
    "editmessagetext": edits.edit_message_text,
    "editmessagecaption": edits.edit_message_caption,
    "editmessagereplymarkup": edits.edit_message_reply_markup,
    "senddocument": files.send_document,
    "sendphoto": files.send_photo,
    "getfile": files.get_file,
    "answercallbackquery": queries.answer_callback_query,
    "getchat": chats.get_chat,
    "getchatmember": chats.get_chat_member,
    "getchatmembercount": chats.get_chat_member_count,
    "getuserprofilephotos": chats.get_user_profile_photos,
    "getmycommands": profile.get_my_commands,
    "setmycommands": profile.set_my_commands,
    "deletemycommands": profile.delete_my_commands,
    "getmyname": _get_name,
    "setmyname": _set_name,
    "getmydescription": _get_description,
    "setmydescription": _set_description,
    "getmyshortdescription": _get_short,
    "setmyshortdescription": _set_short,
    "getchatmenubutton": profile.get_chat_menu_button,
    "setchatmenubutton": profile.set_chat_menu_button,
    "getmydefaultadministratorrights": profile.get_my_default_administrator_rights,
    "setmydefaultadministratorrights": profile.always_true,
}

__all__ = ["METHODS", "Call", "Method"]
