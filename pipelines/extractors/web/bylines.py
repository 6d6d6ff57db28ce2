"""Who wrote a document and when, as far as it says so itself."""

import re
from datetime import date

from pipelines.nodes.text.clean import strip_invisible

_LONGEST = 200
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_BY = re.compile(r"^(?:by|author|posted by|written by|автор|текст)\b[\s:–—-]+", re.IGNORECASE)
_NO_NAME = re.compile(r"https?://|www\.|@|^\W*$", re.IGNORECASE)


def tidy_author(author: object) -> str | None:
    """Put the author's name on one line; None when it is no name."""
    line = " ".join(strip_invisible(author).split()) if isinstance(author, str) else ""
    line = _BY.sub("", line)
    if not line or _NO_NAME.search(line):
        return None
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip(" ,;") + "…"


def iso_date(moment: object) -> str | None:
    """Return the day of an ISO 8601 date or time; None when there is no such day."""
    match = _DAY.match(moment) if isinstance(moment, str) else None
    if match is None:
        return None
    try:
        return date.fromisoformat(match[0]).isoformat()
    except ValueError:
        return None
