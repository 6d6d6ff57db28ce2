"""Refuse bodies larger than anything Telegram would take, before they fill the disk."""

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class _TooLarge(Exception):
    pass


class BodyLimit:
    """Ends a request whose body is longer than `max_bytes`, announced or not."""

    def __init__(self, app: ASGIApp, *, max_bytes: int) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, counting what arrives."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        received = 0

        async def counting() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._max_bytes:
                raise _TooLarge
            return message

        try:
            if int(announced) > self._max_bytes:
                raise _TooLarge
            await self._app(scope, counting, send)
        except _TooLarge:
            body = {"ok": False, "error_code": 413, "description": "Request Entity Too Large"}
            await JSONResponse(body, status_code=413)(scope, receive, send)
