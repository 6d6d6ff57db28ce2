"""Fetch a page or a file from the web."""

from dataclasses import replace

from pipelines.errors import SourceRefused
from pipelines.fetchers.file_names import file_name_of
from pipelines.fetchers.web.client import Answer, WebClient
from pipelines.fetchers.web.exchange import check_status
from pipelines.models.documents import Fetched, Source
from pipelines.nodes.sources.media_type import CSV, HTML, MARKDOWN, PLAIN, sniff_media_type
from pipelines.nodes.sources.telegram_links import is_telegram, post_of
from pipelines.nodes.text.charsets import UTF8, text_codec

ACCEPT = {"Accept": "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5"}
_TEXTS = {HTML, PLAIN, MARKDOWN, CSV}
_VAGUE = {"", "application/octet-stream", "binary/octet-stream", "application/x-download"}
# Text of any kind looks the same: here the site is believed.
_TEXT_KINDS = {"text/markdown": MARKDOWN, "text/x-markdown": MARKDOWN, "text/csv": CSV}


class HttpFetcher:
    """Gets http and https addresses.

    Args:
        client: asks for them, within its limits.
        telegram: where public posts can be read.
    """

    def __init__(self, client: WebClient, *, telegram: str = "https://t.me") -> None:
        self._client = client
        self._telegram = telegram

    async def fetch(self, source: Source) -> Fetched:
        """Get the page behind `source.url`.

        Raises:
            SourceRefused: wrong scheme, private address, missing, too large, too slow, of a kind
                that cannot be read, or a place in Telegram that is not a public post.
            SourceUnavailable: 429, 5xx, a broken connection.
        """
        url = source.url or ""
        post = post_of(url)
        if post is None and is_telegram(url):
            raise SourceRefused("source-telegram-closed")
        asked = f"{self._telegram}/{post}?embed=1&mode=tme" if post else url
        answer = await self._client.get(asked, ACCEPT)
        check_status(answer.status, answer.headers, answer.url.host)
        fetched = describe(answer)
        return replace(fetched, url=url) if post else fetched


def describe(answer: Answer) -> Fetched:
    """Name what came by its bytes; a file is called what the site, or the address, calls it."""
    declared = answer.headers.get("content-type", "")
    name = file_name_of(answer.url.path, answer.headers.get("content-disposition", ""))
    media_type = _media_type(answer.content, name, declared)
    return Fetched(
        content=answer.content,
        media_type=media_type,
        file_name=None if media_type == HTML else name,
        url=str(answer.url),
        charset=_charset(declared) if media_type in _TEXTS else None,
    )


def _media_type(content: bytes, name: str | None, declared: str) -> str:
    """Recognise the bytes; the name helps only where the site does not say what it sends.

    For an address may end like a file and be a page: /blob/main/README.md is HTML about one.
    """
    kind = declared.split(";")[0].strip().lower()
    is_vague = kind in _VAGUE or (kind.startswith("text/") and kind != HTML)
    try:
        found = sniff_media_type(content, file_name=name if is_vague else None, declared=declared)
    except SourceRefused as error:
        if error.code != "source-wrong-extension":
            raise
        # Nobody can rename what lies on a site.
        values = {"declared": error.values["extension"], "found": error.values["found"]}
        raise SourceRefused("source-wrong-type", **values) from error
    return _TEXT_KINDS.get(kind, found) if found == PLAIN else found


def _charset(declared: str) -> str | None:
    """Return the header's charset, which counts for more than what the page says of itself.

    Of bytes that may be UTF-8 nothing need be said: readers try that first.
    """
    _, _, parameter = declared.lower().partition("charset=")
    codec = text_codec(parameter.split(";")[0].strip(" \"'"))
    return None if codec == UTF8 else codec
