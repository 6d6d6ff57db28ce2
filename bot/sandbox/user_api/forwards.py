"""Where a forwarded message comes from, in the Bot API's own form."""

import time

from bot.sandbox.bot_api.parameters import Parameters
from bot.sandbox.errors import UserSideError
from bot.sandbox.jsonvalues import JsonObject, JsonValue
from bot.sandbox.utf16 import utf16_length

_CHANNEL_ID = -1001000000001  # of a channel whose id nobody gave
_PERSON_ID = 900001
_LONGEST_NAME = 255


def read_origin(parameters: Parameters) -> JsonObject | None:
    """Read `forward_origin` as a person's app sends it; the ids may be left out."""
    given = parameters.object("forward_origin")
    if given is None:
        return None
    origin = Parameters(given)
    shared: dict[str, JsonValue] = {
        "type": origin.text("type"),
        "date": origin.integer("date", int(time.time())),
    }
    match origin.text("type"):
        case "channel":
            shared |= {"message_id": origin.integer("message_id", 1), "chat": _chat(origin, "chat")}
        case "chat":
            shared |= {"sender_chat": _chat(origin, "sender_chat", kind="supergroup")}
        case "user":
            person = Parameters(origin.object("sender_user") or {})
            who = {"id": person.integer("id", _PERSON_ID), "is_bot": False}
            shared |= {"sender_user": {**who, "first_name": _name(person.text("first_name"))}}
        case "hidden_user":
            shared |= {"sender_user_name": _name(origin.text("sender_user_name"))}
        case _:
            raise UserSideError(400, "forward_origin is of no known type")
    if origin.has("author_signature"):
        shared |= {"author_signature": _name(origin.text("author_signature"))}
    return shared


def origin_name(origin: JsonObject) -> str:
    """Return what a client shows after "Forwarded from"."""
    for key, name in (("chat", "title"), ("sender_chat", "title"), ("sender_user", "first_name")):
        about = origin.get(key)
        if isinstance(about, dict):
            return str(about[name])
    return str(origin.get("sender_user_name", ""))


def _chat(origin: Parameters, name: str, *, kind: str = "channel") -> JsonObject:
    given = Parameters(origin.object(name) or {})
    chat: dict[str, JsonValue] = {
        "id": given.integer("id", _CHANNEL_ID),
        "type": kind,
        "title": _name(given.text("title")),
    }
    if username := given.text("username").strip().lstrip("@"):
        chat["username"] = username
    return chat


def _name(name: str) -> str:
    name = name.strip()
    if not name or utf16_length(name) > _LONGEST_NAME:
        raise UserSideError(400, "forward_origin needs a name")
    return name
