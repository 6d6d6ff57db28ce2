"""Keep web pages of other sites away from a server that anyone on this machine can reach.

A page open in the same browser can send requests to a local port (cross-site request forgery),
or point its own host name at 127.0.0.1 (DNS rebinding). The first brings a foreign `Origin` or
`Sec-Fetch-Site`, the second a foreign `Host`. Bots and command lines bring neither.

Nor does a page that asks for http://0.0.0.0, which leads here too: browsers say where a request
comes from only to addresses that they trust, and to a GET without reading rights they add nothing.
So no address is ours but those that we are known by, and nothing is changed by GET.
"""

from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

ANYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - where one listens, not where one asks
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_OWN_SITES = ("same-origin", "none")


class ForeignPagesGuard:
    """Refuses requests for a host that is not ours and requests made by other sites.

    Args:
        hosts: names and addresses by which it is known, besides those of loopback.
    """

    def __init__(self, app: ASGIApp, *, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = _LOOPBACK | {_bare(host) for host in hosts} - ANYWHERE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through or answer 403."""
        if scope["type"] == "http" and (reason := self._objection(scope)):
            await JSONResponse({"error": reason}, status_code=403)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _objection(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _hostname(f"//{host}") not in self._hosts:
            return "unknown Host"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return "foreign Origin"
        opens_page = headers.get("sec-fetch-mode") == "navigate" and scope["path"] == "/"
        if headers.get("sec-fetch-site", "none") not in _OWN_SITES and not opens_page:
            return "foreign site"
        return None


def _hostname(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def _bare(host: str) -> str:
    return host.strip("[]").lower()
