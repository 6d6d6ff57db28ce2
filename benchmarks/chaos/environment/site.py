"""The site that links lead to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from benchmarks.chaos.environment.material import page_of


@dataclass
class Site:
    """A site on loopback: every page is there but those that are gone."""

    port: int = 0

    def url(self, path: str) -> str:
        """Return the address of a page."""
        return f"http://127.0.0.1:{self.port}/{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            path = head.split()[1].strip("/")
            gone = path.endswith("gone") or not path.startswith("k")
            body = b"" if gone else page_of(path)
            status = "404 Not Found" if gone else "200 OK"
            writer.write(
                f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
                + body
            )
            await writer.drain()
        writer.close()


@asynccontextmanager
async def open_site() -> AsyncIterator[Site]:
    """Serve until the block ends."""
    site = Site()
    server = await asyncio.start_server(site.serve, "127.0.0.1", 0)
    site.port = server.sockets[0].getsockname()[1]
    async with server:
        yield site
