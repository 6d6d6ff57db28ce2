"""How a document is referred to, and what its source says of itself.

The order of the parts is that of ISO 690: author, title, date, where it was published, extent,
address, and the day it was read. No words are needed but the sign for pages.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from pipelines.nodes.text.clean import one_line

_PAGES = {"ru": "с."}  # by language; else "p."
_LONGEST = 1000  # characters
_LONGEST_PART = 300


@dataclass(frozen=True, slots=True)
class Work:
    """What is known of a document; titles and names without secrets."""

    title: str
    language: str  # two letters, "und" when not known
    author: str | None = None
    published: str | None = None  # ISO 8601, or a part of it
    url: str | None = None
    file_name: str | None = None
    pages: int | None = None
    sheets: tuple[str, ...] = ()  # of a workbook
    seconds: float | None = None  # from which on the last is said, of a recording


def full_citation(work: Work, retrieved: str) -> str:
    """Return a bibliographic reference; `retrieved` is the ISO 8601 date it was fetched on."""
    site = site_of(work.url)
    parts = [
        work.author,
        work.title,
        work.published,
        site or work.file_name,
        f"{work.pages} {_PAGES.get(work.language, 'p.')}" if work.pages else None,
        f"{work.url} [{retrieved}]" if work.url and site else None,
    ]
    named: list[str] = []
    for part in parts:
        line = one_line(part or "")[:_LONGEST_PART]
        if line and line not in named:  # a file's name may be its title
            named.append(line)
    ends = (part if part.endswith((".", "?", "!", "…", "]")) else f"{part}." for part in named)
    return " ".join(ends)[:_LONGEST]


def metadata_of(work: Work) -> dict[str, Any]:
    """Return what is known, by name; what is not known is left out."""
    known = {
        "author": one_line(work.author or ""),
        "published": work.published,
        "pages": work.pages,
        "site": site_of(work.url),
        "sheets": [one_line(sheet)[:_LONGEST_PART] for sheet in work.sheets],
        "seconds": None if work.seconds is None else round(work.seconds),
    }
    return {name: value for name, value in known.items() if value}


def site_of(url: str | None) -> str | None:
    """Return the host of a web address, without www."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return None
    host = (parts.hostname or "").removeprefix("www.")
    return host if parts.scheme in ("http", "https") and host else None
