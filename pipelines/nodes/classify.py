"""Split a message into the sources it names: pages, videos and files."""

import re
from urllib.parse import SplitResult, parse_qs, urlsplit

from pipelines.models import Kind, Message, Source

# With "//" any scheme is meant as a link; without it only those that carry content themselves.
_LINK = re.compile(
    r"(?<![a-z0-9+.-])(?:https?|ftps?|sftp|file|gopher|wss?|ldap|dict|smb)://[^\s<>\"«»“”`|\\^{}]+"
    r"|(?<![\w@])data:[\w.+-]+/[\w.+-]+[;,][^\s<>\"]+"
    r"|(?<![\w@./-])www\.[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s<>\"«»“”`|\\^{}]*)?"
    r"|(?<![\w@./-])(?:youtu\.be|(?:m\.|music\.)?youtube\.com)/[^\s<>\"«»“”`|\\^{}]+",
    re.IGNORECASE,
)
_TRAILING = ".,;:!?'…*_~–—"
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_VIDEO_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_YOUTUBE_HOSTS = {
    "youtube.com",
    "www.youtube.com",
    "m.youtube.com",
    "music.youtube.com",
    "gaming.youtube.com",
    "youtube-nocookie.com",
    "www.youtube-nocookie.com",
}
_NOT_A_SOURCE = ("tg:", "mailto:", "tel:")
_PATH_WITH_ID = re.compile(r"/(?:shorts|live|embed|v|e)/([^/?#]+)")


def classify(message: Message) -> tuple[Source, ...]:
    """List the sources of a message: links in the order they appear, then files.

    A link to a YouTube video becomes a `video` with its canonical address. Links that cannot be
    fetched (another scheme, an impossible video id) stay in the list, so that whoever sent one
    hears why it was refused.
    """
    items: list[Source] = []
    seen: set[str] = set()
    for link in (*find_links(message.text), *message.links):
        address, kind = _locate(link)
        if address not in seen and not address.startswith(_NOT_A_SOURCE):
            seen.add(address)
            items.append(Source(idx=len(items), kind=kind, label=link, url=address))
    for file in message.files:
        items.append(Source(idx=len(items), kind="file", label=file.file_name, file=file))
    return tuple(items)


def find_links(text: str) -> tuple[str, ...]:
    """Find links in running text, without the punctuation around them."""
    return tuple(_trim(match.group()) for match in _LINK.finditer(text))


def video_id(url: str) -> str | None:
    """Return the eleven characters that name a YouTube video, or None for any other address."""
    candidate = _video_candidate(url)
    return candidate if candidate and _VIDEO_ID.fullmatch(candidate) else None


def _locate(link: str) -> tuple[str, Kind]:
    url = link if re.match(r"[a-z]+:", link, re.IGNORECASE) else f"https://{link}"
    candidate = _video_candidate(url)
    if candidate is None:
        return url, "web"
    if _VIDEO_ID.fullmatch(candidate):
        return f"https://www.youtube.com/watch?v={candidate}", "video"
    return url, "video"


def _video_candidate(url: str) -> str | None:
    """Return what stands in the place of a video's id; None when the address has no such place."""
    parts = _split(url)
    if parts is None or parts.scheme not in {"http", "https"}:
        return None
    host = (parts.hostname or "").rstrip(".")
    if host in {"youtu.be", "www.youtu.be"}:
        return parts.path.strip("/").split("/")[0] or None
    return _id_of_watch_page(parts) if host in _YOUTUBE_HOSTS else None


def _id_of_watch_page(parts: SplitResult) -> str | None:
    if parts.path.rstrip("/") == "/watch":
        return parse_qs(parts.query).get("v", [""])[0]
    match = _PATH_WITH_ID.match(parts.path)
    return match.group(1) if match else None


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None


def _trim(link: str) -> str:
    """Cut a link where the sentence goes on: trailing punctuation, unbalanced brackets."""
    link = _cut_at_unbalanced(link)
    while link and link[-1] in _TRAILING:
        link = link[:-1]
    return link


def _cut_at_unbalanced(link: str) -> str:
    expected: list[str] = []
    for at, character in enumerate(link):
        if character in _BRACKETS:
            expected.append(_BRACKETS[character])
        elif character in _BRACKETS.values() and (not expected or expected.pop() != character):
            return link[:at]
    return link
