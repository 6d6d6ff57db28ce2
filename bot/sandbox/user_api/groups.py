"""The HTTP side for groups: to make one, let people in and out, open topics, move it.

`POST /sandbox/groups` with `{"title": "Team", "creator": 7, "members": [8], "topics": ["Food"]}`
makes a group to which its creator has added the bot; with topics it is a supergroup.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.sandbox.bot_api.parameters import Parameters, read_json_object
from bot.sandbox.bot_api.view import bot_json, chat_json, member_json, person_json
from bot.sandbox.errors import UserSideError
from bot.sandbox.jsonvalues import JsonObject, JsonValue
from bot.sandbox.user_api.actions import post
from bot.sandbox.user_api.view import shown_message
from bot.sandbox.world.groups import ADMINS, GONE, STATUSES, Group, Status
from bot.sandbox.world.updates import MEMBER
from bot.sandbox.world.values import Message
from bot.sandbox.world.world import World

_LONGEST_TITLE = 128


class GroupSide:
    """What people do with groups."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes under /sandbox/groups."""
        path = "/sandbox/groups/{chat_id}"
        return [
            Route("/sandbox/groups", self.groups, methods=["GET"]),
            Route("/sandbox/groups", self.add, methods=["POST"]),
            Route(f"{path}/members", self.change_member, methods=["POST"]),
            Route(f"{path}/topics", self.add_topic, methods=["POST"]),
            Route(f"{path}/supergroup", self.become_supergroup, methods=["POST"]),
        ]

    async def groups(self, _request: Request) -> Response:
        """Return the groups."""
        groups = [shown_group(self._world, each) for each in self._world.groups.everyone()]
        return JSONResponse({"groups": groups})

    async def add(self, request: Request) -> Response:
        """Make a group, and add the bot to it."""
        asked = Parameters(await read_json_object(request))
        creator, topics = asked.integer("creator"), asked.objects("topics")
        if creator <= 0:
            raise UserSideError(400, "creator must be the id of a user")
        members: dict[int, Status] = {
            **dict.fromkeys(_ids(asked, "members"), "member"),
            **dict.fromkeys(_ids(asked, "admins"), "administrator"),
            creator: "creator",
        }
        for user_id in members:
            self._world.people.meet(user_id)
        is_super = bool(topics) or asked.boolean("is_super")
        chat_id = self._world.groups.free_id(is_super=is_super)
        group = Group(chat_id, _title(asked, "title"), members, is_super=is_super)
        self._world.groups.put(group)
        self._world.people.open_chat(chat_id)
        for name in topics:
            group = begin_topic(self._world, group, str(name), creator)
        bot_id = self._world.profile.bot_id
        group = set_status(self._world, group, bot_id, "member", by=creator)
        return JSONResponse(dict(shown_group(self._world, group)))

    async def change_member(self, request: Request) -> Response:
        """Make somebody, or the bot, a member, an administrator, or nothing.

        The group says who has come or gone, unless that is done `quietly`, as large ones do.
        """
        group, asked = self._group(request), Parameters(await read_json_object(request))
        user_id, by = asked.integer("user_id"), asked.integer("by")
        status = next((each for each in STATUSES if each == asked.text("status")), None)
        if status is None or user_id <= 0:
            raise UserSideError(400, "user_id and status are needed")
        by = by or next(key for key, value in group.members.items() if value == "creator")
        was = group.status(user_id)
        group = set_status(self._world, group, user_id, status, by=by)
        if not asked.boolean("quietly"):
            _tell_presence(self._world, group, user_id, was, by=by)
        return JSONResponse(dict(shown_group(self._world, group)))

    async def add_topic(self, request: Request) -> Response:
        """Open a topic in a supergroup."""
        group, asked = self._group(request), Parameters(await read_json_object(request))
        if not group.is_super:
            raise UserSideError(400, "only supergroups have topics")
        creator = next(key for key, value in group.members.items() if value == "creator")
        group = begin_topic(self._world, group, _title(asked, "name"), creator)
        return JSONResponse(dict(shown_group(self._world, group)))

    async def become_supergroup(self, request: Request) -> Response:
        """Make a supergroup of a group: it moves to another id, as in Telegram."""
        group = self._group(request)
        if group.is_super:
            raise UserSideError(400, "it is a supergroup already")
        moved = replace(group, id=self._world.groups.free_id(is_super=True), is_super=True)
        creator = next(key for key, value in group.members.items() if value == "creator")
        self._world.groups.put(moved)
        self._world.people.open_chat(moved.id)
        _tell(self._world, group.id, creator, {"migrate_to_chat_id": moved.id})
        self._world.groups.put(replace(group, moved_to=moved.id))
        _tell(self._world, moved.id, creator, {"migrate_from_chat_id": group.id})
        return JSONResponse(dict(shown_group(self._world, moved)))

    def _group(self, request: Request) -> Group:
        written = request.path_params["chat_id"]
        digits = written.removeprefix("-")
        known = digits.isascii() and digits.isdigit() and len(digits) <= 15
        group = self._world.groups.get(int(written)) if known else None
        if group is None or group.moved_to is not None:
            raise UserSideError(404, "group not found")
        return group


