"""What a web page says of itself in its head: its own address, and the day it appeared."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

from pipelines.extractors.web.bylines import iso_date

_DAYS = (
    "//meta[@property='article:published_time' or @name='article:published_time']/@content",
    "//*[@itemprop='datePublished']/@content",
    "//*[@itemprop='datePublished']/@datetime",
    "//meta[@name='date' or @name='pubdate' or @name='DC.date' or @name='dcterms.date']/@content",
)
_ADDRESSES = ("//link[@rel='canonical']/@href", "//meta[@property='og:url']/@content")
# Names under which a site shows the same pages.
_DOORS = {"www", "m", "mobile", "amp"}


def published_on(tree: Any) -> str | None:
    """Return the day in the page's own marks, as ISO 8601; None when there is none."""
    days = (iso_date(value.strip()) for value in _marks(tree, _DAYS))
    return next((day for day in days if day), None)


def canonical_url(tree: Any, fetched: str | None) -> str | None:
    """Return the address a page gives itself, if it may be believed; else where it came from.

    It may not speak for another site, and the front page is not the address of any other page:
    that is what a misconfigured site says. A file that was sent came from nowhere, so what it says
    is believed by nobody: its citations would lead wherever it likes.
    """
    if fetched is None:
        return None
    for mark in _marks(tree, _ADDRESSES):
        try:
            declared = urljoin(fetched, mark.strip())
            parts, here = urlsplit(declared), urlsplit(fetched)
            usable = parts.scheme in {"http", "https"} and parts.hostname and not parts.username
            same = _site(parts.hostname) == _site(here.hostname) and parts.port == here.port
        except ValueError:
            continue
        leads_home = parts.path in {"", "/"} and here.path not in {"", "/"} and not parts.query
        if usable and same and not leads_home:
            return declared
    return fetched


def _marks(tree: Any, paths: tuple[str, ...]) -> Iterator[str]:
    for path in paths:
        yield from (str(value) for value in tree.xpath(path) if str(value).strip())


def _site(host: str | None) -> tuple[str, ...]:
    labels = (host or "").rstrip(".").split(".")
    return (*(label for label in labels[:-2] if label not in _DOORS), *labels[-2:])
