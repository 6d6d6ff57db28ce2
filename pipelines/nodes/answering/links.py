"""Links: take out of a model's answer every link and image that no cited source holds.

A model may be talked into an address by the text it reads, and an address can carry data away.
"""

import re
from collections.abc import Iterable

_TARGET = r"\(\s*<?((?:[^()\s<>]|\([^()]*\))*)>?(?:\s+[^)]{0,500})?\)"
_IMAGE = re.compile(rf"!\[([^\[\]]*)\]{_TARGET}")
_LINK = re.compile(rf"(?<!!)\[([^\[\]]*)\]{_TARGET}")
_DEFINITION = re.compile(
    r"^[ \t]*\[[^\[\]\n]+\]:[ \t]*<?([^\s<>]+)>?(?:[ \t].*)?$\n?", re.MULTILINE
)
_TAG = re.compile(r"</?(?:a|img|iframe|script|link|object|embed)\b[^<>]*>", re.IGNORECASE)
_TLDS = "com|org|net|info|biz|io|xyz|ru|su|рф|ly|gg|tv|cc|uk|eu|cn"
_URL = re.compile(
    r"<?(?<![\w@/.-])(?:"
    r"[a-z][a-z0-9+.-]*://[^\s<>()\[\]\"«»`]+(?:\([^\s()]*\)[^\s<>()\[\]\"«»`]*)*"
    rf"|(?:[\w-]+\.)+(?:{_TLDS})\b(?!\.?\w)(?:[/?#][^\s<>()\[\]\"«»`]*)?"
    r"|www\.[^\s<>()\[\]\"«»`]+"
    r"|(?:[\w-]+\.)+[a-z]{2,}/[^\s<>()\[\]\"«»`]*"
    r")>?",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[:/#.]")
_NUMBER = re.compile(r"\^?\d+(?:\s*[,–-]\s*\d+)*")


def unlink_marks(text: str) -> str:
    """Turn `[1](address)` into the plain mark `[1]`."""
    return _LINK.sub(lambda m: f"[{m[1]}]" if _is_mark(m) and _ADDRESS.search(m[2]) else m[0], text)


def remove_unheld_links(text: str, sources: Iterable[str]) -> str:
    """Remove links and images whose address is in none of `sources`; keep a link's words.

    Args:
        text: Markdown.
        sources: addresses and texts of the cited sources.
    """
    held = {_bare(m[0]) for source in sources for m in _URL.finditer(source)}

    def keep(address: str, whole: str, instead: str) -> str:
        return whole if _bare(address) in held else instead

    kept = _TAG.sub("", text)
    kept = _IMAGE.sub(lambda m: keep(m[2], m[0], ""), kept)
    kept = _LINK.sub(lambda m: m[0] if _is_mark(m) else keep(m[2], m[0], m[1]), kept)
    kept = _DEFINITION.sub(lambda m: keep(m[1], m[0], ""), kept)
    kept = _URL.sub(lambda m: keep(m[0], m[0], _tail(m[0])), kept)
    return text if kept == text else _close_gaps(kept)


def _is_mark(link: re.Match[str]) -> bool:
    return _NUMBER.fullmatch(link[1].strip()) is not None


def _close_gaps(text: str) -> str:
    single = re.sub(r"(?<=\S)[ \t]{2,}(?=\S)", " ", text)
    return re.sub(r"(?<=\S)[ \t]+(?=[.,;:!?])", "", single).strip()


def _bare(address: str) -> str:
    """Return the address as it is compared: without a scheme of the web or closing marks."""
    trimmed = address.strip("<>").rstrip(".,;:!?'*_/").casefold()
    return re.sub(r"^https?://(?:www\.)?|^www\.", "", trimmed)


def _tail(address: str) -> str:
    """Return the punctuation of the sentence that the pattern took for part of an address."""
    inside = address.strip("<>")
    return inside[len(inside.rstrip(".,;:!?")) :]
