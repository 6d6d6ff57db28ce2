"""The door of a group: what is not meant for the bot is passed over in silence."""

from telegram import Message, Update, User
from telegram.ext import ApplicationHandlerStop

from bot.context import BotContext
from bot.handlers.groups import tags
from bot.messages.addressed import command_of, is_addressed, is_service
from bot.transport.buttons import OF_POLICY, Action, read_button
from pipelines.models.preferences import WhoAdds

POLICY_COMMANDS = frozenset({"group", "settings"})


async def admit(update: Update, context: BotContext) -> None:
    """Let through what concerns the bot, from those who may ask here.

    Raises:
        ApplicationHandlerStop: it does not, or they may not and were told so.
    """
    message, query = update.effective_message, update.callback_query
    if update.message_reaction is not None:  # of admins who hide behind the group it names nobody
        user = update.message_reaction.user
        if user is not None and await may_ask(user, context, is_kept=True):
            return
        raise ApplicationHandlerStop
    if (
        update.my_chat_member is not None
        or update.chat_member is not None
        or (message is not None and is_service(message))
    ):
        return
    if query is not None:
        data = read_button(query.data)
        if data is not None and await _may_press(data.action, query.from_user, context):
            return
        await context.services.outbox.acknowledge(
            query.id, context.say("group-not-allowed"), alert=True
        )
    elif message is not None and _is_meant(message) and is_from_somebody(message):
        command = command_of(message)
        if command is not None and command.name in POLICY_COMMANDS:
            return
        policy = await context.services.preferences.of_group(context.chat_id)
        if policy.is_answered:
            if await may_ask(person_of(message), context, has_written=True):
                return
            await message.reply_text(context.say("group-not-allowed"))
    raise ApplicationHandlerStop


def _is_meant(message: Message) -> bool:
    """Tell whether a message is the bot's; of albums the inbox takes in no others."""
    return is_addressed(message) or message.media_group_id is not None


def is_from_somebody(message: Message) -> bool:
    """Tell whether a person wrote a message, be it an admin who hides behind the group."""
    return person_of(message) is not None or is_from_hidden_admin(message)


def is_from_hidden_admin(message: Message) -> bool:
    """Tell whether an admin wrote a message in the name of the group."""
    return message.sender_chat is not None and message.sender_chat.id == message.chat.id


def person_of(message: Message) -> User | None:
    """Return who wrote a message; None for bots, channels and the group itself."""
    user = message.from_user
    return None if user is None or user.is_bot or message.sender_chat is not None else user


async def belongs_to(
    who: WhoAdds, user: User | None, context: BotContext, *, is_kept: bool = True
) -> bool:
    """Tell whether somebody of the group is among these; of who only asks nothing is kept."""
    access = context.services.access
    if who == "nobody" or user is None:
        return False
    return await access.admits(user) or (
        who == "members" and await access.tolerates(user, is_kept=is_kept)
    )


async def _may_press(action: Action, user: User, context: BotContext) -> bool:
    if action in OF_POLICY:  # the screen itself asks who that is
        return True
    return await may_ask(user, context, is_kept=True)


async def may_ask(
    user: User | None, context: BotContext, *, is_kept: bool = False, has_written: bool = False
) -> bool:
    """Tell whether somebody's questions are answered here, and their votes count.

    Only who `has_written` here is surely in the group; of others Telegram is asked.
    """
    access, chat = context.services.access, context.chat_id
    if user is not None and await access.see_in(chat, user, has_written=has_written):
        tags.refresh(context)
    policy = await context.services.preferences.of_group(context.chat_id)
    if user is None:  # an admin in the name of the group: nobody knows who
        return policy.who_asks == "members"
    return await belongs_to(policy.who_asks, user, context, is_kept=is_kept)
