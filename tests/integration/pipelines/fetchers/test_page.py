"""Fetching from the web, guarded."""

from pipelines.fetchers.page import HttpFetcher
from pipelines.fetchers.web.client import WebClient
from pipelines.fetchers.web.guard import GuardedTransport
from pipelines.models.documents import Fetched, Source
from tests.support.fetchers.fetching import HTML, get
from tests.support.fetchers.loopback_site import Site, respond


async def test_a_page_comes_with_its_type_and_address(
    site: Site, transport: GuardedTransport
) -> None:
    site.pages["/a"] = respond(HTML)
    fetched = await get(transport, site.url("/a?x=1#part"))
    assert fetched == Fetched(HTML, "text/html", None, site.url("/a?x=1"))


async def test_it_says_who_it_is_and_nothing_else(site: Site, transport: GuardedTransport) -> None:
    site.pages["/"] = respond(HTML, set_cookie="id=1")
    address = site.url("/", host="user:secret@127.0.0.1")
    await get(transport, address)
    await get(transport, address)
    headers = site.requests[1].headers
    assert headers["user-agent"].startswith("Paragraf/")
    assert not {"cookie", "authorization"} & headers.keys()


async def test_a_public_post_of_telegram_is_asked_for_where_it_can_be_read(
    site: Site, transport: GuardedTransport
) -> None:
    site.pages["/gardeners/42"] = respond(HTML)
    fetcher = HttpFetcher(WebClient(transport), telegram=site.url(""))
    url = "https://t.me/gardeners/42"
    fetched = await fetcher.fetch(Source(0, "web", url, url=url))
    assert (fetched.content, fetched.url) == (HTML, url)
    assert site.requests[0].path == "/gardeners/42?embed=1&mode=tme"
