"""Split a message into the sources it names: pages, videos and files.

Names of files are labels: made presentable, never used as paths.
"""

import re
from dataclasses import replace
from urllib.parse import SplitResult, parse_qs, urljoin, urlsplit

from pipelines.models.documents import Kind, Message, Source
from pipelines.nodes.sources.telegram_links import page_of, post_of
from pipelines.nodes.sources.web_address import normal_url
from pipelines.nodes.text.clean import strip_invisible

# With "//" any scheme is meant as a link; without it only those that carry content themselves.
_LINK = re.compile(
    r"(?<![a-z0-9+.-])(?:https?|ftps?|sftp|file|gopher|wss?|ldap|dict|smb)://[^\s<>\"«»“”`|\\^{}]+"
    r"|(?<![\w@])data:[\w.+-]+/[\w.+-]+[;,][^\s<>\"]+"
    r"|(?<![\w@./-])www\.[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s<>\"«»“”`|\\^{}]*)?"
    r"|(?<![\w@./-])(?:youtu\.be|(?:m\.|music\.|gaming\.)?youtube\.com|youtube-nocookie\.com)"
    r"/[^\s<>\"«»“”`|\\^{}]+",
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
    "youtube.googleapis.com",
}
_SHORT_HOSTS = {"youtu.be", "www.youtu.be"}
_NOT_A_SOURCE = ("tg:", "mailto:", "tel:")
_PATH_WITH_ID = re.compile(r"/(?:shorts|live|embed|watch|v|e|vi)/([^/?#&]+)")
_PLAYLIST = "videoseries"  # stands where an embedded playlist has no video
_LONGEST_NAME = 120  # characters
_LONGEST_EXTENSION = 12
_FOLDERS = re.compile(r"[/\\]+")


def classify(message: Message, *, language: str | None = None) -> tuple[Source, ...]:
    """List the sources of a message: links in the order they appear, then files.

    A link to a YouTube video becomes a `video` with its canonical address. Links that cannot be
    fetched (another scheme, an impossible video id, a channel) stay in the list, so that whoever
    sent one hears why it was refused. Spellings of one address are one source.

    Args:
        message: what was sent.
        language: the two letters of the language its sender reads, if known.
    """
    items: list[Source] = []
    seen: set[str] = set()
    for link in (*find_links(message.text), *message.links):
        address, kind = _locate(link)
        known_as = normal_url(address)
        if known_as not in seen and not address.lower().startswith(_NOT_A_SOURCE):
            seen.add(known_as)
            items.append(
                Source(idx=len(items), kind=kind, label=link, url=address, language=language)
            )
    for file in message.files:
        name = presentable_name(file.file_name)
        named = replace(file, file_name=name)
        items.append(Source(idx=len(items), kind="file", label=name, file=named))
    return tuple(items)


def find_links(text: str) -> tuple[str, ...]:
    """Find links in running text, without the punctuation around them."""
    return tuple(_trim(match.group()) for match in _LINK.finditer(text))


def video_id(url: str) -> str | None:
    """Return the eleven characters that name a YouTube video, or None for any other address."""
    parts = _split(url)
    candidate = _candidate(parts) if parts and _is_youtube(parts) else None
    return candidate if candidate and _VIDEO_ID.fullmatch(candidate) else None


def _locate(link: str) -> tuple[str, Kind]:
    url = link if re.match(r"[a-z]+:", link, re.IGNORECASE) else f"https://{link}"
    if post := post_of(url):
        return f"https://t.me/{post}", "web"
    parts = _split(url)
    if parts is None or not _is_youtube(parts):
        return page_of(url) or url, "web"
    if parts.path == "/redirect" and (target := _field(parts, "q")).startswith("http"):
        return target, "web"  # how YouTube writes the links below its videos
    candidate = _candidate(parts)
    if candidate and _VIDEO_ID.fullmatch(candidate):
        return f"https://www.youtube.com/watch?v={candidate}", "video"
    return url, "video"


def _is_youtube(parts: SplitResult) -> bool:
    host = (parts.hostname or "").rstrip(".")
    return parts.scheme in {"http", "https"} and (host in _YOUTUBE_HOSTS or host in _SHORT_HOSTS)


def _candidate(parts: SplitResult) -> str | None:
    """Return what stands in the place of a video's id; None when nothing does."""
    if (parts.hostname or "").rstrip(".") in _SHORT_HOSTS:
        first = parts.path.strip("/").split("/")[0]
        return first if first not in {"", "watch"} else _field(parts, "v") or None
    path = parts.path.rstrip("/")
    if path in {"/attribution_link", "/oembed"}:
        inner = _split(
            urljoin("https://www.youtube.com", _field(parts, "u") or _field(parts, "url"))
        )
        return _field(inner, "v") or None if inner else None
    if match := _PATH_WITH_ID.match(parts.path):
        return match.group(1) if match.group(1) != _PLAYLIST else None
    return _field(parts, "v") or None


def _field(parts: SplitResult, name: str) -> str:
    try:
        return parse_qs(parts.query).get(name, [""])[0]
    except ValueError:
        return ""


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


def presentable_name(name: str) -> str:
    """Return the last part of a name on one line of bearable length, its extension kept.

    Characters that nobody sees, or that turn the direction of what follows, are left out.
    """
    parts = _name_parts(name)
    return _shortened(parts[-1]) if parts else "?"


def presentable_path(name: str) -> str:
    """Return a name with its folders, for a label: without roots, and steps out of anywhere."""
    return _shortened("/".join(_name_parts(name))) or "?"


def _name_parts(name: str) -> list[str]:
    tidy = (" ".join(strip_invisible(part).split()) for part in _FOLDERS.split(name))
    return [part for part in tidy if part.strip(". ")]


def _shortened(name: str) -> str:
    if len(name) <= _LONGEST_NAME:
        return name
    stem, dot, extension = name.rpartition(".")
    if not dot or len(extension) > _LONGEST_EXTENSION or not stem:
        stem, dot, extension = name, "", ""
    return f"{stem[: _LONGEST_NAME - len(dot + extension) - 1].rstrip()}…{dot}{extension}"
