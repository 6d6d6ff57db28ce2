"""Which messages of a group are meant for the bot, and what they say besides naming it.

A message is when it mentions the bot (by an entity, not by its letters), replies to what the bot
wrote, or is a command for it. What people say to one another is none of the bot's business.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from telegram import Bot, Message, MessageEntity

# Commands that need no name behind them; the others every bot of the group could mean.
UNNAMED = frozenset({"ask", "group", "settings"})
_AFTER_NAME = " \n,:"
_UNITS = {signs: {sign.encode("utf-16-le") for sign in signs} for signs in (_AFTER_NAME, " ")}


@dataclass(frozen=True, slots=True)
class Command:
    """A command for the bot, and where it ends in the text (UTF-16 units)."""

    name: str
    end: int


def is_addressed(message: Message) -> bool:
    """Tell whether a message of a group is meant for the bot."""
    if message.forward_origin is not None:  # its words were meant for somebody else
        return False
    return command_of(message) is not None or bool(_mentions(message)) or _replies(message)


def is_service(message: Message) -> bool:
    """Tell whether Telegram itself says something of a group that the bot keeps."""
    return is_move(message) or is_about_members(message)


def is_move(message: Message) -> bool:
    """Tell whether Telegram says in a message that a group has become a supergroup."""
    return message.migrate_to_chat_id is not None or message.migrate_from_chat_id is not None


def is_about_members(message: Message) -> bool:
    """Tell whether Telegram says in a message that somebody has come into a group or left it."""
    return bool(message.new_chat_members) or message.left_chat_member is not None


def command_of(message: Message) -> Command | None:
    """Return the command that a message begins with, if it is for the bot."""
    for entity in _entities(message):
        if entity.type == MessageEntity.BOT_COMMAND and entity.offset == 0:
            word = (message.text or message.caption or "")[1 : entity.length]  # all ASCII
            name, _, whom = word.lower().partition("@")
            is_ours = whom == message.get_bot().username.lower() if whom else name in UNNAMED
            return Command(name, entity.length) if is_ours else None
    return None


def without_address(message: Message) -> Message:
    """Return a message without the command and the mentions that made it the bot's."""
    command = command_of(message)
    spans = [(entity.offset, entity.offset + entity.length) for entity in _mentions(message)]
    if command is not None:
        spans.append((0, command.end))
    if not spans:
        return message
    kind, marks = ("text", "entities") if message.text else ("caption", "caption_entities")
    units = (message.text or message.caption or "").encode("utf-16-le")
    kept = _left(units, spans)
    entities = [
        {**entity.to_dict(), "offset": kept.index(entity.offset)}
        for entity in _entities(message)
        if all(at in kept for at in range(entity.offset, entity.offset + entity.length))
    ]
    text = b"".join(units[2 * at : 2 * at + 2] for at in kept).decode("utf-16-le")
    return Message.de_json({**message.to_dict(), kind: text, marks: entities}, message.get_bot())


def _left(units: bytes, spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return the positions outside the spans, each of which goes with what parts it from others."""
    gone: set[int] = set()
    for start, end in spans:
        gone.update(range(start, end))
        parting = _AFTER_NAME if start == 0 else " "
        while (after := units[2 * end : 2 * end + 2]) and after in _UNITS[parting]:
            gone.add(end)
            end += 1
    return [at for at in range(len(units) // 2) if at not in gone]


def _entities(message: Message) -> Sequence[MessageEntity]:
    return message.entities or message.caption_entities


def _mentions(message: Message) -> list[MessageEntity]:
    bot = message.get_bot()
    kinds: list[str | None] = [MessageEntity.MENTION, MessageEntity.TEXT_MENTION]
    found = message.parse_entities(kinds) or message.parse_caption_entities(kinds)
    return [entity for entity, text in found.items() if _means(entity, text, bot)]


def _means(entity: MessageEntity, text: str, bot: Bot) -> bool:
    if entity.type == MessageEntity.TEXT_MENTION:
        return entity.user is not None and entity.user.id == bot.id
    return text.lower() == f"@{bot.username.lower()}"


def _replies(message: Message) -> bool:
    """Tell whether a message replies to the bot, and not only to a topic that the bot began."""
    replied = message.reply_to_message
    if replied is None or replied.from_user is None or replied.forum_topic_created is not None:
        return False
    return replied.from_user.id == message.get_bot().id
