"""Ask a site for a page again, if it has changed since."""

from pipelines.fetchers.page import ACCEPT, describe
from pipelines.fetchers.web.client import WebClient
from pipelines.fetchers.web.exchange import check_status
from pipelines.models.watches import Revisited

_NOT_MODIFIED = 304
_LONGEST_MARK = 1000  # characters of an ETag worth keeping


class HttpConditionalFetcher:
    """Gets a page unless the site says it is as it was.

    Source: RFC 9110, 13.1 (If-None-Match before If-Modified-Since) and 15.4.5.
    """

    def __init__(self, client: WebClient) -> None:
        self._client = client

    async def revisit(self, url: str, etag: str | None, last_modified: str | None) -> Revisited:
        """Get the page, or learn that it has not changed.

        Raises:
            SourceRefused: it is gone, forbidden, or of a kind that cannot be read.
            SourceUnavailable: 429, 5xx, a broken connection.
        """
        known = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        asked = ACCEPT | {name: value for name, value in known.items() if value is not None}
        answer = await self._client.get(url, asked)
        if answer.status == _NOT_MODIFIED:
            return Revisited(None, etag, last_modified)
        check_status(answer.status, answer.headers, answer.url.host)
        return Revisited(
            describe(answer),
            _mark(answer.headers.get("etag")),
            _mark(answer.headers.get("last-modified")),
        )


def _mark(value: str | None) -> str | None:
    """Keep what a site marks a version with, if it can be sent back as it came."""
    if value is None or len(value) > _LONGEST_MARK:
        return None
    return value if value.isascii() and value.isprintable() else None
