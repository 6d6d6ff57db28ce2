"""A web site on loopback that answers with raw bytes, so that it can misbehave in any way."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

Page = bytes | Callable[["Request", asyncio.StreamWriter], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Request:
    """What the site was asked: method, path with query, headers in small letters, body."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Site:
    """Pages by path (without query), and every request that came."""

    port: int = 0
    scheme: str = "http"
    pages: dict[str, Page] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        """Return the address of a page."""
        return f"{self.scheme}://{host}:{self.port}{path}"

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection: one request, one page."""
        try:
            request = await _read_request(reader)
            self.requests.append(request)
            page = self.pages.get(request.path.split("?")[0], respond(status=404))
            if isinstance(page, bytes):
                writer.write(page)
                await writer.drain()
            else:
                await page(request, writer)
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            pass
        finally:
            writer.close()


def respond(
    body: bytes = b"", *, status: int = 200, content_type: str | None = "text/html", **more: str
) -> bytes:
    """Write a whole HTTP response; `more` are headers, with _ for -."""
    headers = {"content-length": str(len(body)), "connection": "close"}
    if content_type is not None:
        headers["content-type"] = content_type
    headers |= {name.replace("_", "-"): value for name, value in more.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {status} Said\r\n{lines}\r\n".encode() + body


@asynccontextmanager
async def serve(tls: ssl.SSLContext | None = None) -> AsyncIterator[Site]:
    """Open a site on a free port of loopback."""
    site = Site(scheme="https" if tls else "http")
    server = await asyncio.start_server(site.answer, "127.0.0.1", 0, ssl=tls)
    site.port = server.sockets[0].getsockname()[1]
    try:
        yield site
    finally:
        server.close()
        await server.wait_closed()


async def _read_request(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.split("\r\n")
    method, path, _ = first.split(" ")
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Request(method, path, headers, body)
