"""Methods that tell a bot about chats and their members."""

from bot.sandbox.bot_api.methods.call import Call, chat_id_of
from bot.sandbox.bot_api.view import bot_json, chat_json, person_json
from bot.sandbox.errors import bad_request
from bot.sandbox.jsonvalues import JsonObject, JsonValue


async def get_chat(call: Call) -> JsonValue:
    """Return everything about a chat."""
    chat = chat_json(call.world, chat_id_of(call))
    gifts = dict.fromkeys(
        (
            "unlimited_gifts",
            "limited_gifts",
            "unique_gifts",
            "premium_subscription",
            "gifts_from_channels",
        ),
        True,
    )
    return {**chat, "accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": gifts}


async def get_chat_member(call: Call) -> JsonValue:
    """Return a member of a chat: everyone is one, nobody has rights."""
    chat_id_of(call)
    user_id = call.parameters.integer("user_id")
    if user_id == call.world.profile.bot_id:
        return _member(bot_json(call.world))
    person = call.world.people.get(user_id)
    if person is None:
        raise bad_request("PARTICIPANT_ID_INVALID")
    return _member(person_json(person))


async def get_chat_member_count(call: Call) -> JsonValue:
    """Count the bot and whoever it talks to."""
    chat_id_of(call)
    return 2


async def get_user_profile_photos(call: Call) -> JsonValue:
    """Return no photos."""
    if call.world.people.get(call.parameters.integer("user_id")) is None:
        raise bad_request("user not found")
    return {"total_count": 0, "photos": []}


def _member(user: JsonObject) -> JsonObject:
    return {"status": "member", "user": user}
