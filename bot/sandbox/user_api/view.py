"""Messages, people and the bot as the sandbox's user side writes them."""

from bot.sandbox.bot_api.formatting import entity_json
from bot.sandbox.jsonvalues import JsonObject, JsonValue
from bot.sandbox.user_api.forwards import origin_name
from bot.sandbox.world.drafts import MessageDraft
from bot.sandbox.world.groups import ADMINS
from bot.sandbox.world.profile import CommandScope
from bot.sandbox.world.values import Button, Message, Person
from bot.sandbox.world.world import World


def shown_message(world: World, message: Message) -> JsonObject:
    """Return a message in its current state."""
    shown: dict[str, JsonValue] = {
        "message_id": message.message_id,
        "chat_id": message.chat_id,
        "from": message.sender,
        "user_id": message.user_id if message.sender == "user" else world.profile.bot_id,
        "date": message.date,
        "text": message.text,
        "entities": [entity_json(entity) for entity in message.entities],
        "buttons": [[_shown_button(button) for button in row] for row in message.buttons],
        "document": None,
        "photo": None,
        "voice": None,
        "sticker": message.sticker,
        "forwarded_from": origin_name(message.forward_origin) if message.forward_origin else None,
        "reply_to": message.reply_to,
        "media_group_id": message.media_group_id,
        "reactions": _shown_reactions(message),
        "via_bot": world.profile.username if message.is_via_bot else None,
        "taken": _is_taken(world, message),
        "edited": message.edit_date is not None,
    }
    if message.thread_id is not None:
        shown["message_thread_id"] = message.thread_id
    if message.is_rich:
        shown["is_rich"] = True
    if message.service is not None:
        shown["service"] = message.service
    if message.file:
        file = message.file
        described: dict[str, JsonValue] = {
            "file_name": file.name,
            "size": file.size,
            "media_type": file.media_type,
            "url": f"/sandbox/files/{file.file_id}",
        }
        if file.kind == "photo":
            described |= {"width": file.width, "height": file.height}
        if file.kind == "voice":
            described["duration"] = file.duration
        # What the page has no player for is shown as a file.
        shown[file.kind if file.kind in ("photo", "voice") else "document"] = described
    return shown


def _shown_reactions(message: Message) -> list[JsonValue]:
    shown: list[JsonValue] = []
    if message.reaction:
        shown.append({"emoji": message.reaction, "from": "bot"})
    return shown + [{"emoji": emoji, "from": who} for who, emoji in message.user_reactions]


def shown_draft(draft: MessageDraft) -> JsonObject:
    """Return what the bot is still writing."""
    formatted = draft.formatted
    shown: dict[str, JsonValue] = {
        "draft_id": draft.draft_id,
        "text": formatted.text,
        "entities": [entity_json(entity) for entity in formatted.entities],
    }
    if draft.can_stop:
        shown["can_stop"] = True
    return shown


def _is_taken(world: World, message: Message) -> bool:
    if message.sender == "bot":
        return True
    return not world.updates.holds_message(message.chat_id, message.message_id)


def _shown_button(button: Button) -> JsonObject:
    shown: dict[str, JsonValue] = {"text": button.text, "data": button.data, "url": button.url}
    if button.copy_text is not None:
        shown["copy_text"] = button.copy_text
    if button.style:
        shown["style"] = button.style
    return shown


def shown_person(world: World, person: Person) -> JsonObject:
    """Return a user with what a list of chats shows of them."""
    last = world.chats.last(person.id)
    return {
        "id": person.id,
        "name": person.first_name,
        "language_code": person.language_code,
        "last": shown_message(world, last) if last else None,
    }


def shown_bot(world: World, language: str, chat_id: int = 0, user_id: int = 0) -> JsonObject:
    """Return what the bot says about itself to a user of this language, in this chat."""
    profile, group = world.profile, world.groups.get(chat_id)
    scopes: list[CommandScope] = ["default"]
    scopes.insert(0, "all_group_chats" if chat_id < 0 else "all_private_chats")
    if group is not None and group.status(user_id) in ADMINS:
        scopes.insert(0, "all_chat_administrators")
    return {
        "id": profile.bot_id,
        "name": profile.name,
        "username": profile.username,
        "description": profile.text("description", language),
        "short_description": profile.text("short_description", language),
        "commands": profile.commands(language, scopes),
        "menu_button": {"type": "commands"},
    }
