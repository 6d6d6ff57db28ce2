"""Runs the web server inside the event loop that is already running."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator

import uvicorn
from starlette.applications import Starlette

from pipelines.errors import SettingsInvalid

_LAST_SECONDS = 3  # for requests under way when the server stops


class _Server(uvicorn.Server):
    """A server that leaves signals to the program it runs in."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        self.ready.set()


@contextlib.asynccontextmanager
async def serving(app: Starlette, *, host: str, port: int) -> AsyncIterator[int]:
    """Serve until the block ends; give the port, any free one for 0.

    Raises:
        SettingsInvalid: the address cannot be used.
    """
    listener = _bind(host, port)
    server = _Server(
        uvicorn.Config(
            app,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_LAST_SECONDS,
        )
    )
    task = asyncio.create_task(server.serve([listener]))
    ready = asyncio.create_task(server.ready.wait())
    await asyncio.wait((task, ready), return_when=asyncio.FIRST_COMPLETED)
    ready.cancel()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        await task
        listener.close()


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise SettingsInvalid(f"WEB_HOST, WEB_PORT: {host}:{port}: {error.strerror}") from error
    listener.setblocking(False)
    return listener
