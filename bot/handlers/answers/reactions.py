"""A reaction to an answer counts as the vote of whoever reacted.

Telegram tells of reactions in private chats, and in groups where the bot is an admin. Of the
message it tells the number alone: its buttons stay as they are, but a group's count goes on from it
at the next press.
"""

from collections.abc import Sequence

from telegram import ReactionType, ReactionTypeEmoji, Update

from bot.context import BotContext
from pipelines.models.interactions import Rating

_RATINGS: dict[str, Rating] = {"👍": "positive", "👎": "negative"}


async def take(update: Update, context: BotContext) -> None:
    """Rate an answer as the reaction to it says; take that back with it."""
    changed = update.message_reaction
    assert changed is not None  # the handler is for nothing else
    before, now = _rating_of(changed.old_reaction), _rating_of(changed.new_reaction)
    interactions = context.services.store.interactions
    answer = await interactions.find_shown_answer(changed.chat.id, changed.message_id)
    if answer is None or before == now:
        return
    seen = await interactions.get_interaction(answer.id, asker=context.user_id, chat=answer.chat)
    if seen is None or not (seen.interaction.quotes or seen.interaction.documents):
        return  # it says that there is no answer
    said = seen.feedback.rating if seen.feedback is not None else None
    if now is None and said != before:  # they have voted otherwise since, with a button
        return
    await interactions.rate_interaction(
        answer.id, asker=context.user_id, chat=answer.chat, rating=now
    )


def _rating_of(reactions: Sequence[ReactionType]) -> Rating | None:
    """Return what reactions say; None if that is nothing, or both."""
    emoji = {each.emoji for each in reactions if isinstance(each, ReactionTypeEmoji)}
    ratings = [rating for sign, rating in _RATINGS.items() if sign in emoji]
    return ratings[0] if len(ratings) == 1 else None
