"""Whom TLS trusts."""

import ssl
from functools import cache

import httpx


@cache
def trusted_roots(*, trust_env: bool = False) -> ssl.SSLContext:
    """Read the usual roots; once, since it takes 20 ms and every client would do it again.

    Args:
        trust_env: SSL_CERT_FILE and SSL_CERT_DIR may name others.
    """
    return httpx.create_ssl_context(trust_env=trust_env)
