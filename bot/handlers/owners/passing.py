"""Passing a question on to the owners."""

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.transport.pieces import Piece
from pipelines.errors import UserError
from pipelines.models.owner_questions import Passing

_REFUSALS: dict[Passing, str] = {
    "forgotten": "answer-forgotten",
    "unreachable": "owner-unreachable",
    "too_many": "owner-questions-too-many",
}


async def pass_on(press: Press, context: BotContext) -> None:
    """Pass a question on, once, and say so where it was asked.

    Raises:
        UserError: it cannot be; why stands in an alert.
    """
    passing = await _pass(press, context)
    if passing in _REFUSALS:
        limit = context.services.limits.owner_questions
        raise UserError(_REFUSALS[passing], limit=limit)
    if passing == "known":
        await press.notice("owner-asked-before")
    await press.take_button()
    if passing == "passed":
        asked = press.message.reply_to_message
        await context.services.outbox.send(
            press.chat_id,
            Piece(context.say("owner-asked")),
            reply_to=asked.message_id if asked is not None else press.message_id,
            thread_id=context.thread_id,
        )


async def _pass(press: Press, context: BotContext) -> Passing:
    services, asked = context.services, press.message.reply_to_message
    store, pressed = services.store.owner_questions, press.query.id
    passing = await store.pass_to_owners(
        press.argument,
        asker=press.user_id,
        chat_id=press.chat_id,
        thread_id=context.thread_id,
        message_id=asked.message_id if asked is not None else None,
        language=context.language,
        passed_by=pressed,
        per_day=services.limits.owner_questions,
    )
    if passing == "passed" and not await services.owners.ask(press.argument, press.user_id):
        await store.withdraw_from_owners(press.argument, pressed)
        return "unreachable"
    return passing
