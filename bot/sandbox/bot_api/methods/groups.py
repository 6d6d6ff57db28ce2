"""Methods by which a bot learns about a group, tags its members, and leaves it."""

from dataclasses import replace

from bot.sandbox.bot_api.methods.call import Call, chat_id_of
from bot.sandbox.bot_api.view import chat_json, member_json
from bot.sandbox.errors import bad_request
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.user_api.groups import set_status
from bot.sandbox.world.groups import ADMINS, Group

_COLOUR = 0  # every chat has one
_LONGEST_TAG = 16  # characters


async def get_chat(call: Call) -> JsonValue:
    """Return a chat."""
    chat = chat_json(call.world, chat_id_of(call))
    return {
        **chat,
        "accent_color_id": _COLOUR,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(
            (
                "unlimited_gifts",
                "limited_gifts",
                "unique_gifts",
                "premium_subscription",
                "gifts_from_channels",
            ),
            False,
        ),
    }


async def get_chat_member(call: Call) -> JsonValue:
    """Return what somebody is in a group."""
    chat_id, user_id = chat_id_of(call), call.parameters.integer("user_id")
    if user_id != call.world.profile.bot_id and call.world.people.get(user_id) is None:
        raise bad_request("PARTICIPANT_ID_INVALID")
    return member_json(call.world, chat_id, user_id)


async def get_chat_administrators(call: Call) -> JsonValue:
    """Return who runs a group."""
    group = _group(call)
    admins = [user_id for user_id, status in group.members.items() if status in ADMINS]
    return [member_json(call.world, group.id, user_id) for user_id in admins]


async def set_chat_member_tag(call: Call) -> JsonValue:
    """Put a tag beside a member's name, or take it away; admins have titles instead."""
    group, user_id = _group(call), call.parameters.integer("user_id")
    tag = call.parameters.text("tag")
    if group.status(call.world.profile.bot_id) not in ADMINS:
        raise bad_request("not enough rights to manage member tags")
    if group.status(user_id) != "member":
        raise bad_request("user is not a regular member of the chat")
    if len(tag) > _LONGEST_TAG:
        raise bad_request("member tag is too long")
    others = {key: value for key, value in group.tags.items() if key != user_id}
    call.world.groups.put(replace(group, tags={**others, user_id: tag} if tag else others))
    return True


async def leave_chat(call: Call) -> JsonValue:
    """Leave a group."""
    bot_id = call.world.profile.bot_id
    set_status(call.world, _group(call), bot_id, "left", by=bot_id)
    return True


def _group(call: Call) -> Group:
    group = call.world.groups.get(chat_id_of(call))
    if group is None:
        raise bad_request("there are no administrators in the private chat")
    return group
