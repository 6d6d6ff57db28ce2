"""Shows an owner one of the answers that an alert speaks of."""

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.transport.pieces import split
from bot.views.alerts import weak_answer_text
from pipelines.errors import UserError


async def show(press: Press, context: BotContext) -> None:
    """Show the answer below, as far as this owner may read what it was made of.

    Raises:
        UserError: it is forgotten, or whoever presses is no owner any more.
    """
    evaluations = context.services.store.evaluations
    shown = await evaluations.get_evaluated_answer(press.argument, asker=context.user_id)
    if shown is None:
        raise UserError("weak-answer-gone")
    await press.acknowledge()
    await context.services.outbox.deliver(
        press.chat_id, split(weak_answer_text(shown, context.reader)), reply_to=press.message_id
    )
