"""How a batch ended, for whoever may know of it."""

from bot.context import BotContext
from pipelines.errors import UserError
from pipelines.models.requests import BatchReport


async def report_of(batch_id: str, context: BotContext) -> BatchReport:
    """Return how a batch ended; what of it whoever asks may read is for the caller to find out.

    Raises:
        UserError: "batch-still-going" to whose it is, else "batch-unknown": somebody else's and one
            that there is not are answered alike.
    """
    batch = await context.services.runs.find_batch(batch_id)
    if batch is None:
        raise UserError("batch-unknown")
    if batch.report is None:
        people, owner = context.services.store.people, batch.request.owner
        is_theirs = not batch.is_over and await people.acts_for(owner, context.user_id)
        raise UserError("batch-still-going" if is_theirs else "batch-unknown")
    return batch.report
