"""Bodies that are too long, too slow, packed or cut short."""

import asyncio
import gzip
import tracemalloc
import zlib

import pytest

from pipelines.errors import SourceUnavailable
from pipelines.fetchers.web.guard import GuardedTransport
from tests.support.fetchers.fetching import HTML, get, refused
from tests.support.fetchers.loopback_site import Request, Site, respond, serve


@pytest.mark.parametrize(
    "page",
    [
        respond(b"x" * 2000),
        respond(b"x" * 2000, content_encoding="identity"),
        respond(gzip.compress(b"x" * 1_000_000), content_encoding="gzip"),
        respond(zlib.compress(b"x" * 1_000_000), content_encoding="deflate"),
    ],
)
async def test_hostile_36_a_body_over_the_limit_is_refused(
    site: Site, transport: GuardedTransport, page: bytes
) -> None:
    site.pages["/"] = page
    assert (await refused(transport, site.url(), byte_limit=1999)).code == "source-too-large"


async def test_hostile_37_a_bomb_is_never_unpacked_whole(
    site: Site, transport: GuardedTransport
) -> None:
    site.pages["/"] = respond(gzip.compress(bytes(100_000_000)), content_encoding="gzip")
    tracemalloc.start()
    error = await refused(transport, site.url(), byte_limit=1_000_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert error.code == "source-too-large"
    assert peak < 20_000_000


async def test_a_packed_body_is_unpacked(site: Site, transport: GuardedTransport) -> None:
    site.pages["/"] = respond(gzip.compress(HTML), content_encoding="gzip")
    assert (await get(transport, site.url())).content == HTML


async def test_a_body_packed_in_pieces_is_unpacked_whole(
    site: Site, transport: GuardedTransport
) -> None:
    text = b"<html>" + b"abc " * 300_000
    parts = gzip.compress(text[:100_000]) + gzip.compress(text[100_000:])
    site.pages["/"] = respond(parts, content_encoding="gzip")
    assert (await get(transport, site.url())).content == text


@pytest.mark.parametrize("encoding", ["gzip, gzip", "br", "gzip"])
async def test_an_unknown_packing_is_refused(
    site: Site, transport: GuardedTransport, encoding: str
) -> None:
    site.pages["/"] = respond(b"not packed at all", content_encoding=encoding)
    assert (await refused(transport, site.url())).code == "source-unreadable"


async def test_hostile_36_an_endless_body_ends_at_the_limit(
    site: Site, transport: GuardedTransport
) -> None:
    async def endless(_: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n")
        while True:
            writer.write(b"again and again " * 64)
            await writer.drain()

    site.pages["/"] = endless
    assert (await refused(transport, site.url(), byte_limit=100_000)).code == "source-too-large"


async def test_hostile_35_one_byte_after_another_ends_with_the_time(
    site: Site, transport: GuardedTransport
) -> None:
    """Each byte comes well within the patience of a read; it is the whole that takes too long."""

    async def drip(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.02)  # the pace of the drip, nothing waits for it

    site.pages["/"] = drip
    error = await refused(transport, site.url(), seconds_limit=0.4, patience_seconds=10.0)
    assert (error.code, error.values) == ("source-too-slow", {"seconds": 0})


async def test_hostile_35_a_site_that_dawdles_is_left(
    site: Site, transport: GuardedTransport
) -> None:
    left = asyncio.Event()

    async def dawdle(request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nx")
        await writer.drain()
        await left.wait()

    site.pages["/"] = dawdle
    error = await refused(transport, site.url(), seconds_limit=0.3)
    left.set()
    assert error.code == "source-too-slow"


async def test_a_silent_site_can_be_tried_again(site: Site, transport: GuardedTransport) -> None:
    left = asyncio.Event()

    async def silent(request: Request, writer: asyncio.StreamWriter) -> None:
        await left.wait()

    site.pages["/"] = silent
    with pytest.raises(SourceUnavailable):
        await get(transport, site.url(), patience_seconds=0.2)
    left.set()


@pytest.mark.parametrize(
    "page",
    [
        respond(HTML)[:-5],
        respond(gzip.compress(HTML)[:-9], content_encoding="gzip"),
        b"",
        b"SSH-2.0-OpenSSH\r\n\r\n",
    ],
)
async def test_hostile_15_an_answer_cut_short_can_be_tried_again(
    site: Site, transport: GuardedTransport, page: bytes
) -> None:
    site.pages["/"] = page
    with pytest.raises(SourceUnavailable):
        await get(transport, site.url())


async def test_a_closed_port_can_be_tried_again(transport: GuardedTransport) -> None:
    async with serve() as gone:
        url = gone.url()
    with pytest.raises(SourceUnavailable):
        await get(transport, url)
