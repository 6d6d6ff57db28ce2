"""When two web addresses are one: the spelling that all spellings of a page share."""

import re
from urllib.parse import SplitResult, quote, unquote_to_bytes, urlsplit

_PORTS = {"http": 80, "https": 443}
# Added by whoever shared the link; the page is the same without them.
_TRACKING = re.compile(
    r"(?:utm_\w+|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|ysclid|ymclid|twclid|igshid"
    r"|igsh|mc_cid|mc_eid|_openstat|_hsenc|_hsmi|mkt_tok|vero_id|oly_anon_id|oly_enc_id|wickedid"
    r"|__twitter_impression)(?:=|$)",
    re.IGNORECASE,
)
_ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")
_SAFE = "/?:@!$&'()*+,;=-._~%"


def normal_url(url: str) -> str:
    """Return the spelling by which a page is known: for comparing, not for asking.

    Scheme and host in small letters and ASCII, no usual port, no fragment (but `#!`), no marks
    of advertising, escapes written in one way, dots in the path resolved. What is not a web
    address comes back as it is. Source: RFC 3986, section 6.2.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return url
    scheme = parts.scheme.lower()
    if scheme not in _PORTS or not parts.hostname:
        return url
    host = _host(parts.hostname)
    place = host if port in (None, _PORTS[scheme]) else f"{host}:{port}"
    query = _query(parts)
    fragment = f"#{parts.fragment}" if parts.fragment.startswith("!") else ""
    path = _without_dots(_escaped(parts.path)) or "/"
    return f"{scheme}://{place}{path}{'?' if query else ''}{query}{fragment}"


def readable_host(host: str) -> str:
    """Return a host's name as people write it: what travels as "xn--p1ai" is "рф"."""
    try:
        return host.encode("ascii").decode("idna")
    except UnicodeError:
        return host


def _host(host: str) -> str:
    bare = host.rstrip(".")
    if ":" in bare:
        return f"[{bare}]"
    try:
        return bare.encode("idna").decode().lower()
    except UnicodeError:
        return bare.lower()


def _query(parts: SplitResult) -> str:
    kept = (field for field in parts.query.split("&") if field and not _TRACKING.match(field))
    return "&".join(_escaped(field) for field in kept)


def _escaped(text: str) -> str:
    """Escape what needs it, and nothing else, in capital letters."""

    def plain(escape: re.Match[str]) -> str:
        letter = unquote_to_bytes(escape[0]).decode("latin-1")
        return letter if _UNRESERVED.match(letter) else escape[0].upper()

    whole = re.sub(r"%(?![0-9a-fA-F]{2})", "%25", text)
    return quote(_ESCAPE.sub(plain, whole), safe=_SAFE, errors="replace")


def _without_dots(path: str) -> str:
    if "/." not in path:
        return path
    kept: list[str] = []
    parts = path.split("/")
    for part in parts:
        if part == "..":
            kept = kept[:1] if len(kept) < 2 else kept[:-1]
        elif part != ".":
            kept.append(part)
    return "/".join([*kept, ""] if parts[-1] in (".", "..") else kept)
