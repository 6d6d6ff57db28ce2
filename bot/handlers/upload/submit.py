"""Begins the run of a batch, once: also when its messages are handled again after a crash.

Before the run begins it is noted which messages are in it, and its request lies among its
artifacts. A message that comes again leads to that same run, whatever it comes together with.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.context import BotContext
from bot.messages.composition import Composition
from bot.messages.message import Incoming
from bot.transport.reply_address import Origin
from pipelines.engine.codec import decode_bytes, encode_bytes
from pipelines.errors import DatabaseRefused, ParagrafError
from pipelines.models.requests import IngestRequest

REQUEST = "request"  # the artifact


@dataclass(frozen=True, slots=True)
class Order:
    """Who asked for a batch, and the message that will show how far it is."""

    run_id: str
    chat_id: int
    user_id: int
    progress_id: int


async def begin(
    batch: Composition, order: Order, context: BotContext, *, messages: Sequence[Incoming] = ()
) -> None:
    """Leave the texts of a batch where its run finds them, and begin the run.

    Args:
        messages: what the batch was gathered from, if it was: each is in this batch from now on.
    """
    origin = Origin(order.chat_id, order.user_id, context.language, order.progress_id)
    request = IngestRequest(
        message=batch.sources,
        owner=order.user_id,
        origin=origin.encode(),
        readable_by_everyone=context.services.readable_by_everyone,
        interface_language=context.language,
    )
    store = context.services.store
    try:
        for name, post in batch.posts.items():
            await store.artifacts.put_artifact(order.run_id, name, post.encode())
        if messages:
            await store.artifacts.put_artifact(order.run_id, REQUEST, encode_bytes(request))
            ids = _ids(messages)
            await store.batches.record_message_runs(
                context.bot.id, order.chat_id, ids, order.run_id
            )
        await context.services.runs.start_ingest(request, run_id=order.run_id)
    except ParagrafError:
        await context.services.outbox.remove(order.chat_id, order.progress_id)
        raise


async def not_begun(
    messages: Sequence[Incoming], chat_id: int, context: BotContext
) -> tuple[Incoming, ...]:
    """Return the messages that are in no batch; see to it that the runs of the others go."""
    store = context.services.store
    runs = await store.batches.find_message_runs(context.bot.id, chat_id, _ids(messages))
    for run_id in dict.fromkeys(runs.values()):
        try:
            stored = await store.artifacts.get_artifact(run_id, REQUEST)
        except DatabaseRefused:
            continue  # it has ended, and cleared its artifacts away
        request: IngestRequest = decode_bytes(IngestRequest, stored)
        await context.services.runs.start_ingest(request, run_id=run_id)
    return tuple(part for part in messages if not runs.keys() & _ids([part]))


def _ids(messages: Sequence[Incoming]) -> list[int]:
    return [part.message.message_id for part in messages if part.message is not None]
