"""Ask a site's robots.txt whether a page may be fetched again and again without a person."""

import re

import httpx
from cachetools import TTLCache
from protego import Protego

from pipelines.errors import SourceRefused
from pipelines.fetchers.web.client import WebClient, read_address
from pipelines.fetchers.web.exchange import USER_AGENT, check_status

BYTE_LIMIT = 512 * 1024
_REMEMBERED_S = 3600.0
_NOTHING = "User-agent: *\nDisallow: /"
# RFC 9309, 2.3.1: what cannot be had for good forbids nothing.
_WITHOUT_RULES = {
    "source-not-found": "",
    "source-forbidden": "",
    "source-redirects": "",
    "source-too-large": _NOTHING,
}
_AGENT_LINE = re.compile(r"\s*user(?:-|\s*)agent\b\s*:?([^#]*)", re.IGNORECASE)


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
        self._known: TTLCache[str, Protego] = TTLCache(sites, _REMEMBERED_S)

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
        rules = self._known.get(site)
        if rules is None:
            rules = Protego.parse(name_only(self._agent, await self._ask(site)))
            self._known[site] = rules
        return rules.can_fetch(f"{site}{page.raw_path.decode()}", self._agent)

    async def _ask(self, site: str) -> str:
        try:
            answer = await self._client.get(f"{site}/robots.txt", {"Accept": "text/plain"})
            check_status(answer.status, answer.headers, answer.url.host)
        except SourceRefused as error:
            if error.code not in _WITHOUT_RULES:
                raise
            return _WITHOUT_RULES[error.code]
        return answer.content.decode("utf-8-sig", "replace")


def name_only(agent: str, text: str) -> str:
    """Give every program in a robots.txt but `agent` and "*" one name.

    Protego takes the beginning of our name for ours, and keeps each rule once for each name: a
    file of many names and many rules would fill the memory.
    """
    ours = ("*", agent.lower())
    named = ((line, _AGENT_LINE.match(line)) for line in text.splitlines())
    return "\n".join(
        "User-agent: -" if name and name[1].strip().lower() not in ours else line
        for line, name in named
    )
