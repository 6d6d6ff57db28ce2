"""Shows an owner one of the answers that an alert speaks of, or of the questions."""

from bot.context import BotContext
from bot.handlers.presses import Press
from bot.transport.pieces import split
from bot.views.alerts import golden_text, weak_answer_text
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


async def show_golden(press: Press, context: BotContext) -> None:
    """Show a golden question below, with its right passage, and what is answered now.

    It is asked again as this owner, who is shown nothing that they may not read.

    Raises:
        UserError: it is gone, or whoever presses is no owner any more.
    """
    services = context.services
    shown = await services.store.evaluations.get_golden_question(
        press.argument, asker=context.user_id
    )
    if shown is None:
        raise UserError("golden-gone")
    await press.acknowledge()
    now = ""
    if shown.question is not None:
        teaching = await services.runs.teaching()
        language = shown.language or "und"
        now = await teaching.answer_now(shown.question, language, actor=context.user_id)
    await services.outbox.deliver(
        press.chat_id, split(golden_text(shown, now, context.reader)), reply_to=press.message_id
    )
