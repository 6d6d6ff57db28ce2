"""The bot comes into a group or goes, and a group becomes a supergroup."""

from telegram import ChatMember, Message, Update
from telegram.constants import ChatType

from bot.access import is_there
from bot.context import BotContext
from bot.handlers.groups import tags

_GONE = (ChatMember.LEFT, ChatMember.BANNED)


async def change(update: Update, context: BotContext) -> None:
    """Greet a group that the bot was added to; forget one that it is not in any more."""
    changed = update.my_chat_member
    assert changed is not None  # the handler is for nothing else
    if changed.chat.type not in (ChatType.GROUP, ChatType.SUPERGROUP):
        return
    was, now = changed.old_chat_member.status, changed.new_chat_member.status
    if now in _GONE:
        await context.services.preferences.forget_group(changed.chat.id)
    elif was in _GONE:
        policy = await context.services.preferences.of_group(changed.chat.id)
        greeting = context.say("group-greeting", name=context.bot.username, asks=policy.who_asks)
        await context.bot.send_message(changed.chat.id, greeting)


async def note(update: Update, context: BotContext) -> None:
    """Keep who is in a group that has a role: Telegram tells its admins of every change."""
    changed = update.chat_member
    assert changed is not None  # the handler is for nothing else
    member = changed.new_chat_member
    await context.services.access.note_member(
        changed.chat.id, member.user.id, is_member=is_there(member)
    )
    tags.refresh(context)


async def come_or_go(message: Message, context: BotContext) -> None:
    """Keep who has come or gone, where Telegram says so in the group itself.

    That it does to every bot there, admin or not.
    """
    access, chat_id = context.services.access, message.chat.id
    for user in message.new_chat_members:
        await access.note_member(chat_id, user.id, is_member=True)
    if message.left_chat_member is not None:
        await access.note_member(chat_id, message.left_chat_member.id, is_member=False)
    tags.refresh(context)


async def move(message: Message, context: BotContext) -> None:
    """Take policy and memory along to the id of the supergroup; said in both chats, done once."""
    preferences = context.services.preferences
    if message.migrate_to_chat_id is not None:
        await preferences.move_group(message.chat.id, message.migrate_to_chat_id)
    elif message.migrate_from_chat_id is not None:
        await preferences.move_group(message.migrate_from_chat_id, message.chat.id)
