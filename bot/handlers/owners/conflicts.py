"""Saying which of two statements holds."""

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.reporting.conflict_cards import ConflictCards
from bot.transport.buttons import Action
from bot.views.conflicts import decided_text
from pipelines.errors import UserError
from pipelines.models.learning.conflicts import ConflictState

_STATES: dict[Action, ConflictState] = {
    Action.FIRST_HOLDS: "first",
    Action.SECOND_HOLDS: "second",
    Action.NO_CONFLICT: "none",
}


async def decide(press: Press, context: BotContext) -> None:
    """Note what holds, show it in the card's place, and ask about the next of the batch.

    Where it was said already, also on another card, that stays, and this card says so.

    Raises:
        UserError: it is gone, or not theirs to decide.
    """
    services, state = context.services, _STATES[press.action]
    number = int(press.argument) if press.argument.isdigit() else 0
    conflict = await services.store.conflicts.get_conflict(number, actor=press.user_id)
    if conflict is None:
        raise UserError("conflict-gone")
    if conflict.state != "open":
        await press.notice("conflict-said-already", alert=True)
        await press.edit(decided_text(conflict, conflict.state, context.reader))
        return
    teaching = await services.runs.teaching()
    if not await teaching.decide_conflict(conflict, state, actor=press.user_id):
        raise UserError("conflict-gone")
    await press.edit(decided_text(conflict, state, context.reader))
    cards = ConflictCards(services.store, services.outbox, services.phrases)
    await cards.show_next(conflict.batch_id, context.reader)
