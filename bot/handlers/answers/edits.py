"""An edited question: its new wording is answered on a press, if it asks something new."""

import datetime as dt

from telegram import Message

from bot.context import BotContext
from bot.handlers.answers.ask import OFFER
from bot.handlers.upload.documents import ask_back
from bot.transport.buttons import Action
from bot.transport.reply_address import run_id
from pipelines.nodes.secrets.find import mask, replace_secrets

LATEST = dt.timedelta(hours=1)  # after which nobody waits for another answer


async def offer_answer(message: Message, text: str, context: BotContext) -> bool:
    """Offer to answer the new wording; False when the message was no question we answered.

    An edit that changes no letter, or comes late, or after another that is still offered, gets no
    offer.
    """
    memory = context.origin().memory
    chats = context.services.store.chats
    answered = await chats.get_answered_question(memory, run_id("answer", message))
    if answered is None:
        return False
    if context.services.limits.secrets != "allow":
        text = replace_secrets(text, mask)
    is_late = (message.edit_date or message.date) - message.date > LATEST
    if is_late or not _letters(text) or _letters(text) == _letters(answered):
        return True
    place = message.chat.id, message.message_id, OFFER
    if context.services.presses.take(*place, seconds=LATEST.total_seconds()):
        again = context.reader.key("button-answer-again", Action.ANSWER_EDITED)
        await ask_back(message, context.say("message-edited"), again)
    return True


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
