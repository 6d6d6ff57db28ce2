"""/watch: pages that are read again every day or week."""

from telegram import Update

from bot.context import BotContext
from bot.handlers.library.screen import argument_of, place_of, query_of, reader_of, show
from bot.transport.buttons import Action, button, keyboard
from bot.transport.prompts import Place
from bot.transport.reply_address import Origin
from bot.transport.split import Piece
from bot.views.library import View, shortened
from pipelines.ingest.screening import Screening
from pipelines.models.documents import Message as Sources
from pipelines.models.watches import MOST_WATCHES, Frequency
from pipelines.nodes.sources.classify import classify

# As people write them, in either language.
_FREQUENCIES: dict[str, Frequency] = {
    "daily": "daily",
    "day": "daily",
    "ежедневно": "daily",
    "день": "daily",
    "weekly": "weekly",
    "week": "weekly",
    "еженедельно": "weekly",
    "неделя": "weekly",
}
_PRESSED: dict[str, Frequency] = {Action.WATCH_DAILY: "daily", Action.WATCH_WEEKLY: "weekly"}


async def watch(update: Update, context: BotContext) -> None:
    """Watch the page behind the command; without one, list what is watched."""
    words = context.args or []
    found = classify(Sources(text=" ".join(words)))
    pages = [source.url for source in found if source.kind == "web" and source.url]
    chat = update.effective_chat
    assert chat is not None
    if not words:
        await _show_list(update, context, Place())
    elif not pages:
        key = "watch-no-videos" if found else "watch-usage"
        await chat.send_message(context.say(key))
    else:
        every = next((_FREQUENCIES[w.lower()] for w in words if w.lower() in _FREQUENCIES), None)
        started = await _start(pages[0], every or "daily", update, context)
        await chat.send_message(started)


async def offer(update: Update, context: BotContext) -> None:
    """Ask how often a page is to be looked at, on the button of its card."""
    await context.services.outbox.acknowledge(query_of(update).id)
    reader, document_id = reader_of(update, context), argument_of(update)
    keys = [
        [
            reader.key("button-daily", Action.WATCH_DAILY, document_id),
            reader.key("button-weekly", Action.WATCH_WEEKLY, document_id),
        ],
        [reader.key("button-back", Action.OPEN_DOCUMENT, document_id)],
    ]
    view = View(Piece(context.say("watch-how-often")), keyboard(*keys))
    await show(update, context, view, place_of(update, context))


async def start_from_card(update: Update, context: BotContext) -> None:
    """Watch the page of a card."""
    query, document_id = query_of(update), argument_of(update)
    store = context.services.store
    address = await store.documents.get_source_address(document_id, asker=query.from_user.id)
    if address is None:
        await context.services.outbox.acknowledge(query.id, context.say("library-gone"), alert=True)
        return
    await context.services.outbox.acknowledge(query.id)
    every = next(every for action, every in _PRESSED.items() if f":{action}:" in (query.data or ""))
    text = await _start(address, every, update, context)
    back = reader_of(update, context).key("button-back", Action.OPEN_DOCUMENT, document_id)
    await show(update, context, View(Piece(text), keyboard([back])), place_of(update, context))


async def stop(update: Update, context: BotContext) -> None:
    """End a watch, and show those that go on."""
    query = query_of(update)
    stopped = await context.services.store.watches.stop_watch(
        argument_of(update), actor=query.from_user.id
    )
    text = context.say("watch-stopped" if stopped else "watch-gone")
    await context.services.outbox.acknowledge(query.id, text)
    await _show_list(update, context, place_of(update, context))


async def _start(url: str, every: Frequency, update: Update, context: BotContext) -> str:
    """Begin to watch, make the first visit, and return what to say of it.

    Raises:
        SourceRefused: the address holds a secret; nothing of it is kept.
    """
    Screening(context.services.limits.secrets).check_address(url)
    chat, user = update.effective_chat, update.effective_user
    assert chat is not None
    assert user is not None
    origin = Origin(chat.id, user.id, context.language)
    watch_id = await context.services.store.watches.add_watch(
        actor=user.id,
        url=url,
        every=every,
        origin=origin.encode(),
        readable_by_everyone=context.services.readable_by_everyone,
    )
    if watch_id is None:
        return context.say("watch-too-many", limit=MOST_WATCHES)
    run = f"watch-{watch_id}-{update.update_id}"
    await context.services.runs.visit(watch_id, run_id=run)
    return context.say("watch-started", url=shortened(url, 200), every=every)


async def _show_list(update: Update, context: BotContext, place: Place) -> None:
    reader = reader_of(update, context)
    watches = await context.services.store.watches.list_watches(reader.user_id)
    lines = [context.say("watch-list", count=len(watches))]
    rows = []
    for number, each in enumerate(watches, start=1):
        state = "failing" if each.failures else "fine"
        address = shortened(each.url, 60)
        lines.append(
            context.say("watch-line", n=number, url=address, every=each.every, state=state)
        )
        text = context.say("button-stop-watch", n=number)
        rows.append([button(text, Action.STOP_WATCH, reader.user_id, each.watch_id)])
    rows.append([reader.key("button-to-list", Action.DOCUMENTS_PAGE, "0")])
    await show(update, context, View(Piece("\n".join(lines)), keyboard(*rows)), place)
