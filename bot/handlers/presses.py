"""Presses on buttons: checked, let through as often as they count, handled, acknowledged.

A handler is given a `Press` that is valid, and says what there is to say of it. What it raises
because of its user stands in an alert; a press that came to nothing may be made again.
"""

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from telegram import CallbackQuery, InlineKeyboardMarkup, Message, Update
from telegram.constants import ChatType
from telegram.error import TelegramError

from bot.context import BotContext
from bot.handlers.errors import failure_of
from bot.transport.buttons import (
    ANYBODY,
    IN_GROUPS,
    OF_OFFERS,
    Action,
    ButtonData,
    keyboard,
    read_button,
    shows_button,
)
from bot.transport.pieces import Piece
from bot.views.receipts import failure_text
from pipelines.errors import ParagrafError, UserError

LONGEST_ALERT = 200  # characters that Telegram shows


@dataclass(slots=True)
class Press:
    """A button on a message that shows it now, pressed by the one it was made for.

    Where a handler takes presses of others, it checks itself who may.
    """

    query: CallbackQuery
    message: Message
    action: Action
    argument: str
    made_for: int  # the user
    context: BotContext
    is_acknowledged: bool = False

    @property
    def user_id(self) -> int:
        """Who pressed."""
        return self.query.from_user.id

    @property
    def chat_id(self) -> int:
        """The chat of the message."""
        return self.message.chat.id

    @property
    def message_id(self) -> int:
        """The id of the message."""
        return self.message.message_id

    async def acknowledge(self, text: str | None = None, *, alert: bool = False) -> None:
        """End the sign of waiting on the button, once: before what takes long, else at the end."""
        if not self.is_acknowledged:
            self.is_acknowledged = True
            await self.context.services.outbox.acknowledge(self.query.id, text, alert=alert)

    async def notice(self, key: str, *, alert: bool = False, **values: str | int | float) -> None:
        """Acknowledge with a text that stands there for a moment; as an alert, until read."""
        await self.acknowledge(self.context.say(key, **values), alert=alert)

    async def edit(self, shown: Piece | str, keyboard: InlineKeyboardMarkup | None = None) -> bool:
        """Edit the message; False if there is nothing left to edit."""
        await self.acknowledge()
        outbox = self.context.services.outbox
        return await outbox.edit(self.chat_id, self.message_id, shown, keyboard=keyboard)

    async def take_button(self) -> None:
        """Take the pressed button off the message; the others stay."""
        await self.acknowledge()
        markup, data = self.message.reply_markup, self.query.data
        rows = markup.inline_keyboard if markup is not None else ()
        left = [[key for key in row if key.callback_data != data] for row in rows]
        outbox, keys = self.context.services.outbox, keyboard(*(row for row in left if row))
        await outbox.change_buttons(self.chat_id, self.message_id, keys)

    async def original(self) -> Message:
        """Return the message that the pressed hint is about; what is done to it may take long.

        Raises:
            UserError: it is gone.
        """
        if self.message.reply_to_message is None:
            raise UserError("button-outdated")
        await self.acknowledge()
        return self.message.reply_to_message

    def allow_again(self, message_id: int, action: Action) -> None:
        """Let a button about the same, which counts once, be pressed again."""
        presses = self.context.services.presses
        presses.give_back(self.chat_id, message_id, f"{action}:{self.argument}")


Handler = Callable[[Press, BotContext], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _Rule:
    """Who handles a button, and how often it counts."""

    handler: Handler
    once: Literal["message", "button"] | None
    seconds: float
    repeated: str | None
    by_others: bool


class Presses:
    """Who handles which button."""

    def __init__(self) -> None:
        self._rules: dict[Action, _Rule] = {}

    def add(
        self,
        handler: Handler,
        *actions: Action,
        once: Literal["message", "button"] | None = None,
        seconds: float = math.inf,
        repeated: str | None = None,
        by_others: bool = False,
    ) -> None:
        """Have these buttons handled.

        Args:
            once: count one press on this button, or on all of a message that are such.
            seconds: how long no other press counts.
            repeated: the id of what is said of those.
            by_others: others may press it than it was made for; the handler says who.
        """
        self._rules |= dict.fromkeys(actions, _Rule(handler, once, seconds, repeated, by_others))

    async def handle(self, update: Update, context: BotContext) -> None:
        """Check a press, and do what its button is for."""
        query = update.callback_query
        assert query is not None
        data, message = read_button(query.data), query.message
        if data is not None and not self._may_press(data, query.from_user.id):
            refusal = "button-not-yours"
        elif (
            data is None
            or not isinstance(message, Message)
            or not shows_button(query)
            or (message.chat.type != ChatType.PRIVATE and data.action not in IN_GROUPS)
        ):
            refusal = "button-outdated"
        else:
            press = Press(query, message, data.action, data.argument, data.user_id, context)
            await self._let_through(press, context)
            return
        await context.services.outbox.acknowledge(query.id, context.say(refusal), alert=True)

    def _may_press(self, data: ButtonData, user_id: int) -> bool:
        is_theirs = data.user_id in (user_id, ANYBODY)
        return is_theirs or self._rules[data.action].by_others

    async def _let_through(self, press: Press, context: BotContext) -> None:
        rule, presses = self._rules[press.action], context.services.presses
        if press.action in OF_OFFERS:  # who is quick presses before it is kept
            async with context.services.offering.turn(press.chat_id):
                pass
        what = f"{press.action}:{press.argument}" if rule.once == "button" else ""
        place = press.chat_id, press.message_id, what
        if rule.once and not presses.take(*place, seconds=rule.seconds):
            await press.acknowledge(context.say(rule.repeated) if rule.repeated else None)
            return
        try:
            await rule.handler(press, context)
        except (ParagrafError, TelegramError) as error:
            if rule.once:
                presses.give_back(*place)
            if not (isinstance(error, UserError) and await _explain(error, press, context)):
                await press.acknowledge()
                raise
        await press.acknowledge()


async def _explain(error: UserError, press: Press, context: BotContext) -> bool:
    """Say in an alert why a press came to nothing; False if there can be none."""
    text = failure_text(failure_of(error), context.language, context.services.phrases)
    if press.is_acknowledged or len(text) > LONGEST_ALERT:
        return False
    await press.acknowledge(text, alert=True)
    return True
