"""Put the sandbox's two sides and its page together."""

from collections.abc import Collection
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ExceptionHandler

from bot.sandbox.bot_api.side import BotSide
from bot.sandbox.errors import ApiError, UserSideError
from bot.sandbox.guard import ForeignPagesGuard
from bot.sandbox.headers import SafeHeaders
from bot.sandbox.limits import MAX_USER_UPLOAD_BYTES
from bot.sandbox.user_api.elsewhere import ElsewhereSide
from bot.sandbox.user_api.groups import GroupSide
from bot.sandbox.user_api.side import UserSide
from bot.sandbox.user_api.traffic import TrafficSide
from bot.sandbox.world.world import World

_PAGE = Path(__file__).with_name("page")
_ENVELOPE_BYTES = 1024 * 1024  # what a form adds around a file


def build_sandbox(
    world: World, *, token: str | None = None, hosts: Collection[str] = ()
) -> Starlette:
    """Return the server; `token` None accepts any, `hosts`: what it is reached by."""
    bots = BotSide(world, token)
    handlers: dict[type[Exception] | int, ExceptionHandler] = {
        ApiError: _refuse_call,
        UserSideError: _refuse_request,
        HTTPException: _refuse_path,
        ClientDisconnect: _nobody_there,
    }
    return Starlette(
        routes=[
            Route("/", _page),
            *UserSide(world).routes(),
            *ElsewhereSide(world).routes(),
            *GroupSide(world).routes(),
            *TrafficSide(world.traffic).routes(),
            Route("/bot{token}/{method}", bots.call, methods=["GET", "POST"]),
            Route("/file/bot{token}/{path:path}", bots.download, methods=["GET"]),
            Mount("/page", StaticFiles(directory=_PAGE)),
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(ForeignPagesGuard, hosts=hosts),
        ],
        exception_handlers=handlers,
        max_body_size=MAX_USER_UPLOAD_BYTES + _ENVELOPE_BYTES,  # before it fills the disk
    )


async def _page(_request: Request) -> Response:
    return FileResponse(_PAGE / "index.html", media_type="text/html")


async def _refuse_call(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    if request.url.path.startswith("/sandbox/"):
        return JSONResponse({"error": error.description}, status_code=error.code)
    return JSONResponse(dict(error.as_json()), status_code=error.code)


async def _refuse_request(_request: Request, error: Exception) -> Response:
    assert isinstance(error, UserSideError)
    return JSONResponse({"error": error.reason}, status_code=error.status)


async def _refuse_path(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return await _refuse_call(request, ApiError(error.status_code, error.detail))


async def _nobody_there(_request: Request, _error: Exception) -> Response:
    return Response(status_code=400)
