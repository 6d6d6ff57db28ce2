"""Listens on an address and serves an application inside the event loop that is already running."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator

import uvicorn
from starlette.types import ASGIApp

# Longer than clients keep a connection that is idle (httpx: five): a request over one that both
# ends close at once is lost.
_IDLE_SECONDS = 75
_LAST_SECONDS = 3  # for requests under way when the server stops


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there, on any free port for 0.

    Raises:
        OSError: the address cannot be used; whoever named it says so in words of its own.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named, asyncio sends each piece of an answer at once, not 40 ms later.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


@contextlib.asynccontextmanager
async def serving(app: ASGIApp, listener: socket.socket) -> AsyncIterator[None]:
    """Answer what comes in at the socket for as long as the block lasts."""
    server = _Server(
        uvicorn.Config(
            app,
            lifespan="off",
            log_config=None,
            access_log=False,  # addresses carry tokens
            server_header=False,
            timeout_keep_alive=_IDLE_SECONDS,
            timeout_graceful_shutdown=_LAST_SECONDS,
        )
    )
    task = asyncio.create_task(server.serve([listener]))
    ready = asyncio.create_task(server.ready.wait())
    await asyncio.wait((task, ready), return_when=asyncio.FIRST_COMPLETED)
    ready.cancel()
    if task.done():
        task.result()  # it did not start: why
    try:
        yield
    finally:
        server.should_exit = True
        await task


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
