"""Which addresses may be spoken to: the public internet, and nothing that only looks like it.

The lists are written out because `ipaddress.is_global` is true for NAT64, 6to4, site-local and
IPv4-compatible addresses, and `is_private` is false for carrier-grade NAT.
Source: IANA special-purpose address registries (RFC 6890 and its successors).
"""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_FORBIDDEN_V4 = tuple(
    ip_network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
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


def is_allowed(address: str, *, allow_private: bool = False) -> bool:
    """Say whether this numeric address may be connected to."""
    try:
        ip = ip_address(address)
    except ValueError:
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
