"""Sites that say no, for now or for good, and addresses that cannot be asked."""

import asyncio
import datetime
import socket
import threading
from email.utils import format_datetime

import pytest

from pipelines.errors import SourceRefused, SourceUnavailable
from pipelines.fetchers.web import guard
from pipelines.fetchers.web.guard import GuardedTransport, resolve
from tests.support.fetchers.fetching import HTML, get, refused
from tests.support.fetchers.loopback_site import Site, respond


@pytest.mark.parametrize(
    ("status", "code"),
    [
        *((404, "source-not-found"), (410, "source-not-found"), (418, "source-not-found")),
        *((401, "source-forbidden"), (403, "source-forbidden"), (304, "source-not-found")),
    ],
)
async def test_hostile_43_a_final_no_is_refused(
    site: Site, transport: GuardedTransport, status: int, code: str
) -> None:
    site.pages["/"] = respond(HTML, status=status)
    error = await refused(transport, site.url())
    assert (error.code, error.values) == (code, {"status": status})


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
async def test_hostile_43_a_no_for_now_can_be_tried_again(
    site: Site, transport: GuardedTransport, status: int
) -> None:
    site.pages["/"] = respond(status=status)
    with pytest.raises(SourceUnavailable):
        await get(transport, site.url())


@pytest.mark.parametrize(
    ("retry_after", "wait_s"),
    [("7", 7.0), (" 60 ", 60.0), ("", 0.0), ("soon", 0.0), ("-5", 0.0), ("١", 0.0), ("1.5", 0.0)],
)
@pytest.mark.parametrize("status", [429, 503])
async def test_hostile_43_a_site_says_when_it_may_be_asked_again(
    site: Site, transport: GuardedTransport, status: int, retry_after: str, wait_s: float
) -> None:
    page = respond(status=status).replace(
        b"\r\n", b"\r\nRetry-After: " + retry_after.encode() + b"\r\n", 1
    )
    site.pages["/"] = page
    with pytest.raises(SourceUnavailable) as caught:
        await get(transport, site.url())
    assert caught.value.wait_s == wait_s


async def test_hostile_43_a_site_may_name_the_moment(
    site: Site, transport: GuardedTransport
) -> None:
    moment = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=40)
    site.pages["/"] = respond(status=503, retry_after=format_datetime(moment, usegmt=True))
    with pytest.raises(SourceUnavailable) as caught:
        await get(transport, site.url())
    assert 0 < caught.value.wait_s <= 40
    site.pages["/"] = respond(status=503, retry_after="Wed, 21 Oct 2015 07:28:00 -0000")
    with pytest.raises(SourceUnavailable) as caught:
        await get(transport, site.url())
    assert caught.value.wait_s == 0


async def test_hostile_43_a_site_that_asks_for_too_much_patience_is_named(
    site: Site, transport: GuardedTransport
) -> None:
    site.pages["/"] = respond(status=429, retry_after="3601")
    error = await refused(transport, site.url())
    assert (error.code, error.values) == ("source-busy", {"host": "127.0.0.1", "minutes": 61})


@pytest.mark.parametrize("host", ["a_b!", "x.invalid", "X.onion.", "a" * 64 + ".com"])
async def test_hostile_33_a_name_nobody_has_is_refused(host: str) -> None:
    with pytest.raises(SourceRefused) as caught:
        await resolve(host, 80)
    assert (caught.value.code, caught.value.values) == ("source-no-such-host", {"host": host})


@pytest.mark.parametrize(
    ("errno", "is_connected", "error"),
    [
        (socket.EAI_NONAME, True, "source-no-such-host"),
        (socket.EAI_NONAME, False, "source-no-connection"),
        (socket.EAI_AGAIN, False, "source-no-connection"),
        (socket.EAI_AGAIN, True, "source-unavailable"),
        (socket.EAI_FAIL, True, "source-unavailable"),
    ],
)
async def test_no_such_host_is_said_only_while_others_can_be_found(
    monkeypatch: pytest.MonkeyPatch, errno: int, is_connected: bool, error: str
) -> None:
    def look_up(host: str, port: int, **_: object) -> list[object]:
        if host != "town.test" and is_connected:
            return [(0, 0, 0, "", ("192.0.2.1", port))]
        raise socket.gaierror(errno, "no")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises((SourceRefused, SourceUnavailable)) as caught:
        await resolve("town.test", 80)
    assert caught.value.code == error


async def test_names_that_are_slow_to_resolve_hold_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered = threading.Event()

    def look_up(host: str, port: int, **_: object) -> list[object]:
        if host.startswith("slow"):
            answered.wait()
        return [(0, 0, 0, "", ("192.0.2.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    slow = [asyncio.create_task(resolve(f"slow{n}.test", 80)) for n in range(20)]
    try:
        await asyncio.sleep(0)
        assert await resolve("quick.test", 80) == ("192.0.2.1",)
        monkeypatch.setattr(guard, "LOOK_UP_SECONDS", 0.0)
        with pytest.raises(SourceUnavailable, match="in time"):
            await resolve("slow.test", 80)
    finally:
        answered.set()
        await asyncio.gather(*slow)


async def test_a_name_nobody_has_is_shown_as_people_write_it() -> None:
    with pytest.raises(SourceRefused) as caught:
        await resolve("xn--e1afmkfd.invalid", 80)
    assert caught.value.values == {"host": "пример.invalid"}


@pytest.mark.parametrize("url", ["http://nothing.invalid/", "http://..", "https://a..b/"])
async def test_hostile_33_a_host_that_does_not_exist_is_refused(
    transport: GuardedTransport, url: str
) -> None:
    code = (await refused(transport, url)).code
    assert code in {"source-no-such-host", "source-bad-address"}


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("ftp://ex.com/a", "source-scheme"),
        ("file:///etc/passwd", "source-scheme"),
        ("gopher://ex.com/1", "source-scheme"),
        ("data:text/html;base64,AA", "source-scheme"),
        ("https://", "source-bad-address"),
        ("http://ex.com:99999/", "source-bad-address"),
        ("", "source-scheme"),
    ],
)
async def test_hostile_39_only_web_addresses_are_fetched(
    transport: GuardedTransport, url: str, code: str
) -> None:
    assert (await refused(transport, url)).code == code


@pytest.mark.parametrize("url", ["https://t.me/+AbCdEf", "https://t.me/c/1234567890/55"])
async def test_what_telegram_keeps_to_members_is_refused(
    transport: GuardedTransport, url: str
) -> None:
    assert (await refused(transport, url)).code == "source-telegram-closed"
