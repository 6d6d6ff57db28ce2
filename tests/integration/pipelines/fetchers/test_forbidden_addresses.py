"""No spelling of a forbidden address reaches it: given, redirected to, or answered by DNS."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpcore
import pytest

from pipelines.errors import SourceRefused
from pipelines.fetchers.page import HttpFetcher
from pipelines.fetchers.robots import Robots
from pipelines.fetchers.web.client import WebClient
from pipelines.fetchers.web.guard import GuardedTransport, is_own_address, resolve
from pipelines.models.documents import Source
from tests.support.fetchers.loopback_site import Site, respond, serve

PUBLIC = "93.184.216.34"
# Numbers as they are written in an address, and what they would lead to.
LOOPBACK = (
    *("127.0.0.1", "127.0.0.1.", "127.9.9.9", "127.1", "127.0.1", "2130706433", "017700000001"),
    *("0x7f000001", "0x7F.1", "0x7f.0.0.1", "0177.0.0.1", "0177.0.0.01", "00000177.1"),
    *("localhost", "LOCALHOST", "0", "0.0.0.0", "0x0", "127。0。0。1", "①②⑦.0.0.1", "１２７.0.0.1"),
    *("[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"),
    *("[0:0:0:0:0:ffff:127.0.0.1]", "[::127.0.0.1]", "[::ffff:0:127.0.0.1]", "[::1%25lo]"),
)
INSIDE = (
    *("10.0.0.1", "10.1", "0xa000001", "172.16.0.1", "172.31.255.254", "192.168.0.1", "192.168.1"),
    *("100.64.0.1", "100.127.255.254", "[fc00::1]", "[fd00:ec2::254]"),
    *("169.254.169.254", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "169.16689662"),
    *("[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[fe80::1]", "[fe80::1%25lo]", "[fec0::1]"),
)
TUNNELS = (
    *("[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]"),
    *("[2002:a9fe:a9fe::1]", "[2001:0:53aa:64c:0:fbff:80ff:fffe]", "[2a00::5efe:7f00:1]"),
    *("[2a00::200:5efe:127.0.0.1]", "[2001:db8::1]", "[100::1]", "[3fff::1]"),
)
NOBODY = (
    *("192.0.0.8", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.7", "203.0.113.9"),
    *("224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "[ff02::1]"),
)
SPELLINGS = (*LOOPBACK, *INSIDE, *TUNNELS, *NOBODY)
IPV6 = socket.has_dualstack_ipv6()
NO_ROOTS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # quick to make; nothing here is encrypted
REFUSALS = {"source-private-address", "source-no-such-host", "source-bad-address"}


@dataclass(slots=True)
class Canary:
    """Listens on every address of this machine, and counts who comes."""

    port: int = 0
    visits: int = 0

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.visits += 1
        writer.close()


@asynccontextmanager
async def listen() -> AsyncIterator[Canary]:
    canary = Canary()
    servers = [await asyncio.start_server(canary.meet, None, 0, family=socket.AF_INET)]
    canary.port = servers[0].sockets[0].getsockname()[1]
    if IPV6:
        servers.append(await asyncio.start_server(canary.meet, "::1", canary.port))
    try:
        yield canary
    finally:
        for server in servers:
            server.close()
            await server.wait_closed()


@dataclass(slots=True)
class Internet(httpcore.AsyncNetworkBackend):
    """Leads one public address to a site on loopback, and every other where it says."""

    site: Site
    asked: list[str] = field(default_factory=list)
    real: httpcore.AsyncNetworkBackend = field(default_factory=httpcore.AnyIOBackend)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 (the signature is httpcore's)
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        self.asked.append(host)
        if host == PUBLIC:
            host, port = "127.0.0.1", self.site.port
        return await self.real.connect_tcp(host, port, timeout, local_address, socket_options)


@dataclass(slots=True)
class Names:
    """A name server: what it knows, and numbers as the system reads them.

    A final dot would make the system ask a real name server.
    """

    known: dict[str, Sequence[str]] = field(default_factory=dict)

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        return self.known.get(host) or await resolve(host.rstrip("."), port)


@dataclass(frozen=True, slots=True)
class World:
    """The guarded way out, and what lies beyond it."""

    transport: GuardedTransport
    site: Site
    internet: Internet
    names: Names
    canary: Canary


@pytest.fixture
async def world(site: Site) -> AsyncIterator[World]:
    internet, names = Internet(site), Names({"good.example": [PUBLIC]})
    async with (
        listen() as canary,
        GuardedTransport(resolver=names, network=internet, verify=NO_ROOTS) as transport,
    ):
        yield World(transport, site, internet, names, canary)


async def refused(world: World, url: str) -> str:
    with pytest.raises(SourceRefused) as caught:
        await HttpFetcher(WebClient(world.transport)).fetch(Source(0, "web", url, url=url))
    with pytest.raises(SourceRefused):
        await Robots(world.transport).allows(url)
    return caught.value.code


def test_there_are_enough_spellings() -> None:
    assert len(set(SPELLINGS)) >= 44


async def test_the_canary_sings_when_it_is_visited(world: World) -> None:
    """Without the guard the same ways lead to it, so its silence means something."""
    ways = ("127.0.0.1", "127.1", "2130706433", "0177.0.0.1", "0x7f.1", *["::1"] * IPV6)
    for spelling in ways:
        (address, *_) = await resolve(spelling, world.canary.port)
        _, writer = await asyncio.open_connection(address, world.canary.port)
        writer.close()
        await writer.wait_closed()
    assert world.canary.visits == len(ways)


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_hostile_29_a_forbidden_address_is_not_visited(world: World, spelling: str) -> None:
    assert await refused(world, f"http://{spelling}:{world.canary.port}/") in REFUSALS
    assert (world.internet.asked, world.canary.visits) == ([], 0)


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_hostile_30_a_redirect_does_not_lead_to_a_forbidden_address(
    world: World, spelling: str
) -> None:
    target = f"http://{spelling}:{world.canary.port}/latest/meta-data"
    page = respond(status=302).replace(b"\r\n", f"\r\nLocation: {target}\r\n".encode(), 1)
    world.site.pages["/"] = world.site.pages["/robots.txt"] = page
    assert await refused(world, "http://good.example/") in REFUSALS
    assert set(world.internet.asked) == {PUBLIC}
    assert world.canary.visits == 0


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_hostile_32_an_answer_of_dns_does_not_lead_to_a_forbidden_address(
    world: World, spelling: str
) -> None:
    written = spelling.strip("[]").replace("%25", "%")
    world.names.known["bare.example"] = [written]
    world.names.known["mixed.example"] = [PUBLIC, written]
    try:
        world.names.known["read.example"] = [PUBLIC, *await world.names(written, 80)]
    except SourceRefused:  # the system does not take it for an address either
        world.names.known["read.example"] = [written]
    for host in ("bare.example", "mixed.example", "read.example"):
        url = f"http://{host}:{world.canary.port}/"
        assert await refused(world, url) == "source-private-address"
    assert (world.internet.asked, world.canary.visits) == ([], 0)


@pytest.mark.parametrize(
    "host",
    [
        *("example.com", "www.example.co.uk", "xn--e1afmkfd.xn--p1ai", "пример.рф", "a-b.example"),
        *("127.0.0.1.example.com", "localhost.example.com", "10.example", "2130706433.com"),
        *("youtube.com.evil", PUBLIC),
    ],
)
async def test_what_looks_public_and_is_passes(world: World, host: str) -> None:
    ascii_host = host.encode("idna").decode()
    world.names.known[ascii_host] = [PUBLIC]
    world.site.pages["/a"] = respond(b"<html>Hello")
    url = f"http://{host}/a"
    fetched = await HttpFetcher(WebClient(world.transport)).fetch(Source(0, "web", url, url=url))
    assert fetched.content == b"<html>Hello"
    assert world.internet.asked == [PUBLIC]
    assert world.site.requests[0].headers["host"] == ascii_host


async def test_hostile_31_a_name_that_changes_its_answer_is_refused(world: World) -> None:
    """Rebinding: public at first, then inside. Each connection goes where its check looked."""
    answers = [[PUBLIC], ["127.0.0.1"]]

    async def rebinding(host: str, port: int) -> Sequence[str]:
        return answers.pop(0)

    world.site.pages["/"] = respond(status=302, location="/next")
    async with GuardedTransport(resolver=rebinding, network=world.internet) as transport:
        fetcher = HttpFetcher(WebClient(transport))
        with pytest.raises(SourceRefused) as caught:
            await fetcher.fetch(Source(0, "web", "x", url="http://rebind.example/"))
    assert caught.value.code == "source-private-address"
    assert answers == []
    assert world.internet.asked == [PUBLIC]


async def test_a_public_address_of_this_machine_is_refused(world: World) -> None:
    async with GuardedTransport(
        resolver=world.names, is_own=PUBLIC.__eq__, network=world.internet
    ) as transport:
        world.names.known["own.example"] = [PUBLIC]
        with pytest.raises(SourceRefused) as caught:
            await HttpFetcher(WebClient(transport)).fetch(
                Source(0, "web", "x", url="http://own.example/")
            )
    assert caught.value.code == "source-private-address"
    assert world.internet.asked == []


def test_this_machine_knows_its_own_addresses() -> None:
    assert is_own_address("127.0.0.1")
    assert not is_own_address(PUBLIC)


async def test_private_addresses_may_be_allowed(site: Site) -> None:
    site.pages["/"] = respond(b"<html>Hello")
    async with serve() as other, GuardedTransport(allow_private=True) as transport:
        other.pages["/"] = respond(status=302, location=site.url("/"))
        fetcher = HttpFetcher(WebClient(transport))
        fetched = await fetcher.fetch(Source(0, "web", "x", url=other.url("/")))
        assert fetched.url == site.url("/")
        for metadata in ("169.254.169.254", "[::ffff:169.254.169.254]", "0xa9fea9fe"):
            with pytest.raises(SourceRefused) as caught:
                await fetcher.fetch(Source(0, "web", "x", url=f"http://{metadata}/"))
            assert caught.value.code == "source-private-address"
