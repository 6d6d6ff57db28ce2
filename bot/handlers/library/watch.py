"""/watch: pages that are read again every day or week."""

from telegram import Message

from bot.context import BotContext
from bot.handlers.library.screen import place_of, show
from bot.handlers.presses import Press
from bot.handlers.upload.submit import check_may_add, reader_role
from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece
from bot.transport.prompts import Place
from bot.views.text import View, shortened
from pipelines.errors import UserError
from pipelines.ingest.screening import Screening
from pipelines.models.documents import Message as Sources
from pipelines.models.watches import MOST_WATCHES, Frequency
from pipelines.nodes.sources.classify import classify
from pipelines.nodes.sources.public_address import check_public

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


async def watch(message: Message, context: BotContext) -> None:
    """Watch the page behind the command; without one, list what is watched."""
    words = context.args or []
    found = classify(Sources(text=" ".join(words)))
    pages = [source.url for source in found if source.kind == "web" and source.url]
    if not words:
        await _show_list(Place(), context)
    elif not pages:
        key = "watch-no-videos" if found else "watch-usage"
        await message.chat.send_message(context.say(key))
    else:
        every = next((_FREQUENCIES[w.lower()] for w in words if w.lower() in _FREQUENCIES), None)
        await message.chat.send_message(await _start(pages[0], every or "daily", context))


async def offer(press: Press, context: BotContext) -> None:
    """Ask how often a page is to be looked at, on the button of its card."""
    reader, document_id = context.reader, press.argument
    keys = [
        [
            reader.key("button-daily", Action.WATCH_DAILY, document_id),
            reader.key("button-weekly", Action.WATCH_WEEKLY, document_id),
        ],
        [reader.key("button-back", Action.OPEN_DOCUMENT, document_id)],
    ]
    view = View(Piece(context.say("watch-how-often")), keyboard(*keys))
    await show(view, place_of(press, context), context, press)


async def start_from_card(press: Press, context: BotContext) -> None:
    """Watch the page of a card."""
    documents = context.services.store.documents
    address = await documents.get_source_address(press.argument, asker=press.user_id)
    if address is None:
        raise UserError("library-gone")
    await press.acknowledge()
    every: Frequency = "daily" if press.action is Action.WATCH_DAILY else "weekly"
    text = await _start(address, every, context)
    back = context.reader.key("button-back", Action.OPEN_DOCUMENT, press.argument)
    await show(View(Piece(text), keyboard([back])), place_of(press, context), context, press)


async def stop(press: Press, context: BotContext) -> None:
    """End a watch, and show those that go on."""
    watches = context.services.store.watches
    stopped = await watches.stop_watch(press.argument, actor=press.user_id)
    await press.notice("watch-stopped" if stopped else "watch-gone")
    await _show_list(place_of(press, context), context, press)


async def _start(url: str, every: Frequency, context: BotContext) -> str:
    """Begin to watch, make the first visit, and return what to say of it.

    Raises:
        SourceRefused: the address holds a secret, or cannot be one of a public page; nothing of it
            is kept.
        UserError: whoever wants it may add nothing.
    """
    await check_may_add(context)
    limits = context.services.limits
    Screening(limits.secrets).check_address(url)
    check_public(url, allow_private=limits.private_urls)
    origin = context.origin()
    watch_id = await context.services.store.watches.add_watch(
        actor=context.user_id,
        url=url,
        every=every,
        origin=origin.encode(),
        reader_role=await reader_role(context),
    )
    if watch_id is None:
        return context.say("watch-too-many", limit=MOST_WATCHES)
    run = f"watch-{watch_id}-{context.event.update_id}"
    await context.services.runs.visit(watch_id, run_id=run)
    return context.say("watch-started", url=shortened(url, 200), every=every)


async def _show_list(place: Place, context: BotContext, press: Press | None = None) -> None:
    reader = context.reader
    watches = await context.services.store.watches.list_watches(reader.user_id)
    lines = [context.say("watch-list", count=len(watches))]
    rows = []
    for number, each in enumerate(watches, start=1):
        state = "failing" if each.failures else "fine"
        address = shortened(each.url, 60)
        lines.append(
            context.say("watch-line", n=number, url=address, every=each.every, state=state)
        )
        rows.append([reader.key("button-stop-watch", Action.STOP_WATCH, each.watch_id, n=number)])
    rows.append([reader.key("button-to-list", Action.DOCUMENTS_PAGE, "0")])
    await show(View(Piece("\n".join(lines)), keyboard(*rows)), place, context, press)
