"""Serves the web side at the address that the owner set."""

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette

from bot.http_server import listen, serving
from pipelines.errors import SettingsInvalid


@contextlib.asynccontextmanager
async def serving_web(app: Starlette, *, host: str, port: int) -> AsyncIterator[int]:
    """Serve until the block ends; give the port, any free one for 0.

    Raises:
        SettingsInvalid: the address cannot be used.
    """
    try:
        listener = listen(host, port)
    except OSError as error:
        raise SettingsInvalid(f"WEB_HOST, WEB_PORT: {host}:{port}: {error.strerror}") from error
    with contextlib.closing(listener):
        async with serving(app, listener):
            yield listener.getsockname()[1]
