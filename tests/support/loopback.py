"""Calls on this machine."""

from typing import Any

import httpx

from pipelines.tls import trusted_roots


def loopback_client(base_url: str = "", **more: Any) -> httpx.AsyncClient:
    """Open a client that takes no proxy, and reads no certificates that it does not need."""
    return httpx.AsyncClient(base_url=base_url, verify=trusted_roots(), trust_env=False, **more)
