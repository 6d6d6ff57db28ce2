"""What is said to the bot in a group: questions, files, and commands."""

from collections.abc import Sequence

from telegram import Message

from bot.context import BotContext
from bot.handlers.answers.ask import take as take_question
from bot.handlers.answers.edits import offer_answer
from bot.handlers.answers.stop import stop
from bot.handlers.groups import policy
from bot.handlers.groups.door import POLICY_COMMANDS, belongs_to, person_of
from bot.handlers.groups.in_private import answer_in_private
from bot.handlers.upload.documents import calls_itself_note
from bot.handlers.upload.documents import take as take_sources
from bot.messages.addressed import command_of, without_address
from bot.messages.debounce import PendingGroup
from bot.messages.message import Incoming, read_message
from bot.views.people.people import NONE
from bot.views.text import untappable
from pipelines.nodes.questions.asking import ends_asking

_EXPLAINED = frozenset({"start", "help"})


async def receive(message: Message, context: BotContext) -> None:
    """Answer a question, add a file, or do what a command says."""
    command = command_of(message)
    name = command.name if command is not None else "ask"
    if name in POLICY_COMMANDS:
        await policy.show(message, context)
    elif name == "clear":
        await policy.clear(message, context)
    elif name == "stop":
        await stop(message, context)
    elif name in _EXPLAINED:
        await explain(message, context)
    elif name != "ask":
        await message.reply_text(context.say("group-private-only"))
    else:
        await _take(message, context)


async def take_edited(message: Message, context: BotContext) -> None:
    """Offer to answer a question anew when its wording has changed."""
    own = without_address(message)
    await offer_answer(own, read_message(own).text, context)


async def explain(message: Message, context: BotContext) -> None:
    """Say how to ask, and what is answered from."""
    set_policy = await context.services.preferences.of_group(context.chat_id)
    role = await context.services.store.administration.get_group_role(context.chat_id)
    how = context.say(
        "group-how",
        name=context.bot.username,
        asks=set_policy.who_asks,
        to=set_policy.answers_to,
        role=NONE if role is None else untappable(context.reader.role(role)),
    )
    await message.reply_text(how)


async def _take(message: Message, context: BotContext) -> None:
    own = without_address(message)
    incoming = read_message(own, largest_photo=context.services.limits.file_bytes)
    if message.media_group_id is not None:
        _gather(incoming, message.media_group_id, context)
    elif incoming.file or incoming.only_links or _is_to_add(incoming):
        await _add([incoming], context)
    elif question := incoming.text.strip() or _pointed_at(message):
        policy_now = await context.services.preferences.of_group(context.chat_id)
        if policy_now.answers_to == "asker":
            await answer_in_private(question, own, context)
        else:
            await take_question(question, own, context)
    else:
        await explain(message, context)


def _is_to_add(part: Incoming) -> bool:
    """Tell whether a text is added as it comes: one with a question mark is not, but answered."""
    return calls_itself_note(part) and not ends_asking(part.text)


def _gather(piece: Incoming, album: str, context: BotContext) -> None:
    """Wait for the rest of an album, all of which is added at once."""
    key = "album", context.chat_id, album
    group = context.services.debouncer.add(key, piece)
    if group is not None:
        context.application.create_task(_add_album(key, group, context), context.event)


async def _add_album(
    key: tuple[str, int, str], group: PendingGroup[Incoming], context: BotContext
) -> None:
    await _add(await context.services.debouncer.collect(key, group), context)


async def _add(parts: Sequence[Incoming], context: BotContext) -> None:
    """Add what was sent to the base, if the group's policy lets whoever sent it."""
    message = parts[0].message
    who = (await context.services.preferences.of_group(context.chat_id)).who_adds
    if await belongs_to(who, person_of(message), context):
        await take_sources(parts, context)
    else:
        await message.reply_text(context.say("group-not-added", who=who))


def _pointed_at(message: Message) -> str:
    """Return what somebody else asked, when the bot is only called under it."""
    replied = message.reply_to_message
    if replied is None or replied.from_user is None or replied.from_user.is_bot:
        return ""
    return (replied.text or replied.caption or "").strip()
