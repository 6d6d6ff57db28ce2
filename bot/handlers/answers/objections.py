"""What somebody writes against an answer: it leads where the thumb down under it does."""

from telegram import Message
from telegram.constants import ChatType

from bot.context import BotContext
from bot.handlers.answers.feedback import ask_what_is_wrong, offer_correction
from bot.messages.message import Incoming
from pipelines.models.interactions import Interaction
from pipelines.nodes.learning.objections import Objection, objection

_LOOK_BACK = 2  # pairs: after an answer somebody may have said thanks, or sworn


async def take_objection(part: Incoming, context: BotContext) -> bool:
    """Offer to take what would be right instead of the last answer, or ask what is wrong with it.

    Returns:
        False: the message says nothing against an answer, or there is none that it could be about.
    """
    message = part.message
    if part.has_sources or part.links or message.chat.type != ChatType.PRIVATE:
        return False
    if (said := objection(part.text)) is None:
        return False
    interaction = await _objected_to(said, message, context)
    if interaction is None:
        return False
    if said.said:
        await offer_correction(interaction, said.said, message, context)
    elif interaction.quotes or interaction.documents:
        await ask_what_is_wrong(interaction, message, context)
    else:
        return False  # it says that there is no answer
    return True


async def _objected_to(
    said: Objection, message: Message, context: BotContext
) -> Interaction | None:
    """Return the answer that a message replies to, or else the last one, if it is theirs."""
    store, origin = context.services.store, context.origin()
    replied = message.reply_to_message
    if replied is not None:
        shown = await store.interactions.find_shown_answer(origin.chat_id, replied.message_id)
        known = shown.id if shown is not None else ""
    else:
        last = await store.chats.get_exchanges(origin.memory, _LOOK_BACK, asker=origin.asker)
        known = next((each.interaction_id for each in reversed(last) if each.interaction_id), "")
    if not known:
        return None
    seen = await store.interactions.get_interaction(
        known, asker=context.user_id, chat=origin.memory
    )
    if seen is None or not said.is_to(seen.interaction.query, seen.interaction.response):
        return None
    return seen.interaction
