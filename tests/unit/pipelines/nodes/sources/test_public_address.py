"""Which addresses may be spoken to."""

import pytest

from pipelines.errors import SourceRefused
from pipelines.nodes.sources.public_address import check_public, is_allowed


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:2800:220:1::1", "2a00::1"],
)
def test_the_public_internet_is_open(address: str) -> None:
    assert is_allowed(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"),
        *("100.64.0.1", "::1", "fd00::1"),
    ],
)
def test_intranets_are_closed_unless_allowed(address: str) -> None:
    assert not is_allowed(address)
    assert is_allowed(address, allow_private=True)


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.0", "169.254.169.254", "224.0.0.1", "255.255.255.255", "240.0.0.1"),
        *("192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "192.88.99.1", "192.0.0.1"),
        *("::", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "2001:db8::1", "2001::1"),
        *("::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::a9fe:a9fe"),
        *("64:ff9b:1::7f00:1", "2002:7f00:1::", "100::1", "3fff::1"),
        *("168.63.129.16", "100.100.100.200", "fd00:ec2::254"),
        *("", "localhost", "127.1", "0177.0.0.1", "2130706433"),
    ],
)
def test_everything_else_is_closed_always(address: str) -> None:
    assert not is_allowed(address)
    assert not is_allowed(address, allow_private=True)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.1", "0177.0.0.1", "2130706433", "0x7f.1", "0", "①②⑦.0.0.1"),
        *("127。0。0。1", "169.254.169.254", "[::1]", "[fe80::1%25lo]", "168.63.129.16", "10.1:99"),
        *("localhost", "LOCALHOST.", "a.localhost", "printer", "nas.local", "x.internal"),
    ],
)
def test_what_is_seen_to_be_inside_is_refused_before_it_is_asked_for(host: str) -> None:
    with pytest.raises(SourceRefused) as caught:
        check_public(f"http://{host}/a")
    assert caught.value.code == "source-private-address"


@pytest.mark.parametrize("url", ["http://\0/", "http://", "http://a b.org/", "http://[::1", "x"])
def test_what_is_no_web_address_is_refused(url: str) -> None:
    with pytest.raises(SourceRefused) as caught:
        check_public(url)
    assert caught.value.code == "source-bad-address"


@pytest.mark.parametrize("url", ["ftp://example.org/a", "GOPHER://8.8.8.8/", "ldap://example.org"])
def test_what_is_never_fetched_is_refused(url: str) -> None:
    with pytest.raises(SourceRefused) as caught:
        check_public(url)
    assert caught.value.code == "source-scheme"


@pytest.mark.parametrize(
    "host", ["example.org", "пример.рф", "localhost.example.com", "8.8.8.8", "[2a00::1]:8443"]
)
def test_what_looks_public_passes(host: str) -> None:
    check_public(f"https://{host}/a")


def test_an_intranet_may_be_opened_but_no_metadata() -> None:
    check_public("http://printer/", allow_private=True)
    check_public("http://10.0.0.1/", allow_private=True)
    with pytest.raises(SourceRefused):
        check_public("http://169.254.169.254/", allow_private=True)
