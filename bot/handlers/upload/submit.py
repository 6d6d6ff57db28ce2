"""Begins the run of a batch, once: also when its messages are handled again after a crash.

Before the run begins it is noted which messages are in it, and its request lies among its
artifacts. A message that comes again leads to that same run, whatever it comes together with.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, fields, replace

from bot.context import BotContext
from bot.messages.composition import Composition
from bot.messages.message import Incoming
from bot.transport.reply_address import Origin, run_id
from bot.views.text import readers_of
from pipelines.engine.codec import decode_bytes, encode_bytes
from pipelines.errors import DatabaseRefused, ParagrafError, UserError
from pipelines.models.people import EVERYONE
from pipelines.models.requests import IngestRequest

REQUEST = "request"  # the artifact


async def may_add(context: BotContext) -> bool:
    """Tell whether whoever the update is from may put documents into the base."""
    user = await context.services.store.people.get_user(context.user_id)
    return user is not None and "add" in user.rights


async def check_may_add(context: BotContext) -> None:
    """See that whoever the update is from may put documents into the base.

    Raises:
        UserError: they may not; when a batch is published SQL asks again.
    """
    if not await may_add(context):
        raise UserError("may-not-add")


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a batch is sent for, besides to be kept: see `Origin`."""

    owner_question: str = ""  # that the sender, an owner of this copy, answers with it
    corrected: str = ""  # the answer; until the correction is accepted it is the sender's alone
    gap: str = ""  # the cluster of questions that the sender, an admin, answers with it
    is_written: bool = False  # by that admin
    asked_in: int | None = None  # the message that asks about it; its question is kept in the chat

    @classmethod
    def of(cls, sent_by: Origin | None) -> "Purpose":
        """Return for what a batch was sent."""
        if sent_by is None:
            return cls()
        return cls(**{field.name: getattr(sent_by, field.name) for field in fields(cls)})


TO_KEEP = Purpose()


async def begin(
    batch: Composition,
    run: str,
    progress_id: int,
    context: BotContext,
    *,
    messages: Sequence[Incoming] = (),
    owner: int | None = None,
    purpose: Purpose = TO_KEEP,
) -> None:
    """Leave the texts of a batch where its run finds them, and begin the run.

    Args:
        progress_id: the message that shows how far it is.
        messages: what the batch was gathered from, if it was: each is in this batch from now on.
        owner: whose the documents are; None: the sender's.
        purpose: what for.
    """
    role, corrected = await reader_role(context), purpose.corrected
    origin = context.origin(
        progress_id=progress_id,
        is_for_everyone=bool(corrected) and role == EVERYONE,
        **asdict(purpose),
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
        is_for_everyone=sent_by is not None and sent_by.is_for_everyone,
        **asdict(Purpose.of(sent_by)),
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


async def readers_to_be(context: BotContext) -> str:
    """Say who will be able to read what is added here, in the words of receipts."""
    role = await reader_role(context)
    roles = () if role is None else (role,)
    readers = readers_of(roles, context.language, context.services.phrases)
    return context.say("receipt-readers", readers=readers)
