"""Begins the run of a batch, once: also when its messages are handled again after a crash.

Before the run begins it is noted which messages are in it, and its request lies among its
artifacts. A message that comes again leads to that same run, whatever it comes together with.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.context import BotContext
from bot.messages.composition import Composition
from bot.messages.message import Incoming
from bot.transport.reply_address import Origin, run_id
from pipelines.engine.codec import decode_bytes, encode_bytes
from pipelines.errors import DatabaseRefused, ParagrafError, UserError
from pipelines.models.people import EVERYONE
from pipelines.models.requests import IngestRequest

REQUEST = "request"  # the artifact


async def check_may_add(context: BotContext) -> None:
    """See that whoever the update is from may put documents into the base.

    Raises:
        UserError: they may not; when a batch is published SQL asks again.
    """
    user = await context.services.store.people.get_user(context.user_id)
    if user is None or "add" not in user.rights:
        raise UserError("may-not-add")


async def begin(
    batch: Composition,
    run: str,
    progress_id: int,
    context: BotContext,
    *,
    messages: Sequence[Incoming] = (),
    owner: int | None = None,
    owner_question: str = "",
    corrected: str = "",
    gap: str = "",
    is_written: bool = False,
) -> None:
    """Leave the texts of a batch where its run finds them, and begin the run.

    Args:
        progress_id: the message that shows how far it is.
        messages: what the batch was gathered from, if it was: each is in this batch from now on.
        owner: whose the documents are; None: the sender's.
        owner_question: what the sender, an owner of this copy, answers with it.
        corrected: the answer that the sender corrects with it; until that is accepted it is
            theirs alone.
        gap: the cluster of questions that the sender, an admin, answers with it; `is_written`
            where it is a text of theirs.
    """
    role = await reader_role(context)
    origin = context.origin(
        progress_id=progress_id,
        owner_question=owner_question,
        corrected=corrected,
        is_for_everyone=bool(corrected) and role == EVERYONE,
        gap=gap,
        is_written=is_written,
    )
    request = IngestRequest(
        message=batch.sources,
        owner=context.user_id if owner is None else owner,
        origin=origin.encode(),
        reader_role=None if corrected else role,
        interface_language=context.language,
        told_in=context.chat_id if origin.is_group else None,
    )
    artifacts = context.services.store.artifacts
    async with shown_by(progress_id, context):
        for name, post in batch.posts.items():
            await artifacts.put_artifact(run, name, post.encode())
        if messages:
            await _note(messages, request, run, context)
        await context.services.runs.start_ingest(request, run_id=run)


async def _note(
    messages: Sequence[Incoming], request: IngestRequest, run: str, context: BotContext
) -> None:
    """Note which messages are in a batch, and its request, before its run begins."""
    store = context.services.store
    await store.artifacts.put_artifact(run, REQUEST, encode_bytes(request))
    ids = _ids(messages)
    await store.batches.record_message_runs(context.bot.id, context.chat_id, ids, run)


async def begin_below(
    request: IngestRequest, context: BotContext, *, total: int = 1, run: str | None = None
) -> None:
    """Begin a run for whoever sent the request first; a new message shows how far it is.

    Raises:
        UserError: whoever presses now may add nothing.
    """
    await check_may_add(context)
    opening = context.say("progress-queued", total=total)
    progress = await context.bot.send_message(
        context.chat_id, opening, message_thread_id=context.thread_id
    )
    sent_by = Origin.decode(request.origin)
    origin = context.origin(
        user_id=sent_by.user_id if sent_by is not None else context.user_id,
        progress_id=progress.message_id,
        owner_question=sent_by.owner_question if sent_by is not None else "",
        corrected=sent_by.corrected if sent_by is not None else "",
        is_for_everyone=sent_by is not None and sent_by.is_for_everyone,
        gap=sent_by.gap if sent_by is not None else "",
        is_written=sent_by is not None and sent_by.is_written,
    )
    async with shown_by(progress.message_id, context):
        await context.services.runs.start_ingest(
            replace(request, origin=origin.encode()), run_id=run or run_id("ingest", progress)
        )


@asynccontextmanager
async def shown_by(progress_id: int, context: BotContext) -> AsyncIterator[None]:
    """Remove the message that shows how far a run is when the run does not begin."""
    try:
        yield
    except ParagrafError:
        await context.services.outbox.remove(context.chat_id, progress_id)
        raise


async def not_begun(messages: Sequence[Incoming], context: BotContext) -> tuple[Incoming, ...]:
    """Return the messages that are in no batch; see to it that the runs of the others go."""
    store = context.services.store
    runs = await store.batches.find_message_runs(context.bot.id, context.chat_id, _ids(messages))
    for run in dict.fromkeys(runs.values()):
        try:
            stored = await store.artifacts.get_artifact(run, REQUEST)
        except DatabaseRefused:
            continue  # it has ended, and cleared its artifacts away
        request: IngestRequest = decode_bytes(IngestRequest, stored)
        await context.services.runs.start_ingest(request, run_id=run)
    return tuple(part for part in messages if not runs.keys() & _ids([part]))


def _ids(messages: Sequence[Incoming]) -> list[int]:
    return [part.message.message_id for part in messages]


async def reader_role(context: BotContext) -> str | None:
    """Return the role that may read what is added here; None: its owner alone.

    In a group that is the group's role, if it has one; else what the person has set, or this copy.
    """
    services = context.services
    if context.chat_id < 0:
        role = await services.store.administration.get_group_role(context.chat_id)
        if role is not None:
            return role
    if context.settings.new_documents == "default":
        return EVERYONE if services.readable_by_everyone else None
    return EVERYONE if context.settings.new_documents == "everyone" else None
