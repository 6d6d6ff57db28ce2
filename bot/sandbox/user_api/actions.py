"""What changes in the world when somebody writes, edits, deletes or presses."""

import time
from dataclasses import replace

from bot.sandbox.bot_api.view import chat_json, message_json, person_json
from bot.sandbox.jsonvalues import JsonObject, JsonValue
from bot.sandbox.user_api.presses import Press
from bot.sandbox.user_api.view import shown_message
from bot.sandbox.world.drafts import MessageDraft
from bot.sandbox.world.groups import ADMINS
from bot.sandbox.world.updates import REACTION, STOPPED, message_of
from bot.sandbox.world.values import Message
from bot.sandbox.world.world import World


def post(world: World, draft: Message) -> Message:
    """Add a message and tell the watchers; a user's message also becomes an update."""
    with world.archive.transaction():
        message = world.chats.add(draft)
        if message.sender == "user":
            world.updates.add("message", message_json(world, message))
    if message.sender == "bot":
        world.drafts.end(message.chat_id)
    world.hub.publish(message.chat_id, "message", shown_message(world, message))
    return message


def edit(world: World, message: Message, *, is_noted: bool = True) -> Message:
    """Put a message in the place of its older state and tell the watchers.

    It is noted as edited for its readers to see, unless only its buttons are others.
    """
    changed = replace(message, edit_date=int(time.time())) if is_noted else message
    world.chats.replace(changed)
    world.hub.publish(changed.chat_id, "edit", shown_message(world, changed))
    return changed


def edit_own(world: World, message: Message) -> Message:
    """Change what a user wrote; the change becomes an update."""
    with world.archive.transaction():
        changed = edit(world, message)
        world.updates.add("edited_message", message_json(world, changed))
    return changed


def react(world: World, message: Message, emoji: str | None) -> None:
    """Show the bot's reaction to a message, which is no edit of it."""
    reacted = replace(message, reaction=emoji)
    world.chats.replace(reacted)
    world.hub.publish(message.chat_id, "edit", shown_message(world, reacted))


def react_as_user(world: World, message: Message, user_id: int, emoji: str) -> Message:
    """Put somebody's reaction in the place of the one before; the bot is told where it may be."""
    others = tuple(each for each in message.user_reactions if each[0] != user_id)
    before = dict(message.user_reactions).get(user_id, "")
    now = (*others, (user_id, emoji)) if emoji else others
    reacted = replace(message, user_reactions=now)
    with world.archive.transaction():
        world.chats.replace(reacted)
        group = world.groups.get(message.chat_id)
        if group is None or group.status(world.profile.bot_id) in ADMINS:
            payload: dict[str, JsonValue] = {
                "chat": chat_json(world, message.chat_id),
                "message_id": message.message_id,
                "user": person_json(world.people.meet(user_id)),
                "date": int(time.time()),
                "old_reaction": _reactions_json(before),
                "new_reaction": _reactions_json(emoji),
            }
            world.updates.add(REACTION, payload)
    world.hub.publish(message.chat_id, "edit", shown_message(world, reacted))
    return reacted


def _reactions_json(emoji: str) -> list[JsonValue]:
    return [{"type": "emoji", "emoji": emoji}] if emoji else []


def delete(world: World, message: Message) -> None:
    """Remove a message for everyone and tell the watchers."""
    world.chats.remove(message)
    world.hub.publish(message.chat_id, "delete", {"message_id": message.message_id})


def stop(world: World, chat_id: int, draft: MessageDraft) -> None:
    """Tell the bot to write no more of a draft, which goes unless it is to stay."""
    payload: JsonObject = {"chat": chat_json(world, chat_id), "draft_id": draft.draft_id}
    world.updates.add(STOPPED, payload)
    if draft.keep_on_stop:
        world.drafts.show(chat_id, replace(draft, can_stop=False))
        return
    world.drafts.end(chat_id)
    world.hub.publish(chat_id, "draft_end", {"draft_id": draft.draft_id})


def confirm(world: World, offset: int) -> None:
    """Forget the updates before an offset; who wrote the messages in them sees them taken."""
    for update in world.updates.confirm(offset):
        if taken := message_of(update):
            chat_id, message_id = taken
            world.hub.publish(chat_id, "taken", {"message_id": message_id})


def press(world: World, message: Message, user_id: int, data: str) -> Press:
    """Turn the press of a button into an update."""
    with world.archive.transaction():
        pressed = world.presses.add(
            chat_id=message.chat_id, user_id=user_id, message_id=message.message_id, data=data
        )
        payload: dict[str, JsonValue] = {
            "id": pressed.query_id,
            "from": person_json(world.people.meet(user_id)),
            "message": message_json(world, message),
            "chat_instance": str(chat_json(world, message.chat_id)["id"]),
            "data": data,
        }
        world.updates.add("callback_query", payload)
    return pressed
