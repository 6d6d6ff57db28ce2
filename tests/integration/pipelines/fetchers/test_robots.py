"""Asking robots.txt over the guarded transport."""

import asyncio

import pytest

from pipelines.errors import SourceRefused, SourceUnavailable
from pipelines.fetchers.robots import BYTE_LIMIT, Robots, name_only
from pipelines.fetchers.web.guard import GuardedTransport
from tests.support.fetchers.loopback_site import Request, Site, respond

RULES = b"User-agent: *\nDisallow: /\n\nUser-agent: Paragraf\nDisallow: /closed?x=\n"


async def test_a_site_is_asked_once_as_ourselves(site: Site, transport: GuardedTransport) -> None:
    site.pages["/robots.txt"] = respond(RULES, content_type="text/plain")
    robots = Robots(transport)
    assert await robots.allows(site.url("/open"))
    assert not await robots.allows(site.url("/closed?x=1", host="user:secret@127.0.0.1"))
    assert await robots.allows(site.url("/closed"))
    assert [request.path for request in site.requests] == ["/robots.txt"]
    headers = site.requests[0].headers
    assert headers["user-agent"].startswith("Paragraf/")
    assert not {"cookie", "authorization"} & headers.keys()


@pytest.mark.parametrize("status", [404, 403, 401, 410])
async def test_a_site_without_rules_allows_everything(
    site: Site, transport: GuardedTransport, status: int
) -> None:
    site.pages["/robots.txt"] = respond(status=status)
    assert await Robots(transport).allows(site.url("/a"))


async def test_rules_may_stand_elsewhere(site: Site, transport: GuardedTransport) -> None:
    site.pages["/robots.txt"] = respond(status=301, location="/r.txt")
    site.pages["/r.txt"] = respond(b"User-agent: *\nDisallow: /a", content_type="text/plain")
    assert not await Robots(transport).allows(site.url("/a"))
    site.pages["/r.txt"] = respond(status=302, location="/robots.txt")
    assert await Robots(transport).allows(site.url("/a")), "a loop is no rule"


async def test_rules_without_end_allow_nothing(site: Site, transport: GuardedTransport) -> None:
    async def endless(_: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n")
        for _times in range(BYTE_LIMIT // 1000 + 100):
            writer.write(b"#" * 1000)
            await writer.drain()

    site.pages["/robots.txt"] = endless
    assert not await Robots(transport).allows(site.url("/a"))


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_site_in_trouble_is_left_alone(
    site: Site, transport: GuardedTransport, status: int
) -> None:
    site.pages["/robots.txt"] = respond(status=status)
    robots = Robots(transport)
    with pytest.raises(SourceUnavailable):
        await robots.allows(site.url("/a"))
    site.pages["/robots.txt"] = respond(status=404)
    assert await robots.allows(site.url("/a")), "trouble is not remembered"


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://169.254.169.254/latest", "source-private-address"),
        ("file:///etc/passwd", "source-scheme"),
        ("https://", "source-bad-address"),
    ],
)
async def test_robots_txt_may_not_lead_inside(
    transport: GuardedTransport, url: str, code: str
) -> None:
    with pytest.raises(SourceRefused) as caught:
        await Robots(transport).allows(url)
    assert caught.value.code == code


async def test_only_some_sites_are_remembered(site: Site, transport: GuardedTransport) -> None:
    site.pages["/robots.txt"] = respond(RULES, content_type="text/plain")
    robots = Robots(transport, sites=1)
    for host in ("127.0.0.1", "localhost", "127.0.0.1", "127.0.0.1"):
        assert await robots.allows(site.url("/a", host=host))
    assert len(site.requests) == 3


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        ("User-agent: *\nDisallow: /a\n\nUser-agent: paragraf\nDisallow: /b", "/a", True),
        ("User-agent: *\nDisallow: /a\n\nUser-agent: paragraf\nDisallow: /b", "/b", False),
        ("User-agent: Other\nUser-agent: Paragraf # us\nDisallow: /", "/a", False),
        ("User-agent: Para\nDisallow: /", "/a", True),  # somebody else
        ("User-agent: Paragraf-Images\nDisallow: /", "/a", True),
        ("\ufeffUser-agent: *\nDisallow: /a\nAllow: /a/b$", "/a/b", True),
        ("\ufeffUser-agent: *\nDisallow: /a\nAllow: /a/b$", "/a/b/c", False),
        ("User-agent: *\nDisallow: /*?q=", "/find?q=cat", False),
        ("User-agent: *\nDisallow: /", "//elsewhere/a", False),
        ("User-agent: *\nDisallow: /кошки", "/%D0%BA%D0%BE%D1%88%D0%BA%D0%B8/1", False),
        ("<html>Not found</html>", "/a", True),
        ("Disallow: /", "/a", True),
    ],
)
async def test_the_rules_that_name_us_or_else_those_for_all_apply(
    site: Site, transport: GuardedTransport, rules: str, path: str, allowed: bool
) -> None:
    site.pages["/robots.txt"] = respond(rules.encode(), content_type="text/plain")
    assert await Robots(transport).allows(site.url(path)) is allowed


def test_many_names_are_as_one() -> None:
    text = "User-agent: a\x85user agent b\r\n  USER-AGENT:Paragraf # us\nUser-agent: *\nAllow: /a"
    assert name_only("Paragraf", text).splitlines() == [
        "User-agent: -",
        "User-agent: -",
        "  USER-AGENT:Paragraf # us",
        "User-agent: *",
        "Allow: /a",
    ]
