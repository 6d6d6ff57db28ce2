"""A press on a hint, which replies to the message it is about: one press, one effect."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from telegram import Message, Update

from bot.context import BotContext
from pipelines.errors import ParagrafError


@dataclass(frozen=True, slots=True)
class Pressed:
    """The hint whose button was pressed, and the message that the hint is about."""

    hint: Message
    user_id: int
    original: Message

    @property
    def chat_id(self) -> int:
        """The chat of both."""
        return self.hint.chat.id

    @property
    def hint_id(self) -> int:
        """The hint's message id."""
        return self.hint.message_id


@asynccontextmanager
async def once(update: Update, context: BotContext) -> AsyncIterator[Pressed | None]:
    """Give the first press on a hint; None for later ones, and when its message is gone.

    The sign of waiting on the button ends in any case. When the block fails, the hint may be
    pressed again.
    """
    query = update.callback_query
    assert query is not None
    hint = query.message
    assert isinstance(hint, Message)
    outbox, presses = context.services.outbox, context.services.presses
    if hint.reply_to_message is None:
        await outbox.acknowledge(query.id, context.say("button-outdated"), alert=True)
        yield None
    elif not presses.take(hint.chat.id, hint.message_id):
        await outbox.acknowledge(query.id)
        yield None
    else:
        await outbox.acknowledge(query.id)
        try:
            yield Pressed(hint, query.from_user.id, hint.reply_to_message)
        except ParagrafError:
            presses.give_back(hint.chat.id, hint.message_id)
            raise
