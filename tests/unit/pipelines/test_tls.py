"""Whom TLS trusts."""

import ssl

from pipelines.tls import trusted_roots


def test_the_usual_roots_are_read_once() -> None:
    trusted = trusted_roots()
    assert trusted.verify_mode == ssl.CERT_REQUIRED
    assert trusted.check_hostname
    assert trusted.get_ca_certs()
    assert trusted_roots() is trusted
