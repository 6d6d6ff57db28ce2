"""A question of a group, answered in the private chat of whoever asked, by their own rights."""

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Message, MessageEntity

from bot.context import BotContext
from bot.handlers.answers import ask
from bot.handlers.groups.door import person_of
from bot.transport.pieces import join, split
from bot.transport.reply_address import Origin, run_id
from bot.views.text import shortened, styled

_LONGEST_SHOWN = 300  # characters of the question


async def answer_in_private(question: str, message: Message, context: BotContext) -> None:
    """Answer where nobody else reads it; in the group stands one line about that."""
    person = person_of(message)
    if person is None:  # an admin in the name of the group: nobody knows to whom
        await message.reply_text(context.say("group-asker-hidden"))
        return
    if not await context.services.access.admits(person):  # they have no rights of their own
        await message.reply_text(context.say("group-private-needs-access"))
        return
    said = context.say("group-asked-in", group=shortened(message.chat.title or "", _LONGEST_SHOWN))
    asked = styled(shortened(question, _LONGEST_SHOWN), MessageEntity.ITALIC)
    shown_at = await context.services.outbox.deliver(
        person.id, split(join([styled(f"{said}\n", MessageEntity.BOLD), asked]))
    )
    if shown_at is None:
        await message.reply_text(context.say("group-start-first"), reply_markup=_link(context))
        return
    await message.reply_text(context.say("group-answered-in-private"))
    origin = Origin(
        person.id,
        person.id,
        context.language,
        question_id=shown_at or None,
        settings=context.settings,
    )
    await ask.answer(question, origin, run_id("answer", message), context)


def _link(context: BotContext) -> InlineKeyboardMarkup:
    address = f"https://t.me/{context.bot.username}?start=group"
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(context.say("button-start-bot"), url=address)]]
    )
