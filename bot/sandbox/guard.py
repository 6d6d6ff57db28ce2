"""Keep web pages of other sites away from a server that anyone on this machine can reach.

A page open in the same browser can send requests to a local port (cross-site request forgery),
or point its own host name at 127.0.0.1 (DNS rebinding). The first brings a foreign `Origin` or
`Sec-Fetch-Site`, the second a foreign `Host`. Bots and command lines bring neither.
"""

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_OWN_SITES = ("same-origin", "none")


class ForeignPagesGuard:
    """Refuses requests for a host name that is not ours and requests made by other sites."""

    def __init__(self, app: ASGIApp, *, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = frozenset({"localhost", *hosts})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through or answer 403."""
        if scope["type"] == "http" and (reason := self._objection(scope)):
            await JSONResponse({"error": reason}, status_code=403)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _objection(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(_hostname(f"//{host}")):
            return "unknown Host"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return "foreign Origin"
        opens_page = headers.get("sec-fetch-mode") == "navigate" and scope["path"] == "/"
        if headers.get("sec-fetch-site", "none") not in _OWN_SITES and not opens_page:
            return "foreign site"
        return None

    def _is_ours(self, name: str | None) -> bool:
        return name is not None and (name in self._hosts or _is_address(name))


def _hostname(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
