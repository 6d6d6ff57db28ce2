"""People, chats, files and messages as the Bot API writes them."""

from bot.sandbox.bot_api.formatting import entity_json
from bot.sandbox.bot_api.keyboards import keyboard_json
from bot.sandbox.jsonvalues import JsonObject, JsonValue
from bot.sandbox.world.groups import Status
from bot.sandbox.world.values import Message, Person, StoredFile
from bot.sandbox.world.world import World

_STICKER_SIDE = 512
_OF_ADMINS = [
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_manage_tags",
]
_RIGHTS: dict[Status, JsonObject] = {
    "creator": {"is_anonymous": False},
    "administrator": {
        "is_anonymous": False,
        "can_be_edited": False,
        **dict.fromkeys(_OF_ADMINS, True),
    },
    "kicked": {"until_date": 0},
}


def person_json(person: Person) -> JsonObject:
    """Return a user."""
    return {
        "id": person.id,
        "is_bot": False,
        "first_name": person.first_name,
        "language_code": person.language_code,
    }


def bot_json(world: World) -> JsonObject:
    """Return the bot as a user."""
    return {
        "id": world.profile.bot_id,
        "is_bot": True,
        "first_name": world.profile.name,
        "username": world.profile.username,
    }


def chat_json(world: World, chat_id: int) -> JsonObject:
    """Return a chat: private where the id is a user's, a group where it is negative."""
    if chat_id < 0:
        return _group_json(world, chat_id)
    person = world.people.meet(chat_id)
    return {"id": chat_id, "type": "private", "first_name": person.first_name}


def _group_json(world: World, chat_id: int) -> JsonObject:
    group = world.groups.get(chat_id)
    if group is None:
        return {"id": chat_id, "type": "group", "title": f"Group {-chat_id}"}
    kind = "supergroup" if group.is_super else "group"
    chat: dict[str, JsonValue] = {"id": chat_id, "type": kind, "title": group.title}
    if group.topics:
        chat["is_forum"] = True
    return chat


def member_json(world: World, chat_id: int, user_id: int) -> JsonObject:
    """Return what somebody is in a group; of a group nobody made, everybody is a member."""
    group = world.groups.get(chat_id)
    status: Status = "member" if group is None else group.status(user_id)
    is_bot = user_id == world.profile.bot_id
    user = bot_json(world) if is_bot else person_json(world.people.meet(user_id))
    tag = group.tags.get(user_id) if group is not None and status == "member" else None
    return {
        "user": user,
        "status": status,
        **_RIGHTS.get(status, {}),
        **({"tag": tag} if tag else {}),
    }


def file_json(file: StoredFile) -> JsonObject:
    """Return what every kind of file has in common."""
    return {
        "file_id": file.file_id,
        "file_unique_id": file.file_unique_id,
        "file_size": file.size,
    }


def message_json(world: World, message: Message, *, with_reply: bool = True) -> JsonObject:
    """Return a message, and the one it replies to, but not what that one replies to."""
    written: dict[str, JsonValue] = {
        "message_id": message.message_id,
        "from": (
            bot_json(world)
            if message.sender == "bot"
            else person_json(world.people.meet(message.user_id))
        ),
        "chat": chat_json(world, message.chat_id),
        "date": message.date,
    }
    if message.edit_date is not None:
        written["edit_date"] = message.edit_date
    if message.forward_origin is not None:
        written["forward_origin"] = message.forward_origin
    if message.is_via_bot:
        written["via_bot"] = bot_json(world)
    if message.media_group_id:
        written["media_group_id"] = message.media_group_id
    if message.thread_id is not None:
        written |= {"message_thread_id": message.thread_id, "is_topic_message": True}
    reply_to = message.reply_to or message.thread_id  # in a topic, to what began it
    if with_reply and reply_to is not None and reply_to != message.message_id:
        replied = world.chats.get(message.chat_id, reply_to)
        if replied:
            written["reply_to_message"] = message_json(world, replied, with_reply=False)
    if message.buttons:
        written["reply_markup"] = keyboard_json(message.buttons)
    if message.preview_disabled:
        written["link_preview_options"] = {"is_disabled": True}
    return written | _content_json(message)


def _content_json(message: Message) -> dict[str, JsonValue]:
    written: dict[str, JsonValue] = dict(message.service or {})
    if message.sticker:
        written["sticker"] = _sticker_json(message)
    elif message.file:
        written[message.file.kind] = _file_content(message.file)
    entities = [entity_json(entity) for entity in message.entities]
    if message.is_rich:
        lines = [line for line in message.text.split("\n") if line]
        return written | {
            "rich_message": {"blocks": [{"type": "paragraph", "text": line} for line in lines]}
        }
    if message.text:
        written["caption" if message.file else "text"] = message.text
    if entities:
        written["caption_entities" if message.file else "entities"] = entities
    return written


def _file_content(file: StoredFile) -> JsonValue:
    shared, size = file_json(file), {"width": file.width, "height": file.height}
    named: JsonObject = {"mime_type": file.media_type, "file_name": file.name}
    match file.kind:
        case "photo":
            return [{**shared, **size}]
        case "voice":
            return {**shared, "duration": file.duration, "mime_type": file.media_type}
        case "video_note":
            return {**shared, "duration": file.duration, "length": file.width}
        case "audio":
            return {**shared, "duration": file.duration, **named}
        case "video":
            return {**shared, "duration": file.duration, **size, **named}
    return {**shared, **named}


def _sticker_json(message: Message) -> JsonObject:
    return {
        "file_id": f"sticker-{message.message_id}",
        "file_unique_id": f"sticker-{message.message_id}",
        "type": "regular",
        "width": _STICKER_SIDE,
        "height": _STICKER_SIDE,
        "is_animated": False,
        "is_video": False,
        "emoji": message.sticker,
    }
