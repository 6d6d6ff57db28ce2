"""What the bot's web server answers: `/telegram` to Telegram alone, `/health` to everybody."""

import asyncio
import hmac
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pipelines.errors import ParagrafError

logger = logging.getLogger(__name__)

PATH = "/telegram"
MAX_BODY_BYTES = 1024 * 1024  # an update is text and ids: files are fetched apart
HEALTH_SECONDS = 3.0
_HEADER = "X-Telegram-Bot-Api-Secret-Token"

Receive = Callable[[Sequence[dict[str, Any]]], Awaitable[None]]


class WebServer:
    """Takes updates from whoever knows the secret, and answers when they are written down."""

    def __init__(
        self, receive: Receive, check: Callable[[], Awaitable[object]], *, secret: str | None
    ) -> None:
        """Prepare; `check` raises when the bot cannot work, no secret means no webhook."""
        self._receive = receive
        self._check = check
        self._secret = secret

    def app(self) -> Starlette:
        """Put the application together."""
        routes = [Route("/health", self.health, methods=["GET"])]
        if self._secret:
            routes.append(
                Route(PATH, self.take_update, methods=["POST"], max_body_size=MAX_BODY_BYTES)
            )
        return Starlette(routes=routes)

    async def health(self, _request: Request) -> Response:
        """Say whether the database answers; the event loop does when this does."""
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await self._check()
        except (ParagrafError, TimeoutError) as error:
            logger.warning("not healthy: %s", type(error).__name__)
            return JSONResponse({"status": "unavailable"}, status_code=503)
        return JSONResponse({"status": "ok"})

    async def take_update(self, request: Request) -> Response:
        """Write an update down, then say that it came."""
        given = request.headers.get(_HEADER, "").encode()
        if self._secret is None or not hmac.compare_digest(given, self._secret.encode()):
            return PlainTextResponse("wrong secret", status_code=403)
        try:
            body = await request.body()
        except ClientDisconnect:
            return Response(status_code=400)
        update = _read(body)
        if update is None:
            return PlainTextResponse("not an update", status_code=400)
        try:
            await self._receive([update])
        except ParagrafError as error:  # Telegram brings it again
            logger.warning("an update cannot be written down: %s", type(error).__name__)
            return PlainTextResponse("try again", status_code=503)
        return Response()


def _read(body: bytes) -> dict[str, Any] | None:
    try:
        update = json.loads(body)
    except (ValueError, RecursionError):
        return None
    is_update = isinstance(update, dict) and isinstance(update.get("update_id"), int)
    return update if is_update else None
