"""Pages that are looked at again every day or week: the values, and what they need of the world."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from pipelines.errors import Failure
from pipelines.models.documents import Fetched

Frequency = Literal["daily", "weekly"]
Outcome = Literal["same", "changed", "new", "gone", "unreachable", "forbidden", "stopped"]

MOST_WATCHES = 50  # of one person


@dataclass(frozen=True, slots=True)
class Watch:
    """A page somebody wants to hear about, and what its site said of it last time."""

    watch_id: str
    owner: int  # Telegram id
    url: str
    every: Frequency
    origin: str  # where to write
    reader_role: str | None
    etag: str | None = None
    last_modified: str | None = None
    failures: int = 0  # visits in a row that came to nothing


@dataclass(frozen=True, slots=True)
class ListedWatch:
    """One line of somebody's list of watches."""

    watch_id: str
    url: str
    every: Frequency
    visited_at: datetime | None
    failures: int


@dataclass(frozen=True, slots=True)
class DueVisit:
    """A watch whose time has come, and the name of the visit: one name, one run."""

    watch_id: str
    visit: str


@dataclass(frozen=True, slots=True)
class VisitRequest:
    """Look at a watched page again."""

    watch_id: str
    run_id: str = ""  # set when the run starts


@dataclass(frozen=True, slots=True)
class Changes:
    """How many paragraphs came and went between two versions, and the first words that are new."""

    added: int
    removed: int
    first: str = ""


@dataclass(frozen=True, slots=True)
class VisitReport:
    """How a visit ended, for whoever watches the page."""

    run_id: str
    outcome: Outcome
    url: str = ""
    origin: str = ""
    owner: int | None = None  # Telegram id of whoever watches
    title: str = ""
    document_id: str | None = None
    changes: Changes | None = None
    failure: Failure | None = None
    is_last: bool = False  # the page is given up: nobody looks there any more


@dataclass(frozen=True, slots=True)
class Revisited:
    """What a site answered when asked whether a page has changed; None: it has not."""

    fetched: Fetched | None
    etag: str | None = None
    last_modified: str | None = None


class ConditionalFetcher(Protocol):
    """Asks a site for a page if it has changed since it was last there."""

    async def revisit(self, url: str, etag: str | None, last_modified: str | None) -> Revisited:
        """Raise SourceRefused (gone, forbidden, …) or SourceUnavailable (try again)."""
        ...


class RobotsPolicy(Protocol):
    """Knows what sites let programs do."""

    async def allows(self, url: str) -> bool:
        """Whether robots.txt of the site lets a program ask for this page."""
        ...


class WatchNotifier(Protocol):
    """Tells whoever watches a page what became of it."""

    async def visited(self, report: VisitReport) -> None:
        """Say what is news. A step: tried again until it returns."""
        ...


class NullNotifier:
    """Tells nobody: for where nobody listens."""

    async def visited(self, report: VisitReport) -> None:
        """Do nothing."""
