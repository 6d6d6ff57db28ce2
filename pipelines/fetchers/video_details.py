"""What YouTube's answers say of a video besides its captions."""

import html
import json
import re
from typing import Any

import requests

_PAGE_TITLE = re.compile(r"<title>([^<]*?)(?: - YouTube)?</title>")
_PUBLISHED = re.compile(
    r'(?:itemprop="(?:datePublished|uploadDate)" content|"(?:publishDate|uploadDate)")'
    r'\s*[=:]\s*"(\d{4}-\d\d-\d\d)'
)
_DETAILS = re.compile(r'"videoDetails"\s*:\s*')


class VideoDetails:
    """Collects title, channel and date from answers that pass by, the player's before the page's.

    The title may stay "", the others None.
    """

    def __init__(self) -> None:
        self.author: str | None = None
        self.published: str | None = None  # ISO 8601 date
        self._player_title = ""
        self._page_title = ""

    @property
    def title(self) -> str:
        """The video's title, "" if nothing named it."""
        return self._player_title or self._page_title

    def look(self, response: requests.Response, *_: object, **__: object) -> None:
        """Take what is there out of a response: a hook of `requests`."""
        path = (response.url or "").split("?")[0]
        if path.endswith("/player"):
            details = _details(response.text)
            self._player_title = _text(details, "title")
            self.author = _text(details, "author") or self.author
        elif path.endswith("/watch"):
            match = _PAGE_TITLE.search(response.text)
            self._page_title = html.unescape(match[1]).strip() if match else ""
            published = _PUBLISHED.search(response.text)
            self.published = published[1] if published else None


def _details(text: str) -> dict[str, Any]:
    match = _DETAILS.search(text)
    if match is None:
        return {}
    try:
        details, _ = json.JSONDecoder().raw_decode(text, match.end())
    except (json.JSONDecodeError, RecursionError):
        return {}
    return details if isinstance(details, dict) else {}


def _text(details: dict[str, Any], name: str) -> str:
    value = details.get(name)
    return value.strip() if isinstance(value, str) else ""
