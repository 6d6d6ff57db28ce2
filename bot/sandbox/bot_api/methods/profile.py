"""Methods by which a bot says who it is and what it can do."""

import re
from collections.abc import Mapping

from bot.sandbox.bot_api.methods.call import Call, Method
from bot.sandbox.bot_api.parameters import Parameters
from bot.sandbox.bot_api.view import bot_json
from bot.sandbox.errors import bad_request
from bot.sandbox.jsonvalues import JsonObject, JsonValue
from bot.sandbox.limits import (
    MAX_COMMAND_DESCRIPTION,
    MAX_COMMAND_NAME,
    MAX_COMMANDS,
    MAX_DESCRIPTION,
    MAX_SHORT_DESCRIPTION,
)
from bot.sandbox.world.profile import SCOPES, TextField

_LANGUAGE = re.compile(r"[a-z]{2}")
_COMMAND = re.compile(r"[a-z0-9_]+")
_FIELDS: dict[TextField, int] = {
    "description": MAX_DESCRIPTION,
    "short_description": MAX_SHORT_DESCRIPTION,
}


async def get_me(call: Call) -> JsonValue:
    """Return the bot."""
    return {
        **bot_json(call.world),
        "can_join_groups": True,
        "can_read_all_group_messages": False,
        "supports_inline_queries": True,
        "supports_guest_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
        "has_topics_enabled": False,
        "allows_users_to_create_topics": False,
        "can_manage_bots": False,
    }


def text_methods(field: TextField) -> tuple[Method, Method]:
    """Return the pair that gets and sets one of the bot's texts."""

    async def get_text(call: Call) -> JsonValue:
        return {field: call.world.profile.text(field, _language(call))}

    async def set_text(call: Call) -> JsonValue:
        text = call.parameters.text(field).strip()
        if len(text) > _FIELDS[field]:
            raise bad_request(f"{field.replace('_', ' ')} is too long")
        call.world.profile.set_text(field, _language(call), text)
        call.world.hub.publish_everywhere("profile", {})
        return True

    return get_text, set_text


async def set_my_commands(call: Call) -> JsonValue:
    """Set the commands of a language, for all chats or those of a kind."""
    named = Parameters(call.parameters.object("scope") or {}).text("type") or "default"
    scope = next((each for each in SCOPES if each == named), None)
    if scope is None:
        raise bad_request("the sandbox knows no scope of single chats")
    given = call.parameters.objects("commands")
    if len(given) > MAX_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    commands = [_command(value) for value in given]
    call.world.profile.set_commands(_language(call), commands, scope)
    call.world.hub.publish_everywhere("profile", {})
    return True


def _language(call: Call) -> str:
    language = call.parameters.text("language_code")
    if language and not _LANGUAGE.fullmatch(language):
        raise bad_request("invalid language code specified")
    return language


def _command(value: JsonValue) -> JsonObject:
    if not isinstance(value, Mapping):
        raise bad_request("can't parse BotCommand: expected an Object")
    command = str(value.get("command", "")).removeprefix("/")
    description = str(value.get("description", "")).strip()
    if not _COMMAND.fullmatch(command) or len(command) > MAX_COMMAND_NAME:
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(description) <= MAX_COMMAND_DESCRIPTION:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return {"command": command, "description": description}