def set_status(world: World, group: Group, user_id: int, status: Status, *, by: int) -> Group:
    """Make somebody something in a group; the bot is told of itself, and as an admin of others."""
    before, bot_id = member_json(world, group.id, user_id), world.profile.bot_id
    changed = world.groups.put(replace(group, members={**group.members, user_id: status}))
    payload: dict[str, JsonValue] = {
        "chat": chat_json(world, group.id),
        "from": bot_json(world) if by == bot_id else person_json(world.people.meet(by)),
        "date": int(time.time()),
        "old_chat_member": before,
        "new_chat_member": member_json(world, group.id, user_id),
    }
    if user_id == bot_id:
        world.updates.add("my_chat_member", payload)
    elif changed.status(bot_id) in ADMINS:
        world.updates.add(MEMBER, payload)
    return changed


def begin_topic(world: World, group: Group, name: str, by: int) -> Group:
    """Open a topic: its id is that of the message that says so."""
    begun: JsonObject = {"forum_topic_created": {"name": name, "icon_color": 0x6FB9F0}}
    message = _tell(world, group.id, by, begun)
    return world.groups.put(replace(group, topics={**group.topics, message.message_id: name}))


def shown_group(world: World, group: Group) -> JsonObject:
    """Return a group with its people and topics."""
    last = world.chats.last(group.id)
    people = [(world.people.get(key), status) for key, status in group.members.items()]
    return {
        "id": group.id,
        "title": group.title,
        "type": "supergroup" if group.is_super else "group",
        "members": [
            {
                "id": one.id,
                "name": one.first_name,
                "status": status,
                "tag": group.tags.get(one.id, ""),
            }
            for one, status in people
            if one is not None
        ],
        "topics": [{"id": key, "name": name} for key, name in group.topics.items()],
        "last": shown_message(world, last) if last else None,
    }


def _tell(world: World, chat_id: int, user_id: int, service: JsonObject) -> Message:
    draft = Message(0, chat_id, "user", user_id, 0, service=service)
    return post(world, draft)


def _tell_presence(world: World, group: Group, user_id: int, was: Status, *, by: int) -> None:
    """Say in a group that somebody has come or gone; of itself the bot is told otherwise."""
    is_there = group.status(user_id) not in GONE
    if user_id == world.profile.bot_id or is_there == (was not in GONE):
        return
    person = person_json(world.people.meet(user_id))
    said: JsonObject = {"new_chat_members": [person]} if is_there else {"left_chat_member": person}
    _tell(world, group.id, by, said)


def _title(asked: Parameters, name: str) -> str:
    title = asked.text(name).strip()[:_LONGEST_TITLE]
    if not title:
        raise UserSideError(400, f"{name} is empty")
    return title


def _ids(asked: Parameters, name: str) -> Sequence[int]:
    ids = [each for each in asked.objects(name) if isinstance(each, int) and each > 0]
    if len(ids) != len(asked.objects(name)):
        raise UserSideError(400, f"{name} must be ids of users")
    return ids
