"""How updates come in: the inbox, and before it polling or, when an address is set, the webhook."""

import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Any

from starlette.applications import Starlette
from telegram.error import TelegramError

from bot.context import BotApplication
from bot.http_server import listen, serving
from bot.settings import Settings
from bot.updates.inbox import Inbox, chat_of
from bot.updates.polling import ALLOWED, Polling
from bot.updates.webhook import PATH, WebServer
from pipelines.concurrency import background
from pipelines.engine.lease import Lease
from pipelines.errors import SettingsInvalid
from pipelines.store.store import Store

logger = logging.getLogger(__name__)

DEFAULT_PORT = 8081


@asynccontextmanager
async def open_intake(
    settings: Settings, application: BotApplication, store: Store, lease: Lease
) -> AsyncIterator[int | None]:
    """Handle what was left, then what comes; give the web server's port, if there is one.

    Raises:
        SettingsInvalid: the web server's address cannot be used, or Telegram refuses the webhook.
    """
    async with AsyncExitStack() as stack:
        inbox = await stack.enter_async_context(Inbox(store.inbox, lease, application).open())
        secret = None
        if settings.webhook_url:
            secret = settings.webhook_secret or secrets.token_urlsafe(32)
        port = None
        if secret or settings.web_port is not None:
            side = WebServer(inbox.receive, store.people.has_owner, secret=secret)
            wanted = DEFAULT_PORT if settings.web_port is None else settings.web_port
            port = await stack.enter_async_context(
                serve_web(side.app(), host=settings.web_host, port=wanted)
            )
        if secret:
            await _set_webhook(settings, application, secret)
        else:
            await stack.enter_async_context(_polling(application, inbox))
        yield port


@asynccontextmanager
async def _polling(application: BotApplication, inbox: Inbox) -> AsyncIterator[None]:
    async def report(error: TelegramError) -> None:
        await application.process_error(None, error)

    polling = Polling(application.bot, inbox.receive, report, StoreDownNotice(application).make)
    async with background(polling.run()):
        yield


async def _set_webhook(settings: Settings, application: BotApplication, secret: str) -> None:
    address = f"{(settings.webhook_url or '').rstrip('/')}{PATH}"
    try:
        await application.bot.set_webhook(address, secret_token=secret, allowed_updates=ALLOWED)
    except TelegramError as error:
        raise SettingsInvalid(f"WEBHOOK_URL: Telegram refuses it: {error.message}") from error


@asynccontextmanager
async def serve_web(app: Starlette, *, host: str, port: int) -> AsyncIterator[int]:
    """Serve until the block ends; give the port, any free one for 0.

    Raises:
        SettingsInvalid: the address cannot be used.
    """
    try:
        listener = listen(host, port)
    except OSError as error:
        raise SettingsInvalid(f"WEB_HOST, WEB_PORT: {host}:{port}: {error.strerror}") from error
    with closing(listener):
        async with serving(app, listener):
            yield listener.getsockname()[1]


class StoreDownNotice:
    """Says so in each chat once, however often Telegram brings the same updates."""

    def __init__(self, application: BotApplication) -> None:
        self._application = application
        self._last_of: dict[int, int] = {}

    async def make(self, updates: Sequence[dict[str, Any]]) -> None:
        """Tell the chats of these updates, unless they were told of them."""
        newest = {chat_of(update): int(update["update_id"]) for update in updates}
        for chat, update_id in newest.items():
            if chat > 0 and self._last_of.get(chat, -1) < update_id:
                self._last_of[chat] = update_id
                await self._say_to(chat)

    async def _say_to(self, chat: int) -> None:
        text = self._application.bot_data.phrases.say("inbox-closed", None)
        try:
            await self._application.bot.send_message(chat, text)
        except TelegramError as error:
            logger.warning("could not tell %s to wait: %s", chat, type(error).__name__)
