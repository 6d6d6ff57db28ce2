"""Redirects, and what names lead to."""

from collections.abc import Sequence

import pytest

from pipelines.errors import SourceUnavailable
from pipelines.fetchers.web.guard import GuardedTransport
from tests.support.fetchers.fetching import HTML, get, refused
from tests.support.fetchers.loopback_site import Site, respond, serve


async def test_hostile_34_a_loop_of_redirects_ends(site: Site, transport: GuardedTransport) -> None:
    site.pages["/a"] = respond(status=302, location="/b")
    site.pages["/b"] = respond(status=307, location="/a")
    assert (await refused(transport, site.url("/a"))).code == "source-redirects"
    assert len(site.requests) == 6


async def test_hostile_34_redirects_are_followed_five_times(
    site: Site, transport: GuardedTransport
) -> None:
    for number in range(7):
        site.pages[f"/{number}"] = respond(status=302, location=f"{number + 1}")
    site.pages["/7"] = respond(HTML)
    assert (await get(transport, site.url("/2"))).url == site.url("/7")
    error = await refused(transport, site.url("/1"))
    assert (error.code, error.values) == ("source-redirects", {"limit": 5})


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("http://169.254.169.254/latest/meta-data", "source-private-address"),
        ("file:///etc/passwd", "source-scheme"),
        ("gopher://127.0.0.1/", "source-scheme"),
        ("http://ex.com:99999/", "source-bad-address"),
    ],
)
async def test_hostile_30_a_redirect_leads_nowhere_forbidden(
    site: Site, transport: GuardedTransport, target: str, code: str
) -> None:
    site.pages["/"] = respond(status=301, location=target)
    assert (await refused(transport, site.url())).code == code


async def test_hostile_32_one_private_answer_among_public_ones_is_enough(site: Site) -> None:
    async def resolver(host: str, port: int) -> Sequence[str]:
        return ("93.184.216.34", "127.0.0.1")

    async with GuardedTransport(resolver=resolver) as guarded:
        error = await refused(guarded, site.url("/", host="mixed.example"))
    assert (error.code, error.values) == ("source-private-address", {"host": "mixed.example"})


async def test_hostile_31_a_name_is_resolved_once_a_connection_and_checked_each_time(
    site: Site,
) -> None:
    asked: list[str] = []

    async def resolver(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ("127.0.0.1",) if len(asked) == 1 else ("169.254.169.254",)

    site.pages["/"] = respond(status=302, location="/next")
    site.pages["/next"] = respond(HTML)
    async with GuardedTransport(allow_private=True, resolver=resolver) as guarded:
        error = await refused(guarded, site.url("/", host="rebind.example"))
    assert error.code == "source-private-address"
    assert asked == ["rebind.example", "rebind.example"]
    assert [request.headers["host"] for request in site.requests] == [f"rebind.example:{site.port}"]


async def test_the_next_address_is_tried_when_one_does_not_answer(site: Site) -> None:
    async def resolver(host: str, port: int) -> Sequence[str]:
        return ("127.0.0.2", "127.0.0.1") if host == "two.example" else ()

    site.pages["/"] = respond(HTML)
    async with GuardedTransport(allow_private=True, resolver=resolver) as guarded:
        assert (await get(guarded, site.url("/", host="two.example"))).content == HTML
        with pytest.raises(SourceUnavailable):
            await get(guarded, site.url("/", host="none.example"))


async def test_hostile_30_a_redirect_takes_nothing_along(
    site: Site, transport: GuardedTransport
) -> None:
    async with serve() as other:
        target = other.url("/b", host="user:secret@127.0.0.1")
        site.pages["/"] = respond(status=302, location=target, set_cookie="id=1")
        other.pages["/b"] = respond(HTML)
        fetched = await get(transport, site.url("/", host="me:pw@127.0.0.1"))
        assert fetched.url == other.url("/b")
        assert not {"cookie", "authorization", "referer"} & other.requests[0].headers.keys()
