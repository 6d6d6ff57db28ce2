"""How updates come in: the inbox, and before it polling or, when an address is set, the webhook."""

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from telegram import Update
from telegram.error import TelegramError

from bot.context import BotApplication
from bot.settings import Settings
from bot.updates.apology import Apology
from bot.updates.inbox import Inbox
from bot.updates.polling import Polling
from bot.updates.web_server import serving_web
from bot.updates.webhook import PATH, WebSide
from pipelines.concurrency import background
from pipelines.engine.lease import Lease
from pipelines.errors import SettingsInvalid
from pipelines.store.store import Store

DEFAULT_PORT = 8081


@asynccontextmanager
async def taking_in(
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
            side = WebSide(inbox.receive, store.people.has_owner, secret=secret)
            wanted = DEFAULT_PORT if settings.web_port is None else settings.web_port
            port = await stack.enter_async_context(
                serving_web(side.app(), host=settings.web_host, port=wanted)
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

    polling = Polling(application.bot, inbox.receive, report, Apology(application).make)
    async with background(polling.run()):
        yield


async def _set_webhook(settings: Settings, application: BotApplication, secret: str) -> None:
    address = f"{(settings.webhook_url or '').rstrip('/')}{PATH}"
    try:
        await application.bot.set_webhook(
            address, secret_token=secret, allowed_updates=Update.ALL_TYPES
        )
    except TelegramError as error:
        raise SettingsInvalid(f"WEBHOOK_URL: Telegram refuses it: {error.message}") from error
