"""What the language model took: one's own, and everybody's for an owner."""

from telegram import Message

from bot.context import BotContext
from bot.views.usage import own_usage, team_usage

_PEOPLE = 20  # that an owner is told of


async def show(message: Message, context: BotContext) -> None:
    """Tell what the model took for whoever asks; to an owner, in private, for everybody too."""
    terms = context.services.limits.model
    if terms is None:
        await message.chat.send_message(context.say("usage-none"))
        return
    store, reader = context.services.store.usage, context.reader
    own = await store.get_model_usage(context.user_id)
    texts = [own_usage(own, terms.prices, terms.daily_tokens, reader)]
    if context.chat_id == context.user_id:
        team = await store.get_team_usage(context.user_id, _PEOPLE)
        texts += [team_usage(team, terms.prices, reader)] if team.shares else []
    await message.chat.send_message("\n\n".join(texts))
