"""Ask a site's robots.txt whether a page may be fetched again and again without a person."""

import time
from collections import OrderedDict
from dataclasses import dataclass

import httpx

from pipelines.errors import SourceRefused
from pipelines.fetchers.web.client import WebClient, read_address
from pipelines.fetchers.web.exchange import USER_AGENT, check_status
from pipelines.nodes.sources.robots_rules import Rule, permits, read_rules

BYTE_LIMIT = 512 * 1024
_REMEMBERED_S = 3600.0
_NOTHING = (Rule(allows=False, pattern="/"),)
# RFC 9309, 2.3.1: what cannot be had for good forbids nothing.
_WITHOUT_RULES: dict[str, tuple[Rule, ...]] = {
    "source-not-found": (),
    "source-forbidden": (),
    "source-redirects": (),
    "source-too-large": _NOTHING,
}


@dataclass(frozen=True, slots=True)
class _Known:
    rules: tuple[Rule, ...]
    until: float


class Robots:
    """Knows what sites allow, for an hour each.

    Args:
        transport: the guarded one; robots.txt is fetched like everything else.
        user_agent: who we say we are; the rules for its first word apply.
        sites: how many are remembered.
    """

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        *,
        user_agent: str = USER_AGENT,
        sites: int = 256,
    ) -> None:
        self._client = WebClient(
            transport, byte_limit=BYTE_LIMIT, seconds_limit=30.0, user_agent=user_agent
        )
        self._agent = user_agent.split("/")[0].split(" ")[0]
        self._sites = sites
        self._known: OrderedDict[str, _Known] = OrderedDict()

    async def allows(self, url: str) -> bool:
        """Say whether the site lets a program ask for this page.

        A site without robots.txt allows everything; one whose robots.txt is too large to be
        meant seriously allows nothing.

        Raises:
            SourceRefused: the address may not or cannot be asked at all.
            SourceUnavailable: robots.txt cannot be had just now: the page must wait as well.
        """
        page = read_address(url)
        site = f"{page.scheme}://{page.netloc.decode()}"
        known = self._known.get(site)
        if known is None or known.until < time.monotonic():
            known = _Known(await self._ask(site), time.monotonic() + _REMEMBERED_S)
            self._known[site] = known
            self._known.move_to_end(site)
            if len(self._known) > self._sites:
                self._known.popitem(last=False)
        return permits(known.rules, page.raw_path.decode())

    async def _ask(self, site: str) -> tuple[Rule, ...]:
        try:
            answer = await self._client.get(f"{site}/robots.txt", {"Accept": "text/plain"})
            check_status(answer.status, answer.headers, answer.url.host)
        except SourceRefused as error:
            if error.code not in _WITHOUT_RULES:
                raise
            return _WITHOUT_RULES[error.code]
        return read_rules(answer.content.decode("utf-8-sig", "replace"), self._agent)
