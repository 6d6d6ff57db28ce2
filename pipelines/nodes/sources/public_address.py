"""Which addresses may be spoken to: the public internet, and nothing that only looks like it.

The lists are written out because `ipaddress.is_global` is true for NAT64, 6to4, site-local and
IPv4-compatible addresses, and `is_private` is false for carrier-grade NAT.
Source: IANA special-purpose address registries (RFC 6890 and its successors).
"""

import re
import unicodedata
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from pipelines.errors import SourceRefused
from pipelines.nodes.sources.web_address import readable_host

_FORBIDDEN_V4 = tuple(
    ip_network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "168.63.129.16/32",  # looks public: the host of every machine in Azure
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    )
)
# Everything public in IPv6 lies in one block; whatever embeds an IPv4 address lies outside of
# it or is listed here.
_PUBLIC_V6 = ip_network("2000::/3")
_FORBIDDEN_V6 = tuple(
    ip_network(network) for network in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)
# What "private addresses allowed" means: intranets and this machine. Link-local stays closed,
# because cloud metadata services live there.
_INTRANET = tuple(
    ip_network(network)
    for network in (
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "::1/128",
        "fc00::/7",
    )
)
# Metadata services that stand where an intranet may be.
_METADATA = {"100.100.100.200", "fd00:ec2::254"}
_HERE = re.compile(r"(?:.*\.)?(?:localhost|local|internal|intranet|lan|home\.arpa)", re.IGNORECASE)
_NUMBER = re.compile(r"0[xX][0-9a-fA-F]{1,8}|0[0-7]{0,11}|[1-9][0-9]{0,9}")
_DOTS = re.compile("[。．｡]")
_UNSEEN = re.compile(r"[\x00-\x20\x7f]")


def check_public(url: str, *, allow_private: bool = False) -> None:
    """Refuse a web address that can be seen to lead nowhere in public, before anybody resolves it.

    That it passes says nothing: what a name leads to is seen when it is asked for.

    Raises:
        SourceRefused: no web address, or one of this machine or an intranet.
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").partition("%")[0]
        usable = bool(host) and (80 if parts.port is None else parts.port) > 0
    except ValueError:
        usable, host = False, ""
    if not usable or _UNSEEN.search(url):
        raise SourceRefused("source-bad-address")
    if parts.scheme not in ("http", "https"):
        raise SourceRefused("source-scheme", scheme=parts.scheme[:20])
    plain = _DOTS.sub(".", unicodedata.normalize("NFKC", host)).rstrip(".")
    number = _as_number(plain)
    if number is None:
        private = "." not in plain or _HERE.fullmatch(plain) is not None
        refused = private and not allow_private
    else:
        refused = not is_allowed(number, allow_private=allow_private)
    if refused:
        raise SourceRefused("source-private-address", host=readable_host(host))


def _as_number(host: str) -> str | None:
    """Return the address that a host is written as in numbers, in any spelling; None for a name."""
    if ":" in host:
        return host
    parts = host.split(".")
    if len(parts) > 4 or not all(map(_NUMBER.fullmatch, parts)):
        return None
    *bytes_before, rest = (int(part, _base(part)) for part in parts)
    width = 4 - len(bytes_before)
    if max(bytes_before, default=0) > 255 or rest >= 256**width:
        return "0.0.0.0"  # noqa: S104 - nobody's
    return str(IPv4Address(bytes(bytes_before) + rest.to_bytes(width, "big")))


def _base(number: str) -> int:
    return 16 if number[:2].lower() == "0x" else 8 if number.startswith("0") else 10


def is_allowed(address: str, *, allow_private: bool = False) -> bool:
    """Say whether this numeric address may be connected to."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if str(ip) in _METADATA:
        return False
    if allow_private and any(ip in network for network in _INTRANET):
        return True
    return _is_public(ip)


def _is_public(ip: IPv4Address | IPv6Address) -> bool:
    if isinstance(ip, IPv4Address):
        return not any(ip in network for network in _FORBIDDEN_V4)
    return (
        ip.scope_id is None
        and not _is_isatap(ip)
        and ip in _PUBLIC_V6
        and not any(ip in network for network in _FORBIDDEN_V6)
    )


def _is_isatap(ip: IPv6Address) -> bool:
    """Say whether the lower half is a tunnel to an IPv4 address (RFC 5214)."""
    return (int(ip) >> 32) & 0xFCFFFFFF == 0x00005EFE
