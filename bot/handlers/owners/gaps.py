"""/gaps: what the base could not answer; an admin answers once, and everyone who asked is told.

An answer is a text, a file, or a passage that is there already. A text becomes a document, and is
cited as one.
"""

import datetime as dt
from collections.abc import Sequence

from telegram import Message

from bot.context import BotContext
from bot.handlers.owners.replying import checked_answer
from bot.handlers.people.screen import check_admin, show
from bot.handlers.presses import Press
from bot.handlers.upload import documents
from bot.handlers.upload.submit import Purpose, begin
from bot.messages.composition import Composition
from bot.messages.message import Incoming, join_pastes
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece
from bot.transport.rate_limit import Pace
from bot.transport.reply_address import run_id
from bot.transport.send_once import UNKNOWN
from bot.views.gaps import PER_PAGE, Pointed, asked_text, gap_view, gaps_view, passages_view
from bot.views.owner_questions import answer_as_post
from pipelines.errors import UserError
from pipelines.models.documents import FileRef
from pipelines.models.documents import Message as Sources
from pipelines.models.interactions import AwaitedKind, AwaitedText
from pipelines.models.owner_questions import GapCluster, OwnerQuestion
from pipelines.nodes.answering.cite import Quote, cite_quote

_LONGEST_WORDS = 200  # characters
_MOST_PASSAGES = 6


async def show_gaps(_message: Message, context: BotContext) -> None:
    """Show what could not be answered, of the most people first.

    Raises:
        UserError: whoever asks is no admin.
    """
    await check_admin(context)
    await _show_page(0, context)


async def turn_page(press: Press, context: BotContext) -> None:
    """Show another page, or the first again."""
    await check_admin(context)
    if not press.argument.isdecimal():
        raise UserError("button-outdated")
    await _show_page(int(press.argument), context, press)


async def open_gap(press: Press, context: BotContext) -> None:
    """Show the questions of a cluster."""
    await show(gap_view(await _seen(press.argument, context), context.reader), context, press)


async def ask_answer(press: Press, context: BotContext) -> None:
    """Ask for the answer; the next text or file of this admin is it, also after a restart."""
    await _ask(press, "gap_answer", "gap-answer-write", context)


async def ask_words(press: Press, context: BotContext) -> None:
    """Ask for words that the passage holds which answers it."""
    await _ask(press, "gap_words", "gap-words-write", context)


async def dismiss(press: Press, context: BotContext) -> None:
    """Leave a cluster without an answer; nobody is told."""
    if not await context.services.store.gaps.dismiss_gap(press.argument, actor=press.user_id):
        raise UserError("gap-over")
    await press.notice("gap-dismissed")
    await _show_page(0, context, press)


async def point(press: Press, context: BotContext) -> None:
    """Let a passage be the answer."""
    pointed = Pointed.decode(press.argument)
    if pointed is None:
        raise UserError("button-outdated")
    await _seen(pointed.cluster, context)
    services, cited = context.services, pointed.cited
    found = await services.store.search.get_passages([cited.passage_id], asker=press.user_id)
    if not found:
        raise UserError("gap-over")
    [passage] = found
    await press.acknowledge()
    origin = context.origin(gap=pointed.cluster)
    await services.gaps.settle(
        origin,
        cite_quote(Quote(passage, cited.span)),
        f"{run_id('point', press.message)}-{press.argument}",
    )


async def take_words(awaited: AwaitedText, message: Message, context: BotContext) -> None:
    """Search for passages that may be the answer, and show them."""
    await _seen(awaited.subject, context)
    words = (message.text or "")[:_LONGEST_WORDS]
    found = await context.services.runs.excerpts(
        words, asker=context.user_id, language=context.language
    )
    answered = found.answer.citations if found.answer is not None else ()
    quotes = tuple({c.quote: c for c in (*answered, *found.quotes)}.values())[:_MOST_PASSAGES]
    if not quotes:
        await _await(awaited, context)  # with other words
        raise UserError("gap-nothing-found")
    if awaited.prompt_id:
        await context.services.outbox.take_buttons(context.chat_id, awaited.prompt_id)
    await show(passages_view(awaited.subject, quotes, context.reader), context)


async def _show_page(number: int, context: BotContext, press: Press | None = None) -> None:
    store = context.services.store.gaps
    page = await store.list_gaps(context.user_id, skip=number * PER_PAGE, limit=PER_PAGE)
    if number and not page.clusters:
        number, page = 0, await store.list_gaps(context.user_id, limit=PER_PAGE)
    await show(gaps_view(page, number, context.reader), context, press)


async def _ask(press: Press, kind: AwaitedKind, text: str, context: BotContext) -> None:
    gap = await _seen(press.argument, context)
    await press.acknowledge()
    prompt_id = await context.services.outbox.send(
        press.chat_id,
        Piece(context.say(text)),
        keyboard=keyboard([context.reader.key("button-cancel", Action.STOP_WRITING, gap.cluster)]),
        reply_to=press.message_id,
    )
    await _await(AwaitedText(kind, gap.cluster, prompt_id or UNKNOWN), context)


async def take_answer(parts: Sequence[Incoming], awaited: AwaitedText, context: BotContext) -> None:
    """Ingest an answer; one that cannot be is waited for again.

    Raises:
        UserError: it cannot be; says why.
    """
    try:
        gap = await _seen(awaited.subject, context)
        if any(part.file is not None for part in parts):
            await documents.take_gap_answer(parts, gap.cluster, context)
        else:
            text = "\n\n".join(part.text for part in join_pastes(parts))
            await _ingest(checked_answer(text, context), gap, parts[0].message, context)
    except UserError:
        await _await(awaited, context)
        raise
    if awaited.prompt_id:
        await context.services.outbox.take_buttons(context.chat_id, awaited.prompt_id)


async def _ingest(text: str, gap: GapCluster, message: Message, context: BotContext) -> None:
    """Make a document of a text; when it is in the base, whoever asked is told."""
    services, run = context.services, run_id("ingest", message)
    said = OwnerQuestion(
        id=gap.cluster,
        question=asked_text(gap.questions[0], context.reader),
        asker=context.user_id,
        asker_name="",
        chat_id=context.chat_id,
        thread_id=None,
        message_id=None,
        language=context.language,
        state="answered",
        settled_name=message.from_user.full_name if message.from_user is not None else "",
        settled_at=message.date.astimezone(dt.UTC),
        answer=text,
    )
    post = answer_as_post(said, services.phrases)
    files = (FileRef("post", f"{run}/post-0", post.title),)
    progress = await context.bot.send_message(
        context.chat_id, context.say("progress-queued", total=1), rate_limit_args=Pace.REPORT
    )
    batch = Composition(Sources(files=files), {"post-0": post})
    purpose = Purpose(gap=gap.cluster, is_written=True)
    await begin(batch, run, progress.message_id, context, purpose=purpose)


async def _seen(cluster: str, context: BotContext) -> GapCluster:
    """Return a cluster.

    Raises:
        UserError: nothing of it is open, or whoever looks is no admin, which is alike here.
    """
    gap = await context.services.store.gaps.get_gap(cluster, actor=context.user_id)
    if gap is None:
        raise UserError("gap-over")
    return gap


async def _await(awaited: AwaitedText, context: BotContext) -> None:
    texts, place = context.services.store.interactions, (str(context.chat_id), context.user_id)
    await texts.await_text(*place, awaited.kind, awaited.subject, awaited.prompt_id)
